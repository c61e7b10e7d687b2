// Posts a ledger entry: each type has its own record and posting rule (BOOK-18).
import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { fineMany } from "#contract/fines.ts";
import type { postLedgerEntry } from "#contract/ledger.ts";
import { nairobiDate } from "#domain/calendar.ts";
import {
  expensePaid,
  goodwillBought,
  investmentMade,
  otherIncomeReceived,
  type ExpenseCategory,
} from "#domain/ledger/posting-rules.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import { proposedInstead, readSecondPersonLimit } from "#server/core/approvals/proposals.ts";
import { chargeFine, chargeFines } from "#server/core/ledger/fines.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx, Reader } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { declareDividend, payDividend } from "./dividends.ts";
import { openDeposit, redeemDeposit } from "./fixed-deposits.ts";
import { recordPosting, whenOf, requireHeld, type By, type Posted, type When } from "./posting.ts";

type LedgerEntry = BodyOf<typeof postLedgerEntry>;

/**
 * Writes the entry, on the requested day or today, with its record and its audit row, which has both days. Refuses an
 * invalid day on the field `date` (BOOK-25).
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

// Expenses, investments, goodwill and other income: posted once, with no record to follow up.

type SimplePost = { amountCents: Cents; when: When } & (
  | { type: "expense"; category: ExpenseCategory }
  | { type: "investment" | "goodwill" | "other_income" }
);

/** Refuses with `bank-too-low` what the bank cannot pay; other income is paid in. */
async function postSimply(tx: Tx, by: By, post: SimplePost): Promise<Posted> {
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

// A fine from the member list: any official charges it, and it is posted at once (PAY-22).

type NamedMember = { id: number | null; username: string | null };

/** Refuses a name that matches no member or several, and a member who has left. */
async function postFine(
  tx: Tx,
  by: By,
  fine: { chargedUser: NamedMember; amountCents: Cents; when: When },
): Promise<Posted> {
  const member = await findChargedMember(tx, fine.chargedUser);
  const { entryId } = await chargeFine(tx, {
    memberId: member.id,
    amountCents: fine.amountCents,
    description: fine.when.description,
    chargedOn: fine.when.businessDate,
    by: { actorId: by.actor.id, address: by.origin.address },
    now: by.now,
  });
  const fined = {
    member: `${member.first_name} ${member.last_name}`,
    amount: fine.amountCents,
  };
  return { entryId, done: message("done.books.fined", fined) };
}

async function findChargedMember(reader: Reader, named: NamedMember) {
  const found = await reader
    .selectFrom("members")
    .select(["id", "first_name", "last_name"])
    .where((where) =>
      where.or([
        where("id", "=", named.id ?? 0),
        sql<boolean>`lower(username) = lower(${named.username ?? ""})`,
      ]),
    )
    .execute();
  // A username of digits may be another member's number; a fine must never go to the wrong person.
  if (found.length > 1) throw refuse("charged-user-ambiguous").at("charged_user");
  const [member] = found;
  if (member === undefined) throw refuse("charged-user-unknown").at("charged_user");
  return member;
}

// Fines several members alike, each as if alone (PAY-31).

/** Refuses an invalid day; the answer names members who cannot be fined. Above the limit all are proposed (BOOK-27). */
export async function fineMembers(
  tx: Tx,
  { body, ...by }: SignedInRequest<unknown, BodyOf<typeof fineMany>>,
): Promise<ReplyOf<typeof fineMany>> {
  const { fined, refused } = await chargeAll(tx, by, body, null);
  const totalCents = body.amount * BigInt(fined.length);
  const limitCents = await readSecondPersonLimit(tx, "fine", by.now);
  if (fined.length > 0 && limitCents !== null && body.amount > limitCents)
    throw proposedInstead(by, {
      kind: "fines",
      body,
      concernsId: null,
      description: body.description,
      what: "fine",
      amountCents: totalCents,
    });
  return {
    detail: by.t("done.fines.many", {
      count: fined.length,
      total: totalCents,
      refused: refused.size,
    }),
    fined: fined.map(({ memberId, fineId, entryId }) => ({
      member_id: memberId,
      fine_id: fineId,
      entry_id: entryId,
    })),
    refused: [...refused].map(([id, refusal]) => ({ id, detail: sayRefusal(by.t, refusal) })),
    total: toKes(totalCents),
  };
}

/** Charges proposed fines, to those who can be fined now. */
export async function postFines(
  tx: Tx,
  by: By,
  body: BodyOf<typeof fineMany>,
  proposalId: number,
): Promise<{ entryId: null; amountCents: Cents; done: Message }> {
  const { fined } = await chargeAll(tx, by, body, proposalId);
  const amountCents = body.amount * BigInt(fined.length);
  const facts = { count: fined.length, total: amountCents, refused: 0 };
  return { entryId: null, amountCents, done: message("done.fines.many", facts) };
}

async function chargeAll(tx: Tx, by: By, body: BodyOf<typeof fineMany>, proposalId: number | null) {
  const when = await whenOf(tx, by, body);
  return chargeFines(tx, {
    memberIds: body.members,
    amountCents: body.amount,
    description: when.description,
    chargedOn: when.businessDate,
    proposalId,
    by: { actorId: by.actor.id, address: by.origin.address },
    now: by.now,
  });
}
