// Posting a ledger entry: each type to its own record and posting rule (BOOK-18).
import type { BodyOf } from "#contract/endpoint.ts";
import type { postLedgerEntry } from "#contract/ledger.ts";
import { toKes } from "#domain/money.ts";
import type { Tx } from "#server/db/connection.ts";
import { declareDividend, payDividend } from "./dividends.ts";
import { openDeposit, redeemDeposit } from "./fixed-deposits.ts";
import { postFine } from "./post-fine.ts";
import { recordPosting, type By, type Posted } from "./posting.ts";
import { postSimply } from "./simple-posts.ts";

type LedgerEntry = BodyOf<typeof postLedgerEntry>;

/** Writes the entry, dated today, with its record and its audit row. */
export async function postEntry(tx: Tx, by: By, asked: LedgerEntry): Promise<Posted> {
  const posted = await post(tx, by, asked);
  // A fine keeps its own audit row (core/fines.ts).
  if (asked.type !== "fine") {
    const cents = asked.type === "other_income" ? asked.amount_paid : asked.amount;
    await recordPosting(tx, by, {
      action: "entries.post",
      subject: "entry",
      subjectId: posted.entryId,
      after: { type: asked.type, amount: toKes(cents), description: asked.description },
    });
  }
  return posted;
}

function post(tx: Tx, by: By, asked: LedgerEntry): Promise<Posted> {
  const { description } = asked;
  switch (asked.type) {
    case "expense":
      return postSimply(tx, by, {
        type: asked.type,
        category: asked.category,
        amountCents: asked.amount,
        description,
      });
    case "investment":
    case "goodwill":
      return postSimply(tx, by, { type: asked.type, amountCents: asked.amount, description });
    case "other_income":
      return postSimply(tx, by, { type: asked.type, amountCents: asked.amount_paid, description });
    case "dividend_declaration":
      return declareDividend(tx, by, { amountCents: asked.amount, description });
    case "dividend_payment":
      return payDividend(tx, by, {
        declarationId: asked.declaration_id,
        amountCents: asked.amount,
        description,
      });
    case "equity_fixed_deposit":
      return openDeposit(tx, by, {
        amountCents: asked.amount,
        description,
        startDate: asked.start_date,
        maturityDate: asked.maturity_date,
      });
    case "redeem_fixed_deposit":
      return redeemDeposit(tx, by, {
        depositId: asked.deposit_id,
        amountCents: asked.amount,
        interestCents: asked.interest_earned,
        description,
      });
    case "fine":
      return postFine(tx, by, {
        chargedUser: asked.charged_user,
        amountCents: asked.amount,
        description,
      });
  }
}
