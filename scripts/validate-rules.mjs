// Holds the rule ids that are cited against those that docs/rules defines.

const areas = "MEM|PAY|LOAN|BOOK|EXIT|REP|STAT|SCR|API|SAFE";
const id = new RegExp(`\\b(?:${areas})-\\d+\\b`, "g");
const definition = new RegExp(`\\*\\*((?:${areas})-\\d+)\\*\\*`, "g");

/** Pages that are not in this repository, cited by chapter. */
const elsewhere = /\b(?:spec|contract|safety)(?: section)? \d/i;

/**
 * @param {string[]} pages the texts of docs/rules
 * @param {{ path: string, text: string }[]} files what may cite them
 * @returns {{ rules: number, cited: number, faults: string[] }} each fault one sentence that names the place
 */
export function validateRules(pages, files) {
  const defined = pages.flatMap((text) => [...text.matchAll(definition)].map(([, each]) => each));
  const known = new Set(defined);
  const faults = [...known]
    .filter((each) => defined.indexOf(each) !== defined.lastIndexOf(each))
    .map((each) => `docs/rules: ${each} stands twice`);
  let cited = 0;
  for (const { path, text } of files) {
    if (path.startsWith("docs/rules/") || path.startsWith("scripts/validate-rules")) continue;
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
