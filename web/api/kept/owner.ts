// Whose the kept answers and payments are: nobody reads or sends what another session of another member left here.
import { readSessionToken } from "../call.ts";
import { canKeep, clear, readOne, write, type Owner } from "./device-store.ts";

/** MEM-9: a session dies after 12 hours; what it kept is not shown any longer either. */
const sessionMs = 12 * 60 * 60 * 1000;

/** The member whose session this is, as far as this device knows, with the token it was judged by. */
export async function currentOwner(): Promise<(Owner & { token: string }) | null> {
  const token = readSessionToken();
  if (token === null || !canKeep()) return null;
  const owner = await readOne("owner", "owner");
  if (owner === undefined || Date.now() - owner.since > sessionMs) return null;
  return owner.tokenMark === (await markOf(token)) ? { ...owner, token } : null;
}

const patienceMs = 3000;
let noteHeard = () => {};
/** This page has heard from the server who is signed in, and has written it down. */
const heard = new Promise<void>((resolve) => {
  noteHeard = resolve;
});

/** The same for a payment that is made before this page has come to keeping anything: that is waited for, but not long. */
export async function ownerSoon(): ReturnType<typeof currentOwner> {
  const owner = await currentOwner();
  if (owner !== null || !canKeep()) return owner;
  await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return currentOwner();
}

/** Called when the server has just said who is signed in. What another member left to be read is removed. */
export async function rememberOwner(user: { id: number; username: string }): Promise<void> {
  const token = readSessionToken();
  if (token === null || !canKeep()) return;
  const [before, tokenMark] = await Promise.all([readOne("owner", "owner"), markOf(token)]);
  if (before?.userId !== user.id) await clear("answers");
  if (before?.userId !== user.id || before.tokenMark !== tokenMark) {
    const { id: userId, username } = user;
    await write("owner", { userId, username, tokenMark, since: Date.now() }, "owner");
  }
  noteHeard();
}

async function markOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
