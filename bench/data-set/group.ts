// The group of a data set: numbered people whose habits follow from their numbers. The demo group's generator makes
// their life. The same shape makes the same group, except for the day on which its history ends.
import { demoPeople } from "#demo/people.ts";
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
} from "#demo/group-life.ts";

export type Shape = {
  members: number;
  /** How long the group has existed, in months of a twelfth of a year; at least 24. */
  months: number;
  /** Contributions of a member in a month. */
  perMonth: number;
  /** The moment at which the history ends. Later events have not happened; later verdicts are still awaited. */
  end: Date;
  /** Whether the audit log is written too. Without it, `verify` reports that it is missing. */
  audit: boolean;
};

export type NumberedMember = Member & { number: number; firstName: string; lastName: string };

/** The officials' numbers, which are also their ids. */
export const CHAIRPERSON = 1;
export const TREASURER = 2;
export const SEC_GEN = 3;
const officials: readonly (Official | null)[] = [null, "chairperson", "treasurer", "sec-gen"];

export const WRONG_REFERENCE = "The bank does not know this reference.";
const REJECTED_ONE_IN = 97;
const MONTHLY_CENTS = 100_000n;
const INSTALMENTS = 8n;
const FINE_CENTS = 20_000n;
const SERVER_CENTS = 50_000n;
// In months: the first ones from the day when the member joined, the others from the one before.
const FIRST_LOAN = 13;
const BETWEEN_LOANS = 24;
const FIRST_FINE = 18;
const BETWEEN_FINES = 36;
const REPAID_AFTER = 0.06;
const FINE_PAID_AFTER = 0.7;

const DAYS_OF_MONTH = 30.4375;
const DAY_SECONDS = 86_400;

export function numberedGroup(shape: Shape): { group: Group<NumberedMember>; calendar: Calendar } {
  const months = Array.from({ length: shape.months - 1 }, (_, month) => month + 1);
  return {
    group: {
      members: Array.from({ length: shape.members }, (_, index) => planMember(index + 1, shape)),
      approvals: { treasurerAfterHours: 21, secGenAfterHours: 35 },
      expenses: months.map((month): Expense => {
        const at = momentOf(month + 0.9);
        return { at, category: "server_expense", cents: SERVER_CENTS, description: "Server" };
      }),
    },
    calendar: calendarOf(shape),
  };
}

function calendarOf({ end, months }: Shape): Calendar {
  const begin = end.getTime() / 1_000 - months * DAYS_OF_MONTH * DAY_SECONDS;
  return {
    at: ({ month, day, hour }) => {
      const days = month * DAYS_OF_MONTH + day - 1;
      return new Date(Math.floor(begin + days * DAY_SECONDS + hour * 3_600) * 1_000);
    },
    end,
  };
}

/** The moment that many months after the group began. */
function momentOf(months: number): Moment {
  const month = Math.floor(months);
  return { month, day: 1 + (months - month) * DAYS_OF_MONTH, hour: 0 };
}

// The names of the demo's people, and some more, so that each first name meets different last names.
const firstNames = [...demoPeople.map(({ firstName }) => firstName), "Faith", "Mercy", "Amina"];
const lastNames = [
  ...demoPeople.map(({ lastName }) => lastName),
  "Kamande",
  "Barongo",
  "Juma",
  "Kibet",
  "Lagat",
  "Muli",
  "Nyaga",
];

/**
 * Members join in the first twelve months. Each has their own day of the month: the fraction `spread` of the month
 * after its start.
 */
function planMember(number: number, shape: Shape): NumberedMember {
  const office = officials[number] ?? null;
  const joined = office === null ? number % 12 : 0;
  const spread = ((number * 7_919) % 1_000) / 1_000;
  const fines = planFines(joined + spread, shape);
  return {
    number,
    firstName: nameOf(firstNames, number),
    lastName: nameOf(lastNames, Math.floor(number / 7)),
    office,
    joins: momentOf(office === null ? joined + 0.01 : 0),
    saves: planHabit(number, { joined, spread, shape }),
    contributions: [],
    loans: planLoans(number, joined + spread, shape),
    fines: fines.map(({ fine }) => fine),
    finePayments: number % 40 === 0 ? [] : fines.map(({ payment }) => payment),
    leaves: null,
  };
}

function nameOf(names: readonly string[], number: number): string {
  return names[number % names.length] ?? "";
}

/** One member in twenty has just stopped paying, so that the first sweep has members to fine. */
function planHabit(
  number: number,
  { joined, spread, shape }: { joined: number; spread: number; shape: Shape },
): Habit {
  const { months, perMonth } = shape;
  const first = Math.ceil(((10 * joined + 1) * perMonth) / 10);
  const last = months * perMonth - 1;
  const stop = Math.floor((months - 3.3) * perMonth - spread) + 1;
  const wrong = Array.from({ length: last + 1 }, (_, payment) => payment).filter(
    (payment) => (number + payment) % REJECTED_ONE_IN === 0,
  );
  const mistake = { reportedCents: null, reason: WRONG_REFERENCE, correctedAfterHours: null };
  return {
    cents: MONTHLY_CENTS,
    timesAMonth: perMonth,
    first,
    pause: number % 20 === 7 ? [stop, last] : null,
    moment: (payment) => momentOf((payment + spread) / perMonth),
    mistakes: new Map(wrong.map((payment) => [payment, mistake])),
  };
}

/** One loan after the other; one member in fifty stops repaying the last one. */
function planLoans(number: number, begin: number, { months }: Shape): Loan[] {
  const cents = BigInt(5 + (number % 5)) * 100_000n;
  return every(BETWEEN_LOANS, { from: FIRST_LOAN + begin, until: months }).map((at) => {
    const stops = number % 50 === 0 && at + BETWEEN_LOANS >= months;
    const paidFrom = at + REPAID_AFTER;
    return {
      type: "normal_loan",
      cents,
      applies: momentOf(at),
      verdicts: null,
      repayments: {
        cents: (cents * 11n) / 10n / INSTALMENTS,
        firstMonth: Math.floor(paidFrom) + 1,
        moment: (month) => momentOf(month + (paidFrom % 1)),
        stop: stops ? { after: 4, months: Infinity } : null,
        lastMonth: Infinity,
        others: [],
      },
    };
  });
}

function planFines(begin: number, { months }: Shape) {
  return every(BETWEEN_FINES, { from: FIRST_FINE + begin, until: months }).map((at) => {
    const charged = momentOf(at);
    const description = "Late for the meeting";
    const fine: Fine = { by: "treasurer", charged, cents: FINE_CENTS, description };
    const paidAt = momentOf(at + FINE_PAID_AFTER);
    return { fine, payment: { at: paidAt, cents: FINE_CENTS, verdicts: null, fine } };
  });
}

function every(between: number, { from, until }: { from: number; until: number }): number[] {
  const times = Math.max(0, Math.ceil((until - from) / between));
  return Array.from({ length: times }, (_, time) => from + time * between);
}
