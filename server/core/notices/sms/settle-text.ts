// Applies the gateway's answer to an SMS: its cost, the price of the next, numbers that get nothing more, a paused
// queue, and notices to officials (NOTE-4, NOTE-6, NOTE-9).
import { firstOfMonth, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockGateway, readCapUnits, usedThisMonth } from "../claim-messages.ts";
import { settleMessage, type Settled, type Settling } from "../settle-message.ts";
import type { SmsOutcome } from "./africas-talking.ts";
import { tellOfficials } from "../tell-officials.ts";
import { applyReports, stopNumber } from "./delivery-reports.ts";

/** Locks the gateway's row first, as claiming does. */
export async function settleText(tx: Tx, settling: Settling, outcome: SmsOutcome): Promise<void> {
  const { message, now } = settling;
  const gateway = await lockGateway(tx);
  const costUnits = "costUnits" in outcome ? outcome.costUnits : 0n;
  const gatewayId =
    outcome.is === "accepted" && outcome.gatewayId !== null
      ? await unlessTaken(tx, outcome.gatewayId, message.id)
      : null;
  const isKnown = await settleMessage(tx, settling, settledBy(outcome), {
    ...(gatewayId === null ? {} : { gateway_id: gatewayId }),
    ...("costUnits" in outcome ? { cost_units: costUnits } : {}),
    // An unknown one may have been charged.
    ...(outcome.is === "unknown" ? {} : { reserved_units: 0n }),
  });
  if (!isKnown) return;
  if (outcome.is !== "no-connection" && outcome.is !== "unknown")
    await tx
      .insertInto("sms_answers")
      .values({
        message_id: message.id,
        outcome: outcome.is,
        failure: "failure" in outcome ? outcome.failure : null,
        gateway_id: outcome.is === "accepted" ? outcome.gatewayId : null,
        cost_units: costUnits,
        reserved_units: message.reserved_units,
        at: now,
      })
      .execute();
  await noteGateway(tx, { settling, outcome, gateway });
  if (gatewayId !== null) await applyReports(tx, { gatewayId, now });
  if (outcome.is === "wrong-number" && message.phone !== null)
    await stopNumber(tx, { phone: message.phone, reason: "wrong_number", now });
  if (outcome.is === "opted-out" && message.phone !== null)
    await stopNumber(tx, { phone: message.phone, reason: "opted_out", now });
  if (outcome.is === "accepted" || outcome.is === "unknown") await noteBudget(tx, now);
}

function settledBy(outcome: SmsOutcome): Settled {
  switch (outcome.is) {
    case "accepted":
      return { is: "sent" };
    case "wrong-number":
      return { is: "failed", failure: outcome.failure };
    case "opted-out":
      return { is: "rejected", failure: outcome.failure };
    case "no-balance":
      return { is: "not-now" };
    case "failed":
    case "again":
    case "no-connection":
    case "unknown":
      return { is: outcome.is, failure: outcome.failure };
  }
}

/** A repeated answer may name the id of another SMS. */
async function unlessTaken(tx: Tx, gatewayId: string, messageId: bigint): Promise<string | null> {
  const other = await tx
    .selectFrom("notice_messages")
    .select("id")
    .where("gateway_id", "=", gatewayId)
    .where("id", "<>", messageId)
    .executeTakeFirst();
  return other === undefined ? gatewayId : null;
}

type Gateway = Awaited<ReturnType<typeof lockGateway>>;

async function noteGateway(
  tx: Tx,
  {
    settling: { message, now },
    outcome,
    gateway,
  }: { settling: Settling; outcome: SmsOutcome; gateway: Gateway },
): Promise<void> {
  if (outcome.is === "unknown") return;
  if (outcome.is === "again" || outcome.is === "no-connection") {
    if (gateway.failing_since === null)
      await tx.updateTable("sms_gateway").set({ failing_since: now }).execute();
    return;
  }
  const works = { failing_since: null, told_failing_at: null };
  if (outcome.is === "no-balance") {
    const since = gateway.balance_out_since ?? now;
    // A probe counts from its claim: a late answer delays neither the next probe nor an official's request to try
    // again.
    const probed = gateway.balance_out_since === null ? now : gateway.probed_at;
    await tx
      .updateTable("sms_gateway")
      .set({ ...works, balance_out_since: since, probed_at: probed, told_balance_at: now })
      .execute();
    await tellOfficials(tx, {
      event: "sms_balance_out",
      facts: { since: { at: since } },
      occasion: `sms_balance_out:${nairobiIso(since)}`,
      now,
    });
    return;
  }
  const pricedUnits =
    outcome.is === "accepted" && outcome.costUnits > 0n
      ? ceilingOf(outcome.costUnits, BigInt(message.parts))
      : null;
  await tx
    .updateTable("sms_gateway")
    .set({
      ...works,
      balance_out_since: null,
      probed_at: null,
      told_balance_at: null,
      ...(pricedUnits === null ? {} : { last_price_units: pricedUnits }),
    })
    .execute();
}

const NOTIFIED_AT_PERCENT = 80n;

/** Once a month, notifies each official that most of the cap is used. */
async function noteBudget(tx: Tx, now: Date): Promise<void> {
  const capUnits = await readCapUnits(tx);
  if (capUnits === 0n) return;
  const usedUnits = await usedThisMonth(tx, now);
  if (usedUnits * 100n < capUnits * NOTIFIED_AT_PERCENT) return;
  const month = firstOfMonth(nairobiDate(now));
  const { told_budget_of } = await lockGateway(tx);
  if (told_budget_of === month) return;
  await tx.updateTable("sms_gateway").set({ told_budget_of: month }).execute();
  await tellOfficials(tx, {
    event: "sms_budget",
    facts: { used: ceilingOf(usedUnits, 100n), cap: capUnits / 100n },
    occasion: `sms_budget:${month}`,
    now,
  });
}

const FAILING_NOTIFIED_AFTER_MS = 60 * 60_000;

/** Once for each time that the gateway fails for an hour. */
export async function noteFailingGateway(tx: Tx, now: Date): Promise<void> {
  const { failing_since: since, told_failing_at } = await lockGateway(tx);
  if (since === null || told_failing_at !== null) return;
  if (now.getTime() - since.getTime() < FAILING_NOTIFIED_AFTER_MS) return;
  await tx.updateTable("sms_gateway").set({ told_failing_at: now }).execute();
  await tellOfficials(tx, {
    event: "sms_failing",
    facts: { since: { at: since } },
    occasion: `sms_failing:${nairobiIso(since)}`,
    now,
  });
}

function ceilingOf(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
