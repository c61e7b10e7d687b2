// What this device keeps of a member, in IndexedDB: whose it is, answers to be read and payments to be sent without a network.
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

type Records = {
  owner: StoredOwner;
  answers: StoredAnswer;
  payments: SealedPayment | StoredPayment;
};
type Store = keyof Records;

let opening: Promise<IDBDatabase> | undefined;

/** Stored only where the browser keeps a secret: not over plain http from another machine. */
export function canKeep(): boolean {
  return window.isSecureContext && "indexedDB" in window;
}

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("akiba", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("owner");
      request.result.createObjectStore("answers", { keyPath: ["userId", "key"] });
      request.result.createObjectStore("payments", { keyPath: "id" });
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
  return opening;
}

async function run<T>(
  store: Store,
  mode: IDBTransactionMode,
  act: (records: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = act(transaction.objectStore(store));
    transaction.addEventListener("complete", () => resolve(request.result));
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
}

export function readOne<S extends Store>(
  store: S,
  key: IDBValidKey,
): Promise<Records[S] | undefined> {
  return run<Records[S] | undefined>(store, "readonly", (records) => records.get(key));
}

export function readAll<S extends Store>(store: S): Promise<Records[S][]> {
  return run<Records[S][]>(store, "readonly", (records) => records.getAll());
}

/** All answers stored for a member. */
export function readOwn(userId: number): Promise<StoredAnswer[]> {
  const own = IDBKeyRange.bound([userId], [userId, []]);
  return run<StoredAnswer[]>("answers", "readonly", (records) => records.getAll(own));
}

/** `key` only for the owner, whose record carries none. */
export async function write<S extends Store>(
  store: S,
  record: Records[S],
  key?: string,
): Promise<void> {
  await run(store, "readwrite", (records) => records.put(record, key));
}

export async function remove(store: Store, key: IDBValidKey): Promise<void> {
  await run(store, "readwrite", (records) => records.delete(key));
}

export async function clear(store: Store): Promise<void> {
  await run(store, "readwrite", (records) => records.clear());
}
