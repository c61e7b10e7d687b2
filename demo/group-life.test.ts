import { expect, test } from "vitest";
import { lifeOf, type GroupEvent, type Habit, type Loan, type Member } from "./group-life.ts";
import { demoGroup } from "./story.ts";

/** Months of thirty days, from the first day of 2026. */
const calendar = (months: number) => ({
  at: ({ month, day, hour }: { month: number; day: number; hour: number }) =>
    new Date(Date.UTC(2026, 0, month * 30 + day, hour)),
  end: new Date(Date.UTC(2026, 0, months * 30 + 1)),
});

const habit: Habit = {
  cents: 100_000n,
  timesAMonth: 1,
  first: 0,
  pause: null,
  moment: (month) => ({ month, day: 5, hour: 9 }),
  mistakes: new Map(),
};

const loan: Loan = {
  type: "normal_loan",
  cents: 1_000_000n,
  applies: { month: 1, day: 2, hour: 9 },
  verdicts: null,
  repayments: {
    cents: 300_000n,
    firstMonth: 2,
    moment: (month) => ({ month, day: 8, hour: 9 }),
    stop: null,
    lastMonth: Infinity,
    others: [],
  },
};

const live = (plan: Partial<Member>, months: number) => {
  const member: Member = {
    office: null,
    joins: null,
    saves: null,
    contributions: [],
    loans: [],
    fines: [],
    finePayments: [],
    leaves: null,
    ...plan,
  };
  const approvals = { treasurerAfterHours: 24, secGenAfterHours: 48 };
  return [...lifeOf({ members: [member], approvals, expenses: [] }, calendar(months))];
};

const day = ({ at }: { at: Date }) => at.toISOString().slice(0, 10);
const paid = (events: readonly GroupEvent<Member>[]) =>
  events.flatMap((event) => ("cents" in event ? [[day(event), event.cents]] : []));

test("a member pays in each month but those of a pause", () => {
  const events = live({ saves: { ...habit, first: 1, pause: [2, 3] } }, 5);
  expect(paid(events)).toEqual([
    ["2026-02-04", 100_000n],
    ["2026-05-05", 100_000n],
  ]);
});

test("a wrong payment is rejected by the Treasurer, and reported again", () => {
  const mistake = { reportedCents: 10_000n, reason: "One zero too few.", correctedAfterHours: 27 };
  const events = live({ saves: { ...habit, mistakes: new Map([[0, mistake]]) } }, 1);
  expect(events).toMatchObject([
    { cents: 10_000n, verdicts: [{ office: "treasurer", reason: "One zero too few." }] },
    { cents: 100_000n, verdicts: [{ reason: null }, { reason: null }] },
  ]);
});

test("a loan is repaid with its interest and no more", () => {
  const instalments = paid(live({ loans: [loan] }, 12)).map(([, cents]) => cents);
  expect(instalments).toEqual([300_000n, 300_000n, 300_000n, 200_000n]);
});

test("a member who pauses repaying continues where they stopped", () => {
  const stop = { after: 2, months: 3 };
  const repayments = loan.repayments && { ...loan.repayments, stop };
  expect(paid(live({ loans: [{ ...loan, repayments }] }, 12))).toEqual([
    ["2026-03-09", 300_000n],
    ["2026-04-08", 300_000n],
    ["2026-08-06", 300_000n],
    ["2026-09-05", 200_000n],
  ]);
});

test("the Chairperson decides on a loan of the Treasurer in their place", () => {
  const [borrowing] = live({ office: "treasurer", loans: [loan] }, 2);
  expect(borrowing).toMatchObject({
    verdicts: [
      { office: "treasurer", by: "chairperson" },
      { office: "sec-gen", by: "sec-gen" },
    ],
  });
});

test("a verdict that has not come yet is left out", () => {
  const contributions = [
    { forMonth: 0, at: { month: 0, day: 29, hour: 12 }, cents: 100_000n, verdicts: null },
  ];
  expect(live({ contributions }, 1)).toMatchObject([{ verdicts: [{ office: "treasurer" }] }]);
});

test.each(["2026-01-01T00:02:00+03:00", "2028-02-29T23:59:00+03:00"])(
  "the demo group's life on %s is the same each time, in order, and ends today",
  (text) => {
    const today = new Date(text);
    const events = () => {
      const { group, calendar: years } = demoGroup(today);
      return Array.from(lifeOf(group, years), ({ kind, at }) => ({ kind, at: at.getTime() }));
    };
    const moments = events().map(({ at }) => at);
    expect(events()).toEqual(events());
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    expect(moments.at(-1)).toBeLessThan(today.getTime());
  },
);
