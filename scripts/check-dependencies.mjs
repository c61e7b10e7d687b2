// `npm run check:dependencies`: no install script, licence, engine or missing hash that scripts/dependency-rules.mjs does not
// allow. Asks nobody; `npm run check:advisories` does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "./dependency-rules.mjs";
import { validateLock } from "./validate-lock.mjs";
import { root } from "./process.mjs";

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const { checked, faults } = validateLock(lock, rules);
for (const fault of faults) console.error(fault);
console.log(`${checked} packages checked, ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
