// Fills an empty database with the demo group: every row through the actions that serve real people, at a moving clock.
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

/** Three years up to `today`: people join, save, borrow, are fined and leave, and the books are written. */
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
    after: async (at) => (at < channelsOpen ? undefined : sendNotices(database.db, { at, today })),
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
