// The plan of the demo group's life, three years up to today, from the tables of its people and its story.
import {
  addDays,
  addMonths,
  firstOfMonth,
  monthsFrom,
  nairobiDate,
  nairobiMidnight,
  type PlainDate,
} from "#domain/calendar.ts";
import type {
  Calendar,
  Expense,
  Fine,
  Group,
  Habit,
  Loan,
  Member,
  Moment,
  Official,
  PlannedVerdict,
  Repayments,
} from "./group-life.ts";
import { demoPeople, type DemoPerson } from "./people.ts";
import {
  applications,
  corrections,
  everyYear,
  fines,
  leaving,
  once,
  paidFines,
  paidOutLoans,
  rejectedRepayment,
  waitingContributions,
  waitingFines,
  type DemoLoan,
} from "./story-tables.ts";

export type DemoMember = Member & { username: string };

// The number of months in which the bank must fill before the yearly expenses begin.
const FIRST_MONTHS = 3;
const TREASURER_AFTER_HOURS = 25;
const treasurerApproves: PlannedVerdict[] = [
  { office: "treasurer", afterHours: TREASURER_AFTER_HOURS },
];

/** The demo group, and the calendar of its three years up to `today`. */
export function demoGroup(today: Date): { group: Group<DemoMember>; calendar: Calendar } {
  const begin = addMonths(firstOfMonth(nairobiDate(today)), -MONTHS);
  const daysAgo: DaysAgo = (days, hour) => {
    const date = addDays(nairobiDate(today), -days);
    return { month: monthsFrom(begin, date), day: Number(date.slice(8)), hour };
  };
  return {
    group: {
      members: demoPeople.map((person, index) => planMember(person, { index, daysAgo })),
      // The Treasurer looks at the M-Pesa statement the next day, the Sec-Gen the day after.
      approvals: { treasurerAfterHours: TREASURER_AFTER_HOURS, secGenAfterHours: 49 },
      expenses: planExpenses(begin),
    },
    calendar: {
      at: ({ month, day, hour }) => momentOf(addDays(addMonths(begin, month), day - 1), hour),
      end: today,
    },
  };
}

type DaysAgo = (days: number, hour: number) => Moment;

function inMonth(monthsAgo: number, day: number, hour: number): Moment {
  return { month: MONTHS - monthsAgo, day, hour };
}

/** What everybody puts aside each month: the contribution of a new group. */
const SAVED_KES = 1_000;

const cents = (kes: number) => BigInt(kes) * 100n;

function planMember(
  person: DemoPerson,
  { index, daysAgo }: { index: number; daysAgo: DaysAgo },
): DemoMember {
  const { username, joinedMonthsAgo, office } = person;
  const isTheirs = ({ who }: { who: string }) => who === username;
  const left = leaving.find(isTheirs);
  return {
    username,
    office: office === null ? null : (username as Official),
    // People join one after the other on the morning of a meeting.
    joins: joinedMonthsAgo === null ? null : inMonth(joinedMonthsAgo, 1, 8 + index / 30),
    saves: joinedMonthsAgo === null ? null : planHabit(person, index, joinedMonthsAgo),
    contributions: [
      ...waitingContributions.filter(isTheirs).map(({ daysAgo: days, validatedBy: office }) => ({
        forMonth: MONTHS,
        at: daysAgo(days, 17.7),
        cents: cents(SAVED_KES),
        // The verdict comes at noon of the next day.
        verdicts: office === undefined ? [] : [{ office, afterHours: 18.3 }],
      })),
      ...(username === "kevin.mureithi"
        ? [
            {
              forMonth: MONTHS,
              at: daysAgo(6, 13.4),
              cents: cents(SAVED_KES),
              verdicts: null,
            },
          ]
        : []),
    ],
    loans: [
      ...paidOutLoans.flatMap((loan, number) =>
        isTheirs(loan) ? [planLoan(loan, number, daysAgo)] : [],
      ),
      ...applications.flatMap((requested, number) =>
        isTheirs(requested) ? [planApplication(requested, number, daysAgo)] : [],
      ),
    ],
    fines: fines.flatMap(([who, by, monthsAgo, kes, description], number): Fine[] => {
      const charged = inMonth(monthsAgo, 12, 15 + number / 9);
      return who === username ? [{ by, charged, cents: cents(kes), description }] : [];
    }),
    finePayments: [
      ...paidFines.flatMap(([who, monthsAgo, kes], number) => {
        const at = inMonth(monthsAgo, 17, 12 + number / 7);
        return who === username ? [{ at, cents: cents(kes), verdicts: null, fine: null }] : [];
      }),
      ...waitingFines.flatMap(([who, days, kes, treasurerApproved]) => {
        const at = daysAgo(days, 11.3);
        const verdicts = treasurerApproved ? treasurerApproves : [];
        return who === username ? [{ at, cents: cents(kes), verdicts, fine: null }] : [];
      }),
    ],
    leaves:
      left === undefined
        ? null
        : { at: inMonth(left.monthsAgo, left.day, left.hour), how: left.how },
  };
}

/** Each member pays on their own day, from the 2nd to the 20th, so that both offices decide within the month. */
function planHabit(person: DemoPerson, index: number, joinedMonthsAgo: number): Habit {
  const { username, pause } = person;
  const waits = waitingContributions.some(({ who }) => who === username);
  const wrong = corrections.filter(({ who }) => who === username);
  return {
    cents: cents(SAVED_KES),
    timesAMonth: 1,
    first: MONTHS - joinedMonthsAgo,
    pause:
      pause !== null ? [MONTHS - pause[0], MONTHS - pause[1]] : waits ? [MONTHS, MONTHS] : null,
    moment: (month) => {
      const minutes = (index * 97 + (MONTHS - month) * 61) % 640;
      return { month, day: 2 + ((index * 7) % 19), hour: 8 + minutes / 60 };
    },
    mistakes: new Map(
      wrong.map(({ monthsAgo, reportedKes, reason }) => [
        MONTHS - monthsAgo,
        { reportedCents: cents(reportedKes), reason, correctedAfterHours: 27 },
      ]),
    ),
  };
}

function planLoan(loan: DemoLoan, number: number, daysAgo: DaysAgo): Loan {
  const { type, kes, monthsAgo, instalmentKes, stops, waits, who } = loan;
  const others: Repayments["others"][number][] = [];
  if (waits !== undefined)
    others.push({
      at: daysAgo(waits.daysAgo, 16.2),
      cents: cents(instalmentKes),
      verdicts: waits.treasurerApproved ? treasurerApproves : [],
    });
  if (who === rejectedRepayment.who)
    others.push({
      at: inMonth(rejectedRepayment.monthsAgo, 18, 20),
      cents: cents(rejectedRepayment.kes),
      verdicts: [{ office: "treasurer", afterHours: 14, reason: rejectedRepayment.reason }],
    });
  return {
    type,
    cents: cents(kes),
    applies: inMonth(monthsAgo, 4, 9 + (number % 8)),
    verdicts: null,
    repayments: {
      cents: cents(instalmentKes),
      firstMonth: MONTHS - monthsAgo + 1,
      moment: (month) => {
        const hour = 8 + (number % 10) + (MONTHS - month) / 61;
        return { month, day: 8 + (number % 3), hour };
      },
      stop: stops ?? null,
      lastMonth: waits === undefined ? MONTHS : MONTHS - 1,
      others,
    },
  };
}

function planApplication(
  requested: (typeof applications)[number],
  number: number,
  daysAgo: DaysAgo,
): Loan {
  const { type, kes, when, treasurerApproves: isApproved, secGenApproves, rejected } = requested;
  const refusal: PlannedVerdict[] =
    rejected === undefined ? [] : [{ office: "sec-gen", afterHours: 49, reason: rejected }];
  return {
    type,
    cents: cents(kes),
    applies:
      "daysAgo" in when ? daysAgo(when.daysAgo, 9.5) : inMonth(when.monthsAgo, 10, 11 + number / 7),
    verdicts: secGenApproves ? null : [...(isApproved ? treasurerApproves : []), ...refusal],
    repayments: null,
  };
}

function planExpenses(begin: PlainDate): Expense[] {
  const firstMonth = Number(begin.slice(5, 7));
  const yearly = Array.from({ length: MONTHS + 1 }, (_, month) => month)
    .filter((month) => month >= FIRST_MONTHS)
    .flatMap((month) => {
      const years = Math.floor((firstMonth - 1 + month) / 12);
      return everyYear
        .filter(([inYear]) => inYear === ((firstMonth - 1 + month) % 12) + 1)
        .map(([, day, category, kes, dearer, description]): Expense => {
          const at = { month, day, hour: 18 };
          return { at, category, cents: cents(kes + dearer * years), description };
        });
    });
  return [
    ...yearly,
    ...once.map(([monthsAgo, day, category, kes, description]) => ({
      at: inMonth(monthsAgo, day, 17),
      category,
      cents: cents(kes),
      description,
    })),
  ];
}

// Moments, counted back from today.

/** Months that the group has existed. */
export const MONTHS = 36;

export type Moments = ReturnType<typeof momentsBefore>;

/**
 * Hours are of the Nairobi day and may have a fraction. Every month has the days up to the 28th. A moment in an earlier
 * month, or at least one day ago, is before today, whatever its day and hour.
 */
export function momentsBefore(today: Date) {
  const thisDay = nairobiDate(today);
  const month = (ago: number): PlainDate => addMonths(firstOfMonth(thisDay), -ago);
  return {
    /** The first day of a month. */
    month,
    inMonth: (ago: number, day: number, hour = 10) => momentOf(addDays(month(ago), day - 1), hour),
    daysAgo: (days: number, hour = 10) => momentOf(addDays(thisDay, -days), hour),
  };
}

export function momentOf(day: PlainDate, hour: number): Date {
  return new Date(nairobiMidnight(day).getTime() + Math.round(hour * 60) * 60_000);
}
