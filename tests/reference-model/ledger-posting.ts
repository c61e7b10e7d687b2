// One ledger entry by hand: what it is expected to post, and who may.
import type { Json } from "#tests/support/test-group.ts";
import { daysLater, toCents, total, type Cents } from "./arithmetic.ts";
import { assets, balances, bankBalance, post, yearSpan } from "./books.ts";
import { todayOf, type Attempt, type EntryKind, type Line, type Model } from "./group-model.ts";
import { denied, refused } from "./rights.ts";
import { doneOrProposed } from "./second-person.ts";
import { dateField } from "./wrong-values.ts";
import { agree, type World } from "./world.ts";

export const ledgerPath = "/api/accounting/create_ledger_entry/";

type Posting = {
  type: string;
  fields: Record<string, unknown>;
  /** Null for what must be refused as things stand, before it is looked whether the bank holds enough. */
  made: () => Made | null;
};

type Made = {
  kind: EntryKind;
  lines: Line[];
  check?: (entry: Json) => number;
  /** The day of the declaration or deposit that it is for. */
  notBefore?: string;
};

/** Posts it, unless the bank would go below zero; some are dated, and then no asset may on any day since (BOOK-25). */
export async function postEntry(world: World, { type, fields, made }: Posting): Promise<boolean> {
  const { chance, model, call } = world;
  const right = type === "fine" ? "be an official" : "keep the books";
  const by = world.caller(right);
  const hasDescription = chance.is(0.98);
  const dated = chooseDate(world);
  const attempt = (): Attempt => {
    const posting = made();
    if (posting === null || !hasDescription) return refused(400);
    const bank = total(
      posting.lines.filter(([account]) => account === "bank"),
      ([, cents]) => cents,
    );
    const day = dated?.day ?? todayOf(model);
    const isOpen =
      dated === null
        ? bankBalance(model) + bank >= 0n
        : dated.isGood && isDayOpen(model, { ...posting, day });
    if (!isOpen) return refused(400);
    return {
      takesCents: -bank,
      happen: ({ entry }) => keep(model, { ...posting, day }, entry),
    };
  };
  await call({
    by,
    method: "POST",
    path: ledgerPath,
    body: {
      type,
      ...fields,
      ...(dated === null ? {} : { date: dated.sent }),
      ...(hasDescription ? { description: `Some ${type}` } : {}),
    },
    expected: denied(by, right) ?? doneOrProposed(model, { by, right, status: 201, attempt }),
  });
  return true;
}

/** The day of an entry that is dated: mostly lately, sometimes long ago, too early or tomorrow. */
function chooseDate({ chance, model }: World) {
  if (!chance.is(0.3)) return null;
  const today = todayOf(model);
  const day = chance.weighted([
    [daysLater(today, -chance.whole(0, 45)), 12],
    [daysLater(today, -chance.whole(46, 500)), 4],
    [chance.maybeOne(model.entries)?.date ?? today, 4],
    [daysLater(earliestDay(model), chance.whole(-1, 0)), 1],
    [daysLater(today, 1), 1],
  ]);
  return { day, ...dateField(chance, day) };
}

/** Whether an entry may be dated on that day: not too early or late, no closed year, and every asset bears it since. */
export function isDayOpen(
  model: Model,
  { day, lines, notBefore }: { day: string; lines: readonly Line[]; notBefore?: string },
): boolean {
  const closed = model.closedYears.at(-1);
  if (day > todayOf(model) || day < earliestDay(model)) return false;
  if (closed !== undefined && day <= yearSpan(model, closed).end) return false;
  if (notBefore !== undefined && day < notBefore) return false;
  const days = [day, ...model.entries.map(({ date }) => date).filter((date) => date > day)];
  const taken = lines.filter(([account, cents]) => cents < 0n && assets.includes(account));
  return taken.every(([account, cents]) =>
    days.every((to) => (balances(model, { to }).get(account) ?? 0n) + cents >= 0n),
  );
}

/** PAY-6: 1 January of the year before the first member or entry. */
function earliestDay(model: Model): string {
  const begun = [
    ...model.people.map(({ signedUpOn }) => signedUpOn),
    ...model.entries.map(({ date }) => date),
  ];
  return `${Number(begun.toSorted()[0]!.slice(0, 4)) - 1}-01-01`;
}

export function keep(model: Model, made: Made & { day: string }, entry: Json): void {
  agree("the entry's date", entry.date, made.day);
  const itemId = made.check?.(entry);
  post(model, {
    ...made,
    date: made.day,
    id: entry.id,
    ...(itemId === undefined ? {} : { itemId }),
  });
  const shown = entry.postings.map((line: Json) => [
    line.account,
    toCents(line.debit_amount) - toCents(line.credit_amount),
  ]);
  agree(
    "the entry's postings",
    sorted(shown),
    sorted(made.lines.filter(([, cents]) => cents !== 0n)),
  );
}

const sorted = (lines: readonly Line[]) =>
  lines.map(([account, cents]) => `${account} ${cents}`).toSorted();

/** Sometimes more than the bank holds. */
export const affordable = ({ chance, model }: World): Cents => {
  const bank = bankBalance(model);
  return chance.is(0.08) ? bank + 1n : (bank * BigInt(chance.whole(0, 15))) / 100n + 1n;
};
