// An office enters a payment or a loan application in a member's name (OPEN-54): who may, for whom, and how the
// member is notified.
import { assert } from "#domain/assert.ts";
import type { Cents } from "#domain/money.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { letter } from "#server/core/mail/letters.ts";
import { noticeOf, writeNotices, type NewNotice } from "#server/core/notices/write-notices.ts";
import { fullName, nameOf } from "#server/core/members/office-proposals.ts";
import { findMember, isMember, type MemberRow } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { ownPayer, type PaymentKind, type Payer } from "./payments.ts";

/** For a write whose body may name a member: checks the right first, then that the member exists. */
export const inNameOfMember = {
  permit(actor: Actor, body: Record<string, unknown>): void {
    const named = body["member_id"];
    if (named === undefined || named === null || named === "") return;
    if (named === actor.id || named === String(actor.id)) return;
    const office = officeOf(actor);
    if (office !== "Treasurer" && office !== "Sec-Gen") throw refuse("forbidden");
  },
  existsInBody: (reader: Reader, body: Record<string, unknown>) =>
    isMember(reader, body["member_id"] ?? undefined),
};

/**
 * Whose payment it is: the actor's own, or that of the member they enter it for. Refuses a member who waits for
 * approval or has left.
 */
export async function payerOf(tx: Tx, actor: Actor, memberId: number | undefined): Promise<Payer> {
  if (memberId === undefined || memberId === actor.id) return ownPayer(actor);
  const member = await requireStanding(tx, memberId);
  return { memberId: member.id, isMember: true, enteredBy: actor.id, isFromLine: false };
}

/** Whose loan it is, and the official who enters the application; null when the member applies. */
export type Borrower = { memberId: number; enteredBy: number | null };

/** Like `payerOf`, for a loan: a member with an account applies themselves, so that nobody borrows in their name. */
export async function borrowerOf(
  tx: Tx,
  actor: Actor,
  memberId: number | undefined,
): Promise<Borrower> {
  if (memberId === undefined || memberId === actor.id)
    return { memberId: actor.id, enteredBy: null };
  const member = await requireStanding(tx, memberId);
  if (member.email_verified_at !== null || member.is_founder)
    throw refuse("member-applies-themselves").at("member_id");
  if (member.status === "dormant") throw refuse("dormant-cannot-borrow").at("member_id");
  return { memberId: member.id, enteredBy: actor.id };
}

async function requireStanding(tx: Tx, memberId: number): Promise<MemberRow> {
  const member = await findMember(tx, memberId);
  if (member === undefined) throw refuse("not-found");
  const { status, exited_on: exitedOn, is_active: isActive } = member;
  const isStanding = status === "active" || status === "dormant";
  if (!isStanding || exitedOn !== null || !isActive)
    throw refuse("not-entered-for-them").at("member_id");
  return member;
}

type ReportedPayment = {
  /** Of the payment. */
  id: number;
  kind: PaymentKind;
  payer: Payer;
  body: { amount_paid: Cents; payment_Reference_Code: string };
  now: Date;
};

const received = {
  contribution: "done.contributions.received",
  loan_payment: "done.loans.repaid",
  fine_payment: "done.fines.received",
} as const;

/**
 * The confirmation for whoever reported a payment. A member in whose name an official entered it gets a mail, if they
 * have an address.
 */
export async function confirmPayment(
  tx: Tx,
  { id, kind, payer, body, now }: ReportedPayment,
): Promise<Message> {
  const { amount_paid: amount, payment_Reference_Code: reference } = body;
  if (payer.enteredBy === null) return message(received[kind], { amount });
  const facts = { kind, amount, reference };
  return tellEntered(
    tx,
    { ...payer, now },
    {
      notice: (to, official) => {
        const mail = { to, letter: letter("paymentEnteredFor", { ...facts, official }) };
        const about = { kind, id };
        const occasion = `payment_entered:${id}`;
        return noticeOf(
          "payment_entered",
          { memberId: to.id, about, occasion, mail },
          { kind, amount, official },
        );
      },
      done: (member) => message("done.entered.payment", { kind, amount, member }),
    },
  );
}

type EnteredLoan = {
  id: number;
  borrower: Borrower;
  amount: Cents;
  /** Whether an office decides on it. The mail says so; no mail goes out if the limit refused it at once. */
  waits: boolean;
  now: Date;
};

/** The same for a loan application. */
export async function tellLoanEntered(
  tx: Tx,
  { id, borrower, amount, waits, now }: EnteredLoan,
): Promise<Message> {
  return tellEntered(
    tx,
    { ...borrower, now },
    {
      notice: (to, official) => {
        const mail = waits
          ? { mail: { to, letter: letter("loanEnteredFor", { amount, official }) } }
          : {};
        const about = { kind: "loan", id } as const;
        const occasion = `loan_entered:${id}`;
        return noticeOf(
          "loan_entered",
          { memberId: to.id, about, occasion, ...mail },
          { amount, official },
        );
      },
      done: (member) => message("done.entered.loan", { amount, member }),
    },
  );
}

async function tellEntered(
  tx: Tx,
  { memberId, enteredBy, now }: Borrower & { now: Date },
  words: {
    notice: (to: MemberRow, official: string) => NewNotice;
    done: (member: string) => Message;
  },
): Promise<Message> {
  const member = await findMember(tx, memberId);
  assert(member !== undefined && enteredBy !== null, "somebody entered it in a member's name");
  const notice = words.notice(member, await nameOf(tx, enteredBy));
  await writeNotices(tx, { notices: [notice], now });
  return words.done(fullName(member));
}
