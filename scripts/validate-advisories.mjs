// What an answer of `npm audit --json` means. Only an answer that counts the packages says that nothing is known.

/**
 * @param {string} output
 * @returns {{ exitCode: 0 | 1 | 2, lines: string[] }} 0 nothing is known, 1 something is, 2 nobody could be asked
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
