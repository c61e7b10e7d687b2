// Posts a ledger entry: each type has its own record and posting rule (BOOK-18).
import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { fineMany } from "#contract/fines.ts";
import type { postLedgerEntry } from "#contract/ledger.ts";
import { nairobiDate } from "#domain/calendar.ts";
import type { PaidFrom } from "#domain/ledger/posting-rules.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import {
  proposedInstead,
  readFinedAlone,
  readSecondPersonLimit,
} from "#server/core/approvals/proposals.ts";
import { chargeFine, chargeFines } from "#server/core/ledger/fines.ts";
import { type LedgerPost, writeLedgerPost } from "#server/core/ledger/ledger-posts.ts";
import { nameResolution, requireCarried } from "#server/core/meetings/name-resolution.ts";
import type { Tx, Reader } from "#server/db/connection.ts";
import type { By, SignedInRequest } from "#server/platform/request.ts";
import { declareDividend, payDividend } from "./dividends.ts";
import { openDeposit, redeemDeposit } from "./fixed-deposits.ts";
import { requireMeetings } from "#server/core/meetings/require-meetings.ts";
import { fundsNamed, postOfFunds } from "./post-of-funds.ts";
import { recordPosting, whenOf, requireHeld, type Posted, type When } from "./posting.ts";

type LedgerEntry = BodyOf<typeof postLedgerEntry>;

/**
 * Writes the entry, on the requested day or today, with its record and its audit row, which has both days. Refuses an
 * invalid day on the field `date` (BOOK-25).
 */
export async function postEntry(tx: Tx, by: By, requested: LedgerEntry): Promise<Posted> {
  const { resolution_id: resolutionId } = requested;
  await requireCarried(tx, resolutionId);
  const when = await whenOf(tx, by, requested);
  const posted = await post(tx, by, requested, when);
  await nameResolution(tx, by, { entryId: posted.entryId, resolutionId });
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
        ...("paid_from" in requested && requested.paid_from === "cash"
          ? { paid_from: "cash" }
          : {}),
        ...(await fundsNamed(tx, requested)),
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
        paidFrom: requested.paid_from ?? "bank",
        amountCents: requested.amount,
        when,
      });
    case "investment":
    case "goodwill":
    case "cash_deposit":
    case "cash_withdrawal":
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
      if (requested.start_date > nairobiDate(by.now))
        throw refuse("date-in-future").at("start_date");
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
    case "fund_spending":
    case "fund_transfer":
      return postOfFunds(tx, by, requested, when);
    case "fine":
      return postFine(tx, by, {
        chargedUser: requested.charged_user,
        amountCents: requested.amount,
        when,
      });
  }
}

// Expenses, investments, goodwill, other income and what takes cash to the bank or from it: posted once, with no record to follow up.

type SimplePost = Exclude<
  LedgerPost,
  { type: "cash_count" | "fund_spending" | "fund_transfer" }
> & { when: When };

/** Refuses with `bank-too-low` or `cash-too-low` what cannot be paid, and cash while meetings are off (CASH-1). */
async function postSimply(tx: Tx, by: By, post: SimplePost): Promise<Posted> {
  const { amountCents, when } = post;
  const account = paidFromOf(post);
  if (account === "cash" || post.type === "cash_withdrawal") await requireMeetings(tx);
  if (account !== null) await requireHeld(tx, when, { account, amountCents });
  const entryId = await writeLedgerPost(tx, post, { authorId: by.actor.id, now: by.now });
  return { entryId, done: doneBy(post) };
}

/** The account that it takes money out of; null if it brings some in. */
function paidFromOf(post: SimplePost): PaidFrom | null {
  switch (post.type) {
    case "expense":
      return post.paidFrom;
    case "cash_deposit":
      return "cash";
    case "investment":
    case "goodwill":
    case "cash_withdrawal":
      return "bank";
    case "other_income":
      return null;
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
    case "cash_deposit":
      return message("done.books.cashDeposited", { amount });
    case "cash_withdrawal":
      return message("done.books.cashWithdrawn", { amount });
  }
}

// A fine from the member list: any official charges it, and it is posted at once up to the limit (PAY-22, BOOK-27).

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

/**
 * Refuses an invalid day; the answer names members who cannot be fined. The others are proposed if they come to more than
 * the limit, with what the official fined within 24 hours (BOOK-27).
 */
export async function fineMembers(
  tx: Tx,
  { body, ...by }: SignedInRequest<unknown, BodyOf<typeof fineMany>>,
): Promise<ReplyOf<typeof fineMany>> {
  const { fined, refused } = await chargeAll(tx, by, body, null);
  const totalCents = body.amount * BigInt(fined.length);
  const limitCents = await readSecondPersonLimit(tx, "fine");
  const countedCents = await readFinedAlone(tx, by);
  if (fined.length > 0 && limitCents !== null && countedCents > limitCents)
    throw proposedInstead(by, {
      kind: "fines",
      body: { ...body, members: fined.map(({ memberId }) => memberId) },
      concernsId: null,
      description: body.description,
      what: "fine",
      amountCents: totalCents,
      ...(body.amount <= limitCents ? { summed: { countedCents, aboveCents: limitCents } } : {}),
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
