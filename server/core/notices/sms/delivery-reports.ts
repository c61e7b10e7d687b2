// Delivery reports of the gateway: they come in any order, more than once, and even before the answer to the SMS
// itself.
import type { Database, Tx } from "#server/db/connection.ts";
import { lockGateway } from "../claim-messages.ts";
import { tellOfficials } from "../tell-officials.ts";

/** Every other status means that the SMS is on its way. */
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

// Whoever knows the address's secret can store no more than this (NOTE-13).
const UNKNOWN_MOST = 1_000;
const EACH_MOST = 20;

type DeliveryReport = { gatewayId: string; status: string; failureReason: string | null };

/**
 * Stores a report, and applies it if its SMS is known. Runs under the lock of the gateway's row, as answers do: if a
 * report overtakes an answer, the second of the two finds the first.
 */
export async function takeReport(
  tx: Tx,
  { gatewayId, status, failureReason }: DeliveryReport,
  now: Date,
): Promise<void> {
  await lockGateway(tx);
  const known = await tx
    .selectFrom("sms_reports")
    .select("status")
    .where("gateway_id", "=", gatewayId)
    .execute();
  if (known.some((each) => each.status.toLowerCase() === status.toLowerCase())) return;
  if (known.length >= EACH_MOST && finalStates[status.toLowerCase()] === undefined) return;
  const text = await tx
    .selectFrom("notice_messages")
    .select("id")
    .where("gateway_id", "=", gatewayId)
    .executeTakeFirst();
  await tx
    .insertInto("sms_reports")
    .values({
      gateway_id: gatewayId,
      status,
      failure_reason: failureReason,
      received_at: now,
      was_unknown: text === undefined,
    })
    .execute();
  if (text === undefined) return forgetOldest(tx);
  await applyReports(tx, { gatewayId, now });
}

/** Reports of unknown SMS: the newest stay, because a report overtakes its answer by seconds. */
async function forgetOldest(tx: Tx): Promise<void> {
  await tx
    .deleteFrom("sms_reports")
    .where("was_unknown", "=", true)
    .where("id", "<=", (of) =>
      of
        .selectFrom("sms_reports")
        .select("id")
        .where("was_unknown", "=", true)
        .orderBy("id", "desc")
        .offset(UNKNOWN_MOST)
        .limit(1),
    )
    .execute();
}

/** The first final state stands, whatever is reported later. */
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

// Numbers that get no SMS any more: they cannot receive any, or their holder asked the network for no more (NOTE-4).

/** The officials are notified when somebody asked for no more, because only they can speak to them. */
export async function stopNumber(
  tx: Tx,
  { phone, reason, now }: { phone: string; reason: "wrong_number" | "opted_out"; now: Date },
): Promise<void> {
  const stopped = await tx
    .insertInto("sms_stops")
    .values({ phone, reason, at: now })
    .onConflict((same) => same.column("phone").doNothing())
    .returning("phone")
    .executeTakeFirst();
  if (stopped === undefined || reason !== "opted_out") return;
  const member = await tx
    .selectFrom("members")
    .select(["id", "first_name", "last_name"])
    .where("phone", "=", phone)
    .executeTakeFirst();
  if (member === undefined) return;
  await tellOfficials(tx, {
    event: "sms_opted_out",
    facts: { member: `${member.first_name} ${member.last_name}` },
    occasion: `sms_opted_out:${phone}`,
    about: { kind: "member", id: member.id },
    now,
  });
}

/** Removes week-old reports of unknown SMS; one that overtakes its SMS's answer does so by seconds. */
export async function removeUnknownReports(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom("sms_reports")
    .where("received_at", "<", new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000))
    .where((report) =>
      report.not(
        report.exists(
          report
            .selectFrom("notice_messages")
            .select("notice_messages.id")
            .whereRef("notice_messages.gateway_id", "=", "sms_reports.gateway_id"),
        ),
      ),
    )
    .execute();
}
