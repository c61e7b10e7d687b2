import { signOut as signOutEndpoint } from "#contract/auth.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";
import { ApiError, clearSession } from "#web/api/call.ts";
import { showToastOnNextPage } from "#web/ui/toaster.tsx";

/** SCR-6: clears local storage, signs out and goes to /. SCR-10: a failed call is only logged. */
export async function signOut(): Promise<void> {
  // Without this part the page has stored nothing.
  const device = await import("#web/later.ts").catch(() => null);
  if (device && !(await device.mayLeave())) return;
  try {
    await callEndpoint(signOutEndpoint);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error("Sign out failed", error);
  }
  await device?.forgetMember();
  clearSession();
  window.location.assign("/");
}

/** Opens the landing page, which is a separate document, with a sentence to show there. */
export function leaveForStart(message?: string): void {
  if (message !== undefined) showToastOnNextPage("error", message);
  window.location.replace("/");
}
