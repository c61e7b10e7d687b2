// The moment the server no longer knows the session: reported by whichever call met it, heard by the session.
const listeners = new Set<() => void>();
/** Reported before anybody listened: the first questions are on their way before anything is drawn. */
let isUnheard = false;

export function announceSessionEnded(): void {
  isUnheard = listeners.size === 0;
  for (const listener of listeners) listener();
}

/** Calls back when a call is refused because the session has ended; gives the way to stop listening. */
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
