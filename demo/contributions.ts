// What the people of the demo group pay in each month, and what both offices say of it.
import { decideAllPayments } from "#server/core/approvals/decide-payments.ts";
import { payContribution } from "#server/features/contributions/contributions.ts";
import { demoPeople, demoPerson, type DemoPerson } from "./people.ts";
import {
  hoursAfter,
  MONTHS,
  bothApprove,
  request,
  type Moments,
  type Happening,
  type Verdict,
} from "./timeline.ts";

/** Paid with a wrong amount, turned down, and reported again the right way. */
const corrections: readonly {
  who: string;
  monthsAgo: number;
  reportedKes: number;
  reason: string;
}[] = [
  {
    who: "juma.mwakio",
    monthsAgo: 23,
    reportedKes: 1_500,
    reason: "The M-Pesa statement shows KES 1,000.00.",
  },
  {
    who: "moraa.onsongo",
    monthsAgo: 12,
    reportedKes: 10_000,
    reason: "One zero too many: the till received KES 1,000.00.",
  },
  {
    who: "odongo.were",
    monthsAgo: 2,
    reportedKes: 1_000,
    reason: "This M-Pesa code does not stand on the till's statement.",
  },
];

/** They pay for this month in the last days, which may fall into the month before; the offices are not through yet. */
const waiting: readonly { who: string; daysAgo: number; validatedBy?: Verdict["who"] }[] = [
  { who: "wambui.ndungu", daysAgo: 5, validatedBy: "treasurer" },
  { who: "sec-gen", daysAgo: 4, validatedBy: "treasurer" },
  { who: "rehema.said", daysAgo: 4, validatedBy: "sec-gen" },
  { who: "githinji.maina", daysAgo: 3, validatedBy: "treasurer" },
  { who: "pendo.charo", daysAgo: 2 },
  { who: "kerubo.momanyi", daysAgo: 2 },
  { who: "tabitha.wangari", daysAgo: 1 },
];

export function contributions(moments: Moments): Happening[] {
  const { inMonth, daysAgo } = moments;
  const monthly = demoPeople.flatMap((person, index) =>
    Array.from({ length: MONTHS + 1 }, (_, ago) => ago)
      .filter((ago) => paysIn(person, ago))
      .flatMap((ago) => payMonth(moments, person, { ago, at: usualMoment(index, ago, inMonth) })),
  );
  const late = waiting.flatMap(({ who, daysAgo: days, validatedBy }) => {
    const verdicts =
      validatedBy === undefined ? [] : [{ who: validatedBy, at: daysAgo(days - 1, 12) }];
    return pay(moments, demoPerson(who), { ago: 0, at: daysAgo(days, 17.7), verdicts });
  });
  const first = daysAgo(6, 13.4);
  const newcomer = pay(moments, demoPerson("kevin.mureithi"), {
    ago: 0,
    at: first,
    verdicts: bothApprove(first),
  });
  return [...monthly, ...late, ...newcomer];
}

function paysIn({ username, joinedMonthsAgo, pause }: DemoPerson, ago: number): boolean {
  if (joinedMonthsAgo === null || ago > joinedMonthsAgo) return false;
  if (pause !== null && ago <= pause[0] && ago >= pause[1]) return false;
  return ago > 0 || waiting.every(({ who }) => who !== username);
}

/** From the 2nd to the 20th, so that the offices are through before the month is; everybody has their day. */
function usualMoment(index: number, ago: number, inMonth: Moments["inMonth"]): Date {
  return inMonth(ago, 2 + ((index * 7) % 19), 8 + ((index * 97 + ago * 61) % 640) / 60);
}

function payMonth(
  moments: Moments,
  person: DemoPerson,
  { ago, at }: { ago: number; at: Date },
): Happening[] {
  const wrong = corrections.find((each) => each.who === person.username && each.monthsAgo === ago);
  if (wrong === undefined) return pay(moments, person, { ago, at, verdicts: bothApprove(at) });
  const reportedAt = hoursAfter(at, 27);
  const reject = { who: "treasurer" as const, at: hoursAfter(at, 25), reason: wrong.reason };
  return [
    ...pay(moments, person, { ago, at, verdicts: [reject], reportedKes: wrong.reportedKes }),
    ...pay(moments, person, { ago, at: reportedAt, verdicts: bothApprove(reportedAt) }),
  ];
}

function pay(
  moments: Moments,
  person: DemoPerson,
  paid: { ago: number; at: Date; verdicts: readonly Verdict[]; reportedKes?: number },
): Happening[] {
  const { at, verdicts } = paid;
  const month = moments.month(paid.ago);
  const amountCents = BigInt(paid.reportedKes ?? person.savesKes) * 100n;
  return request({
    at,
    verdicts,
    right: "contributions.decide",
    decide: (tx, by, decision) => decideAllPayments(tx, "contribution", [{ by, decision }]),
    ask: async ({ act, newReference }) => {
      const deed = { who: person.username, right: "contributions.pay", at } as const;
      const reference = newReference(at);
      const paidNow = { amountCents, month, paidAt: at, reference };
      const stored = await act(deed, (tx, by) => payContribution(tx, by, paidNow));
      return stored.contribution_id;
    },
  });
}
