// Holds the browser's offer to install the application until the member takes it from the menu.
import { useSyncExternalStore } from "react";

type Offer = Event & { prompt: () => Promise<unknown> };

let offer: Offer | null = null;
const listeners = new Set<() => void>();

function change(to: Offer | null): void {
  offer = to;
  for (const listener of listeners) listener();
}

/** Call it at the start, since the browser makes the offer once and early. */
export function awaitInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    change(event as Offer);
  });
  addEventListener("appinstalled", () => change(null));
}

/**
 * Returns a function that opens the browser's install dialog; null without an offer, e.g. if it is installed already.
 */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer,
  );
  if (current === null) return null;
  return () => {
    // The browser accepts `prompt` only once per offer.
    change(null);
    void current.prompt();
  };
}
