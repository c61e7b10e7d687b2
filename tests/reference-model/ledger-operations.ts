// The ledger by hand: the Treasurer's spending and income, and any official's fines.
import type { Json } from "#tests/support/test-group.ts";
import { amountField, type Cents, dateField, daysLater, toCents, total } from "./arithmetic.ts";
import { assets, balances, bankBalance, expenseCategories, post, yearSpan } from "./books.ts";
import {
  type Attempt,
  type EntryKind,
  type Fine,
  type Line,
  type Model,
  type Person,
  todayOf,
} from "./group-model.ts";
import { denied, may, refused } from "./people.ts";
import { agree, doneOrProposed, type World } from "./world.ts";

export async function spend(world: World): Promise<boolean> {
  const { chance } = world;
  const [type, account] = chance.one([
    ["expense", chance.one(expenseCategories)],
    ["expense", chance.one(expenseCategories)],
    ["investment", "investment"],
    ["goodwill", "good_will"],
    ["expense", "bad_debt_expense"],
  ] as const);
  const { sent, isGood } = amountField(chance, affordable(world));
  const cents = isGood ? toCents(Number(sent)) : 0n;
  const isOffered = isGood && account !== "bad_debt_expense";
  return postEntry(world, {
    type,
    fields: { amount: sent, ...(type === "expense" ? { category: account } : {}) },
    made: () =>
      isOffered
        ? {
            kind: "post",
            lines: [
              [account, cents],
              ["bank", -cents],
            ],
          }
        : null,
  });
}

export async function earn(world: World): Promise<boolean> {
  const { sent, isGood } = amountField(world.chance, world.chance.cents(100, 20_000));
  const cents = isGood ? toCents(Number(sent)) : 0n;
  return postEntry(world, {
    type: "other_income",
    fields: { amount_paid: sent },
    made: () =>
      isGood
        ? {
            kind: "post",
            lines: [
              ["bank", cents],
              ["other_income", -cents],
            ],
          }
        : null,
  });
}

export async function fine(world: World): Promise<boolean> {
  const { chance, model } = world;
  const { sent, isGood } = amountField(
    chance,
    chance.is(0.2) ? chance.cents(4_900, 6_000) : chance.cents(50, 2_000),
  );
  const cents = isGood ? toCents(Number(sent)) : 0n;
  const charged = chance.one(model.people.filter(({ status }) => status !== "pending_approval"));
  const isKnown = chance.is(0.97);
  const charged_user = !isKnown ? "nobody" : chance.is(0.5) ? charged.username : charged.id;
  const isPossible = () => isGood && isKnown && !charged.hasLeft;
  const lines: Line[] = [
    ["fine_receivable", cents],
    ["fine", -cents],
  ];
  const check = (entry: Json, alone?: Fine["alone"]) =>
    charge(model, charged, { cents, id: entry.source.id, date: entry.date, alone });
  return postEntry(world, {
    type: "fine",
    fields: { charged_user, amount: sent },
    concernsId: charged.id,
    made: () => (isPossible() ? { kind: "fine", lines, check } : null),
  });
}

function charge(
  model: Model,
  { id: memberId }: Person,
  {
    cents,
    id,
    date,
    alone,
  }: { cents: Cents; id: number; date: string; alone: Fine["alone"] | undefined },
) {
  model.fines.push({
    id,
    memberId,
    cents,
    unpaidCents: cents,
    date,
    ...(alone === undefined ? {} : { alone }),
    late: null,
    state: "standing",
  });
  return id;
}

/** What the person charged alone in the last 24 hours; also what was reversed since. */
const finedAlone = ({ fines, now }: Model, byId: number): Cents =>
  total(
    fines.filter(
      ({ alone }) => alone?.byId === byId && alone.at.getTime() > now.getTime() - 24 * 60 * 60_000,
    ),
    ({ cents }) => cents,
  );

/** The server checks the type before the right, so the Treasurer gets an error of the form for an unknown one. */
export async function postUnknownType(world: World): Promise<boolean> {
  const person = world.chance.maybeOne(
    world.model.people.filter((each) => may(each, "keep the books")),
  );
  if (person === undefined) return false;
  await world.call({
    by: { person, signedIn: true },
    method: "POST",
    path: ledgerPath,
    body: { type: "gift", amount: 5, description: "A gift" },
    expected: refused(400),
  });
  return true;
}

// One manual ledger entry: its expected postings, and who may post it.

export const ledgerPath = "/api/accounting/create_ledger_entry/";

type Posting = {
  type: string;
  fields: Record<string, unknown>;
  /** Who is fined. */
  concernsId?: number;
  /** Null if it must be refused now, before the bank's balance is checked. */
  made: () => Made | null;
};

type Made = {
  kind: EntryKind;
  lines: Line[];
  /** Learns the item from the entry; of a fine, also who charged it alone. */
  check?: (entry: Json, alone?: Fine["alone"]) => number;
  /** The day of the declaration or deposit concerned. */
  notBefore?: string;
};

/** Posts an entry, unless the bank would go below zero, or for a dated entry any asset on any day since (BOOK-25). */
export async function postEntry(
  world: World,
  { type, fields, concernsId, made }: Posting,
): Promise<boolean> {
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
      ...(posting.kind === "fine"
        ? {
            fine: { beforeCents: finedAlone(model, by.person!.id) },
            takesCents: posting.lines[0]![1],
          }
        : { takesCents: -bank }),
      happen: ({ entry, isAgreed }) =>
        keep(
          model,
          { ...posting, day },
          entry,
          isAgreed ? undefined : { byId: by.person!.id, at: model.now },
        ),
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
    expected:
      denied(by, right) ??
      doneOrProposed(model, {
        by,
        right,
        ...(concernsId === undefined ? {} : { concernsId }),
        status: 201,
        attempt,
      }),
  });
  return true;
}

/** The day of a dated entry: mostly recent, sometimes long ago, too early or tomorrow. */
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

/**
 * Whether an entry may have that day: it is not too early, late or in a closed year, and no asset is below zero since.
 */
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
    days.every((to) => {
      const standing = balances(model, { to });
      const ofOthers = account === "bank" ? (standing.get("merry_go_round") ?? 0n) : 0n;
      return (standing.get(account) ?? 0n) + ofOthers + cents >= 0n;
    }),
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

export function keep(
  model: Model,
  made: Made & { day: string },
  entry: Json,
  alone?: Fine["alone"],
): void {
  agree("the entry's date", entry.date, made.day);
  const itemId = made.check?.(entry, alone);
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

/** An amount that the bank mostly can pay. */
export const affordable = ({ chance, model }: World): Cents => {
  const bank = bankBalance(model);
  return chance.is(0.08) ? bank + 1n : (bank * BigInt(chance.whole(0, 15))) / 100n + 1n;
};
