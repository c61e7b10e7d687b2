// The devices a member has signed in from; a sign-in from a new one is mailed. A browser is known by the random name
// in its cookie, a client without cookies by its user agent and network. Failed password attempts are counted by
// known device, so that a stranger's attempts do not lock the member out (SAFE-19).
import { createHash } from "node:crypto";
import { deviceName } from "#domain/members/device-name.ts";
import { message } from "#messages/message.ts";
import { accountOf } from "#server/core/requests/throttle.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import { networkOf } from "#server/platform/network.ts";
import type { Origin } from "#server/platform/request.ts";
import { letter } from "#server/core/mail/letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";

type SignIn = { member: MemberRow; now: Date; origin: Origin; publicUrl: string };

/** Stores the device of a sign-in, and mails the member when it is new. Their very first device is not mailed. */
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
 * Removes devices that nobody has signed in from for 400 days; a browser forgets its name after as long. One last seen in
 * the future, by a clock that has been put right, counts as seen now.
 */
export async function forgetDevices(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 400 * 24 * 60 * 60 * 1000);
  await db.deleteFrom("known_devices").where("last_seen_at", "<", before).execute();
  await db
    .updateTable("known_devices")
    .set({ last_seen_at: now })
    .where("last_seen_at", ">", now)
    .execute();
}

/**
 * The key that counts password attempts from this device: its own if the member has signed in from it before, else
 * one that all strangers share. Takes the same time for an unknown member.
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

/** Every key that counts attempts at the member's password. */
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
  const text =
    browser === null ? `client ${device} ${neighbourhoodOf(address)}` : `browser ${browser}`;
  return createHash("sha256").update(text).digest();
}

/** What a provider assigns to one customer or mast: the first three numbers of an IPv4 address, or a /64. */
function neighbourhoodOf(address: string): string {
  return networkOf(address).split(".").slice(0, 3).join(".");
}
