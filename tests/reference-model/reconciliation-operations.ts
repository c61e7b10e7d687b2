// Whether books and bank agree: the offices read the figures and accept them, and the model computes its own (STAT-30
// to STAT-36).
import type { Json } from "#tests/support/test-group.ts";
import { type Cents, daysLater, toCents, toKes, total } from "./arithmetic.ts";
import { balances } from "./books.ts";
import type { Entry, Model, StatementLine } from "./group-model.ts";
import { type Caller, denied, refused } from "./people.ts";
import { giveBack, isProof, isProved, linesOfEntry, provenDays } from "./statements.ts";
import { agree, type World } from "./world.ts";

const RECONCILIATION = "/api/reconciliation/";

/** An official, who also gets the lists, reads the last day and an earlier one. */
export async function readReconciliation(world: World, by: Caller): Promise<void> {
  const { chance, model, call } = world;
  giveBack(model);
  const days = reconcilableDays(model);
  const chosen =
    days === null || days.to < days.from || chance.is(0.5) ? null : chooseDay(world, days);
  const day = chosen ?? (days === null || days.to < days.from ? null : days.to);
  await call({
    by,
    method: "GET",
    path: chosen === null ? RECONCILIATION : `${RECONCILIATION}?date=${chosen}`,
    expected:
      days !== null && day === null
        ? refused(400)
        : {
            status: 200,
            check: (shown) => {
              agree("the day that is reconciled", shown.date, day);
              if (day !== null) checkReconciliation(world, day, shown);
            },
          },
    exact: true,
  });
}

function chooseDay({ chance, model }: World, { from, to }: { from: string; to: string }): string {
  const days = model.banked.statements.flatMap((each) => [each.from, each.to]);
  return chance.maybeOne(days.filter((day) => day >= from && day <= to)) ?? to;
}

function checkReconciliation({ model }: World, day: string, shown: Json): void {
  const figures = figuresOf(model, day);
  agree(
    `the reconciliation of ${day}`,
    {
      statements: toCents(shown.statements_total),
      books: toCents(shown.books),
      inNotBooked: toCents(shown.in_not_booked.total),
      outNotBooked: toCents(shown.out_not_booked.total),
      bookedIn: toCents(shown.booked_in_not_on_statement.total),
      bookedOut: toCents(shown.booked_out_not_on_statement.total),
      opening: toCents(shown.opening_difference),
      difference: toCents(shown.difference),
    },
    figures,
  );
  for (const list of [
    "in_not_booked",
    "out_not_booked",
    "booked_in_not_on_statement",
    "booked_out_not_on_statement",
  ]) {
    const { total, items } = shown[list];
    agree(
      `the list of ${list}`,
      items.reduce((sum: bigint, { amount }: Json) => sum + toCents(amount), 0n),
      toCents(total),
    );
  }
  const accepted = acceptedNow(model, day);
  agree(
    "who accepted it",
    shown.accepted.map(({ office }: Json) => office).toSorted(),
    accepted.toSorted(),
  );
  const isReopened =
    accepted.length < 2 &&
    model.banked.acceptances.some(
      (each) => each.day === day && each.figures !== figuresText(figures),
    );
  agree("whether it is open again", shown.reopened !== undefined, isReopened);
}

export async function acceptReconciliation(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  giveBack(model);
  const days = reconcilableDays(model);
  if (days === null || days.to < days.from) return false;
  const last = model.banked.acceptances.at(-1)?.day;
  const day =
    last !== undefined && last >= days.from && last <= days.to && chance.is(0.6)
      ? last
      : chooseDay(world, days);
  const by = world.caller("decide");
  const { id, office } = by.person!;
  const figures = figuresOf(model, day);
  const text = figuresText(figures);
  const isSeen = chance.is(0.93);
  const reason = chance.is(0.8) ? { reason: "We looked at both" } : {};
  const same = model.banked.acceptances.filter((each) => each.day === day && each.figures === text);
  const isTaken = same.some((each) => each.office === office || each.personId === id);
  const isNewOpening =
    figures.opening !== 0n &&
    !model.banked.acceptances.some(
      (each) => each.office === office && each.openingGiven === figures.opening,
    );
  const needsReason = figures.difference !== 0n || isNewOpening;
  const isRefused = !isSeen || isTaken || (needsReason && reason.reason === undefined);
  await call({
    by,
    method: "POST",
    path: `${RECONCILIATION}accept/`,
    body: { date: day, difference_seen: toKes(figures.difference) + (isSeen ? 0 : 1), ...reason },
    expected: denied(by, "decide") ??
      (isRefused ? refused(400) : null) ?? {
        status: 200,
        check: ({ reconciliation }) => {
          model.banked.acceptances.push({
            day,
            office: office!,
            personId: id,
            figures: text,
            openingGiven: reason.reason === undefined ? null : figures.opening,
          });
          checkReconciliation(world, day, reconciliation);
        },
      },
  });
  return true;
}

// Books and statements at the end of a day, computed from the whole history (STAT-30 to STAT-36).

export type Figures = {
  statements: Cents;
  books: Cents;
  inNotBooked: Cents;
  outNotBooked: Cents;
  bookedIn: Cents;
  bookedOut: Cents;
  opening: Cents;
  difference: Cents;
};

/** The days with a reconciliation; null while an account proves no day. */
export function reconcilableDays(model: Model): { from: string; to: string } | null {
  const proven = model.banked.accounts.map(({ id }) => provenDays(model, id));
  const firsts = proven.map(([first]) => first);
  if (firsts.length === 0 || firsts.includes(undefined)) return null;
  const from = firsts.map((first) => first!.from).toSorted()[0]!;
  const to = firsts.map((first) => first!.to).toSorted()[0]!;
  return { from, to };
}

/** Valid statements of each account that begin by that day. */
const begunBy = ({ banked }: Model, day: string) =>
  banked.accounts
    .map(({ id }) =>
      banked.statements
        .filter((each) => each.accountId === id && isProof(each) && each.from <= day)
        .toSorted((one, other) =>
          one.from < other.from ? -1 : one.from > other.from ? 1 : one.id - other.id,
        ),
    )
    .filter((each) => each.length > 0);

export function figuresOf(model: Model, day: string): Figures {
  const begun = begunBy(model, day);
  const began = begun.map(([first]) => first!.from).toSorted()[0]!;
  const counting = countingLines(
    model,
    day,
    begun.map(([first]) => first!.accountId),
  );
  const isIn = ({ date }: Entry) => date >= began && date <= day;
  const entries = model.entries.filter((entry) => isIn(entry) && bankOf(entry) !== 0n);
  const unbooked = counting.filter(
    (line) => !isBooked(model, line, isIn) && !cancels(line, counting),
  );
  const open = entries.flatMap((entry) => {
    const lines = linesOf(model, entry).filter((line) => isProved(model, line));
    const byDay = lines.filter((line) => counting.includes(line));
    if (byDay.length === 0)
      return isUndone(model, { entry, isIn, counting }) ? [] : [bankOf(entry)];
    const cleared = total(byDay, ({ cents }) => cents);
    return cleared === bankOf(entry) ? [] : [total(lines, ({ cents }) => cents) - cleared];
  });
  const bookAt = (to: string) => balances(model, { to }).get("bank") ?? 0n;
  const books = bookAt(day);
  const statements = total(begun, (list) => closingOn(list, day));
  const opening = total(begun, ([first]) => first!.openingCents) - bookAt(daysLater(began, -1));
  const [inNotBooked, outNotBooked] = sides(unbooked.map(({ cents }) => cents));
  const [bookedIn, bookedOut] = sides(open);
  const difference =
    statements - (books + opening + inNotBooked - outNotBooked - bookedIn + bookedOut);
  return { statements, books, inNotBooked, outNotBooked, bookedIn, bookedOut, opening, difference };
}

function sides(amounts: readonly Cents[]): [Cents, Cents] {
  const into = total(
    amounts.filter((cents) => cents > 0n),
    (cents) => cents,
  );
  return [into, into - total(amounts, (cents) => cents)];
}

const bankOf = ({ lines }: Entry): Cents =>
  total(
    lines.filter(([account]) => account === "bank"),
    ([, cents]) => cents,
  );

/** The account's balance at the end of the day: the last closing balance by then, and the lines after it. */
function closingOn(list: ReturnType<typeof begunBy>[number], day: string): Cents {
  const lines = new Set(list.flatMap((statement) => statement.lines));
  const past = list
    .filter(({ to }) => to <= day)
    .toSorted((one, other) => (one.to < other.to ? -1 : 1));
  const last = past.at(-1);
  const after = [...lines].filter(
    (line) =>
      line.kind !== "failed" && line.day <= day && (last === undefined || line.day > last.to),
  );
  return (last?.closingCents ?? list[0]!.openingCents) + total(after, ({ cents }) => cents);
}

const countingLines = (model: Model, day: string, accountIds: readonly number[]) =>
  model.banked.lines.filter(
    (line) =>
      line.day <= day &&
      line.kind !== "failed" &&
      accountIds.includes(line.accountId) &&
      isProved(model, line),
  );

function linesOf(model: Model, entry: Entry): StatementLine[] {
  if (entry.id !== null && !isOfPayment(entry)) return linesOfEntry(model, entry.id);
  return isOfPayment(entry)
    ? model.banked.lines.filter(
        ({ match }) => match !== null && "paymentId" in match && match.paymentId === entry.itemId,
      )
    : [];
}

const isOfPayment = ({ kind }: Entry): boolean =>
  kind === "contribution" || kind === "loan_payment" || kind === "fine_payment";

const isBooked = (model: Model, line: StatementLine, isIn: (entry: Entry) => boolean): boolean =>
  line.match !== null &&
  model.entries.some((entry) => isIn(entry) && linesOf(model, entry).includes(line));

/** STAT-34: whether the line and others that count cancel out. */
function cancels(line: StatementLine, counting: readonly StatementLine[]): boolean {
  if (line.pair !== null && counting.includes(line.pair)) return true;
  if (line.kind !== "internal") return false;
  const swept = counting.filter(
    (each) =>
      each.kind === "internal" &&
      each.accountId === line.accountId &&
      each.reference === line.reference,
  );
  return total(swept, ({ cents }) => cents) === 0n;
}

type Undoing = {
  entry: Entry;
  isIn: (entry: Entry) => boolean;
  counting: readonly StatementLine[];
};

/** Whether the entry's reversal, or the entry that it reverses, counts and is on no statement either. */
function isUndone(model: Model, { entry, isIn, counting }: Undoing): boolean {
  const others = model.entries.filter(
    (each) =>
      (each.kind === "reversal" && entry.id !== null && each.itemId === entry.id) ||
      (entry.kind === "reversal" && each.id !== null && each.id === entry.itemId),
  );
  return others.some(
    (each) => isIn(each) && !linesOf(model, each).some((line) => counting.includes(line)),
  );
}

export const figuresText = (figures: Figures): string => Object.values(figures).join(" ");

/** For each office, whether it accepted the day with today's figures. */
export const acceptedNow = (model: Model, day: string): string[] => {
  const figures = figuresText(figuresOf(model, day));
  return model.banked.acceptances
    .filter((each) => each.day === day && each.figures === figures)
    .map(({ office }) => office);
};
