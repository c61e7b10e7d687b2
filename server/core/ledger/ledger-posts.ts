// What is posted by hand and leaves no record to follow up: expenses, investments, goodwill, other income, what takes
// cash to the bank or from it, what a count of the box found, and what funds spend and move (BOOK-18, CASH-1, CASH-4, FUND-4).
import { fundSpent, fundTransferred } from "#domain/ledger/fund-postings.ts";
import {
  cashCounted,
  cashDeposited,
  cashWithdrawn,
  type ExpenseCategory,
  expensePaid,
  goodwillBought,
  investmentMade,
  type Occasion,
  otherIncomeReceived,
  type PaidFrom,
} from "#domain/ledger/posting-rules.ts";
import type { Cents } from "#domain/money.ts";
import type { Tx } from "#server/db/connection.ts";
import { writeEntry } from "./journal.ts";

export type LedgerPost = { amountCents: Cents; when: Occasion } & (
  | { type: "expense"; category: ExpenseCategory; paidFrom: PaidFrom }
  | { type: "investment" | "goodwill" | "other_income" | "cash_deposit" | "cash_withdrawal" }
  | { type: "cash_count"; isMissing: boolean }
  | { type: "fund_spending"; fundId: number; paidFrom: PaidFrom }
  | { type: "fund_transfer"; fromFundId: number | null; toFundId: number | null }
);

/** Writes the record and its entry, whose id it returns. Whether the bank or the box holds as much is the caller's to check. */
export async function writeLedgerPost(
  tx: Tx,
  post: LedgerPost,
  { authorId, now }: { authorId: number; now: Date },
): Promise<number> {
  const { amountCents, when } = post;
  const { id: ledgerEntryId } = await tx
    .insertInto("ledger_posts")
    .values({
      type: post.type,
      category: post.type === "expense" ? post.category : null,
      paid_from: "paidFrom" in post && post.paidFrom === "cash" ? "cash" : null,
      ...fundsOf(post),
      description: when.description,
      amount_cents: amountCents,
      posted_by: authorId,
      posted_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const event = { ...when, ledgerEntryId, amountCents };
  return writeEntry(tx, entryOf(post, event), { authorId, now });
}

function fundsOf(post: LedgerPost): { from_fund_id?: number | null; to_fund_id?: number | null } {
  if (post.type === "fund_spending") return { from_fund_id: post.fundId };
  if (post.type !== "fund_transfer") return {};
  return { from_fund_id: post.fromFundId, to_fund_id: post.toFundId };
}

function entryOf(post: LedgerPost, event: Parameters<typeof investmentMade>[0]) {
  const { amountCents } = post;
  switch (post.type) {
    case "expense":
      return expensePaid({ ...event, category: post.category, paidFrom: post.paidFrom });
    case "investment":
      return investmentMade(event);
    case "goodwill":
      return goodwillBought(event);
    case "other_income":
      return otherIncomeReceived(event);
    case "cash_deposit":
      return cashDeposited(event);
    case "cash_withdrawal":
      return cashWithdrawn(event);
    case "fund_spending":
      return fundSpent({ ...event, fundId: post.fundId, paidFrom: post.paidFrom });
    case "fund_transfer":
      return fundTransferred({ ...event, fromFundId: post.fromFundId, toFundId: post.toFundId });
    case "cash_count":
      return cashCounted({
        ...event,
        differenceCents: post.isMissing ? -amountCents : amountCents,
      });
  }
}
