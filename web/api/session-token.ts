// The token of the session, which this browser stores (API-11).

const SESSION_KEY = "session_cookie";

/** The session token, bare under `session_cookie` (API-11), or null when nobody is signed in. */
export function readSessionToken(): string | null {
  return localStorage.getItem(SESSION_KEY);
}

export function storeSessionToken(token: string): void {
  localStorage.setItem(SESSION_KEY, token);
}

/** SCR-6: signing out clears local storage. */
export function clearSession(): void {
  localStorage.clear();
}
