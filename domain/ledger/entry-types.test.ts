import { describe, expect, it } from "vitest";
import { entryTypeOf, entryTypes, ledgerEntryTypes } from "./entry-types.ts";
import { whyNotReversible } from "./reversible.ts";
import type { EntrySource } from "./journal-entry.ts";

describe("reversing", () => {
  it.each(entryTypes)("%s may be tried only for what is posted by hand", (type) => {
    const refusal = whyNotReversible({ type, reversedBy: null });
    const byHand = ([...ledgerEntryTypes, "cash_count"] as readonly string[]).includes(type);
    expect(refusal === null).toBe(byHand);
    expect(whyNotReversible({ type, reversedBy: 9 })?.code).toBe("entry-already-reversed");
  });

  it.each([
    [{ kind: "payment", id: 1, purpose: "loan_payment" }, "loan_payment"],
    [{ kind: "loan", id: 1, purpose: "disbursement" }, "loan_disbursement"],
    [{ kind: "loan_interest", id: 1, purpose: "charge" }, "loan_interest"],
    [{ kind: "guarantee_call", id: 1, purpose: "call" }, "guarantee_call"],
    [{ kind: "ledger_entry", id: 1, purpose: "goodwill" }, "goodwill"],
    [{ kind: "ledger_entry", id: 1, purpose: "cash_count" }, "cash_count"],
    [{ kind: "fixed_deposit", id: 1, purpose: "opening" }, "equity_fixed_deposit"],
    [{ kind: "fixed_deposit_redemption", id: 1, purpose: "redemption" }, "redeem_fixed_deposit"],
    [{ kind: "settlement", id: 1, purpose: "exit" }, "exit"],
    [{ kind: "settlement", id: 1, purpose: "clearing" }, "clearing"],
    [{ kind: "fine", id: 1, purpose: "charge" }, "fine"],
    [{ kind: "bad_debt_recovery", id: 1, purpose: "recovery" }, "bad_debt_recovery"],
    [{ kind: "financial_year", id: 20261231, purpose: "closing" }, "year_closing"],
    [{ kind: "opening", id: 1, purpose: "opening" }, "brought_forward"],
    [{ kind: "opening_member", id: 1, purpose: "opening" }, "brought_forward"],
    [{ kind: "opening_loan", id: 1, purpose: "opening" }, "brought_forward"],
    [{ kind: "journal_entry", id: 1, purpose: "reversal" }, "reversal"],
  ] satisfies [EntrySource, string][])("an entry of %o is called %s", (source, type) => {
    expect(entryTypeOf(source)).toBe(type);
    expect(entryTypes).toContain(type);
  });
});
