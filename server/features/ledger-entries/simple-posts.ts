// Expenses, investments, goodwill and other income: posted once, and nothing follows from them.
import type { ExpenseCategory } from "#domain/ledger/posting-rules.ts";
import {
  expensePaid,
  goodwillBought,
  investmentMade,
  otherIncomeReceived,
} from "#domain/ledger/posting-rules.ts";
import type { Cents } from "#domain/money.ts";
import { message, type Message } from "#messages/message.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { requireHeld, type By, type Posted, type When } from "./posting.ts";

export type SimplePost = { amountCents: Cents; when: When } & (
  | { type: "expense"; category: ExpenseCategory }
  | { type: "investment" | "goodwill" | "other_income" }
);

/** Refuses with `bank-too-low` what the bank cannot pay; other income is paid into it. */
export async function postSimply(tx: Tx, by: By, post: SimplePost): Promise<Posted> {
  const { amountCents, when } = post;
  if (post.type !== "other_income") await requireHeld(tx, when, { account: "bank", amountCents });
  const { id: ledgerEntryId } = await tx
    .insertInto("ledger_posts")
    .values({
      type: post.type,
      category: post.type === "expense" ? post.category : null,
      description: when.description,
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
  return { entryId, done: doneBy(post) };
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

function doneBy(post: SimplePost): Message {
  const amount = post.amountCents;
  switch (post.type) {
    case "expense":
      return message("done.books.expense", { amount, account: post.category });
    case "investment":
      return message("done.books.investment", { amount });
    case "goodwill":
      return message("done.books.goodwill", { amount });
    case "other_income":
      return message("done.books.otherIncome", { amount });
  }
}
