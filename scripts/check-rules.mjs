// `npm run check:rules`: every rule id that code, tests and docs cite exists in docs/rules, and stands there once.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateRules } from "./validate-rules.mjs";
import { root } from "./process.mjs";

const folder = join(root, "docs/rules");
const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
});
const files = tracked
  .split("\n")
  .filter((path) => /\.(ts|tsx|mjs|cjs|sql|css|md)$/.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const { rules, cited, faults } = validateRules(pages, files);
for (const fault of faults) console.error(fault);
console.log(`${rules} rules, cited ${cited} times, ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
