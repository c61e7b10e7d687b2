// Payments that members report, or an office in their name: submitted once, decided by both offices, never changed (PAY-9).
import { sql } from "kysely";
import { assert } from "#domain/assert.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { EarlyWay } from "#domain/lending/pay-loan.ts";
import { isCashKey } from "#domain/meetings/collection.ts";
import { referenceKey } from "#domain/payments/pay-to.ts";
import { factsOfKinds, type PaymentKind } from "#domain/payments/payment-kinds.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { matchNewPayments } from "#server/core/bank-lines/matching.ts";
import { letter } from "#server/core/mail/letters.ts";
import { requireContest, tellContested } from "./contested.ts";
import { wakeAsksOfMember } from "#server/core/mpesa/wake-asks.ts";
import {
  findMember,
  fullName,
  isMember,
  type MemberRow,
  nameOf,
} from "#server/core/members/member-directory.ts";
import {
  noticeOf,
  tell,
  writeNotices,
  type NewNotice,
} from "#server/core/notices/write-notices.ts";
import { violatedConstraint, type Reader, type Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";

/** Whose payment it is, and who reports it. */
export type Payer = {
  memberId: number;
  /**
   * Whether the Chairperson has approved the account: otherwise its claim to a reference does not block a member's
   * (PAY-4).
   */
  isMember: boolean;
  /** The official who entered it (STAT-16, OPEN-54); null when the member reports it. */
  enteredBy: number | null;
  /** Whether it was entered from a line of a statement. */
  isFromLine: boolean;
};

/** A member who reports their own payment. */
export function ownPayer({ id, status }: Pick<Actor, "id" | "status">): Payer {
  return {
    memberId: id,
    isMember: status !== "pending_approval",
    enteredBy: null,
    isFromLine: false,
  };
}

type SubmittedPayment = {
  kind: PaymentKind;
  payer: Payer;
  amountCents: Cents;
  /** Normalised (domain/payments/pay-to.ts). */
  reference: string;
  paidAt: Date;
  /** First of the month, for a contribution; null otherwise. */
  contributionMonth: PlainDate | null;
  /** The last one, of a contribution for several. */
  lastMonth?: PlainDate | null;
  /** Which of its kind it is in one sum, from 0 (PAY-35). */
  part?: number;
  /** What is done with more than is due, on a loan of a product; null otherwise. */
  early?: EarlyWay | null;
  /** The loan that is repaid, for a loan payment; null otherwise. */
  loan: { id: number; name: Message } | null;
  /** The merry-go-round that it is for; null otherwise. */
  rotation?: { id: number; name: string } | null;
  /** The fund that it is for; null otherwise. */
  fund?: { id: number; name: string } | null;
};

/**
 * Stores a reported payment, which changes nothing in the books until both offices approve, and returns its id.
 * Matches it with its statement line, if there is one (STAT-11). Refuses a reference on a live item of another
 * member whom a statement does not name less (STAT-62), or of the same kind, also when two requests race; and one of the
 * form that a collection of a meeting has (CASH-5).
 */
export async function submitPayment(
  tx: Tx,
  { actor, now, origin }: By,
  payment: SubmittedPayment,
): Promise<number> {
  const { kind, payer, reference } = payment;
  const { memberId, isMember, enteredBy, isFromLine } = payer;
  const claim = { referenceKey: referenceKey(reference), memberId };
  if (isCashKey(claim.referenceKey)) throw refuse("cash-reference").at("payment_Reference_Code");
  const isFree = isMember
    ? (await insertClaims(tx, [claim])).size === 1
    : !(await isHeldByAnother(tx, claim));
  if (!isFree && !isMember)
    throw refuse("reference-of-another-member").at("payment_Reference_Code");
  if (!isFree) await requireContest(tx, claim, now);
  const { id, status } = await tx
    .insertInto("payments")
    .values({
      kind,
      member_id: memberId,
      amount_cents: payment.amountCents,
      reference,
      reference_standing: isFree ? (isMember ? "holds" : "waits") : "contests",
      paid_at: payment.paidAt,
      submitted_at: now,
      contribution_month: payment.contributionMonth,
      last_month: payment.lastMonth ?? null,
      part: payment.part ?? 0,
      loan_id: payment.loan?.id ?? null,
      rotation_id: payment.rotation?.id ?? null,
      fund_id: payment.fund?.id ?? null,
      early: payment.early ?? null,
      entered_by: enteredBy,
    })
    .returning(["id", "status"])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (isReferenceTaken(error))
        throw refuse("reference-used", { kind }).at("payment_Reference_Code");
      throw error;
    });
  // The caller reports what an official enters.
  if (enteredBy === null) {
    await acknowledge(tx, id, payment, now);
    await wakeAsksOfMember(tx, memberId);
  }
  // A payment that was entered from a line is matched with that line.
  if (isMember && !isFromLine) await matchNewPayments(tx, { payments: [{ id }], now });
  const contested = isFree ? null : await tellContested(tx, { id, claim, now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: factsOfKinds[kind].paidAction,
    subject: kind,
    subjectId: id,
    after: {
      ...(payment.loan === null ? {} : { loan: payment.loan.name }),
      ...((payment.rotation ?? null) === null ? {} : { name: payment.rotation?.name }),
      ...((payment.fund ?? null) === null ? {} : { fund: payment.fund?.name }),
      amount_paid: toKes(payment.amountCents),
      payment_Reference_Code: reference,
      ...((payment.early ?? null) === null ? {} : { early: payment.early }),
      status,
      ...(contested === null ? {} : { contested }),
      // The member, where an official entered it by hand.
      ...(enteredBy === null || isFromLine ? {} : { member_id: memberId }),
    },
    address: origin.address,
  });
  return id;
}

/** The member who reported a payment has it in their own list. */
async function acknowledge(
  tx: Tx,
  id: number,
  payment: SubmittedPayment,
  now: Date,
): Promise<void> {
  const { kind, amountCents: amount, reference, payer } = payment;
  const about = { kind, id };
  const occasion = `payment_submitted:${id}`;
  const to = { memberId: payer.memberId, about, occasion, now };
  await tell(tx, "payment_submitted", to, { kind, amount, reference });
}

/** Whether the database refused because the member reported the same reference for the same kind. */
export function isReferenceTaken(error: unknown): boolean {
  const constraint = violatedConstraint(error);
  return constraint === "payments_reference_key" || constraint === "payments_own_reference_key";
}

export type Claim = { referenceKey: string; memberId: number };

/**
 * Claims each reference for its member (again, if it is theirs already); returns those that no other member holds.
 * `payment_references` has one row for each reference, so racing claims meet on that row.
 */
export async function insertClaims(tx: Tx, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  const rows = claims
    .map(({ referenceKey, memberId }) => ({
      reference_key: referenceKey,
      member_id: memberId,
      live_items: 1,
    }))
    .toSorted((one, other) => (one.reference_key < other.reference_key ? -1 : 1));
  const claimed = await tx
    .insertInto("payment_references")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("reference_key")
        .doUpdateSet({ live_items: sql`payment_references.live_items + 1` })
        .whereRef("payment_references.member_id", "=", "excluded.member_id"),
    )
    .returning("reference_key")
    .execute();
  return new Set(claimed.map((row) => row.reference_key));
}

/** Whether a live item of another member has the reference. */
export async function isHeldByAnother(reader: Reader, claim: Claim): Promise<boolean> {
  const held = await reader
    .selectFrom("payment_references")
    .select("reference_key")
    .where("reference_key", "=", claim.referenceKey)
    .where("member_id", "<>", claim.memberId)
    .executeTakeFirst();
  return held !== undefined;
}

/** For a write whose `:id` is a payment of the kind; the action locks it. */
export function ofPayment(kind: PaymentKind) {
  return {
    refusesUnknown: true,
    exists: async (reader: Reader, id: number): Promise<boolean> => {
      const found = await reader
        .selectFrom("payments")
        .select("id")
        .where("kind", "=", kind)
        .where("id", "=", id)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

// An office enters a payment in a member's name (OPEN-54): who may, for whom, and how the member is notified.

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

/** A member in whose name an office may act: refuses who waits for approval, has left or is deactivated. */
export async function requireStanding(tx: Tx, memberId: number): Promise<MemberRow> {
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

/**
 * The confirmation for whoever reported a payment. A member in whose name an official entered it gets a mail, if they
 * have an address.
 */
export async function confirmPayment(
  tx: Tx,
  { id, kind, payer, body, now }: ReportedPayment,
): Promise<Message> {
  const { amount_paid: amount, payment_Reference_Code: reference } = body;
  if (payer.enteredBy === null) return message(factsOfKinds[kind].answers.received, { amount });
  const facts = { kind, amount, reference };
  return tellEntered(
    tx,
    { ...payer, now },
    {
      notice: (to, official) => enteredNotice({ id, to, official, ...facts }),
      done: (member) => message("done.entered.payment", { kind, amount, member }),
    },
  );
}

/** To the member in whose name an official entered a payment. */
function enteredNotice({
  id,
  to,
  ...facts
}: {
  /** Of the payment. */
  id: number;
  to: MemberRow;
  official: string;
  kind: PaymentKind;
  amount: Cents;
  reference: string;
}): NewNotice {
  const { kind, amount, official } = facts;
  const mail = { to, letter: letter("paymentEnteredFor", facts) };
  const about = { kind, id };
  const occasion = `payment_entered:${id}`;
  return noticeOf(
    "payment_entered",
    { memberId: to.id, about, occasion, mail },
    { kind, amount, official },
  );
}

/** Notifies the member in whose name an official entered something; returns what the official reads. */
export async function tellEntered(
  tx: Tx,
  { memberId, enteredBy, now }: { memberId: number; enteredBy: number | null; now: Date },
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
