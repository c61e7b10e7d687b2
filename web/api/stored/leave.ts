// Removes a member's data from this device.
import { canKeep, openStore } from "./device-store.ts";
import { listOutbox, announceOutbox } from "./outbox.ts";

let confirm: ((payments: number) => Promise<boolean>) | null = null;

/** Asks the member whether unsent payments may be lost by signing out. */
export function setLeaveQuestion(question: typeof confirm): void {
  confirm = question;
}

/** False if payments would be lost and the member prefers to stay. */
export async function mayLeave(): Promise<boolean> {
  const waiting = await listOutbox();
  return waiting.length === 0 || confirm === null || confirm(waiting.length);
}

/** The session is dead: removes what was stored to be read. Payments wait for their member to sign in again. */
export async function forgetAnswers(): Promise<void> {
  if (!canKeep()) return;
  const store = await openStore();
  await store.clear("answers");
  await store.clear("owner");
  announceOutbox({ kind: "changed" });
}

/** The member signs out: removes everything of theirs. */
export async function forgetMember(): Promise<void> {
  if (!canKeep()) return;
  const store = await openStore();
  const owner = await store.get("owner", "owner");
  for (const { id, userId } of await store.getAll("payments"))
    if (userId === owner?.userId) await store.delete("payments", id);
  await forgetAnswers();
}
