// The moment the server no longer knows the session: told by whichever call met it, heard by the session.
const listeners = new Set<() => void>();

export function announceSessionEnded(): void {
  for (const listener of listeners) listener();
}

/** Calls back when a call is refused because the session has ended; gives the way to stop listening. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
