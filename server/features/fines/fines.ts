// Fines and their payments: routes, then what they read and write.
import { FINE_PAYMENT } from "#domain/payments/payment-kinds.ts";
import * as contract from "#contract/fines.ts";
import { toKes, plainAmount, type Cents } from "#domain/money.ts";
import { decidingOn } from "#server/core/approvals/decide-payments.ts";
import {
  nothingOpen,
  readOpenPayments,
  type OpenParams,
  readingByIds,
  selectPayments,
  toPaymentFields,
} from "#server/core/approvals/payment-rows.ts";
import { officeOf } from "#domain/permissions.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import { readFines, readFineTotals } from "#server/core/ledger/fines.ts";
import { pageOf } from "#server/db/paging.ts";
import {
  confirmPayment,
  inNameOfMember,
  ofPayment,
  ownPayer,
  payerOf,
  submitPayment,
  type Payer,
} from "#server/core/approvals/payments.ts";
import type { CollectedPayment, ValidateFigures } from "#server/core/approvals/enter-collected.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { FinePayment, changeUsualFines, getUsualFines } from "#contract/fines.ts";
import { single } from "#domain/assert.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Tx, Reader } from "#server/db/connection.ts";
import { lockUsualFines } from "#server/db/locks.ts";
import { sql } from "kysely";
import { contestedBy, contestedReply } from "#server/core/approvals/contested.ts";
import { evidenceColumn } from "#server/core/approvals/evidence.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";
import type { SignedInRequest, SpokenTo } from "#server/platform/request.ts";

export function fineRoutes(routes: Routes): void {
  routes.read(contract.getUserFines, async (reader, { actor, query, t }) => {
    const memberId = await accountOwner(reader, actor, query.member);
    const { totalCents, unpaidCents } = await readFineTotals(reader, memberId);
    const { fines, count } = await readFines(reader, { memberId, page: pageOf(query), t });
    return {
      total_fines: toKes(totalCents),
      unpaid_fines: toKes(unpaidCents),
      fines,
      ...(count === undefined ? {} : { count }),
    };
  });

  routes.read(contract.getUsualFines, (reader) => readUsualFines(reader));
  routes.write(contract.changeUsualFines, writeUsualFines);

  routes.write(
    contract.payFine,
    async (tx, { body, ...by }) => {
      const payer = await payerOf(tx, by.actor, body.member_id);
      const fine_payment = await payFine(tx, by, {
        amountCents: body.amount_paid,
        reference: body.payment_Reference_Code,
        payer,
      });
      const { payment_id: id } = fine_payment;
      const paid = { id, kind: FINE_PAYMENT, payer, body, now: by.now } as const;
      const detail = by.t(await confirmPayment(tx, paid));
      return { detail, fine_payment, ...(await contestedReply(tx, id)) };
    },
    inNameOfMember,
  );

  routes.read(contract.getFinePaymentApprovals, async (reader, { actor, query, t }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    if (office !== "Treasurer" && office !== "Sec-Gen") return nothingOpen(page);
    const { evidence } = query;
    return readOpenFinePayments(reader, { office, callerId: actor.id, page, evidence, t });
  });

  routes.writeTogether(
    contract.decideFinePayment,
    decidingOn(FINE_PAYMENT, readFinePayments, (detail, fine_payment) => ({
      detail,
      fine_payment,
    })),
    ofPayment(FINE_PAYMENT),
  );
}

// Pays fines (PAY-8), and edits the list of usual fines (PAY-30); core/approvals/decide-payments.ts decides on
// payments.

/**
 * Submits a payment towards fines, dated now; or an official's entry for a member, dated as on the statement
 * (STAT-16). Refuses more than is unpaid; payments that wait for approval count as paid, also when two requests race.
 */
export async function payFine(
  tx: Tx,
  by: SpokenTo,
  paid: { amountCents: Cents; reference: string; payer?: Payer; paidAt?: Date },
): Promise<FinePayment> {
  const payer = paid.payer ?? ownPayer(by.actor);
  const { memberId } = payer;
  await lockMember(tx, memberId);
  await refuseTooMuch(tx, memberId, paid.amountCents);
  const id = await submitPayment(tx, by, {
    kind: FINE_PAYMENT,
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt ?? by.now,
    contributionMonth: null,
    loan: null,
  });
  return single(await readFinePayments(tx, [{ id, callerId: by.actor.id, t: by.t }]));
}

async function refuseTooMuch(tx: Tx, memberId: number, amountCents: Cents): Promise<void> {
  const { unpaidCents } = await readFineTotals(tx, memberId);
  const waitingCents = await readWaitingCents(tx, memberId);
  const refusal = whyTooMuch(amountCents, { unpaidCents, waitingCents });
  if (refusal !== null) throw refusal.at("amount_paid");
}

/** Null if so much of what is unpaid can be paid; what waits counts as paid. */
function whyTooMuch(
  amountCents: Cents,
  { unpaidCents, waitingCents }: { unpaidCents: Cents; waitingCents: Cents },
): Refusal | null {
  if (unpaidCents === 0n) return refuse("no-unpaid-fines");
  const payableCents = unpaidCents > waitingCents ? unpaidCents - waitingCents : 0n;
  return amountCents > payableCents ? tooMuch(payableCents, waitingCents) : null;
}

function tooMuch(payable: Cents, waiting: Cents): Refusal {
  return waiting === 0n
    ? refuse("fine-payment-too-much", { payable })
    : refuse("fine-payment-too-much-beside-waiting", { payable, waiting });
}

/** Those of a collection sheet: refuses more than is unpaid. */
export const validateFinePayments: ValidateFigures = async (tx, _by, figures) => {
  const owed = await readOwed(
    tx,
    figures.map(({ memberId }) => memberId),
  );
  return figures.map(({ memberId, amountCents }): CollectedPayment | Refusal => {
    const { unpaidCents, waitingCents } = owed.get(memberId) ?? nothingOwed;
    const refusal = whyTooMuch(amountCents, { unpaidCents, waitingCents });
    owed.set(memberId, { unpaidCents, waitingCents: waitingCents + amountCents });
    return (
      refusal ?? {
        kind: FINE_PAYMENT,
        memberId,
        amountCents,
        contributionMonth: null,
        loan: null,
        early: null,
        fund: null,
      }
    );
  });
};

const nothingOwed = { unpaidCents: 0n, waitingCents: 0n };

/** What is unpaid of each member's fines, and what waits for approval, in cents. */
async function readOwed(reader: Reader, memberIds: readonly number[]) {
  const { rows } = await sql<{ id: number; unpaid: Cents; waiting: Cents }>`
    SELECT id,
           (SELECT coalesce(sum(f.amount_cents - f.paid_cents - f.written_off_cents), 0)::bigint FROM fines f
             WHERE f.member_id = members.id AND f.paid_cents + f.written_off_cents < f.amount_cents) AS unpaid,
           (SELECT coalesce(sum(p.amount_cents), 0)::bigint FROM payments p
             WHERE p.member_id = members.id AND p.kind = ${sql.lit(FINE_PAYMENT)} AND p.status IN ('pending', 'pending_approval')) AS waiting
      FROM members WHERE id = ANY (${[...memberIds]}::int[])`.execute(reader);
  return new Map(
    rows.map(({ id, unpaid, waiting }) => [id, { unpaidCents: unpaid, waitingCents: waiting }]),
  );
}

/** The group's own list of usual fines (PAY-30). */
export async function readUsualFines(reader: Reader): Promise<ReplyOf<typeof getUsualFines>> {
  const rows = await reader
    .selectFrom("usual_fines")
    .select(["name", "amount_cents"])
    .orderBy("place")
    .execute();
  return { fines: rows.map((row) => ({ name: row.name, amount: toKes(row.amount_cents) })) };
}

/** Replaces the whole list. */
export async function writeUsualFines(
  tx: Tx,
  { body, actor, now, origin, t }: SignedInRequest<unknown, BodyOf<typeof changeUsualFines>>,
): Promise<ReplyOf<typeof changeUsualFines>> {
  await lockUsualFines(tx);
  const before = await readInOneLine(tx);
  await tx.deleteFrom("usual_fines").execute();
  if (body.fines.length > 0)
    await tx
      .insertInto("usual_fines")
      .values(
        body.fines.map(({ name, amount }, index) => ({
          place: index + 1,
          name,
          amount_cents: amount,
        })),
      )
      .execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "settings.usual-fines",
    subject: "group_settings",
    subjectId: null,
    before: { usual_fines: before },
    after: { usual_fines: await readInOneLine(tx) },
    address: origin.address,
  });
  return { detail: t("done.fines.usual"), ...(await readUsualFines(tx)) };
}

/** As audit log and `verify` write it: `Absent 200.00; Late 50.00`. */
async function readInOneLine(reader: Reader): Promise<string> {
  const rows = await reader
    .selectFrom("usual_fines")
    .select(["name", "amount_cents"])
    .orderBy("place")
    .execute();
  return rows.map(({ name, amount_cents }) => `${name} ${plainAmount(amount_cents)}`).join("; ");
}

// Reads fines and their payments.

/** The sum of the member's undecided fine payments, in cents. */
export async function readWaitingCents(reader: Reader, memberId: number): Promise<Cents> {
  const { cents } = await reader
    .selectFrom("payments")
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("cents"))
    .where("kind", "=", FINE_PAYMENT)
    .where("member_id", "=", memberId)
    .where("status", "in", ["pending", "pending_approval"])
    .executeTakeFirstOrThrow();
  return cents;
}

/** Fine payments as their lists show them to each caller, in the order of the ids. */
export const readFinePayments = readingByIds(
  preparedQuery((reader, ids: readonly number[]) =>
    selectPayments(reader, FINE_PAYMENT).where("payments.id", "=", anyOf("int", ids)),
  ),
  toPaymentFields,
);

/** Fine payments that an office still has to decide on, newest first, with the statements' evidence. */
export function readOpenFinePayments(reader: Reader, params: OpenParams) {
  return readOpenPayments(
    reader,
    { ...params, kind: FINE_PAYMENT },
    selectPayments(reader, FINE_PAYMENT).select([
      evidenceColumn.as("evidence"),
      contestedBy.as("contested"),
    ]),
    (row) => toPaymentFields(row, params),
  );
}
