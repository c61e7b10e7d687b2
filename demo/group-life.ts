// A group's life as a sequence of events: what people with planned habits do, and when. The demo group runs the events
// through the application; the benchmark writes them into its data sets. The functions are pure: the same group and
// calendar make the same life.
import type { ExpenseCategory } from "#domain/ledger/posting-rules.ts";

/**
 * `month` counts from the group's first month, which is 0. `day` 1 is the first of the month; it may have a fraction.
 * `hour` is of the Nairobi day. Every month has the day: nothing is planned for a 31st.
 */
export type Moment = { month: number; day: number; hour: number };

export type Calendar = {
  at: (moment: Moment) => Date;
  /** Events from this moment on have not happened, and verdicts from this moment on are awaited. */
  end: Date;
};

export type Official = "chairperson" | "treasurer" | "sec-gen";
type DecidingOffice = "treasurer" | "sec-gen";
/** The verdict of an office. `by` may be another official in its place; `reason` is null for an approval. */
export type Verdict = { office: DecidingOffice; by: Official; at: Date; reason: string | null };
/** A verdict that many hours after its subject was handed in. */
export type PlannedVerdict = { office: DecidingOffice; afterHours: number; reason?: string };

export type Group<M extends Member> = {
  members: readonly M[];
  /** How long after the submission each office usually approves. */
  approvals: { treasurerAfterHours: number; secGenAfterHours: number };
  expenses: readonly Expense[];
};

/** A member, and everything that the member will do. */
export type Member = {
  office: Official | null;
  /** Null if nobody let them in; they may have signed up. */
  joins: Moment | null;
  saves: Habit | null;
  /** Contributions besides the habit. */
  contributions: readonly (Handed & { forMonth: number })[];
  loans: readonly Loan[];
  fines: readonly Fine[];
  finePayments: readonly (Handed & { fine: Fine | null })[];
  leaves: { at: Moment; how: "clear" | "exit" } | null;
};

/** If `verdicts` is null, both offices approve at their usual times. */
type Handed = { at: Moment; cents: bigint; verdicts: readonly PlannedVerdict[] | null };

/** A member's usual contributions. They are numbered: number `timesAMonth * month` is the first one of a month. */
export type Habit = {
  cents: bigint;
  timesAMonth: number;
  first: number;
  /** The first and the last number without a contribution. */
  pause: readonly [from: number, to: number] | null;
  moment: (number: number) => Moment;
  mistakes: ReadonlyMap<number, Mistake>;
};

/** A contribution that was reported wrongly, and that the Treasurer rejects. */
type Mistake = {
  /** The wrong amount; null for the usual one. */
  reportedCents: bigint | null;
  reason: string;
  /** How many hours later they report it again, correctly; null for never. */
  correctedAfterHours: number | null;
};

export type Loan = {
  type: "normal_loan" | "emergency_loan";
  cents: bigint;
  applies: Moment;
  verdicts: readonly PlannedVerdict[] | null;
  /** Null if the loan was never paid out. */
  repayments: Repayments | null;
};

export type Repayments = {
  /** The instalment of each month until nothing is left. The last one is the rest. */
  cents: bigint;
  firstMonth: number;
  moment: (month: number) => Moment;
  /** After that many instalments the member stops paying, for that many months. */
  stop: { after: number; months: number } | null;
  /** The last month of the usual instalments. */
  lastMonth: number;
  /** Repayments besides the usual instalments. */
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

/** The flat rate with which a group starts (LOAN-2). */
const INTEREST_PERCENT = 10n;
const ACTIVATED_AFTER_HOURS = 0.1;
const LET_IN_AFTER_HOURS = 2;

/** All events up to the calendar's end, in the order of time. An event has the verdicts on it. */
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

/** The usual instalment in a month; 0 if there is none. */
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

/** Adds the verdicts before the calendar's end. */
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

/** If the applicant holds a deciding office, the Chairperson decides in that office's place (LOAN-8). */
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
