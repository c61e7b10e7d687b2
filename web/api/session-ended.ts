// The server no longer knows the session: reported by the call that was refused, handled by the session.
const listeners = new Set<() => void>();
/** Reported before anybody listened: the first requests start before anything is drawn. */
let isUnheard = false;

export function announceSessionEnded(): void {
  isUnheard = listeners.size === 0;
  for (const listener of listeners) listener();
}

/** Calls back when a call is refused because the session has ended; returns a function that stops listening. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  if (isUnheard) {
    isUnheard = false;
    listener();
  }
  return () => {
    listeners.delete(listener);
  };
}
