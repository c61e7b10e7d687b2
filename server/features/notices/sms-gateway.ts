// SMS that stands still because the gateway's account has no money left: why, and an official's word to try again (NOTE-4).
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getSmsGateway, probeSmsGateway as probe } from "#contract/notices.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockGateway, PROBE_EVERY_MS } from "#server/core/notices/claim-messages.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export async function readSmsGateway(reader: Reader): Promise<ReplyOf<typeof getSmsGateway>> {
  const { balance_out_since: since, probed_at } = await reader
    .selectFrom("sms_gateway")
    .select(["balance_out_since", "probed_at"])
    .executeTakeFirstOrThrow();
  return {
    stands_still_since: since === null ? null : nairobiIso(since),
    tries_at:
      since === null || probed_at === null
        ? null
        : nairobiIso(new Date(probed_at.getTime() + PROBE_EVERY_MS)),
  };
}

/** The next text that is due finds out, as it would a quarter of an hour after the last one. Refused while SMS goes out. */
export async function probeSmsGateway(
  tx: Tx,
  { actor, now, origin, t }: SignedInRequest,
): Promise<ReplyOf<typeof probe>> {
  const { balance_out_since: since, probed_at } = await lockGateway(tx);
  if (since === null) throw refuse("sms-goes-out");
  await tx.updateTable("sms_gateway").set({ probed_at: null }).execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "messages.probe",
    subject: "sms_gateway",
    subjectId: null,
    before: {
      stands_still_since: nairobiIso(since),
      probed_at: probed_at && nairobiIso(probed_at),
    },
    after: { probed_at: null },
    address: origin.address,
  });
  return { detail: t("done.notices.probed") };
}
