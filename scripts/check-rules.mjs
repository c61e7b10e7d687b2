// `npm run check:rules`: every rule id that code, tests and docs cite exists in docs/rules, and each is defined there
// once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTracked, root } from "./process.mjs";

/** Citations by chapter of pages that are not in this repository. */
const elsewhere = /\b(?:spec|contract|safety)(?: section)? \d/i;

/**
 * @param {string[]} pages the texts of docs/rules
 * @param {{ path: string, text: string }[]} files what may cite them
 * @returns {{ rules: number, cited: number, faults: string[] }} each fault is one sentence that says where
 */
export function validateRules(pages, files) {
  const defined = pages.flatMap((text) =>
    [...text.matchAll(/\*\*([A-Z]+-\d+)\*\*/g)].map(([, each]) => each),
  );
  const known = new Set(defined);
  const areas = new Set(defined.map((each) => each.split("-")[0]));
  // The end of a range may be past the last rule: OPEN-30 to OPEN-49.
  const id = new RegExp(`(?<! to )\\b(?:${[...areas].join("|")})-[1-9]\\d*\\b`, "g");
  const faults = [...known]
    .filter((each) => defined.indexOf(each) !== defined.lastIndexOf(each))
    .map((each) => `docs/rules: ${each} occurs twice`);
  let cited = 0;
  for (const { path, text } of files) {
    if (path.startsWith("docs/rules/") || path.startsWith("scripts/check-rules")) continue;
    for (const [number, line] of text.split("\n").entries()) {
      const at = `${path}:${number + 1}`;
      for (const [each] of line.matchAll(id)) {
        cited += 1;
        if (!known.has(each)) faults.push(`${at}: ${each} is no rule of docs/rules`);
      }
      if (elsewhere.test(line)) faults.push(`${at}: cites a page that is not in docs/rules`);
    }
  }
  return { rules: known.size, cited, faults };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, "docs/rules");
  const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const files = readTracked(/\.(ts|tsx|mjs|cjs|sql|css|md)$/);
  const { rules, cited, faults } = validateRules(pages, files);
  for (const fault of faults) console.error(fault);
  console.log(`${rules} rules, cited ${cited} times, ${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
