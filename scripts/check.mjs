// `npm run check`: runs every `check:*` script of package.json, which is what tools can see of the house rules.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmCommand, refuseArguments, root, run } from "./process.mjs";

// It asks the registry, which does not always answer.
const apart = "check:advisories";

/** The lint, which checks the types too, takes as long as three or four of the other checks in a row. */
const AT_ONCE = 2;

/**
 * Runs every check except the one that needs the network, and shows the output of those that fail.
 * @returns {Promise<{ passed: number, failed: number, faults: { what: string, output: string }[] }>}
 */
export async function check() {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const names = Object.keys(scripts).filter((name) => name.startsWith("check:") && name !== apart);
  const [npm, first] = npmCommand();
  const left = [...names];
  /** @type {{ what: string, output: string }[]} */
  const faults = [];
  const runNext = async () => {
    const name = left.shift();
    if (name === undefined) return;
    const startedAt = performance.now();
    const { code, output } = await run(npm, [...first, "run", "--silent", name]);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    if (code !== 0) {
      console.log(output.trimEnd());
      faults.push({ what: name, output });
    }
    await runNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return { passed: names.length - faults.length, failed: faults.length, faults };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  refuseArguments();
  const { failed } = await check();
  process.exit(failed === 0 ? 0 : 1);
}
