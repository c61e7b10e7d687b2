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
import { NOTICE_DAYS, notices, sendNotices } from "./notices.ts";
import { momentsBefore, MONTHS, liveThrough, type Moments, type Happening } from "./timeline.ts";

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
    ...notices(moments),
  ];
  const channelsOpen = moments.daysAgo(NOTICE_DAYS, 0);
  await liveThrough(foundDemoGroup(database), happenings, {
    today,
    after: async (at) => (at < channelsOpen ? undefined : sendNotices(database.db, { at, today })),
  });
}

// What a day without a sweep would have brought, the next one brings: these are enough to tell the story, but for the
// reminders of the last month, each of which has its day.
const SWEEP_DAYS = [1, 7, 13, 19, 25];

/** Five minutes into the day, as on a server that runs. */
function sweeps({ inMonth, daysAgo }: Moments): Happening[] {
  const hour = 5 / 60;
  const long = Array.from({ length: MONTHS + 1 }, (_, ago) =>
    SWEEP_DAYS.map((day) => inMonth(ago, day, hour)),
  ).flat();
  const lately = Array.from({ length: NOTICE_DAYS + 1 }, (_, ago) => daysAgo(ago, hour));
  const moments = new Set([...long, ...lately].map((at) => at.getTime()));
  return Array.from(moments, (time) => {
    const at = new Date(time);
    return { at, happen: ({ database: { db } }: DemoGroup) => sweepDay(db, at) };
  });
}
