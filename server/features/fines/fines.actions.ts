// Pays fines (PAY-8), and edits the list of usual fines (PAY-30); core/approvals/decide-payments.ts decides on
// payments.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { FinePayment, changeUsualFines, getUsualFines } from "#contract/fines.ts";
import { single } from "#domain/assert.ts";
import { formatAmount, toKes, type Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { ownPayer, submitPayment, type Payer } from "#server/core/approvals/payments.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readFineTotals } from "#server/core/ledger/fines.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Tx, Reader } from "#server/db/connection.ts";
import { lockUsualFines } from "#server/db/locks.ts";
import type { Origin, SignedInRequest } from "#server/platform/request.ts";
import { readFinePayments, readWaitingCents } from "./fines.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Submits a payment towards fines, dated now; or an official's entry for a member, dated as on the statement
 * (STAT-16). Refuses more than is unpaid; payments that wait for approval count as paid, also when two requests race.
 */
export async function payFine(
  tx: Tx,
  by: By,
  paid: { amountCents: Cents; reference: string; payer?: Payer; paidAt?: Date },
): Promise<FinePayment> {
  const payer = paid.payer ?? ownPayer(by.actor);
  const { memberId } = payer;
  await lockMember(tx, memberId);
  await refuseTooMuch(tx, memberId, paid.amountCents);
  const id = await submitPayment(tx, by, {
    kind: "fine_payment",
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
  if (unpaidCents === 0n) throw refuse("no-unpaid-fines").at("amount_paid");
  const waitingCents = await readWaitingCents(tx, memberId);
  const payableCents = unpaidCents > waitingCents ? unpaidCents - waitingCents : 0n;
  if (amountCents > payableCents) throw tooMuch(payableCents, waitingCents).at("amount_paid");
}

function tooMuch(payable: Cents, waiting: Cents): Refusal {
  return waiting === 0n
    ? refuse("fine-payment-too-much", { payable })
    : refuse("fine-payment-too-much-beside-waiting", { payable, waiting });
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
  return rows
    .map(({ name, amount_cents }) => `${name} ${formatAmount(amount_cents).replaceAll(",", "")}`)
    .join("; ");
}
