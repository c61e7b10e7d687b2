// Asks a member's own phone to pay (ASK-1): validated by the rules of the payment, and sent after the commit.
import { CONTRIBUTION, LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { randomInt } from "node:crypto";
import type { askToPay } from "#contract/mpesa.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { fieldFault } from "#domain/field-fault.ts";
import { openAskStates } from "#domain/mpesa/ask-states.ts";
import { toKes } from "#domain/money.ts";
import { firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import { waiting } from "#domain/refusals.ts";
import { aheadFrom } from "#domain/wrong-clock.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { askedAgainAfterMs, newRequest } from "#server/core/daraja/requests.ts";
import { confirmedPhone, lockMember } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { atFieldsOfAsk, type SubmitPayments, whyNotPayable } from "./submit-ask.ts";

const ASKS_AN_HOUR = 6;
const HOUR_MS = 3_600_000;

/**
 * Returns the ask's id. Refuses a member without a confirmed phone, a second open ask of the same kind (and loan), more
 * than six an hour, and what the member could not pay so.
 */
export async function makeAsk(
  tx: Tx,
  { actor, now, origin }: By,
  { submit, body }: { submit: SubmitPayments; body: BodyOf<typeof askToPay> },
): Promise<number> {
  const member = await lockMember(tx, actor.id);
  const phone = confirmedPhone(member);
  if (phone === null) throw refuse("ask-needs-phone");
  const what = { ...whatFor(body), amountCents: body.amount };
  await requireNoneOpen(tx, member.id, what);
  await requireFewAsks(tx, member.id, now);
  const reference = newReference();
  const asked = { member, ...what, reference, paidAt: now };
  const refusal = await whyNotPayable(tx, submit, { asked, now });
  if (refusal !== null) throw atFieldsOfAsk(refusal);
  const { id } = await tx
    .insertInto("mpesa_asks")
    .values({
      member_id: member.id,
      kind: what.kind,
      loan_id: what.loanId,
      contribution_month: what.month,
      amount_cents: what.amountCents,
      phone,
      account_reference: reference,
      asked_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await queueRequests(tx, { id, now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "asks.ask",
    subject: "ask",
    subjectId: id,
    after: {
      amount: toKes(what.amountCents),
      ...(what.month === null ? {} : { contribution_month: what.month }),
    },
    address: origin.address,
  });
  return id;
}

type What = {
  kind: BodyOf<typeof askToPay>["kind"];
  loanId: number | null;
  month: PlainDate | null;
};

function whatFor({ kind, loan_id, contribution_month }: BodyOf<typeof askToPay>): What {
  if (kind === LOAN_PAYMENT) {
    if (loan_id === undefined) throw required("loan_id", "Loan");
    return { kind, loanId: loan_id, month: null };
  }
  if (kind !== CONTRIBUTION) return { kind, loanId: null, month: null };
  if (contribution_month === undefined) throw required("contribution_month", "Contribution month");
  return { kind, loanId: null, month: firstOfMonth(contribution_month) };
}

const required = (field: string, label: "Contribution month" | "Loan") =>
  refuseFields({ [field]: [fieldFault("required", { label })] });

async function requireNoneOpen(
  tx: Tx,
  memberId: number,
  { kind, loanId }: Pick<What, "kind" | "loanId">,
): Promise<void> {
  const open = await tx
    .selectFrom("mpesa_asks")
    .select("id")
    .where("member_id", "=", memberId)
    .where("kind", "=", kind)
    .where("loan_id", "is not distinct from", loanId)
    .where("state", "in", [...openAskStates])
    .executeTakeFirst();
  if (open !== undefined) throw refuse("ask-open");
}

async function requireFewAsks(tx: Tx, memberId: number, now: Date): Promise<void> {
  const recent = await tx
    .selectFrom("mpesa_asks")
    .select("asked_at")
    .where("member_id", "=", memberId)
    .where("asked_at", ">", new Date(now.getTime() - HOUR_MS))
    .where("asked_at", "<=", aheadFrom(now))
    .orderBy("id", "desc")
    .limit(ASKS_AN_HOUR)
    .execute();
  const oldest = recent[ASKS_AN_HOUR - 1];
  if (oldest === undefined) return;
  const leftMs = oldest.asked_at.getTime() + HOUR_MS - now.getTime();
  throw refuse("too-many-requests", waiting(Math.max(1, Math.ceil(leftMs / 1_000))));
}

// No letter or digit that is read as another; 50 bits beside `AK`, which makes it another than anybody's RegNo.
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM_CHARACTERS = 10;

function newReference(): string {
  const characters = Array.from(
    { length: RANDOM_CHARACTERS },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return `AK${characters.join("")}`;
}

async function queueRequests(tx: Tx, { id, now }: { id: number; now: Date }): Promise<void> {
  const subject = { kind: "ask", id: BigInt(id) } as const;
  await newRequest(tx, { kind: "ask", subject, now });
  for (const [attempt, afterMs] of askedAgainAfterMs.entries()) {
    const dueAt = new Date(now.getTime() + afterMs);
    await newRequest(tx, { kind: "query_ask", subject, attempt, dueAt, now });
  }
}
