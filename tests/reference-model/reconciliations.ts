// Books and statements at the end of a day, computed from the whole history (STAT-30 to STAT-37).
import { type Cents, daysLater, total } from "./arithmetic.ts";
import { balances } from "./books.ts";
import type { Acceptance, Entry, Model, Open, StatementLine } from "./group-model.ts";
import { isProof, isProved, linesOfEntry, provenDays } from "./statements.ts";

type Figures = {
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

type Items = {
  lines: readonly StatementLine[];
  entries: readonly { entry: Entry; cents: Cents; differing: Cents }[];
};

/** What is on one side alone at the end of the day. */
function itemsOf(model: Model, day: string): Items {
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
      return isUndone(model, { entry, isIn, counting })
        ? []
        : [{ entry, cents: bankOf(entry), differing: 0n }];
    const cleared = total(byDay, ({ cents }) => cents);
    const all = total(lines, ({ cents }) => cents);
    return cleared === bankOf(entry)
      ? []
      : [{ entry, cents: all - cleared, differing: all - bankOf(entry) }];
  });
  return { lines: unbooked, entries: open };
}

export function figuresOf(model: Model, day: string): Figures {
  const begun = begunBy(model, day);
  const began = begun.map(([first]) => first!.from).toSorted()[0]!;
  const items = itemsOf(model, day);
  const bookAt = (to: string) => balances(model, { to }).get("bank") ?? 0n;
  const books = bookAt(day);
  const statements = total(begun, (list) => closingOn(list, day));
  const opening = total(begun, ([first]) => first!.openingCents) - bookAt(daysLater(began, -1));
  const [inNotBooked, outNotBooked] = sides(items.lines.map(({ cents }) => cents));
  const [bookedIn, bookedOut] = sides(items.entries.map(({ cents }) => cents));
  const difference =
    statements - (books + opening + inNotBooked - outNotBooked - bookedIn + bookedOut);
  return { statements, books, inNotBooked, outNotBooked, bookedIn, bookedOut, opening, difference };
}

const sizeOf = (cents: Cents) => (cents < 0n ? -cents : cents);

/** Of what was on one side alone at the end of the day, what is so to this day (STAT-37). */
export function openOf(model: Model, day: string): Open {
  const then = itemsOf(model, day);
  const now = itemsOf(model, "9999-12-31");
  const began = model.banked.statements
    .filter(isProof)
    .map(({ from }) => from)
    .toSorted()[0]!;
  const open = [
    ...then.lines.map((line) => {
      const own = model.entries.filter((entry) => linesOf(model, entry).includes(line));
      const before = own.filter(({ date }) => date < began);
      const differing = now.entries.filter(({ entry }) => own.includes(entry));
      const left =
        (now.lines.includes(line) ? sizeOf(line.cents) : 0n) +
        total(differing, (each) => sizeOf(each.differing)) -
        total(before, (entry) => sizeOf(bankOf(entry)));
      return { cents: sizeOf(line.cents), left };
    }),
    ...then.entries.map(({ entry, cents }) => {
      const left = now.entries.filter((each) => each.entry === entry);
      return {
        cents: sizeOf(cents),
        left: total(left, (each) => sizeOf(each.cents) + sizeOf(each.differing)),
      };
    }),
  ].map(({ cents, left }) => (left < cents ? left : cents));
  const above = open.filter((cents) => cents > 0n);
  return { count: above.length, cents: total(above, (cents) => cents) };
}

/** Whether a statement does not add up, or one receipt is on two lines: what it explains is not modelled. */
export function isStrange({ banked }: Model): boolean {
  const receipts = banked.lines
    .filter(({ kind }) => kind === "payment_in")
    .flatMap(({ reference, code }) =>
      [...new Set([reference, code])].filter((key) => key !== null),
    );
  return (
    banked.statements.some(({ isWhole, isWithdrawn }) => !isWhole && !isWithdrawn) ||
    new Set(receipts).size < receipts.length
  );
}

export function isExplained(model: Model, day: string): boolean {
  return (
    figuresOf(model, day).difference === 0n &&
    openOf(model, day).count === 0 &&
    itemsOf(model, day).entries.every(({ differing }) => differing === 0n)
  );
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
        ({ match }) =>
          match !== null && "paymentIds" in match && match.paymentIds.includes(entry.itemId!),
      )
    : [];
}

const isOfPayment = ({ kind }: Entry): boolean =>
  kind === "contribution" ||
  kind === "loan_payment" ||
  kind === "fine_payment" ||
  kind === "rotation_payment";

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

/** STAT-35: every figure is the same, and no more is open. */
export const isOfNow = (accepted: Acceptance, figures: Figures, open: Open): boolean =>
  accepted.figures === figuresText(figures) &&
  open.count <= accepted.open.count &&
  open.cents <= accepted.open.cents;

/** The offices that accepted the day as it is. */
export const acceptedNow = (model: Model, day: string): string[] => {
  const figures = figuresOf(model, day);
  const open = openOf(model, day);
  const accepted = model.banked.acceptances.filter(
    (each) => each.day === day && isOfNow(each, figures, open),
  );
  return [...new Set(accepted.map(({ office }) => office))];
};
