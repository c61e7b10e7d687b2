// Payments that members report: submitted once, decided by both offices, never changed (PAY-9).
import { sql } from "kysely";
import { toKes, type Cents } from "#domain/money.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { referenceKey } from "#domain/payments/pay-to.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { matchNewPayments } from "#server/core/statements/matching.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { violatedConstraint, type Reader, type Tx } from "#server/db/connection.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { evidenceState } from "./evidence.ts";

export type PaymentKind = "contribution" | "loan_payment" | "fine_payment";

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
  /** The loan that is repaid, for a loan payment; null otherwise. */
  loan: { id: number; name: Message } | null;
};

/**
 * Stores a reported payment, which changes nothing in the books until both offices approve, and returns its id.
 * Matches it with its statement line, if there is one (STAT-11). Refuses a reference on a live item of another
 * member, or of the same kind, also when two requests race.
 */
export async function submitPayment(
  tx: Tx,
  { actor, now, origin }: Pick<SignedInRequest, "actor" | "now" | "origin">,
  payment: SubmittedPayment,
): Promise<number> {
  const { kind, payer, reference } = payment;
  const { memberId, isMember, enteredBy, isFromLine } = payer;
  const claim = { referenceKey: referenceKey(reference), memberId };
  const isFree = isMember
    ? (await insertClaims(tx, [claim])).size === 1
    : !(await isHeldByAnother(tx, claim));
  if (!isFree) throw refuse("reference-of-another-member").at("payment_Reference_Code");
  const { id, status } = await tx
    .insertInto("payments")
    .values({
      kind,
      member_id: memberId,
      amount_cents: payment.amountCents,
      reference,
      reference_standing: isMember ? "holds" : "waits",
      paid_at: payment.paidAt,
      submitted_at: now,
      contribution_month: payment.contributionMonth,
      loan_id: payment.loan?.id ?? null,
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
  if (enteredBy === null) await acknowledge(tx, id, payment, now);
  // A payment that was entered from a line is matched with that line.
  if (isMember && !isFromLine) await matchNewPayments(tx, { payments: [{ id }], now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: actions[kind],
    subject: kind,
    subjectId: id,
    after: {
      ...(payment.loan === null ? {} : { loan: inEnglish(payment.loan.name) }),
      amount_paid: toKes(payment.amountCents),
      payment_Reference_Code: reference,
      status,
      // The member, where an official entered it by hand.
      ...(enteredBy === null || isFromLine ? {} : { member_id: memberId }),
    },
    address: origin.address,
  });
  return id;
}

const actions = {
  contribution: "contributions.pay",
  loan_payment: "loans.repay",
  fine_payment: "fines.pay",
} as const satisfies Record<PaymentKind, string>;

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

type Claim = { referenceKey: string; memberId: number };

/**
 * Claims each reference for its member (again, if it is theirs already); returns those that no other member holds.
 * `payment_references` has one row for each reference, so racing claims meet on that row.
 */
async function insertClaims(tx: Tx, claims: readonly Claim[]): Promise<ReadonlySet<string>> {
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

async function isHeldByAnother(reader: Reader, claim: Claim): Promise<boolean> {
  const held = await reader
    .selectFrom("payment_references")
    .select("reference_key")
    .where("reference_key", "=", claim.referenceKey)
    .where("member_id", "<>", claim.memberId)
    .executeTakeFirst();
  return held !== undefined;
}

type ClaimingPayment = { payment: LockedPayment; approvedAt: Date | null };

/**
 * For payments to be approved whose references are not their members' yet (PAY-4): returns those that nobody else
 * holds. From here on the approved payment holds the reference, also against those behind it in the list.
 */
export async function claimReferences(
  tx: Tx,
  kind: PaymentKind,
  claiming: readonly ClaimingPayment[],
): Promise<(payment: LockedPayment) => boolean> {
  const free = new Set<number>();
  if (claiming.length > 0) {
    const holders = await readHolders(tx, kind, claiming);
    const claims: (Claim & { id: number })[] = [];
    for (const { payment, approvedAt } of claiming) {
      const { id, reference_key: referenceKey, member_id: memberId } = payment;
      const holder = holders.get(referenceKey);
      if (holder !== undefined && holder.memberId !== memberId) continue;
      if (approvedAt === null) free.add(id);
      else if (holder?.onKind !== true) {
        holders.set(referenceKey, { memberId, onKind: true });
        claims.push({ id, referenceKey, memberId });
      }
    }
    const claimed = await insertClaims(tx, claims);
    for (const { id, referenceKey } of claims) if (claimed.has(referenceKey)) free.add(id);
  }
  return ({ id }) => free.has(id);
}

/** Who holds each reference, and whether a live payment of the kind uses it. */
async function readHolders(
  reader: Reader,
  kind: PaymentKind,
  claiming: readonly ClaimingPayment[],
): Promise<Map<string, { memberId: number; onKind: boolean }>> {
  const keys = claiming.map(({ payment }) => payment.reference_key);
  const rows = await reader
    .selectFrom("payment_references")
    .select([
      "reference_key",
      "member_id",
      sql<boolean>`EXISTS (SELECT FROM payments
        WHERE payments.reference_key = payment_references.reference_key AND kind = ${kind}
          AND status <> 'rejected' AND reference_standing = 'holds')`.as("on_kind"),
    ])
    .where("reference_key", "=", anyOf("text", keys))
    .execute();
  return new Map(
    rows.map((row) => [row.reference_key, { memberId: row.member_id, onKind: row.on_kind }]),
  );
}

/** Releases the references of rejected items; a claim ends with its last live item. */
export async function releaseReferences(
  tx: Tx,
  rejected: readonly Pick<LockedPayment, "reference_key" | "reference_standing">[],
): Promise<void> {
  const keys = rejected.flatMap((each) =>
    each.reference_standing === "holds" ? [each.reference_key] : [],
  );
  if (keys.length === 0) return;
  const claims = tx.selectFrom("payment_references").where("reference_key", "in", keys);
  await claims.select("live_items").orderBy("reference_key").forUpdate().execute();
  await tx
    .deleteFrom("payment_references")
    .where("reference_key", "in", keys)
    .where("live_items", "=", 1)
    .execute();
  await tx
    .updateTable("payment_references")
    .set({ live_items: sql`live_items - 1` })
    .where("reference_key", "in", keys)
    .execute();
}

const selectForVerdict = preparedQuery((tx, kind: PaymentKind, ids: readonly number[]) =>
  tx
    .selectFrom("payments")
    .selectAll()
    .select([
      evidenceState.as("evidence"),
      sql<boolean>`(SELECT require_evidence FROM group_settings)`.as("requires_evidence"),
    ])
    .where("kind", "=", kind)
    .where("id", "=", anyOf("int", ids))
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** With its evidence at that moment. */
export type PaymentForVerdict = Awaited<ReturnType<typeof selectForVerdict>>[number];
export type LockedPayment = Omit<PaymentForVerdict, "evidence" | "requires_evidence">;

const lockPayers = preparedQuery((tx, kind: PaymentKind, ids: readonly number[]) =>
  tx
    .selectFrom("members")
    .select("id")
    .where("id", "in", (nested) =>
      nested
        .selectFrom("payments")
        .select("member_id")
        .where("kind", "=", kind)
        .where("payments.id", "=", anyOf("int", ids)),
    )
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** Locks payments, and before them the members whose debts they settle (SAFE-2); returns those that exist, by id. */
export async function lockPayments(
  tx: Tx,
  kind: PaymentKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PaymentForVerdict>> {
  // Ids beyond int4 would be an error in PostgreSQL, and no payment has one.
  const possible = ids.filter((id) => id <= 2_147_483_647);
  if (kind !== "contribution") await lockPayers(tx, kind, possible);
  return new Map((await selectForVerdict(tx, kind, possible)).map((row) => [row.id, row]));
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
