import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { IntlProvider } from "use-intl";
import type { Language } from "#domain/language.ts";
import { useLoading } from "#web/api/connection.ts";
import { onWordsChanged, spokenWords, type AllTexts } from "#web/messages/words.ts";
import { LoadingOverlay } from "#web/ui/button.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { followLanguage } from "./follow-language.ts";
import { router } from "./router.tsx";

declare module "use-intl" {
  interface AppConfig {
    Locale: Language;
    Messages: AllTexts;
  }
}

export function App({ queries }: { queries: QueryClient }) {
  useEffect(() => followLanguage(queries), [queries]);
  return (
    <QueryClientProvider client={queries}>
      <MessagesProvider>
        <RouterProvider router={router} />
        <LoadingFlag />
        <Toaster />
      </MessagesProvider>
    </QueryClientProvider>
  );
}

/** Gives the pages their words, in the language that is spoken now. */
function MessagesProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(onWordsChanged, spokenWords);
  return (
    // The English words give the messages their types; the other languages have the same keys and arguments.
    <IntlProvider locale={language} messages={texts as AllTexts} timeZone="Africa/Nairobi">
      {children}
    </IntlProvider>
  );
}

const patienceMs = 300;

/** SCR-7: a full-screen spinner while the loading flag is set. A quick answer does not make the screen flash. */
function LoadingFlag() {
  const loading = useLoading();
  const [due, setDue] = useState(false);

  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setDue(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [loading]);

  return <LoadingOverlay open={due} />;
}
