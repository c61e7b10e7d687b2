// Expenses, investments, goodwill and other income: posted once, and nothing follows from them.
import type { ExpenseCategory } from "#domain/ledger/posting-rules.ts";
import {
  expensePaid,
  goodwillBought,
  investmentMade,
  otherIncomeReceived,
} from "#domain/ledger/posting-rules.ts";
import { accountOf } from "#domain/ledger/chart-of-accounts.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { occasion, type By, type Posted } from "./posting.ts";

export type SimplePost = { amountCents: Cents; description: string } & (
  | { type: "expense"; category: ExpenseCategory }
  | { type: "investment" | "goodwill" | "other_income" }
);

/** Refuses with `bank-too-low` what the bank cannot pay; other income is paid into it. */
export async function postSimply(tx: Tx, by: By, post: SimplePost): Promise<Posted> {
  const when = occasion(by, post.description);
  const { amountCents } = post;
  if (post.type !== "other_income")
    await requireInBank(tx, { amountCents, date: when.businessDate });
  const { id: ledgerEntryId } = await tx
    .insertInto("ledger_posts")
    .values({
      type: post.type,
      category: post.type === "expense" ? post.category : null,
      description: post.description,
      amount_cents: amountCents,
      posted_by: by.actor.id,
      posted_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const event = { ...when, ledgerEntryId, amountCents };
  const entryId = await writeEntry(tx, entryOf(post, event), {
    authorId: by.actor.id,
    now: by.now,
  });
  return { entryId, detail: tell(post) };
}

function entryOf(post: SimplePost, event: Parameters<typeof investmentMade>[0]) {
  switch (post.type) {
    case "expense":
      return expensePaid({ ...event, category: post.category });
    case "investment":
      return investmentMade(event);
    case "goodwill":
      return goodwillBought(event);
    case "other_income":
      return otherIncomeReceived(event);
  }
}

function tell(post: SimplePost): string {
  const amount = formatKes(post.amountCents);
  switch (post.type) {
    case "expense":
      return `An expense of ${amount} was posted to ${accountOf(post.category).displayName}.`;
    case "investment":
      return `An investment of ${amount} was posted.`;
    case "goodwill":
      return `Goodwill of ${amount} was posted.`;
    case "other_income":
      return `Other income of ${amount} was posted.`;
  }
}
