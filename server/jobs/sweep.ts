// The daily jobs. The sweep (LOAN-12, MEM-24, NOTE-2): loans past their date, late fines, what is due soon, and
// offices whose time has come. Safe to run twice and on two servers. The purge removes expired rows.
import { sql } from "kysely";
import { nairobiDate } from "#domain/calendar.ts";
import { holdMembership } from "#server/db/locks.ts";
import { countDueOffices } from "#server/core/members/office-proposals.ts";
import { type Database, inTransaction } from "#server/db/connection.ts";
import { chargeLateFines, remindOfLateFines } from "#server/features/fines/charge-late-fines.ts";
import { remindOfDates } from "#server/features/notices/remind-of-dates.ts";
import { markDefaults } from "#server/features/loans/loans.ts";

/** Everything due on the Nairobi day of `now`. */
export async function sweepDay(db: Database, now: Date): Promise<void> {
  const today = nairobiDate(now);
  await inTransaction(db, async (tx) => {
    await holdMembership(tx);
    await markDefaults(tx, { today, now });
  });
  await chargeLateFines(db, { today, now });
  await remindOfLateFines(db, { today, now });
  await remindOfDates(db, { today, now });
  await countDueOffices(db, now);
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** `keepsMail`: without an SMTP server the table holds the only copies, so they stay. */
export async function purge(
  db: Database,
  params: { now: Date; keepsMail: boolean },
): Promise<void> {
  const before = (ms: number) => new Date(params.now.getTime() - ms);
  // Sessions last 12 hours, and an hour without use at most (MEM-9).
  await inTransaction(db, async (tx) => {
    // Only time ends these, so their browsers still get messages (NOTE-19).
    await sql`SELECT set_config('akiba.sessions_expire', 'on', true)`.execute(tx);
    await tx
      .deleteFrom("sessions")
      .where((session) =>
        session.or([
          session("created_at", "<", before(12 * HOUR_MS)),
          session("last_used_at", "<", before(HOUR_MS)),
        ]),
      )
      .execute();
  });
  // A week longer than they live, so that an old link still gets an explanation.
  await db
    .deleteFrom("mail_tokens")
    .where("expires_at", "<", before(7 * DAY_MS))
    .execute();
  // A browser forgets its name after as long.
  await db
    .deleteFrom("known_devices")
    .where("last_seen_at", "<", before(400 * DAY_MS))
    .execute();
  // Reports of unknown SMS; one that overtakes its SMS's answer does so by seconds.
  await db
    .deleteFrom("sms_reports")
    .where("received_at", "<", before(7 * DAY_MS))
    .where((report) =>
      report.not(
        report.exists(
          report
            .selectFrom("notice_messages")
            .select("notice_messages.id")
            .whereRef("notice_messages.gateway_id", "=", "sms_reports.gateway_id"),
        ),
      ),
    )
    .execute();
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before(DAY_MS)).execute();
  if (!params.keepsMail)
    await db
      .deleteFrom("mails")
      .where("created_at", "<", before(30 * DAY_MS))
      .execute();
  // These two use the wall clock.
  await sql`DELETE FROM throttle WHERE expire < extract(epoch FROM now()) * 1000`.execute(db);
  await sql`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND updated_at < now() - interval '30 days'`.execute(db);
}
