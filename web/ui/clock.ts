// What time it is, by the server's clock: a phone's own may be days off, and the group's days are the server's (API-5).
// Each answer says when it was made; in between, and without a network, the device's clock runs on from there.

const KEY = "clock_ahead_ms";
/** An answer takes a while to arrive, and says whole seconds: smaller changes are not worth storing. */
const worthStoringMs = 30_000;

let ahead: number | null = null;

/** How far the server's clock is ahead of the device's, in ms, as far as this device knows. */
function aheadMs(): number {
  ahead ??= typeof localStorage === "undefined" ? 0 : Number(localStorage.getItem(KEY) ?? 0) || 0;
  return ahead;
}

/** Call with the Date header of each answer. One that is missing or unreadable changes nothing. */
export function noteServerTime(header: string | null): void {
  const at = Date.parse(header ?? "");
  if (Number.isNaN(at)) return;
  const before = aheadMs();
  ahead = at - Date.now();
  if (Math.abs(ahead - before) > worthStoringMs) localStorage.setItem(KEY, String(ahead));
}

/** Now, in ms since 1970. */
export function serverNow(): number {
  return Date.now() + aheadMs();
}

/** The server's time when this device's clock showed `deviceMs`. */
export function serverTimeOf(deviceMs: number): number {
  return deviceMs + aheadMs();
}
