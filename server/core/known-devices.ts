// The devices a member has signed in from, so that a sign-in from another one is mailed. A browser is known by the
// random name in its cookie; a client that keeps no cookies by what it calls itself and the network it is in.
import { createHash } from "node:crypto";
import { deviceName } from "#domain/members/device-name.ts";
import { formatDay, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readGroupSettings } from "./group-settings.ts";
import { sendMail, type Mail } from "./mail.ts";
import type { MemberRow } from "./member-directory.ts";

type SignIn = { member: MemberRow; now: Date; origin: Origin; publicUrl: string };

/** Notes the device of a sign-in, and mails the member when it is new; their first one ever is no news. */
export async function noteDevice(
  tx: Tx,
  { member, now, origin, publicUrl }: SignIn,
): Promise<void> {
  const known = await tx
    .selectFrom("known_devices")
    .select("device_hash")
    .where("member_id", "=", member.id)
    .execute();
  const hash = hashOf(origin);
  await tx
    .insertInto("known_devices")
    .values({ member_id: member.id, device_hash: hash, first_seen_at: now, last_seen_at: now })
    .onConflict((same) =>
      same.columns(["member_id", "device_hash"]).doUpdateSet({ last_seen_at: now }),
    )
    .execute();
  if (known.length === 0 || known.some((each) => each.device_hash.equals(hash))) return;
  const { name } = await readGroupSettings(tx);
  await sendMail(tx, { ...newDeviceMail(member, name, { now, origin, publicUrl }), now });
}

function hashOf({ browser, device, address }: Origin): Buffer {
  const text = browser === null ? `client ${device} ${networkOf(address)}` : `browser ${browser}`;
  return createHash("sha256").update(text).digest();
}

/** The first three of four numbers, or the first four groups of IPv6: what one provider gives one customer or mast. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  return plain.includes(":")
    ? plain.split(":").slice(0, 4).join(":")
    : plain.split(".").slice(0, 3).join(".");
}

function newDeviceMail(
  to: MemberRow,
  groupName: string,
  { now, origin, publicUrl }: Omit<SignIn, "member">,
): Mail {
  const when = `${formatDay(nairobiDate(now))} at ${nairobiIso(now).slice(11, 16)}`;
  const what = deviceName(origin.device) ?? "a device that does not say what it is";
  return {
    recipient: to.email,
    subject: `New sign-in to your ${groupName} account`,
    body: [
      `Hello ${to.first_name},`,
      `Somebody signed in to your account on ${when} from a device that has not been used for it before: ${what}.`,
      "If that was you, there is nothing to do.",
      `If it was not you, open ${publicUrl}/dashboard/profile, choose “Sign out everywhere else” and change your password. If you cannot sign in, choose “Forgot your password?” on the sign-in form: that signs out every device. Then tell the Chairperson.`,
      groupName,
    ].join("\n\n"),
  };
}
