import { showToastOnNextPage } from "#web/ui/toaster.tsx";

/** Goes to the landing page, which is a document of its own, with a sentence to show there. */
export function leaveForStart(message?: string): void {
  if (message !== undefined) showToastOnNextPage("error", message);
  window.location.replace("/");
}
