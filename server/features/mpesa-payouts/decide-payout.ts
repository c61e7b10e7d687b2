// One office proposes a payout, the other agrees, and it leaves after the commit (OUT-2).
import { randomUUID } from "node:crypto";
import type { BodyOf } from "#contract/endpoint.ts";
import type { proposePayout } from "#contract/mpesa-payouts.ts";
import { whyNotAlso } from "#domain/approvals/both-offices.ts";
import {
  type ApprovingOffice,
  officeDecidingLoan,
  otherOffice,
} from "#domain/approvals/two-officials.ts";
import { PAYOUT_GIVEN_UP_MS, type PayoutKind } from "#domain/mpesa/payout-states.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { type Actor, type Office, officeOf } from "#domain/permissions.ts";
import { fieldFault } from "#domain/field-fault.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { isDaySure } from "#server/core/clock/clock.ts";
import { newRequest } from "#server/core/daraja/requests.ts";
import { type Tx, violatedConstraint } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { lockItem } from "./payout-items.ts";
import { lockPayout, type LockedPayout } from "./payout-rows.ts";
import { movePayout } from "./settle-payout.ts";

/** Returns the payout's id, its amount, and the office that it waits for. Refuses an item that has a payout. */
export async function propose(
  tx: Tx,
  by: By,
  { settings, body }: { settings: DarajaSettings; body: BodyOf<typeof proposePayout> },
): Promise<{ id: number; amountCents: Cents; office: ApprovingOffice }> {
  const { kind, reason = null } = body;
  if (kind === "return" && reason === null)
    throw refuseFields({ reason: [fieldFault("required", { label: "Reason" })] });
  const item = await lockItem(tx, { kind, id: body.id, now: by.now, settings });
  const deciding = decidingOffice(by.actor, (item.member?.office ?? null) as Office | null);
  if (item.amountCents !== body.amount_seen) throw refuse("figures-changed").at("amount_seen");
  const { id } = await tx
    .insertInto("mpesa_payouts")
    .values({
      kind,
      loan_id: item.loanId,
      settlement_id: item.settlementId,
      line_id: item.lineId,
      entry_id: item.entryId,
      member_id: item.member?.id ?? null,
      phone: item.phone,
      amount_cents: item.amountCents,
      left_cents: item.leftCents,
      conversation_id: kind === "return" ? null : randomUUID(),
      reason,
      proposed_by: by.actor.id,
      proposed_office: deciding.office,
      proposed_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      const isSecond = violatedConstraint(error)?.endsWith("_once") === true;
      throw isSecond ? refuse("payout-exists") : error;
    });
  await record(tx, by, "payouts.propose", id, {
    amount: toKes(item.amountCents),
    ...(item.entryId === null ? {} : { entry_id: item.entryId }),
    ...officeFacts(deciding),
    ...(reason === null ? {} : { reason }),
  });
  return { id, amountCents: item.amountCents, office: otherOffice(deciding.office) };
}

type Deciding = { office: ApprovingOffice; isActing: boolean };

/** By the offices that the caller and whoever gets it hold now: nobody decides for themselves, nor for their office. */
function decidingOffice(actor: Actor, borrower: Office | null): Deciding {
  const decider = officeOf(actor);
  const deciding = officeDecidingLoan({ decider, borrower });
  if (deciding !== null) return deciding;
  throw decider === "Treasurer" || decider === "Sec-Gen"
    ? refuse("payout-of-own-office", { office: decider })
    : refuse("forbidden");
}

/** It leaves after the commit. Returns its amount. Refuses the office and the person that proposed it. */
export async function agree(
  tx: Tx,
  by: By,
  {
    id,
    amountSeenCents,
    settings,
  }: { id: number; amountSeenCents: Cents; settings: DarajaSettings },
): Promise<Cents> {
  const payout = await lockPayoutFor(tx, id);
  const deciding = decidingOffice(by.actor, (payout.member?.office ?? null) as Office | null);
  const proposer = { office: payout.proposed_office, byId: payout.proposed_by };
  const second = { office: deciding.office, id: by.actor.id };
  if (whyNotAlso([proposer], second) !== null) throw refuse("forbidden");
  if (payout.state !== "proposed") throw refuse("payout-decided");
  const item = await lockItem(tx, { ...itemOf(payout), now: by.now, settings });
  const isSame =
    item.amountCents === payout.amount_cents &&
    item.leftCents === payout.left_cents &&
    item.phone === payout.phone;
  if (!isSame || amountSeenCents !== payout.amount_cents)
    throw refuse("figures-changed").at("amount_seen");
  await movePayout(tx, payout, {
    event: { kind: "agreed" },
    columns: { agreed_by: by.actor.id, agreed_office: deciding.office, agreed_at: by.now },
    now: by.now,
  });
  const subject = { kind: "payout", id: BigInt(id) } as const;
  const request = payout.kind === "return" ? "give_back" : "pay_out";
  await newRequest(tx, { kind: request, subject, now: by.now });
  await record(tx, by, "payouts.agree", id, {
    amount: toKes(payout.amount_cents),
    ...officeFacts(deciding),
  });
  return payout.amount_cents;
}

function itemOf(payout: LockedPayout): { kind: PayoutKind; id: number } {
  const kind = payout.kind as PayoutKind;
  return { kind, id: payout.loan_id ?? payout.line_id ?? payout.member_id ?? 0 };
}

/**
 * Ends one that waits for the other office. One that stayed unknown for 3 days is refused once both offices, two people,
 * have done so. Returns which of these it was, and the office that it still waits for.
 */
export async function refusePayout(
  tx: Tx,
  by: By,
  { id, reason }: { id: number; reason: string },
): Promise<{ is: "ended" | "refused" } | { is: "refusing"; office: ApprovingOffice }> {
  const payout = await lockPayoutFor(tx, id);
  const deciding = decidingOffice(by.actor, (payout.member?.office ?? null) as Office | null);
  const first = {
    refusing_by: by.actor.id,
    refusing_office: deciding.office,
    refused_because: reason,
  };
  const facts = { reason, ...officeFacts(deciding) };
  if (payout.state === "proposed") {
    const event = { kind: "ended" } as const;
    await movePayout(tx, payout, { event, columns: first, now: by.now });
    await record(tx, by, "payouts.end", id, facts);
    return { is: "ended" };
  }
  if (payout.state !== "unknown") throw refuse("payout-decided");
  const from = new Date((payout.unknown_since?.getTime() ?? 0) + PAYOUT_GIVEN_UP_MS);
  // Three days have passed only by a clock that is sure (SAFE-30).
  if (by.now < from || !(await isDaySure(tx, by.now)))
    throw refuse("payout-too-young", { moment: { at: from } });
  const refusal = whyNotAlso(refusedBy(payout), { office: deciding.office, id: by.actor.id });
  if (refusal !== null) throw refusal;
  await record(tx, by, "payouts.refuse", id, facts);
  if (payout.refusing_by === null) {
    await tx.updateTable("mpesa_payouts").set(first).where("id", "=", id).execute();
    return { is: "refusing", office: otherOffice(deciding.office) };
  }
  const event = { kind: "given_up" } as const;
  await movePayout(tx, payout, { event, columns: { refused_by: by.actor.id }, now: by.now });
  return { is: "refused" };
}

/** The office that has refused one that stayed unknown, if one has; the database admits no half of it. */
function refusedBy({ refusing_office: office, refusing_by: byId }: LockedPayout) {
  return office === null || byId === null ? [] : [{ office, byId }];
}

async function lockPayoutFor(tx: Tx, id: number): Promise<LockedPayout> {
  const payout = await lockPayout(tx, id);
  if (payout === undefined) throw refuse("not-found");
  return payout;
}

const officeFacts = ({ office, isActing }: Deciding) => ({
  office,
  ...(isActing ? { acting_for: office } : {}),
});

function record(
  tx: Tx,
  by: By,
  action: "payouts.propose" | "payouts.agree" | "payouts.end" | "payouts.refuse",
  id: number,
  after: Parameters<typeof recordAudit>[1]["after"] & {},
): Promise<void> {
  return recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action,
    subject: "payout",
    subjectId: id,
    after,
    address: by.origin.address,
  });
}
