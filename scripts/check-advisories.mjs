// `npm run check:advisories`: asks the registry for known advisories. Exits with 1 when there are some, and with 2 when
// the registry did not answer.
import { fileURLToPath } from "node:url";
import { npmCommand, refuseArguments, run } from "./process.mjs";

/**
 * What an answer of `npm audit --json` means. "Nothing is known" needs an answer that counts the packages.
 * @param {string} output
 * @returns {{ exitCode: 0 | 1 | 2, lines: string[] }} 0: nothing is known; 1: something is; 2: no answer
 */
export function validateAdvisories(output) {
  const answer = parse(output);
  const counts = answer?.metadata?.vulnerabilities;
  const packages = answer?.metadata?.dependencies?.total;
  if (typeof counts?.total !== "number" || !(packages > 0)) {
    const reason = answer?.message ?? answer?.error?.summary ?? "no answer came";
    return { exitCode: 2, lines: [`Could not ask for advisories: ${reason || "no answer came"}`] };
  }
  const known = Object.values(answer.vulnerabilities ?? {}).map(
    ({ name, severity, range }) => `${name} ${range}: ${severity}`,
  );
  return {
    exitCode: counts.total === 0 ? 0 : 1,
    lines: [...known, `${packages} packages asked about, ${counts.total} with known advisories.`],
  };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  refuseArguments();
  const [npm, first] = npmCommand();
  const { output } = await run(npm, [...first, "audit", "--json", "--loglevel=silent"]);
  const { exitCode, lines } = validateAdvisories(output);
  for (const line of lines) console.log(line);
  process.exitCode = exitCode;
}
