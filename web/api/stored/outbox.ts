// Payments to send: stored before they are sent, and sent again with the same key until the server answers.
import type { Endpoint } from "#contract/endpoint.ts";
import { payContribution } from "#endpoints/contributions.ts";
import { payFine } from "#endpoints/fines.ts";
import { payLoan } from "#endpoints/loans.ts";
import { paySum } from "#endpoints/pay-sum.ts";
import { ApiError, callEndpoint, type CallInput } from "#web/api/call.ts";
import { announceSessionEnded } from "#web/api/connection.ts";
import { serverNow } from "#web/ui/clock.ts";
import {
  openStore,
  seal,
  unseal,
  type FormKind,
  type StoredPayment,
  type SealedPayment,
} from "./device-store.ts";
import { currentOwner, ownerSoon, type Owner } from "./owner.ts";

const endpoints: Record<FormKind, Endpoint> = {
  contribution: payContribution,
  loan: payLoan,
  fine: payFine,
  sum: paySum,
};

/** API-9: the server knows a key for 24 hours. After this time a person decides whether to send again. */
const keyLivesMs = 23 * 60 * 60 * 1000;

export type AboutPayment = {
  kind: FormKind;
  loan?: { id: number; name: string };
  /** The refused payment that this one corrects. */
  replaces?: string | undefined;
};

/** A payment that is stored on this device until the server can be reached: neither failed nor done. */
class PaymentStored extends ApiError {
  override stored = true;
}

/**
 * Sends a payment from its form. Stores it first, so that a lost network, a closed tab or an empty battery loses
 * nothing. Throws `ApiError`: the server's refusal, or one with `kept` if no answer came.
 */
export async function payKeeping(
  endpoint: Endpoint,
  params: CallInput<Endpoint> & { idempotencyKey: string },
  about: AboutPayment,
): Promise<unknown> {
  const owner = await ownerSoon();
  if (owner === null) return callEndpoint(endpoint, params);
  const id = params.idempotencyKey;
  await keepPayment(owner, {
    id,
    userId: owner.userId,
    kind: about.kind,
    loan: about.loan ?? null,
    body: params.body as Record<string, string>,
    typedAt: serverNow(),
    refusal: null,
  });
  return holding(id, async () => {
    try {
      const reply = await callEndpoint(endpoint, { ...params, token: owner.token });
      await forget(id);
      await replace(about);
      return reply;
    } catch (error) {
      if (hasNoAnswer(error)) {
        await replace(about);
        announceOutbox({ kind: "kept" });
        throw new PaymentStored(0, "");
      }
      // The form shows the refusal and still has the typed values.
      await forget(id);
      throw error;
    } finally {
      announceOutbox({ kind: "changed" });
    }
  });
}

async function replace({ replaces }: AboutPayment): Promise<void> {
  if (replaces !== undefined) await forget(replaces);
}

async function forget(id: string): Promise<void> {
  const store = await openStore();
  await store.delete("payments", id);
}

/** The payments of this session's member, oldest first. */
export async function listOutbox(): Promise<StoredPayment[]> {
  const owner = await currentOwner();
  if (owner === null) return [];
  const own = await readPayments(owner);
  return own.toSorted((one, other) => one.typedAt - other.typedAt);
}

/** Whether it has waited so long that the server may no longer know its key. */
export function isOld(payment: StoredPayment): boolean {
  return serverNow() - payment.typedAt > keyLivesMs;
}

/** Sends the waiting payments that are not too old, each once; skips one that another tab is sending. */
export async function sendOutbox(): Promise<void> {
  for (const payment of await listOutbox()) {
    if (payment.refusal !== null || isOld(payment)) continue;
    if (!(await sendStored(payment.id))) return;
  }
}

/** Sends one payment, whatever its age; false if sending others now is pointless. */
export async function sendStored(id: string): Promise<boolean> {
  return (
    (await holding(id, () => sendOnce(id), { ifAvailable: true })) ??
    // Another tab is sending it.
    true
  );
}

async function sendOnce(id: string): Promise<boolean> {
  const owner = await currentOwner();
  // Never sent as somebody else: the session must belong to the member who typed it.
  if (owner === null) return false;
  const payment = await readPayment(owner, id);
  if (payment === undefined) return true;
  try {
    const reply = await callEndpoint(endpoints[payment.kind], {
      ...(payment.loan === null ? {} : { params: { id: payment.loan.id } }),
      body: payment.body,
      idempotencyKey: id,
      token: owner.token,
      ignoreLoading: true,
    });
    await forget(id);
    announceOutbox({ kind: "sent", payment, detail: (reply as { detail: string }).detail });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) announceSessionEnded();
    if (!isRefusal(error)) return false;
    const refusal = Object.values(error.errors).flat().join(" ") || error.detail;
    await keepPayment(owner, { ...payment, refusal });
    announceOutbox({ kind: "refused", payment, detail: refusal });
    return true;
  }
}

export async function discardStored(id: string): Promise<void> {
  await forget(id);
  announceOutbox({ kind: "changed" });
}

/** The request may or may not have arrived: no answer, a proxy's answer, or a truncated one. */
function hasNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return [0, 502, 504].includes(error.status) || error.status < 300;
}

/** A refusal of the payment itself, not of the moment it was sent in. */
function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status);
}

/** One sender at a time for a payment, over all tabs; null if another has it and `ifAvailable` is set. */
async function holding<T>(
  id: string,
  act: () => Promise<T>,
  options: LockOptions = {},
): Promise<T | null> {
  return navigator.locks.request(`akiba.payment.${id}`, options, (lock) =>
    lock === null ? null : act(),
  );
}

// The store holds them encrypted with their member's key: the next person on this device cannot read them.

type Secret = Pick<StoredPayment, "kind" | "loan" | "body" | "refusal">;

async function keepPayment(owner: Owner, payment: StoredPayment): Promise<void> {
  const { id, userId, typedAt, kind, loan, body, refusal } = payment;
  const secret: Secret = { kind, loan, body, refusal };
  const sealed = await seal(bytesOf(owner), secret);
  const store = await openStore();
  await store.put("payments", { id, userId, typedAt, sealed });
}

/** The owner's payments; encrypts those that an earlier version left in plain text. */
async function readPayments(owner: Owner): Promise<StoredPayment[]> {
  const store = await openStore();
  const own = (await store.getAll("payments")).filter(({ userId }) => userId === owner.userId);
  return Promise.all(own.map((each) => decrypted(owner, each)));
}

/** Undefined if it does not exist or belongs to somebody else. */
async function readPayment(owner: Owner, id: string): Promise<StoredPayment | undefined> {
  const store = await openStore();
  const found = await store.get("payments", id);
  return found === undefined || found.userId !== owner.userId ? undefined : decrypted(owner, found);
}

async function decrypted(
  owner: Owner,
  found: SealedPayment | StoredPayment,
): Promise<StoredPayment> {
  if (!("sealed" in found)) {
    await keepPayment(owner, found);
    return found;
  }
  const { sealed, ...shown } = found;
  return { ...shown, ...((await unseal(bytesOf(owner), sealed)) as Secret) };
}

function bytesOf({ deviceKey }: Owner): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(deviceKey.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** What happens to them, reported to every tab of this device. */
export type OutboxNews =
  | { kind: "changed" }
  | { kind: "kept" }
  | { kind: "sent" | "refused"; payment: StoredPayment; detail: string };

const listeners = new Set<(news: OutboxNews) => void>();
const channel = new BroadcastChannel("akiba.outbox");
channel.addEventListener("message", () => tell({ kind: "changed" }));

/** This tab gets the whole event; other tabs only learn that the list has changed. */
export function announceOutbox(news: OutboxNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none.
  channel.postMessage("changed");
  tell(news);
}

export function onOutboxNews(listener: (news: OutboxNews) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function tell(news: OutboxNews): void {
  for (const listener of listeners) listener(news);
}
