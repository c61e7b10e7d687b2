// What the calls have shown, for parts that show it or wait for it: whether one runs, whether the group's server answers,
// and whether it still knows the session.
import { useSyncExternalStore } from "react";

let running = 0;
const onLoading = listenersOf();

export function loadingStarted(): void {
  running += 1;
  onLoading.tell();
}

export function loadingFinished(): void {
  running -= 1;
  onLoading.tell();
}

/** Whether to show the full-screen spinner: a request runs that is not marked to ignore it (SCR-7). */
export function useLoading(): boolean {
  return useSyncExternalStore(
    onLoading.listen,
    () => running > 0,
    () => false,
  );
}

let reachable = true;
const onReached = listenersOf();

/**
 * Statuses that the application never sends: no connection, or a proxy that cannot reach it, or its database is away.
 */
export function isAway(status: number): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

export function noteAnswer(status: number): void {
  const now = !isAway(status);
  if (now === reachable) return;
  reachable = now;
  onReached.tell();
}

export function isReachable(): boolean {
  return reachable;
}

/** Calls back when the server is reached again, or no longer; returns a function that stops listening. */
export const onReachable = onReached.listen;

const onEnded = listenersOf();
/** Reported before anybody listened: the first requests start before anything is drawn. */
let isUnheard = false;

/** The server no longer knows the session: reported by the call that was refused, handled by the session. */
export function announceSessionEnded(): void {
  isUnheard = onEnded.tell() === 0;
}

/** Calls back when a call is refused because the session has ended; returns a function that stops listening. */
export function onSessionEnded(listener: () => void): () => void {
  const stop = onEnded.listen(listener);
  if (isUnheard) {
    isUnheard = false;
    listener();
  }
  return stop;
}

/** The listeners to one event. `tell` returns how many there are. */
function listenersOf() {
  const listeners = new Set<() => void>();
  return {
    tell: (): number => {
      for (const listener of listeners) listener();
      return listeners.size;
    },
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
