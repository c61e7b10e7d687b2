// The first day of each month: every official is mailed the head of the log, so that it stands where nobody who runs the
// server can change it.
import { sql } from "kysely";
import { firstOfMonth, formatDay, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { readLogHead, type LogHead } from "#server/core/log-tree.ts";
import { mailOfficials } from "#server/core/mail-officials.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { readLastVerifyRun } from "#server/verify/verify-runs.ts";

/** Once a month, however often and on however many servers it is called; nothing before the log's first entry. */
export async function mailLogHead(
  db: Database,
  given: { now: Date; publicUrl: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const head = await readLogHead(tx);
    if (head === null || !(await noteHead(tx, head, given.now))) return;
    await mailOfficials(tx, {
      subject: "the fingerprint of the books, to be kept",
      paragraphs: await paragraphs(tx, head, given),
      now: given.now,
    });
  });
}

/** Whether this month's was not noted before; another server that is about to note it is waited for. */
async function noteHead(tx: Tx, head: LogHead, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO noted_heads (month, size, root, noted_at)
    VALUES (${firstOfMonth(nairobiDate(now))}, ${head.size}, decode(${head.fingerprint}, 'hex'), ${now})
    ON CONFLICT (month) DO NOTHING RETURNING month`.execute(tx);
  return rows.length > 0;
}

async function paragraphs(
  tx: Tx,
  { size, fingerprint }: LogHead,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<string[]> {
  return [
    `On ${momentOf(now)} the log of the group, which holds every journal entry and every act of its officials, had`,
    `${size} ${size === 1 ? "entry" : "entries"}, with the fingerprint\n${writeFingerprint(fingerprint)}`,
    "Please keep this mail: print it, or forward it to a member you trust. Entries can only be added to the log. If an earlier one were ever changed or taken away, by whomever, this fingerprint would no longer be part of it.",
    `To find out, open ${publicUrl}/check at any time and type the number of entries and the fingerprint. No account is needed.`,
    await lastCheck(tx),
  ];
}

async function lastCheck(tx: Tx): Promise<string> {
  const run = await readLastVerifyRun(tx);
  if (run === null) return "The books have not been checked yet.";
  const { checked, failures } = run;
  const when = `The books were last checked on ${momentOf(run.finished_at)}`;
  return failures.length === 0
    ? `${when}: all ${checked} things that must always be true are true.`
    : `${when}: ${failures.length} of ${checked} things that must always be true were not (${failures.map(({ name }) => name).join(", ")}).`;
}

function momentOf(moment: Date): string {
  return `${formatDay(nairobiDate(moment))} at ${nairobiIso(moment).slice(11, 16)}`;
}
