// Entry of app.html: every route but the landing page.
import { storedFirst } from "./app/begin.ts";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { showStored } from "#web/api/stored/first.ts";
import { startWords } from "#web/messages/words.ts";
import { App, createAppRouter } from "./app/app.tsx";
import { awaitInstallOffer } from "#web/pages/dashboard/frame/install-offer.ts";
import { showTheme } from "#web/ui/theme.ts";
import { startAtOnce, prefetchMember } from "#web/pages/dashboard/frame/start-up.ts";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { showToast } from "#web/ui/toaster.tsx";
import { ApiError } from "#web/api/call.ts";
import { renewWithOtherTabs } from "#web/api/batched-queries.ts";
import { announceSessionEnded } from "#web/api/connection.ts";

const patienceMs = 200;

awaitInstallOffer();
showTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("app.html has no #root");
await startWords();
const queries = createQueryClient();
const router = createAppRouter(queries);
prefetchMember(queries);
// Nothing hangs on it: where the device is slow to read, the figures come with the server's answers or when it is done.
const showFirst = async () => {
  showStored(queries, await storedFirst);
  startAtOnce(queries, router);
};
await Promise.race([showFirst(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
// What the program draws first replaces the stored figures on the screen, so it must have them too.
if (root.childElementCount > 0) await router.load();
const application = createRoot(root);
// As a transition it is drawn in short pieces.
startTransition(() =>
  application.render(
    <StrictMode>
      <App queries={queries} router={router} />
    </StrictMode>,
  ),
);

/** What all queries of the signed-in application share: retries, toasts and ended sessions. */
function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.["isSilent"] !== true || isEnded(error)) tell(error);
      },
    }),
    mutationCache: new MutationCache({ onError: tell }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 1 && mayPass(error),
        throwOnError: (error) => !(error instanceof ApiError),
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  renewWithOtherTabs(queries);
  return queries;
}

/** SCR-10: every failed call shows a toast with the server's detail. */
function tell(error: Error): void {
  if (!(error instanceof ApiError)) return console.error(error);
  if (error.stored) return;
  if (isEnded(error)) return announceSessionEnded();
  showToast("error", error.detail);
}

function isEnded(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** No answer, or a server that is briefly away: worth one retry of a read. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
