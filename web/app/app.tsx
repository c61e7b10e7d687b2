import { type Query, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRouter, RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { IntlProvider } from "use-intl";
import { spokenFields } from "#contract/choices.ts";
import { changeLanguage } from "#endpoints/members.ts";
import type { Language } from "#domain/language.ts";
import { useLoading } from "#web/api/connection.ts";
import { type AllTexts, onWordsChanged, spokenWords } from "#web/messages/words.ts";
import { LoadingOverlay } from "#web/ui/button.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { callEndpoint } from "#web/api/call.ts";
import { readSessionToken } from "#web/api/session-token.ts";
import { renewShown } from "#web/api/batched-queries.ts";
import { hasSeat } from "#web/features/session/session.tsx";
import { yieldTask } from "#web/ui/idle.ts";
import { NotFoundPage, PageProblem, PageWaits } from "#web/pages/page-states.tsx";
import { dashboardRoutes } from "#web/pages/dashboard/routes.ts";
import { publicRoutes } from "#web/pages/public/routes.ts";
import { root } from "#web/pages/page.ts";

declare module "use-intl" {
  interface AppConfig {
    Locale: Language;
    Messages: AllTexts;
  }
}

// The modules are loaded; the router is set up in the next task, so that the page can respond in between.
await yieldTask();

const routeTree = root.addChildren([...publicRoutes, dashboardRoutes]);

/** Routes every address; each folder of web/pages has its routes. */
export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    // Emailed links end with a slash and typed ones do not. Both work unchanged.
    trailingSlash: "preserve",
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PageWaits,
    defaultPendingMs: 150,
    // Without strict, a page would get the values of the address that its reader left out.
    search: { strict: true },
    // A page is drawn after its loader has sent its queries; otherwise its hooks would send them first, each alone.
    defaultStaleReloadMode: "blocking",
    // The age of the answers decides what is fetched again (web/main.tsx).
    defaultPreloadStaleTime: 0,
  });

type Router = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: Router;
  }
}

type AppProps = { queries: QueryClient; router: Router };

export function App({ queries, router }: AppProps) {
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

/** Provides the pages with the texts of the current language. */
function MessagesProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(onWordsChanged, spokenWords);
  return (
    // The messages have the types of the English texts; the other languages have the same keys and arguments.
    <IntlProvider locale={language} messages={texts as AllTexts} timeZone="Africa/Nairobi">
      {children}
    </IntlProvider>
  );
}

const patienceMs = 300;

/**
 * SCR-7: shows a full-screen spinner once the loading flag has been set for 300 ms, so that quick answers do not flash.
 */
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
 * After a change of language, fetches again the answers that contain the server's own sentences, those on screen in one
 * request, and tells the server the language of mails. Texts of the pages change by themselves; answers with figures
 * only are not fetched again. Returns a function that stops it.
 */
function followLanguage(queries: QueryClient): () => void {
  let { language } = spokenWords();
  return onWordsChanged(() => {
    if (spokenWords().language === language) return;
    language = spokenWords().language;
    void queries.invalidateQueries({ predicate: hasWordsOfServer, refetchType: "none" });
    renewShown(queries, showsWordsOfServer);
    // If the request fails, the cookie tells the language at the next sign-in.
    tellLanguage(language).catch(console.info);
  });
}

/** Tells the server the language of mails to the signed-in member. Throws `ApiError`. */
async function tellLanguage(language: Language): Promise<void> {
  // An auditor gets no mails.
  if (readSessionToken() === null || hasSeat()) return;
  await callEndpoint(changeLanguage, { body: { language }, ignoreLoading: true });
}

const spoken: ReadonlySet<string> = new Set(spokenFields);

function hasWordsOfServer({ state }: Query): boolean {
  return hasWords(state.data);
}

/** False if every component that uses the answer reads only figures of it. */
function showsWordsOfServer(query: Query): boolean {
  const { observers } = query;
  const takesWords =
    observers.length === 0 || observers.some(({ options }) => !options.meta?.["figuresOnly"]);
  return takesWords && hasWordsOfServer(query);
}

function hasWords(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([field, inner]) =>
    typeof inner === "string" ? inner !== "" && spoken.has(field) : hasWords(inner),
  );
}
