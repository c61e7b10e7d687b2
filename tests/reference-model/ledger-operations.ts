// The Treasurer's spending and income, and any official's fines.
import type { Json } from "#tests/support/test-group.ts";
import { toCents, type Cents } from "./arithmetic.ts";
import { expenseCategories } from "./books.ts";
import type { Line, Model, Person } from "./group-model.ts";
import { affordable, ledgerPath, postEntry } from "./ledger-posting.ts";
import { may, refused } from "./rights.ts";
import { amountField } from "./wrong-values.ts";
import type { World } from "./world.ts";

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
  const { sent, isGood } = amountField(chance, chance.cents(50, 2_000));
  const cents = isGood ? toCents(Number(sent)) : 0n;
  const charged = chance.one(model.people.filter(({ status }) => status !== "pending_approval"));
  const isKnown = chance.is(0.97);
  const charged_user = !isKnown ? "nobody" : chance.is(0.5) ? charged.username : charged.id;
  const isPossible = isGood && isKnown && !charged.hasLeft;
  const lines: Line[] = [
    ["fine_receivable", cents],
    ["fine", -cents],
  ];
  const check = (entry: Json) =>
    charge(model, charged, { cents, id: entry.source.id, date: entry.date });
  return postEntry(world, {
    type: "fine",
    fields: { charged_user, amount: sent },
    made: () => (isPossible ? { kind: "fine", lines, check } : null),
  });
}

function charge(
  model: Model,
  { id: memberId }: Person,
  { cents, id, date }: { cents: Cents; id: number; date: string },
) {
  model.fines.push({
    id,
    memberId,
    cents,
    unpaidCents: cents,
    date,
    late: null,
    state: "standing",
  });
  return id;
}

/** Read before it is said who may: no type, by the Treasurer, is a mistake in the form. */
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
