// One ledger entry by hand: what it is expected to post, and who may.
import type { Json } from "#tests/support/test-group.ts";
import { toCents, total, type Cents } from "./arithmetic.ts";
import { bankBalance, post } from "./books.ts";
import { todayOf, type EntryKind, type Line, type Model } from "./group-model.ts";
import { denied, refused, type Expected } from "./rights.ts";
import { agree, type World } from "./world.ts";

export const ledgerPath = "/api/accounting/create_ledger_entry/";

type Posting = {
  type: string;
  fields: Record<string, unknown>;
  /** Null for what must be refused, before it is looked whether the bank holds enough. */
  made: { kind: EntryKind; lines: Line[]; check?: (entry: Json) => number } | null;
};

/** Posts it, unless the bank would go below zero. */
export async function postEntry(world: World, { type, fields, made }: Posting): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller(type === "fine" ? "be an official" : "keep the books");
  const hasDescription = chance.is(0.98);
  const bank = total(
    made?.lines.filter(([account]) => account === "bank") ?? [],
    ([, cents]) => cents,
  );
  const isPossible = made !== null && hasDescription && bankBalance(model) + bank >= 0n;
  const expected: Expected = isPossible
    ? { status: 201, check: ({ entry }) => keep(model, made, entry) }
    : refused(400);
  await call({
    by,
    method: "POST",
    path: ledgerPath,
    body: { type, ...fields, ...(hasDescription ? { description: `Some ${type}` } : {}) },
    expected: denied(by, type === "fine" ? "be an official" : "keep the books") ?? expected,
  });
  return true;
}

function keep(model: Model, made: NonNullable<Posting["made"]>, entry: Json): void {
  const itemId = made.check?.(entry);
  post(model, { ...made, id: entry.id, ...(itemId === undefined ? {} : { itemId }) });
  agree("the entry's date", entry.date, todayOf(model));
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
