// What all queries of the signed-in application share: retries, toasts and ended sessions.
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { showToast } from "#web/ui/toaster.tsx";
import { ApiError } from "./call.ts";
import { renewWithOtherTabs } from "./batched-queries.ts";
import { announceSessionEnded } from "./connection.ts";

export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: tell }),
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
  if (error.status === 401) return announceSessionEnded();
  showToast("error", error.detail);
}

/** No answer, or a server that is briefly away: worth one retry of a read. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
