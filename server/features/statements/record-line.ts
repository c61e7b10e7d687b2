// A line in that nobody claimed becomes a payment in a member's name (STAT-16). Both offices approve it as any other.
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  ROTATION_PAYMENT,
  type PaymentKind,
} from "#domain/payments/payment-kinds.ts";
import type { output } from "zod/mini";
import type { BodyOf } from "#contract/endpoint.ts";
import type { recordedPayment, recordLine } from "#contract/statement-lines.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { whyNoPayment } from "#domain/members/member-status.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { normaliseReference } from "#domain/payments/pay-to.ts";
import { refuse } from "#domain/refusal.ts";
import { single } from "#domain/assert.ts";
import type { Translate } from "#messages/translator.ts";
import type { Payer } from "#server/core/approvals/payments.ts";
import { letter } from "#server/core/mail/letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import {
  lockMember,
  personColumns,
  stateOf,
  toPerson,
} from "#server/core/members/member-directory.ts";
import { readOwedRotations } from "#server/core/rotations/read-rotations.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { lockLines, requireMatchable, saveMatches } from "#server/core/bank-lines/save-matches.ts";
import type { By, SpokenTo } from "#server/platform/request.ts";

type Recording = By & { t: Translate };

/** What a payment of each kind is reported by; `payer` has the member and who enters it. */
export type PaymentToRecord = {
  payer: Payer;
  amountCents: Cents;
  reference: string;
  paidAt: Date;
};

/** How a payment of each kind is submitted, by the features that do it; each gives its id and refuses by its own rules. */
export type SubmitPayments = {
  contribution: (
    tx: Tx,
    by: SpokenTo,
    paid: PaymentToRecord & { month: PlainDate },
  ) => Promise<number>;
  loan_payment: (
    tx: Tx,
    by: SpokenTo,
    paid: PaymentToRecord & { loanId: number },
  ) => Promise<number>;
  fine_payment: (tx: Tx, by: SpokenTo, paid: PaymentToRecord) => Promise<number>;
  rotation_payment: (
    tx: Tx,
    by: SpokenTo,
    paid: PaymentToRecord & { rotationId: number },
  ) => Promise<number>;
  fund_payment: (
    tx: Tx,
    by: SpokenTo,
    paid: PaymentToRecord & { fundId: number },
  ) => Promise<number>;
  /** The month of a member's next contribution. */
  firstUnpaidMonth: (tx: Tx, memberId: number) => Promise<PlainDate>;
};

/** Refuses a line that is no money in, is matched or proves nothing, and what the member themselves could not pay so. */
export async function record(
  tx: Tx,
  by: Recording,
  submit: SubmitPayments,
  { lineId, body }: { lineId: number; body: BodyOf<typeof recordLine> },
): Promise<output<typeof recordedPayment>> {
  const member = await lockMember(tx, body.member_id);
  const [line] = await lockLines(tx, [lineId]);
  if (line === undefined) throw refuse("not-found");
  requireMatchable(line);
  if (line.kind !== "payment_in" || line.amount_cents <= 0n) throw refuse("line-not-money-in");
  const refusal = whyNoPayment(stateOf(member));
  if (refusal !== null) throw refusal.at("member_id");
  const paid: PaymentToRecord = {
    payer: { memberId: member.id, isMember: true, enteredBy: by.actor.id, isFromLine: true },
    amountCents: line.amount_cents,
    reference: referenceOf(line),
    paidAt: line.at ?? new Date(`${line.on_day}T12:00:00+03:00`),
  };
  const paymentId = await submitAs(tx, by, submit, { body, paid });
  await saveMatches(tx, by, {
    lineIds: [lineId],
    matched: { kind: body.kind, id: paymentId },
    reason: "recorded",
    explanation: null,
    action: "statement-lines.record",
  });
  const payment = await readRecorded(tx, { id: paymentId, kind: body.kind });
  const { kind } = body;
  const { entered_by: entering, payment_Reference_Code: reference } = payment;
  const facts = { kind, amount: line.amount_cents, official: entering.full_name };
  await tell(
    tx,
    "payment_entered",
    {
      memberId: member.id,
      about: { kind, id: paymentId },
      occasion: `payment_entered:${paymentId}`,
      mail: { to: member, letter: letter("paymentEntered", { ...facts, reference }) },
      now: by.now,
    },
    facts,
  );
  return payment;
}

async function submitAs(
  tx: Tx,
  by: Recording,
  submit: SubmitPayments,
  { body, paid }: { body: BodyOf<typeof recordLine>; paid: PaymentToRecord },
): Promise<number> {
  switch (body.kind) {
    case CONTRIBUTION: {
      const month = body.contribution_month ?? (await submit.firstUnpaidMonth(tx, body.member_id));
      return submit.contribution(tx, by, { ...paid, month });
    }
    case LOAN_PAYMENT: {
      const loanId = body.loan_id ?? (await singleLoan(tx, body.member_id));
      await requireOwnLoan(tx, { loanId, memberId: body.member_id });
      return submit.loan_payment(tx, by, { ...paid, loanId });
    }
    case FINE_PAYMENT:
      return submit.fine_payment(tx, by, paid);
    case ROTATION_PAYMENT: {
      const rotationId = body.rotation_id ?? (await singleRotation(tx, body.member_id));
      return submit.rotation_payment(tx, by, { ...paid, rotationId });
    }
    case FUND_PAYMENT: {
      const fundId = body.fund_id ?? (await singleFund(tx));
      return submit.fund_payment(tx, by, { ...paid, fundId });
    }
  }
}

async function singleLoan(tx: Tx, memberId: number): Promise<number> {
  const loans = await tx
    .selectFrom("loans")
    .select("id")
    .where("member_id", "=", memberId)
    .where("status", "in", ["active", "default"])
    .limit(2)
    .execute();
  if (loans.length !== 1) throw refuse("loan-to-name").at("loan_id");
  return single(loans).id;
}

/** That in which the member has something left to pay, if it is one. */
async function singleRotation(tx: Tx, memberId: number): Promise<number> {
  const owed = await readOwedRotations(tx, memberId);
  if (owed.length !== 1) throw refuse("rotation-to-name").at("rotation_id");
  return single(owed);
}

/** That which is open, if it is one. */
async function singleFund(tx: Tx): Promise<number> {
  const funds = await tx
    .selectFrom("funds")
    .select("id")
    .where("closed_at", "is", null)
    .limit(2)
    .execute();
  if (funds.length !== 1) throw refuse("fund-to-name").at("fund_id");
  return single(funds).id;
}

async function requireOwnLoan(
  tx: Tx,
  { loanId, memberId }: { loanId: number; memberId: number },
): Promise<void> {
  const loan = await tx
    .selectFrom("loans")
    .select("id")
    .where("id", "=", loanId)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (loan === undefined) throw refuse("not-found");
}

/** The M-PESA code or the bank's reference as payments write it; a line without any is named by its number. */
function referenceOf(line: { id: number; code: string | null; reference: string | null }): string {
  const written = [line.code, line.reference].flatMap((each) => {
    const plain = each === null ? null : normaliseReference(each.replaceAll(/[^A-Za-z0-9/-]/g, ""));
    return plain === null ? [] : [plain];
  });
  return written[0] ?? `LINE-${String(line.id).padStart(4, "0")}`;
}

async function readRecorded(
  reader: Reader,
  { id, kind }: { id: number; kind: PaymentKind },
): Promise<output<typeof recordedPayment>> {
  const row = await reader
    .selectFrom("payments")
    .innerJoin("members", "members.id", "payments.member_id")
    .select([
      "amount_cents",
      "paid_at",
      "reference",
      "contribution_month",
      "loan_id",
      "rotation_id",
      "fund_id",
      "payments.status",
      "entered_by",
    ])
    .select(personColumns)
    .where("payments.id", "=", id)
    .executeTakeFirstOrThrow();
  const official = await reader
    .selectFrom("members")
    .select(personColumns)
    .where("members.id", "=", row.entered_by)
    .executeTakeFirstOrThrow();
  return {
    kind,
    id,
    member: toPerson(row),
    amount_paid: toKes(row.amount_cents),
    payment_date: nairobiIso(row.paid_at),
    payment_Reference_Code: row.reference,
    contribution_month: row.contribution_month,
    loan_id: row.loan_id,
    ...(row.rotation_id === null ? {} : { rotation_id: row.rotation_id }),
    ...(row.fund_id === null ? {} : { fund_id: row.fund_id }),
    // The database knows no other (payments.status).
    status: row.status as output<typeof recordedPayment>["status"],
    entered_by: toPerson(official),
  };
}
