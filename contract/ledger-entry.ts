// The fields of a ledger entry by hand (BOOK-18). The form and the server check them with the same schema.
import * as z from "zod/mini";
import { expenseCategories, paidFroms } from "#domain/ledger/entry-types.ts";
import { amount, amountOrZero } from "./money-fields.ts";
import { date } from "./date-fields.ts";
import { idOf, oneOf, text, faulty } from "./fields.ts";
import { memberName } from "./people.ts";

const description = text("Description", 500);
/** The carried resolution that decided it (MEET-8). */
export const byResolution = { resolution_id: z.optional(idOf("Resolution")) };
/** The entry's date; today if left out (BOOK-25). */
const dated = { date: z.optional(date("Date")), ...byResolution };
/** A label that the form also sends. The server ignores it and reads the id. */
const label = z.optional(z.unknown());

export const ledgerEntry = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("expense"),
    category: oneOf("Category", expenseCategories),
    description,
    amount: amount(),
    /** The bank if left out; paid in cash, both offices agree to it (CASH-2). */
    paid_from: z.optional(oneOf("Paid from", paidFroms)),
    ...dated,
  }),
  z.object({ type: z.literal("investment"), amount: amount(), description, ...dated }),
  z.object({ type: z.literal("goodwill"), amount: amount(), description, ...dated }),
  z.object({ type: z.literal("dividend_declaration"), amount: amount(), description, ...dated }),
  z.object({
    type: z.literal("dividend_payment"),
    amount: amount(),
    description,
    declaration: label,
    declaration_id: idOf("Declaration"),
    ...dated,
  }),
  z.object({
    type: z.literal("other_income"),
    amount_paid: amount("Amount paid"),
    description,
    ...dated,
  }),
  z
    .object({
      type: z.literal("equity_fixed_deposit"),
      amount: amount(),
      description,
      start_date: date("Start date"),
      maturity_date: date("Maturity date"),
      ...dated,
    })
    .check(
      z.refine((deposit) => deposit.maturity_date >= deposit.start_date, {
        ...faulty("maturity"),
        path: ["maturity_date"],
      }),
    ),
  z.object({
    type: z.literal("redeem_fixed_deposit"),
    amount: amount(),
    description,
    fixed_deposit: label,
    deposit_id: idOf("Fixed deposit"),
    interest_earned: amountOrZero("Interest earned"),
    ...dated,
  }),
  z.object({
    type: z.literal("fine"),
    charged_user: memberName("Charged user"),
    amount: amount(),
    description,
    ...dated,
  }),
  z.object({ type: z.literal("cash_deposit"), amount: amount(), description, ...dated }),
  z.object({ type: z.literal("cash_withdrawal"), amount: amount(), description, ...dated }),
  z.object({
    type: z.literal("fund_spending"),
    fund_id: idOf("Fund"),
    amount: amount(),
    description,
    paid_from: z.optional(oneOf("Paid from", paidFroms)),
    ...dated,
  }),
  z.object({
    type: z.literal("fund_transfer"),
    /** An end that is left out is retained earnings. */
    from_fund_id: z.optional(idOf("Fund")),
    to_fund_id: z.optional(idOf("Fund")),
    amount: amount(),
    description,
    ...dated,
  }),
]);
