// `npm run check:words`: names, comments, tests' names and pages use the terms of docs/style.md. Texts of the product are not
// read (they have the glossary), nor migrations, which never change once they were applied.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./process.mjs";
import { validateWords } from "./validate-words.mjs";

const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
});
const files = tracked
  .split("\n")
  .filter((path) => /\.(ts|tsx|mjs|cjs|md)$/.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const faults = validateWords(files);
for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} words that have a standard term.`);
process.exitCode = faults.length === 0 ? 0 : 1;
