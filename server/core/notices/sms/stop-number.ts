// Numbers that are sent no text any more: none that texts reach, or whose holder asked the network for no more (NOTE-4).
import type { Tx } from "#server/db/connection.ts";
import { tellOfficials } from "../tell-officials.ts";

/** Of whoever asked for no more the officials hear, since only they can speak to them. */
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
