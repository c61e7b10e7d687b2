// Reversing entries, and closing years.
import type { Json } from "#tests/support/test-group.ts";
import { total, unknownIds } from "./arithmetic.ts";
import {
  bankBalance,
  closingLines,
  nextYearToClose,
  post,
  yearHolding,
  yearSpan,
} from "./books.ts";
import { type Attempt, type Entry, type Model, todayOf } from "./group-model.ts";
import { denied, type Expected, refused } from "./people.ts";
import { agree, doneOrProposed, type World } from "./world.ts";

export async function reverseEntry(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("keep the books");
  const known = model.entries.filter(({ id }) => id !== null);
  const fitting = known.filter((entry) => mayReverse(model, entry)).slice(-30);
  const entry = chance.maybeOne(chance.is(0.6) ? fitting : known);
  if (entry === undefined) return false;
  const isKnown = chance.is(0.97);
  const hasReason = chance.is(0.96);
  const bankCents = total(
    entry.lines.filter(([account]) => account === "bank"),
    ([, cents]) => cents,
  );
  const attempt = (): Attempt =>
    hasReason && mayReverse(model, entry)
      ? {
          ...(entry.kind === "fine"
            ? { fine: { beforeCents: 0n }, takesCents: fineOf(model, entry).cents }
            : { takesCents: bankCents }),
          happen: ({ entry: shown }) => {
            agree("what is reversed", shown.reverses, entry.id);
            agree("the reversal's date", shown.date, todayOf(model));
            reverse(model, entry, shown.id);
          },
        }
      : refused(400);
  const concerned = entry.kind === "fine" ? { concernsId: fineOf(model, entry).memberId } : {};
  const taken = () =>
    doneOrProposed(model, {
      by,
      right: "keep the books",
      ...concerned,
      status: 201,
      attempt,
    });
  await call({
    by,
    method: "POST",
    path: `/api/accounting/reverse_entry/${isKnown ? entry.id : chance.one(unknownIds)}/`,
    body: hasReason ? { reason: "Typed wrongly" } : {},
    expected: denied(by, "keep the books") ?? (isKnown ? taken() : refused(404)),
  });
  return true;
}

/** Reads the journal, and learns the ids of entries that no answer reported. */
export async function readJournal(world: World): Promise<boolean> {
  const { model, call } = world;
  const by = world.caller("be an official");
  await call({
    by,
    method: "GET",
    path: "/api/accounting/entries/",
    expected: denied(by, "be an official") ?? {
      status: 200,
      check: ({ entries }) => {
        agree("the number of entries", entries.length, model.entries.length);
        for (const entry of entries) learn(model, entry);
      },
    },
  });
  return true;
}

/** Finds the model's entry for an entry of an approval, the sweep or a settlement, by its postings. */
function learn(model: Model, shown: Json): void {
  if (model.entries.some(({ id }) => id === shown.id)) return;
  const lines = shown.postings.map((line: Json) =>
    [line.account, Math.round((line.debit_amount - line.credit_amount) * 100)].join(" "),
  );
  const entry = model.entries.find(
    (each) => each.id === null && each.date === shown.date && isSame(each, lines, shown),
  );
  agree(
    `entry ${shown.id} of ${shown.date} (${shown.type}: ${lines.join(", ")}) is known`,
    entry !== undefined,
    true,
  );
  entry!.id = shown.id;
}

const isSame = (
  { lines, kind, itemId }: Entry,
  shownLines: string[],
  { source }: Json,
): boolean => {
  // Late fines have the same postings, but whether an entry can be reversed depends on its own fine.
  if (kind === "fine" && itemId !== source.id) return false;
  const own = merged(lines.map(([account, cents]) => `${account} ${cents}`));
  return JSON.stringify(own) === JSON.stringify(merged(shownLines));
};

/** One amount for each account: an entry may have several postings on an account, for example one for each loan. */
function merged(lines: readonly string[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const line of lines) {
    const [account, cents] = line.split(" ") as [string, string];
    sums.set(account, (sums.get(account) ?? 0) + Number(cents));
  }
  return [...sums].filter(([, cents]) => cents !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export async function closeYear(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("keep the books");
  const next = nextYearToClose(model);
  const current = yearHolding(model, todayOf(model));
  const year = chance.is(0.8) && next !== null ? next : current + chance.whole(-3, 1);
  const isPossible = year === next && yearSpan(model, year).end < todayOf(model);
  if (!isPossible && chance.is(0.8)) return false;
  await call({
    by,
    method: "POST",
    path: "/api/accounting/close_year/",
    body: { year: labelOf(world, year) },
    expected: denied(by, "keep the books") ?? (isPossible ? closed(model, year) : refused(400)),
  });
  return true;
}

const labelOf = ({ chance, model }: World, year: number): string | number => {
  const label = model.terms.yearStart === "01-01" ? `${year}` : `${year}/${year + 1}`;
  return chance.is(0.3) ? year : label;
};

const closed = (model: Model, year: number): Expected => ({
  status: 200,
  check: ({ closed_year, entry }) => {
    const { start, end } = yearSpan(model, year);
    agree("the closed year", [closed_year.start_date, closed_year.end_date], [start, end]);
    const lines = closingLines(model, year);
    const isEmpty = lines.every(([, cents]) => cents === 0n);
    agree("a closing without an entry", entry === null, isEmpty);
    if (!isEmpty) {
      agree("the closing's date", entry.date, end);
      post(model, { kind: "closing", lines, date: end, id: entry.id });
    }
    model.closedYears.push(year);
  },
});

// Which entries the Treasurer may reverse, and what a reversal changes (BOOK-19).

export function mayReverse(model: Model, entry: Entry): boolean {
  if (entry.isReversed) return false;
  const bank = entry.lines.find(([account]) => account === "bank")?.[1] ?? 0n;
  if (bankBalance(model) - bank < 0n) return false;
  switch (entry.kind) {
    case "post":
    case "dividend_payment":
    case "redemption":
      return true;
    case "declaration":
    case "deposit": {
      const item = itemOf(model, entry);
      return item.leftCents === item.cents;
    }
    case "fine": {
      const fine = fineOf(model, entry);
      return fine.state === "standing" && fine.unpaidCents === fine.cents;
    }
    case "contribution":
    case "loan_payment":
    case "fine_payment":
    case "disbursement":
    case "settlement":
    case "recovery":
    case "closing":
    case "reversal":
    case "share_out":
    case "rotation":
    case "rotation_payment":
    case "opening":
      return false;
  }
}

export function reverse(model: Model, entry: Entry, id: number): void {
  entry.isReversed = true;
  post(model, {
    kind: "reversal",
    id,
    ...(entry.id === null ? {} : { itemId: entry.id }),
    lines: entry.lines.map(([account, cents]) => [account, -cents] as const),
  });
  if (entry.kind === "fine")
    Object.assign(fineOf(model, entry), { unpaidCents: 0n, state: "reversed" });
  if (entry.kind === "declaration" || entry.kind === "deposit")
    Object.assign(itemOf(model, entry), { leftCents: 0n, isReversed: true });
  if (entry.kind === "dividend_payment")
    itemOf(model, entry).leftCents += amountOn(entry, "dividends_payable");
  if (entry.kind === "redemption")
    itemOf(model, entry).leftCents += -amountOn(entry, "equity_fixed_deposit");
}

const amountOn = ({ lines }: Entry, account: string): bigint =>
  lines.find((line) => line[0] === account)?.[1] ?? 0n;

function itemOf(model: Model, entry: Entry) {
  const isDividend = entry.kind === "declaration" || entry.kind === "dividend_payment";
  const items = isDividend ? model.declarations : model.deposits;
  return items.find(({ id }) => id === entry.itemId)!;
}

const fineOf = (model: Model, entry: Entry) => model.fines.find(({ id }) => id === entry.itemId)!;
