// What a member writes into a form about money, checked alike by the form and by the server (PAY-2, LOAN-6).
import * as z from "zod/mini";
import { amount, reference } from "./money-fields.ts";
import { date, instant } from "./date-fields.ts";
import { idOf, maybe, oneOf } from "./fields.ts";

/** The member in whose name an office enters it; left out: one's own (OPEN-54). */
export const inNameOf = { member_id: maybe(idOf("Member")) };

export const contributionPayment = z.object({
  amount_paid: amount("Amount paid"),
  contribution_month: date("Contribution month"),
  payment_date: instant("Payment date"),
  payment_Reference_Code: reference(),
});

/** Of a loan or of fines. */
export const debtPayment = z.object({
  amount_paid: amount("Amount paid"),
  payment_Reference_Code: reference(),
});

export const loanApplication = z.object({
  amount: amount(),
  loan_type: oneOf("Loan type", ["normal_loan", "emergency_loan"]),
});
