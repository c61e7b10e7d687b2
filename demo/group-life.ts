// A group's life as a sequence of events: what people of given habits do, and when. The demo group lives through it in the application;
// the benchmark writes it into its data sets. Pure: the same group and calendar give the same life.
import type { ExpenseCategory } from "#domain/ledger/posting-rules.ts";

/**
 * `month` counts from the group's first, 0; `day` 1 is a month's first and may have a fraction; `hour` is of the Nairobi day. It lies in
 * its month: nothing is planned for a 31st.
 */
export type Moment = { month: number; day: number; hour: number };

export type Calendar = {
  at: (moment: Moment) => Date;
  /** Whatever would come now or later has not happened, or waits for a verdict. */
  end: Date;
};

export type Official = "chairperson" | "treasurer" | "sec-gen";
type DecidingOffice = "treasurer" | "sec-gen";
/** Of an office, which somebody else may stand in for; `reason` null: approved. */
export type Verdict = { office: DecidingOffice; by: Official; at: Date; reason: string | null };
/** So long after what it is about was handed in. */
export type PlannedVerdict = { office: DecidingOffice; afterHours: number; reason?: string };

export type Group<M extends Member> = {
  members: readonly M[];
  /** When both offices usually approve. */
  approvals: { treasurerAfterHours: number; secGenAfterHours: number };
  expenses: readonly Expense[];
};

/** What somebody does, all of it planned. */
export type Member = {
  office: Official | null;
  /** Null: they signed up, or will, but nobody let them in. */
  joins: Moment | null;
  saves: Habit | null;
  /** Beside their habit. */
  contributions: readonly (Handed & { forMonth: number })[];
  loans: readonly Loan[];
  fines: readonly Fine[];
  finePayments: readonly (Handed & { fine: Fine | null })[];
  leaves: { at: Moment; how: "clear" | "exit" } | null;
};

/** `verdicts` null: both offices approve when they usually do. */
type Handed = { at: Moment; cents: bigint; verdicts: readonly PlannedVerdict[] | null };

/** Contributions are numbered: number `timesAMonth * month` is the first one of a month. */
export type Habit = {
  cents: bigint;
  timesAMonth: number;
  first: number;
  /** Both ends are left out. */
  pause: readonly [from: number, to: number] | null;
  moment: (number: number) => Moment;
  mistakes: ReadonlyMap<number, Mistake>;
};

/** Rejected by the Treasurer. */
type Mistake = {
  /** Null: what they usually pay. */
  reportedCents: bigint | null;
  reason: string;
  /** When they report it again, the right way; null: never. */
  correctedAfterHours: number | null;
};

export type Loan = {
  type: "normal_loan" | "emergency_loan";
  cents: bigint;
  applies: Moment;
  verdicts: readonly PlannedVerdict[] | null;
  /** Null: it was never paid out. */
  repayments: Repayments | null;
};

export type Repayments = {
  /** Each month until nothing is left; the last one is what is left. */
  cents: bigint;
  firstMonth: number;
  moment: (month: number) => Moment;
  /** After so many they stop, for so many months. */
  stop: { after: number; months: number } | null;
  /** The last month that they pay in by habit. */
  lastMonth: number;
  /** Beside their habit. */
  others: readonly Handed[];
};

export type Fine = { by: Official; charged: Moment; cents: bigint; description: string };

export type Expense = { at: Moment; category: ExpenseCategory; cents: bigint; description: string };

export type GroupEvent<M extends Member> = { at: Date } & (
  | { kind: "joins"; member: M; activatedAt: Date; letInAt: Date }
  | (Paid<M> & { kind: "contributes"; forMonth: number })
  | { kind: "borrows"; member: M; loan: Loan; verdicts: Verdict[] }
  | (Paid<M> & { kind: "repays"; loan: Loan })
  | { kind: "is fined"; member: M; fine: Fine }
  | (Paid<M> & { kind: "pays a fine"; fine: Fine | null })
  | { kind: "leaves"; member: M; how: "clear" | "exit" }
  | { kind: "spends"; expense: Expense }
);
type Paid<M> = { member: M; cents: bigint; verdicts: Verdict[] };

/** Flat, the rate that a group starts with (LOAN-2). */
const INTEREST_PERCENT = 10n;
const ACTIVATED_AFTER_HOURS = 0.1;
const LET_IN_AFTER_HOURS = 2;

/** All that happens up to the calendar's end, in order of time; a verdict comes with what it is about. */
export function* lifeOf<M extends Member>(
  group: Group<M>,
  calendar: Calendar,
): Generator<GroupEvent<M>> {
  const { at, end } = calendar;
  for (let month = 0; at({ month, day: 1, hour: 0 }) < end; month++) {
    const events: GroupEvent<M>[] = group.expenses
      .filter((expense) => expense.at.month === month)
      .map((expense) => ({ kind: "spends", at: at(expense.at), expense }));
    const life = { month, calendar, approvals: usualVerdicts(group), events };
    for (const member of group.members) liveMonth(member, life);
    yield* events
      .filter((event) => event.at < end)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  }
}

type Life<M extends Member> = {
  month: number;
  calendar: Calendar;
  approvals: readonly PlannedVerdict[];
  events: GroupEvent<M>[];
};

function usualVerdicts({ approvals }: Group<Member>): PlannedVerdict[] {
  return [
    { office: "treasurer", afterHours: approvals.treasurerAfterHours },
    { office: "sec-gen", afterHours: approvals.secGenAfterHours },
  ];
}

function liveMonth<M extends Member>(member: M, life: Life<M>): void {
  const { month, calendar, events } = life;
  if (member.joins?.month === month) events.push(joining(member, calendar.at(member.joins)));
  if (member.saves !== null) save(member, member.saves, life);
  for (const { at, cents, verdicts, forMonth } of member.contributions)
    if (at.month === month)
      events.push({
        kind: "contributes",
        member,
        cents,
        forMonth,
        ...handedIn(life, calendar.at(at), verdicts),
      });
  for (const loan of member.loans) borrowAndRepay(member, loan, life);
  for (const fine of member.fines)
    if (fine.charged.month === month)
      events.push({ kind: "is fined", at: calendar.at(fine.charged), member, fine });
  for (const { at, cents, verdicts, fine } of member.finePayments)
    if (at.month === month)
      events.push({
        kind: "pays a fine",
        member,
        cents,
        fine,
        ...handedIn(life, calendar.at(at), verdicts),
      });
  if (member.leaves?.at.month === month)
    events.push({
      kind: "leaves",
      at: calendar.at(member.leaves.at),
      member,
      how: member.leaves.how,
    });
}

function joining<M extends Member>(member: M, at: Date): GroupEvent<M> {
  return {
    kind: "joins",
    at,
    member,
    activatedAt: hoursAfter(at, ACTIVATED_AFTER_HOURS),
    letInAt: hoursAfter(at, LET_IN_AFTER_HOURS),
  };
}

function save<M extends Member>(member: M, habit: Habit, life: Life<M>): void {
  const { month, calendar, events } = life;
  const { cents, first, timesAMonth, pause, mistakes } = habit;
  const pay = (at: Date, paid: bigint, verdicts: readonly PlannedVerdict[] | null) =>
    events.push({
      kind: "contributes",
      member,
      cents: paid,
      forMonth: month,
      ...handedIn(life, at, verdicts),
    });
  const next = timesAMonth * (month + 1);
  for (let number = Math.max(first, timesAMonth * month); number < next; number++) {
    if (pause !== null && number >= pause[0] && number <= pause[1]) continue;
    const at = calendar.at(habit.moment(number));
    const mistake = mistakes.get(number);
    if (mistake === undefined) pay(at, cents, null);
    else {
      const [treasurer] = life.approvals;
      const { reason, reportedCents, correctedAfterHours } = mistake;
      pay(at, reportedCents ?? cents, treasurer === undefined ? [] : [{ ...treasurer, reason }]);
      if (correctedAfterHours !== null) pay(hoursAfter(at, correctedAfterHours), cents, null);
    }
  }
}

function borrowAndRepay<M extends Member>(member: M, loan: Loan, life: Life<M>): void {
  const { month, calendar, events } = life;
  if (loan.applies.month === month)
    events.push({
      kind: "borrows",
      member,
      loan,
      ...besideTheirOwn(member, handedIn(life, calendar.at(loan.applies), loan.verdicts)),
    });
  if (loan.repayments === null) return;
  const { moment, others } = loan.repayments;
  const repay = (at: Moment, cents: bigint, verdicts: readonly PlannedVerdict[] | null) =>
    events.push({
      kind: "repays",
      member,
      loan,
      cents,
      ...handedIn(life, calendar.at(at), verdicts),
    });
  const cents = instalmentOf(loan.cents, loan.repayments, month);
  if (cents > 0n) repay(moment(month), cents, null);
  for (const other of others)
    if (other.at.month === month) repay(other.at, other.cents, other.verdicts);
}

/** What they pay in a month by habit; 0 for nothing. */
function instalmentOf(lentCents: bigint, habit: Repayments, month: number): bigint {
  const { cents, firstMonth, lastMonth, stop } = habit;
  const passed = month - firstMonth;
  const hasStopped = stop !== null && passed >= stop.after;
  const before = hasStopped ? passed - stop.months : passed;
  if (month > lastMonth || before < (hasStopped ? stop.after : 0)) return 0n;
  const left = (lentCents * (100n + INTEREST_PERCENT)) / 100n - cents * BigInt(before);
  if (left <= 0n) return 0n;
  return left < cents ? left : cents;
}

type HandedIn = { at: Date; verdicts: Verdict[] };

/** With the verdicts that have come. */
function handedIn(
  { calendar, approvals }: Life<Member>,
  at: Date,
  planned: readonly PlannedVerdict[] | null,
): HandedIn {
  const verdicts = (planned ?? approvals).map(({ office, afterHours, reason }) => ({
    office,
    by: office,
    at: hoursAfter(at, afterHours),
    reason: reason ?? null,
  }));
  return { at, verdicts: verdicts.filter((verdict) => verdict.at < calendar.end) };
}

/** On an application of an official who decides the Chairperson decides in their place (LOAN-8). */
function besideTheirOwn({ office }: Member, { at, verdicts }: HandedIn): HandedIn {
  return {
    at,
    verdicts: verdicts.map((verdict) =>
      verdict.office === office ? { ...verdict, by: "chairperson" } : verdict,
    ),
  };
}

export function hoursAfter(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + Math.round(hours * 3_600_000));
}
