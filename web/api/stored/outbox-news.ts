// Reports what happens to stored payments to every tab of this device.
import type { StoredPayment } from "./device-store.ts";

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
