// The browser's offer to install the application, stored until the member takes it from the menu.
import { useSyncExternalStore } from "react";

type Offer = Event & { prompt: () => Promise<unknown> };

let offer: Offer | null = null;
const listeners = new Set<() => void>();

function change(to: Offer | null): void {
  offer = to;
  for (const listener of listeners) listener();
}

/** Call at the start: the offer comes once and early. */
export function awaitInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    change(event as Offer);
  });
  addEventListener("appinstalled", () => change(null));
}

/** Opens the browser's own question; null where nothing is offered, e.g. when it is installed already. */
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
    // An offer can be taken once.
    change(null);
    void current.prompt();
  };
}
