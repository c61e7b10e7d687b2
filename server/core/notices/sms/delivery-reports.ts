// Delivery reports of the gateway: they come in any order, more than once, and before the answer to the text itself.
import type { Tx } from "#server/db/connection.ts";
import { lockGateway } from "../claim-messages.ts";
import { stopNumber } from "./stop-number.ts";

/** Every other status says that the text is on its way. */
const finalStates: Readonly<Record<string, "delivered" | "rejected" | "failed">> = {
  success: "delivered",
  rejected: "rejected",
  failed: "failed",
  expired: "failed",
  absentsubscriber: "failed",
};

const stops: Readonly<Record<string, "wrong_number" | "opted_out">> = {
  userinblacklist: "opted_out",
  invalidphonenumber: "wrong_number",
  unsupportednumbertype: "wrong_number",
};

export type DeliveryReport = { gatewayId: string; status: string; failureReason: string | null };

/**
 * Keeps a report and counts it where its text is known. Under the gateway's row, as the answers are: of a report and the answer
 * it overtakes the second finds the first.
 */
export async function takeReport(
  tx: Tx,
  { gatewayId, status, failureReason }: DeliveryReport,
  now: Date,
): Promise<void> {
  await lockGateway(tx);
  const same = await tx
    .selectFrom("sms_reports")
    .select("id")
    .where("gateway_id", "=", gatewayId)
    .where("status", "=", status)
    .executeTakeFirst();
  if (same !== undefined) return;
  await tx
    .insertInto("sms_reports")
    .values({ gateway_id: gatewayId, status, failure_reason: failureReason, received_at: now })
    .execute();
  await applyReports(tx, { gatewayId, now });
}

/** The first final state stands, whatever is said afterwards. */
export async function applyReports(
  tx: Tx,
  { gatewayId, now }: { gatewayId: string; now: Date },
): Promise<void> {
  const message = await tx
    .selectFrom("notice_messages")
    .select(["id", "recipient"])
    .where("gateway_id", "=", gatewayId)
    .where("state", "in", ["sent", "unknown"])
    .forUpdate()
    .executeTakeFirst();
  if (message === undefined) return;
  const reports = await tx
    .selectFrom("sms_reports")
    .select(["status", "failure_reason"])
    .where("gateway_id", "=", gatewayId)
    .orderBy("id")
    .execute();
  const final = reports.find(({ status }) => Object.hasOwn(finalStates, status.toLowerCase()));
  const state = finalStates[final?.status.toLowerCase() ?? ""];
  if (final === undefined || state === undefined) return;
  await tx
    .updateTable("notice_messages")
    .set({ state, settled_at: now, failure: final.failure_reason })
    .where("id", "=", message.id)
    .execute();
  const reason = stops[final.failure_reason?.toLowerCase() ?? ""];
  if (state !== "delivered" && reason !== undefined && message.recipient !== null)
    await stopNumber(tx, { phone: message.recipient, reason, now });
}
