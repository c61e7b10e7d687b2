// Removes a member's data from this device.
import { canKeep, openStore } from "./device-store.ts";
import { countActs, forgetActs } from "./meeting-acts.ts";
import { listOutbox, announceOutbox } from "./outbox.ts";

/** How much was not sent. */
export type Unsent = { payments: number; acts: number };

let confirm: ((unsent: Unsent) => Promise<boolean>) | null = null;

/** Asks the member whether unsent payments, and what they did at meetings, may be lost by signing out. */
export function setLeaveQuestion(question: typeof confirm): void {
  confirm = question;
}

/** False if something would be lost and the member prefers to stay. */
export async function mayLeave(): Promise<boolean> {
  const [payments, acts] = await Promise.all([listOutbox(), countActs()]);
  if (payments.length + acts === 0 || confirm === null) return true;
  return confirm({ payments: payments.length, acts });
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
  if (!canKeep()) return forgetActs(undefined);
  const store = await openStore();
  const owner = await store.get("owner", "owner");
  for (const { id, userId } of await store.getAll("payments"))
    if (userId === owner?.userId) await store.delete("payments", id);
  await forgetActs(owner?.userId);
  await forgetAnswers();
}
