import { type Query, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { IntlProvider } from "use-intl";
import type { Language } from "#domain/language.ts";
import { useLoading } from "#web/api/connection.ts";
import { type AllTexts, onWordsChanged, spokenWords } from "#web/messages/words.ts";
import { LoadingOverlay } from "#web/ui/button.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { router } from "./router.tsx";
import { changeLanguage, spokenFields } from "#contract/members.ts";
import { callEndpoint, readSessionToken } from "#web/api/call.ts";
import { renewShown } from "#web/api/batched-queries.ts";
import { hasSeat } from "#web/features/session/session.tsx";

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

/**
 * The words on the page change by themselves. Figures are not asked for again: only answers in which the server itself speaks
 * are, and those on screen together. Its mails are to be in the same language. Gives the way to stop.
 */
function followLanguage(queries: QueryClient): () => void {
  let { language } = spokenWords();
  return onWordsChanged(() => {
    if (spokenWords().language === language) return;
    language = spokenWords().language;
    renewShown(queries, showsWordsOfServer);
    // When it does not arrive, the next sign-in tells it, by the cookie.
    tellLanguage(language).catch(console.info);
  });
}

/** Tells the server in which language to write to whoever is signed in. Throws `ApiError`. */
async function tellLanguage(language: Language): Promise<void> {
  // Nobody writes to an auditor.
  if (readSessionToken() === null || hasSeat()) return;
  await callEndpoint(changeLanguage, { body: { language }, ignoreLoading: true });
}

/** The web writes the names of loans itself (`loanName` in web/ui/texts.tsx). */
const spoken: ReadonlySet<string> = new Set(spokenFields.filter((field) => field !== "loan_name"));

/** Not for who takes nothing but figures of an answer. */
function showsWordsOfServer({ observers, state }: Query): boolean {
  const takesWords =
    observers.length === 0 || observers.some(({ options }) => !options.meta?.["figuresOnly"]);
  return takesWords && hasWords(state.data);
}

function hasWords(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([field, inner]) =>
    typeof inner === "string" ? inner !== "" && spoken.has(field) : hasWords(inner),
  );
}
