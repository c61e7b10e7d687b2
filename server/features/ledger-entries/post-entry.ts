// Posting a ledger entry: each type to its own record and posting rule (BOOK-18).
import type { BodyOf } from "#contract/endpoint.ts";
import type { postLedgerEntry } from "#contract/ledger.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import type { Tx } from "#server/db/connection.ts";
import { declareDividend, payDividend } from "./dividends.ts";
import { openDeposit, redeemDeposit } from "./fixed-deposits.ts";
import { postFine } from "./post-fine.ts";
import { recordPosting, whenOf, type By, type Posted, type When } from "./posting.ts";
import { postSimply } from "./simple-posts.ts";

type LedgerEntry = BodyOf<typeof postLedgerEntry>;

/**
 * Writes the entry, on the day that was asked for or today, with its record and its audit row, which has both days.
 * Refuses a day that it cannot have, at `date` (BOOK-25).
 */
export async function postEntry(tx: Tx, by: By, requested: LedgerEntry): Promise<Posted> {
  const when = await whenOf(tx, by, requested);
  const posted = await post(tx, by, requested, when);
  // A fine writes its own audit row (core/ledger/fines.ts).
  if (requested.type !== "fine") {
    const cents = requested.type === "other_income" ? requested.amount_paid : requested.amount;
    await recordPosting(tx, by, {
      action: "entries.post",
      subject: "entry",
      subjectId: posted.entryId,
      after: {
        type: requested.type,
        amount: toKes(cents),
        description: requested.description,
        date: when.businessDate,
        posted_on: nairobiDate(by.now),
      },
    });
  }
  return posted;
}

function post(tx: Tx, by: By, requested: LedgerEntry, when: When): Promise<Posted> {
  switch (requested.type) {
    case "expense":
      return postSimply(tx, by, {
        type: requested.type,
        category: requested.category,
        amountCents: requested.amount,
        when,
      });
    case "investment":
    case "goodwill":
      return postSimply(tx, by, {
        type: requested.type,
        amountCents: requested.amount,
        when,
      });
    case "other_income":
      return postSimply(tx, by, {
        type: requested.type,
        amountCents: requested.amount_paid,
        when,
      });
    case "dividend_declaration":
      return declareDividend(tx, by, { amountCents: requested.amount, when });
    case "dividend_payment":
      return payDividend(tx, by, {
        declarationId: requested.declaration_id,
        amountCents: requested.amount,
        when,
      });
    case "equity_fixed_deposit":
      return openDeposit(tx, by, {
        amountCents: requested.amount,
        when,
        startDate: requested.start_date,
        maturityDate: requested.maturity_date,
      });
    case "redeem_fixed_deposit":
      return redeemDeposit(tx, by, {
        depositId: requested.deposit_id,
        amountCents: requested.amount,
        interestCents: requested.interest_earned,
        when,
      });
    case "fine":
      return postFine(tx, by, {
        chargedUser: requested.charged_user,
        amountCents: requested.amount,
        when,
      });
  }
}
