// Who owns the stored answers and payments: nobody reads or sends what another member left here.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getUserData } from "#contract/members.ts";
import { readSessionToken } from "#web/api/session-token.ts";
import { serverNow } from "#web/ui/clock.ts";
import { canKeep, openStore, seal, unseal, type StoredOwner } from "./device-store.ts";

/** MEM-9: a session ends after 12 hours; what it stored is then not shown either. */
const sessionMs = 12 * 60 * 60 * 1000;

const minuteMs = 60_000;

export type Owner = StoredOwner & {
  /** The token of the session that the server confirmed. */
  token: string;
  /** Encrypts the member's payments; the server sends it only to their own sessions. */
  deviceKey: string;
};

/** The member of this session, as far as this device knows. */
export async function currentOwner(): Promise<Owner | null> {
  const owner = await knownOwner();
  if (owner === null) return null;
  const deviceKey = (await unseal(await keyOf(owner.token), owner.sealedKey)) as string;
  return { ...owner, deviceKey };
}

/** The same without their key, which reading stored answers does not need. */
export async function knownOwner(): Promise<Omit<Owner, "deviceKey"> | null> {
  const token = readSessionToken();
  if (token === null || !canKeep()) return null;
  const [owner, tokenMark] = await Promise.all([readOwner(), markOf(token)]);
  // A record of an earlier version has no key to read by.
  if (owner?.sealedKey === undefined || hasEnded(owner)) return null;
  return owner.tokenMark === tokenMark ? { ...owner, token } : null;
}

/** The session has ended by age or idleness, as the server would say if it could be reached (MEM-9). */
function hasEnded({ since, usedAt, idleMs }: StoredOwner): boolean {
  return serverNow() - since > sessionMs || serverNow() - usedAt > idleMs;
}

/** Removes answers stored to be read once their session has ended, also without a network. */
export async function forgetWhenEnded(): Promise<void> {
  if (!canKeep()) return;
  const owner = await readOwner();
  if (owner === undefined || !hasEnded(owner)) return;
  const store = await openStore();
  await store.clear("answers");
  await store.clear("owner");
}

/** The server has answered this session: its idle time starts again. */
export async function noteUse(owner: Owner): Promise<void> {
  if (serverNow() - owner.usedAt < minuteMs) return;
  const { token: _token, deviceKey: _key, ...stored } = owner;
  const store = await openStore();
  await store.put("owner", { ...stored, usedAt: serverNow() }, "owner");
}

const patienceMs = 3000;
let noteHeard = () => {};
/** This page knows from the server who is signed in, and the device has stored it. */
const heard = new Promise<void>((resolve) => {
  noteHeard = resolve;
});

/** The same for a payment made before that: waits for it, but not long. */
export async function ownerSoon(): ReturnType<typeof currentOwner> {
  const owner = await currentOwner();
  if (owner !== null || !canKeep()) return owner;
  await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return currentOwner();
}

/** Call when the server has just said who is signed in. Removes answers that another member left. */
export async function rememberOwner(user: ReplyOf<typeof getUserData>): Promise<void> {
  const token = readSessionToken();
  if (token === null || !canKeep()) return;
  const [before, tokenMark] = await Promise.all([readOwner(), markOf(token)]);
  const store = await openStore();
  if (before?.userId !== user.id) await store.clear("answers");
  const isSame = before?.userId === user.id && before.tokenMark === tokenMark;
  const now = serverNow();
  const owner: StoredOwner = {
    userId: user.id,
    username: user.username,
    tokenMark,
    since: isSame ? before.since : now,
    usedAt: now,
    idleMs: user.user_groups.length > 0 ? 30 * minuteMs : 60 * minuteMs,
    sealedKey: await seal(await keyOf(token), user.device_key),
  };
  await store.put("owner", owner, "owner");
  noteHeard();
}

async function readOwner(): Promise<StoredOwner | undefined> {
  const store = await openStore();
  return store.get("owner", "owner");
}

async function markOf(token: string): Promise<string> {
  const hash = await digest(token);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Derived from another text than the stored hash of the token. */
async function keyOf(token: string): Promise<Uint8Array<ArrayBuffer>> {
  return digest(`device key:${token}`);
}

async function digest(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
