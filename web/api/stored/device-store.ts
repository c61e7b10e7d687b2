// What this device stores for a member, in IndexedDB: the owner, answers to read and payments to send without a
// network.
import type { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

export type StoredOwner = {
  userId: number;
  username: string;
  /** SHA-256 of the session token: only the session that stored the data can read it. */
  tokenMark: string;
  /** When this session was first seen here, in milliseconds. */
  since: number;
  /** When the server last answered it, and how long it may then be idle (MEM-9), in milliseconds. */
  usedAt: number;
  idleMs: number;
  /** The member's key (`deviceKey` of owner.ts), encrypted with the session token. */
  sealedKey: Sealed;
};

export type StoredAnswer = { userId: number; key: string; reply: unknown; at: number };

/** The form it was typed in, as devices have stored it; `sum`: one payment for several months, fines and loans. */
export type FormKind = typeof CONTRIBUTION | "loan" | "fine" | "sum";

export type StoredPayment = {
  /** Its idempotency key, the same at each attempt. */
  id: string;
  userId: number;
  kind: FormKind;
  loan: { id: number; name: string } | null;
  /** The body as it was typed and is sent. */
  body: Record<string, string>;
  typedAt: number;
  /** The server's refusal; null while it waits. */
  refusal: string | null;
};

/** What anybody with access to the store sees of a payment: no amount, reference or loan. */
export type SealedPayment = Pick<StoredPayment, "id" | "userId" | "typedAt"> & {
  sealed: Sealed;
};

interface Records extends DBSchema {
  owner: { key: string; value: StoredOwner };
  answers: { key: [number, string]; value: StoredAnswer };
  payments: { key: string; value: SealedPayment | StoredPayment };
}

let opening: Promise<IDBPDatabase<Records>> | undefined;

/** Available only where the browser protects stored data: not over plain http from another machine. */
export function canKeep(): boolean {
  return window.isSecureContext && "indexedDB" in window;
}

/** A write resolves once its transaction has committed. */
export function openStore(): Promise<IDBPDatabase<Records>> {
  opening ??= openDB<Records>("akiba", 1, {
    upgrade(database) {
      database.createObjectStore("owner");
      database.createObjectStore("answers", { keyPath: ["userId", "key"] });
      database.createObjectStore("payments", { keyPath: "id" });
    },
  });
  return opening;
}

/** A value of the store, encrypted (AES-256-GCM). */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

export async function seal(key: Uint8Array<ArrayBuffer>, secret: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(secret));
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(key), text);
  return { iv, data };
}

/** Throws if the key is another one. */
export async function unseal(key: Uint8Array<ArrayBuffer>, { iv, data }: Sealed): Promise<unknown> {
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(key), data);
  return JSON.parse(new TextDecoder().decode(text));
}

function keyOf(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
