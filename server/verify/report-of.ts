// What `npm run verify` prints, and its exit code.
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { notCompared, type Evidence } from "./evidence.ts";
import type { verifyBooks } from "./verify-books.ts";

type Report = {
  /** For standard error: each broken invariant, and its offenders. */
  broken: string[];
  /** For standard output. */
  printed: string[];
  /** 1 if an invariant is broken; what could not be compared is printed, and breaks none. */
  exitCode: 0 | 1;
};

type Found = Pick<
  Awaited<ReturnType<typeof verifyBooks>>,
  "checked" | "breaches" | "log" | "newer"
>;

export function reportOf({ checked, breaches, log, newer }: Found, evidence: Evidence): Report {
  const broken = breaches.flatMap(({ name, holds, offenders }) => [
    `BROKEN ${name}: ${holds}`,
    ...offenders.map(({ id, found }) => `  ${id}: ${found}`),
  ]);
  const printed = [
    `${checked - breaches.length} of ${checked} invariants hold.`,
    ...notCompared(evidence).map((line) => `Not compared: ${line}`),
    ...(newer === null ? [] : [newerThanHeads(newer)]),
    // Somebody who notes the fingerprint elsewhere can later prove that nobody has rewritten the log up to here.
    ...(log === null
      ? []
      : [`Log: ${log.size} entries, fingerprint ${writeFingerprint(log.root.toString("hex"))}`]),
  ];
  return { broken, printed, exitCode: breaches.length === 0 ? 0 : 1 };
}

/** What nothing outside of the database proves. */
function newerThanHeads({ entries, hasHead }: { entries: number; hasHead: boolean }): string {
  const are =
    entries === 1 ? "1 entry of the audit log is" : `${entries} entries of the audit log are`;
  return hasHead
    ? `${are} newer than the newest head kept outside the database.`
    : `No head of the log is kept outside the database: ${are} proven by nothing outside.`;
}
