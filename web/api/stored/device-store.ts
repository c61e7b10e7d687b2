// What this device keeps of a member, in IndexedDB: whose it is, answers to be read and payments to be sent without a network.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Sealed } from "./seal.ts";

export type StoredOwner = {
  userId: number;
  username: string;
  /** SHA-256 of the session token: what was stored is read only under the session that stored it. */
  tokenMark: string;
  /** When this session was first seen here, in milliseconds. */
  since: number;
  /** When the server last answered it, and how long it may then rest (MEM-9), in milliseconds. */
  usedAt: number;
  idleMs: number;
  /** The member's key (`deviceKey` of owner.ts), sealed by the session token. */
  sealedKey: Sealed;
};

export type StoredAnswer = { userId: number; key: string; reply: unknown; at: number };

export type PaymentKind = "contribution" | "loan" | "fine";

export type StoredPayment = {
  /** Its idempotency key, the same at each try. */
  id: string;
  userId: number;
  kind: PaymentKind;
  loan: { id: number; name: string } | null;
  /** As it was typed and is sent. */
  body: Record<string, string>;
  typedAt: number;
  /** What the server said against it; null while it waits. */
  refusal: string | null;
};

/** What the store shows of a payment to whoever looks into it: no amount, no reference, no loan. */
export type SealedPayment = Pick<StoredPayment, "id" | "userId" | "typedAt"> & {
  sealed: Sealed;
};

interface Records extends DBSchema {
  owner: { key: string; value: StoredOwner };
  answers: { key: [number, string]; value: StoredAnswer };
  payments: { key: string; value: SealedPayment | StoredPayment };
}

let opening: Promise<IDBPDatabase<Records>> | undefined;

/** Stored only where the browser keeps a secret: not over plain http from another machine. */
export function canKeep(): boolean {
  return window.isSecureContext && "indexedDB" in window;
}

/** A write ends with its transaction: what is written is written for good. */
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
