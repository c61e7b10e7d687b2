// The loading flag of SCR-7: true while a request runs that is not marked to ignore it.
import { useSyncExternalStore } from "react";

let running = 0;
const listeners = new Set<() => void>();

export function loadingStarted(): void {
  running += 1;
  for (const listener of listeners) listener();
}

export function loadingFinished(): void {
  running -= 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether to show the full-screen spinner. */
export function useLoading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  );
}
