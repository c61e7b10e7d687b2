import { describe, expect, test } from "vitest";
import { ledgerEntry } from "#contract/ledger-entry.ts";
import {
  bankEffectOf,
  bodyOf,
  chosenSource,
  noEntryFields,
  type Ledger,
  postedTypes,
} from "./entry-fields.tsx";

const ledger: Ledger = {
  ledger_balances: { bank: 10_000 },
  declarations: [{ id: 3, description: "Dividend 2025", rem_amount: 400.5 }],
  fixed_deposits: [{ id: 8, description: "Six months", amount: 2_000 }],
};

const filled = {
  ...noEntryFields,
  category: "server_expense",
  declaration_id: "3",
  deposit_id: "8",
  description: "What it was for",
  amount: "250.50",
  amount_paid: "250.50",
  interest_earned: "10",
  start_date: "2026-01-05",
  maturity_date: "2026-07-05",
};

describe("what the ledger form sends", () => {
  test.each(postedTypes)("is accepted by the contract and holds nothing else: %s", (type) => {
    const body = bodyOf({ ...filled, type }, type, ledger);
    const read = ledgerEntry.safeParse(body);
    expect(read.success).toBe(true);
    expect(Object.keys(read.data ?? {}).sort()).toEqual(Object.keys(body).sort());
  });

  test.each(postedTypes)("has the day that was chosen, and none otherwise: %s", (type) => {
    const date = "2026-10-31";
    expect(bodyOf({ ...filled, type, date }, type, ledger)).toMatchObject({ type, date });
    expect(bodyOf({ ...filled, type }, type, ledger)).not.toHaveProperty("date");
  });

  test.each(postedTypes)("names the resolution that was chosen, and none otherwise: %s", (type) => {
    const named = bodyOf({ ...filled, type, resolution_id: "12" }, type, ledger);
    expect(named).toMatchObject({ type, resolution_id: 12 });
    expect(ledgerEntry.safeParse(named).success).toBe(true);
    for (const resolution_id of ["", undefined])
      expect(bodyOf({ ...filled, type, resolution_id }, type, ledger)).not.toHaveProperty(
        "resolution_id",
      );
  });

  test("names the chosen declaration and deposit beside their ids", () => {
    expect(
      bodyOf({ ...filled, type: "dividend_payment" }, "dividend_payment", ledger),
    ).toMatchObject({ declaration: "Dividend 2025", declaration_id: "3" });
    expect(
      bodyOf({ ...filled, type: "redeem_fixed_deposit" }, "redeem_fixed_deposit", ledger),
    ).toMatchObject({ fixed_deposit: "Six months", deposit_id: "8" });
  });
});

describe("what an entry does to the bank", () => {
  test.each([
    ["expense", -25_050n],
    ["investment", -25_050n],
    ["goodwill", -25_050n],
    ["dividend_declaration", 0n],
    ["dividend_payment", -25_050n],
    ["other_income", 25_050n],
    ["equity_fixed_deposit", -25_050n],
    ["redeem_fixed_deposit", 26_050n],
  ] as const)("%s moves it by %s cents", (type, cents) => {
    expect(bankEffectOf({ ...filled, type })).toBe(cents);
  });

  test("is unknown while the amount is missing or nothing", () => {
    expect(bankEffectOf({ ...filled, type: "expense", amount: "" })).toBeNull();
    expect(bankEffectOf({ ...filled, type: "expense", amount: "0" })).toBeNull();
  });
});

test("the rest of a declaration is exact to the cent", () => {
  expect(chosenSource({ ...filled, type: "dividend_payment" }, ledger)?.leftCents).toBe(40_050n);
});
