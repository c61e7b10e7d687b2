// The daily sweep (LOAN-12, MEM-24, NOTE-2): loans past their date, late fines, what is due soon, and offices whose
// time has come. Safe to run twice and on two servers.
import { nairobiDate } from "#domain/calendar.ts";
import { holdMembership } from "#server/db/locks.ts";
import { countDueOffices } from "#server/core/members/office-proposals.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
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
