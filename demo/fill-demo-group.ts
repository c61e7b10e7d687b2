// Fills an empty database with the demo group: every row through the actions that serve real people, at a moving clock.
import type { OpenDatabase } from "#server/db/open-database.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { contributions } from "./contributions.ts";
import { foundDemoGroup, type DemoGroup } from "./demo-group.ts";
import { fines } from "./fines.ts";
import { joining } from "./joining.ts";
import { leaving } from "./leaving.ts";
import { ledger } from "./ledger.ts";
import { loans } from "./loans.ts";
import { statements } from "./statements.ts";
import { momentsBefore, MONTHS, type Moments } from "./moments.ts";
import { liveThrough, type Happening } from "./timeline.ts";

/** Three years up to `today`: people join, save, borrow, are fined and leave, and the books are written. */
export async function fillDemoGroup(database: OpenDatabase, today: Date): Promise<void> {
  const moments = momentsBefore(today);
  const happenings = [
    ...sweeps(moments),
    ...joining(moments),
    ...contributions(moments),
    ...loans(moments),
    ...fines(moments),
    ...ledger(moments),
    ...leaving(moments),
    ...statements(moments),
  ];
  await liveThrough(foundDemoGroup(database), happenings, today);
}

// What a day without a sweep would have brought, the next one brings: these are enough to tell the story.
const SWEEP_DAYS = [1, 7, 13, 19, 25];

/** Five minutes into the day, as on a server that runs. */
function sweeps({ inMonth }: Moments): Happening[] {
  return Array.from({ length: MONTHS + 1 }, (_, ago) =>
    SWEEP_DAYS.map((day) => {
      const at = inMonth(ago, day, 5 / 60);
      return { at, happen: ({ database: { db } }: DemoGroup) => sweepDay(db, at) };
    }),
  ).flat();
}
