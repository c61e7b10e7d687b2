// Fills an empty database with the demo group. The actions that serve real people write every row, at a moving clock.
import type { OpenDatabase } from "#server/db/open-database.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { foundDemoGroup, liveThrough, type DemoGroup, type Happening } from "./demo-group.ts";
import { lifeOf, type GroupEvent } from "./group-life.ts";
import { ledger } from "./ledger.ts";
import { join, leave, membership } from "./membership.ts";
import { NOTICE_DAYS, notices, sendNotices } from "./notices.ts";
import { borrow, chargeFine, contribute, payFines, repay, spend } from "./payments.ts";
import { statements } from "./statements.ts";
import { demoGroup, momentsBefore, MONTHS, type DemoMember, type Moments } from "./story.ts";

/** Fills in three years up to `today`: people join, save, borrow, are fined and leave, and the books are written. */
export async function fillDemoGroup(database: OpenDatabase, today: Date): Promise<void> {
  const moments = momentsBefore(today);
  const { group, calendar } = demoGroup(today);
  const happenings = [
    ...sweeps(moments),
    ...Array.from(lifeOf(group, calendar), (event) => happeningsOf(event, moments)).flat(),
    ...membership(moments),
    ...ledger(moments),
    ...statements(moments),
    ...notices(moments),
  ];
  const channelsOpen = moments.daysAgo(NOTICE_DAYS, 0);
  await liveThrough(foundDemoGroup(database), happenings, {
    today,
    follow: { from: channelsOpen, work: (at) => sendNotices(database.db, { at, today }) },
  });
}

function happeningsOf(event: GroupEvent<DemoMember>, moments: Moments): Happening[] {
  switch (event.kind) {
    case "joins":
      return join(event);
    case "contributes":
      return contribute(event, moments);
    case "borrows":
      return borrow(event);
    case "repays":
      return repay(event);
    case "is fined":
      return [chargeFine(event)];
    case "pays a fine":
      return payFines(event);
    case "leaves":
      return [leave(event)];
    case "spends":
      return [spend(event)];
  }
}

// A sweep also does what the days before it without a sweep left to do, so these days are enough for the story. Only
// the reminders of the last month need a sweep on each day.
const SWEEP_DAYS = [1, 7, 13, 19, 25];

/** Sweeps five minutes after midnight, as a running server does. */
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
