// The devices a member has signed in from, so that a sign-in from another one is mailed. A browser is known by the
// random name in its cookie; a client that keeps no cookies by what it calls itself and the network it is in. Failed
// attempts at a password are counted by known device, so that a stranger's do not shut the member out (SAFE-19).
import { createHash } from "node:crypto";
import { deviceName } from "#domain/members/device-name.ts";
import { message } from "#messages/message.ts";
import { accountOf } from "#server/core/requests/throttle.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { letter } from "#server/core/mail/letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";

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
  const facts = {
    moment: { at: now },
    device: deviceName(origin.device) ?? message("mails.unnamed.device"),
  };
  const signedIn = letter("newDevice", { ...facts, profile: `${publicUrl}/dashboard/profile` });
  const mail = { to: member, letter: signedIn };
  await tell(tx, "new_device", { memberId: member.id, mail, now }, facts);
}

/**
 * Under what the attempts at a member's password from this device are counted: by itself when they have signed in from it
 * before, else with those of all strangers. Costs the same for a member that there is not.
 */
export async function attemptsFrom(
  reader: Reader,
  { memberId, origin }: { memberId: number; origin: Origin },
): Promise<string> {
  const hash = hashOf(origin);
  const known = await reader
    .selectFrom("known_devices")
    .select("device_hash")
    .where("member_id", "=", memberId)
    .where("device_hash", "=", hash)
    .executeTakeFirst();
  return known === undefined ? accountOf(memberId) : attemptsOn(memberId, hash);
}

/** Everything under which attempts at a member's password are counted. */
export async function allAttempts(reader: Reader, memberId: number): Promise<string[]> {
  const known = await reader
    .selectFrom("known_devices")
    .select("device_hash")
    .where("member_id", "=", memberId)
    .execute();
  return [accountOf(memberId), ...known.map((each) => attemptsOn(memberId, each.device_hash))];
}

function attemptsOn(memberId: number, deviceHash: Buffer): string {
  return `${accountOf(memberId)}-on-${deviceHash.toString("base64url")}`;
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
