// Whether the group's server answers: learned from every call, for parts that show it or wait for it.
let reachable = true;
const listeners = new Set<() => void>();

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
  for (const listener of listeners) listener();
}

export function isReachable(): boolean {
  return reachable;
}

export function onReachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
