// Dividends and fixed deposits: paid or redeemed in parts, never beyond what remains.
import type { Json } from "#tests/support/test-group.ts";
import {
  amountField,
  type Cents,
  dateField,
  daysLater,
  toCents,
  unknownIds,
} from "./arithmetic.ts";
import { type Line, type Remainder, todayOf } from "./group-model.ts";
import { affordable, postEntry } from "./ledger-operations.ts";
import type { World } from "./world.ts";

const added = (items: Remainder[], cents: Cents) => (entry: Json) => {
  const { id } = entry.source;
  items.push({ id, cents, leftCents: cents, isReversed: false });
  return id as number;
};

export async function declareDividend(world: World): Promise<boolean> {
  const { sent, isGood } = amountField(world.chance, world.chance.cents(100, 10_000));
  const cents = isGood ? toCents(Number(sent)) : 0n;
  const lines: Line[] = [
    ["dividend_expense", cents],
    ["dividends_payable", -cents],
  ];
  const check = added(world.model.declarations, cents);
  return postEntry(world, {
    type: "dividend_declaration",
    fields: { amount: sent },
    made: () => (isGood ? { kind: "declaration", lines, check } : null),
  });
}

/** A declaration cannot be paid, nor a deposit redeemed, before its own day. */
function since({ model }: World, kind: "declaration" | "deposit", itemId: number) {
  const entry =
    model.entries.find((each) => each.kind === kind && each.itemId === itemId) ??
    // A deposit from the group's book exists since the cut-over day.
    model.entries.find((each) => each.kind === "opening");
  return { notBefore: entry!.date };
}

/** Chooses an item, and all of its remainder, a part of it, or too much. */
function chooseRemainder({ chance }: World, items: readonly Remainder[]) {
  const open = items.filter(({ leftCents }) => leftCents > 0n);
  const item = chance.maybeOne(chance.is(0.92) ? open : items);
  const left = item?.leftCents ?? 0n;
  const part = (left * BigInt(chance.whole(0, 99))) / 100n + 1n;
  const cents = chance.weighted([
    [part, 6],
    [left, 2],
    [left + 1n, 1],
  ]);
  const isKnown = chance.is(0.96);
  return { item, isKnown, cents, id: isKnown ? item?.id : chance.one(unknownIds) };
}

export async function payDividend(world: World): Promise<boolean> {
  const { item, isKnown, cents: chosen, id } = chooseRemainder(world, world.model.declarations);
  if (item === undefined) return false;
  const { sent, isGood } = amountField(world.chance, chosen > 0n ? chosen : 1n);
  const cents = isGood ? toCents(Number(sent)) : 0n;
  const isPossible = () => isGood && isKnown && cents <= item.leftCents;
  const lines: Line[] = [
    ["dividends_payable", cents],
    ["bank", -cents],
  ];
  const check = () => ((item.leftCents -= cents), item.id);
  return postEntry(world, {
    type: "dividend_payment",
    fields: { amount: sent, declaration: "Dividends", declaration_id: id },
    made: () =>
      isPossible()
        ? { kind: "dividend_payment", lines, check, ...since(world, "declaration", item.id) }
        : null,
  });
}

export async function openDeposit(world: World): Promise<boolean> {
  const { chance, model } = world;
  const { sent, isGood } = amountField(chance, affordable(world));
  const cents = isGood ? toCents(Number(sent)) : 0n;
  const start = dateField(chance, todayOf(model));
  const days = chance.is(0.04) ? -1 : chance.whole(0, 700);
  const lines: Line[] = [
    ["equity_fixed_deposit", cents],
    ["bank", -cents],
  ];
  const check = added(model.deposits, cents);
  return postEntry(world, {
    type: "equity_fixed_deposit",
    fields: {
      amount: sent,
      start_date: start.sent,
      maturity_date: daysLater(todayOf(model), days),
    },
    made: () => (isGood && start.isGood && days >= 0 ? { kind: "deposit", lines, check } : null),
  });
}

export async function redeemDeposit(world: World): Promise<boolean> {
  const { chance } = world;
  const { item, isKnown, cents: chosen, id } = chooseRemainder(world, world.model.deposits);
  if (item === undefined) return false;
  const { sent, isGood } = amountField(chance, chosen > 0n ? chosen : 1n);
  const cents = isGood ? toCents(Number(sent)) : 0n;
  const interest = chance.is(0.3) ? 0n : chance.cents(0, 500);
  const isPossible = () => isGood && isKnown && cents <= item.leftCents;
  const lines: Line[] = [
    ["bank", cents + interest],
    ["equity_fixed_deposit", -cents],
    ["fixed_deposit_interest", -interest],
  ];
  const check = () => ((item.leftCents -= cents), item.id);
  return postEntry(world, {
    type: "redeem_fixed_deposit",
    fields: {
      amount: sent,
      fixed_deposit: "Deposit",
      deposit_id: id,
      interest_earned: Number(interest) / 100,
    },
    made: () =>
      isPossible()
        ? { kind: "redemption", lines, check, ...since(world, "deposit", item.id) }
        : null,
  });
}
