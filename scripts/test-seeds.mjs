// `npm run test:seeds [-- N]`: the tests with random values N times (5), each time with new ones. The head line of each
// run has the seeds, which repeat it: PROPERTY_SEED=… npm test -- word.
import { randomInt } from "node:crypto";
import { readTracked, root, runPackage } from "./process.mjs";

const rounds = Number(process.argv[2] ?? 5);
if (!(rounds > 0)) {
  console.error("How many times? npm run test:seeds -- 5");
  process.exit(2);
}
delete process.env.NODE_ENV;
process.chdir(root);
const isRandom = /\bfc\.(?:assert|sample)\b|(?:PROPERTY|MODEL|FUZZ)_SEED|\bpropertySeed\b/;
const files = readTracked(/\.test\.ts$/)
  .filter(({ path, text }) => isRandom.test(text) && !path.startsWith("tests/faults/"))
  .map(({ path }) => path);
let failed = 0;
for (let round = 1; round <= rounds; round++) {
  const seed = String(randomInt(1, 1_000_000_000));
  Object.assign(process.env, { PROPERTY_SEED: seed, MODEL_SEED: seed, FUZZ_SEED: seed });
  console.log(`Round ${round} of ${rounds}: PROPERTY_SEED, MODEL_SEED and FUZZ_SEED are ${seed}.`);
  const { code } = await runPackage("vitest/vitest.mjs", ["run", ...files], { show: true });
  if (code !== 0) failed += 1;
}
console.log(`${rounds - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
