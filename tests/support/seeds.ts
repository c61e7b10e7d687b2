// The random values of every property come from one seed, so that a run says the same of the same commit. It is in the
// head line of a run; `npm run test:seeds` chooses new ones.
import { configureGlobal, readConfigureGlobal } from "fast-check";
import { propertySeed } from "./property-seed.ts";

configureGlobal({ ...readConfigureGlobal(), seed: propertySeed });
