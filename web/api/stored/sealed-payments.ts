// Payments in the store, encrypted with their member's key: the next person on this device cannot read them.
import { openStore, type SealedPayment, type StoredPayment } from "./device-store.ts";
import type { Owner } from "./owner.ts";
import { seal, unseal } from "./seal.ts";

type Secret = Pick<StoredPayment, "kind" | "loan" | "body" | "refusal">;

export async function keepPayment(owner: Owner, payment: StoredPayment): Promise<void> {
  const { id, userId, typedAt, kind, loan, body, refusal } = payment;
  const secret: Secret = { kind, loan, body, refusal };
  const sealed = await seal(bytesOf(owner), secret);
  const store = await openStore();
  await store.put("payments", { id, userId, typedAt, sealed });
}

/** The owner's payments; encrypts those that an earlier version left in plain text. */
export async function readPayments(owner: Owner): Promise<StoredPayment[]> {
  const store = await openStore();
  const own = (await store.getAll("payments")).filter(({ userId }) => userId === owner.userId);
  return Promise.all(own.map((each) => open(owner, each)));
}

/** Undefined if it does not exist or belongs to somebody else. */
export async function readPayment(owner: Owner, id: string): Promise<StoredPayment | undefined> {
  const store = await openStore();
  const found = await store.get("payments", id);
  return found === undefined || found.userId !== owner.userId ? undefined : open(owner, found);
}

async function open(owner: Owner, found: SealedPayment | StoredPayment): Promise<StoredPayment> {
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
