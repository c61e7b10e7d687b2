// The daily jobs. The sweep (LOAN-12, LEND-3, MEM-24, NOTE-2): interest that fell due, loans past their date, late fines, what is due soon, and
// offices whose time has come. Safe to run twice and on two servers. The purge removes expired rows.
import { sql } from "kysely";
import { nairobiDate } from "#domain/calendar.ts";
import { holdMembership } from "#server/db/locks.ts";
import { forgetDevices } from "#server/core/identity/known-devices.ts";
import { removeExpiredTokens } from "#server/core/identity/mail-tokens.ts";
import { removeExpiredSessions } from "#server/core/identity/sessions.ts";
import { chargeDueInterest } from "#server/core/lending/charge-due.ts";
import { removeMails } from "#server/core/mail/letters.ts";
import { countDueOffices } from "#server/core/offices/office-proposals.ts";
import { purgeCallbackBodies } from "#server/core/daraja/read-callbacks.ts";
import { removeUnknownReports } from "#server/core/notices/sms/delivery-reports.ts";
import { removeStoredAnswers } from "#server/core/requests/idempotency.ts";
import { removePastAttempts } from "#server/core/requests/throttle.ts";
import { type Database, inTransaction } from "#server/db/connection.ts";
import { addJob } from "#server/db/job-queue.ts";
import { chargeLateFines, remindOfLateFines } from "#server/features/fines/charge-late-fines.ts";
import { remindOfDates } from "#server/features/notices/remind-of-dates.ts";
import { remindOfTurns } from "#server/features/rotations/remind-of-turns.ts";
import { markDefaults } from "#server/features/loans/loans.ts";

/** Everything due on the Nairobi day of `now`. */
export async function sweepDay(db: Database, now: Date): Promise<void> {
  const today = nairobiDate(now);
  // What falls into default owes the interest of its last row.
  await chargeDueInterest(db, { today, now });
  await inTransaction(db, async (tx) => {
    await holdMembership(tx);
    await markDefaults(tx, { today, now });
  });
  await chargeLateFines(db, { today, now });
  await remindOfLateFines(db, { today, now });
  await remindOfDates(db, { today, now });
  await remindOfTurns(db, { today, now });
  await countDueOffices(db, now);
}

/**
 * Queues what the sweeps of the days without a server would have done, so that nobody waits for it at a start. Its key is not the
 * timetable's, whose job waits for a moment of the application's clock, which may be ahead of the database's.
 */
export function queueSweepOfStart(db: Database): Promise<void> {
  return inTransaction(db, (tx) =>
    addJob(tx, { name: "sweep", payload: {}, key: "sweep-of-start" }),
  );
}

/** `keepsMail`: without an SMTP server the table holds the only copies, so they stay. */
export async function purge(
  db: Database,
  { now, keepsMail }: { now: Date; keepsMail: boolean },
): Promise<void> {
  await removeExpiredSessions(db, now);
  await removeExpiredTokens(db, now);
  await forgetDevices(db, now);
  await removeUnknownReports(db, now);
  await purgeCallbackBodies(db, now);
  await removeStoredAnswers(db, now);
  if (!keepsMail) await removeMails(db, now);
  await removePastAttempts(db);
  // By the wall clock.
  await sql`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND updated_at < now() - interval '30 days'`.execute(db);
}
