// Fills an empty database with the demo group: every row through the actions that serve real people, at a moving clock.
import { addDays, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { contributions } from "./contributions.ts";
import { foundDemoGroup } from "./demo-group.ts";
import { fines } from "./fines.ts";
import { joining } from "./joining.ts";
import { leaving } from "./leaving.ts";
import { ledger } from "./ledger.ts";
import { loans } from "./loans.ts";
import { momentOf, momentsBefore, MONTHS, type Moments } from "./moments.ts";
import { liveThrough, type Happening } from "./timeline.ts";

/** Three years up to `today`: people join, save, borrow, are fined and leave, and the books are kept. */
export async function fillDemoGroup(database: OpenDatabase, today: Date): Promise<void> {
  const moments = momentsBefore(today);
  const happenings = [
    ...sweeps(moments, today),
    ...joining(moments),
    ...contributions(moments),
    ...loans(moments),
    ...fines(moments),
    ...ledger(moments),
    ...leaving(moments),
  ];
  await liveThrough(foundDemoGroup(database), happenings, today);
}

/** Five minutes into every day, as on a server that runs. */
function sweeps({ month }: Moments, today: Date): Happening[] {
  const days: PlainDate[] = [];
  for (let day = month(MONTHS); day <= nairobiDate(today); day = addDays(day, 1)) days.push(day);
  return days.map((day) => {
    const at = momentOf(day, 5 / 60);
    return { at, happen: ({ database: { db } }) => sweepDay(db, at) };
  });
}
