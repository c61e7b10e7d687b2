// Every word of the signed-in application, by language; English is the only one so far.
// The frame and home have theirs at once, all other pages get theirs with `loadWords` before they are drawn.
import { useSyncExternalStore, type ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { contributions } from "./en/contributions.ts";
import { dashboard } from "./en/dashboard.ts";
import { home } from "./en/home.ts";
import type { rest } from "./en/rest.ts";

const first = { contributions, dashboard, home };

declare module "use-intl" {
  interface AppConfig {
    Locale: "en";
    Messages: typeof first & typeof rest;
  }
}

let words: typeof first & Partial<typeof rest> = first;
const listeners = new Set<() => void>();

/** Fetches the words that pages other than home need; once. */
export async function loadWords(): Promise<void> {
  if (words !== first) return;
  const { rest: fetched } = await import("./en/rest.ts");
  words = { ...first, ...fetched };
  for (const listener of listeners) listener();
}

export function MessagesProvider({ children }: { children: ReactNode }) {
  const messages = useSyncExternalStore(subscribe, () => words);
  return (
    <IntlProvider locale="en" messages={messages} timeZone="Africa/Nairobi">
      {children}
    </IntlProvider>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
