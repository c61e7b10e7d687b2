// Fetches what the start-up with a stored session token needs (SCR-8), in two requests: first the signed-in member,
// then the rest.
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { getOwnSeat } from "#contract/auditors.ts";
import { getContributions } from "#contract/contributions.ts";
import { getGroup } from "#contract/group.ts";
import { getLoanPaymentApprovals, getLoanPayments } from "#contract/loans.ts";
import { getActiveUserCount, getUserData, type User } from "#contract/members.ts";
import { getBalanceSheet, getProfitAndLoss } from "#contract/reports.ts";
import { can } from "#domain/permissions.ts";
import { batchedQueries } from "#web/api/batched-queries.ts";
import { readSessionToken } from "#web/api/call.ts";
import { questionTo, type Ask } from "#web/api/use-query.ts";
import { today, unpaddedDate } from "#web/ui/day.ts";
import { actorOf, hasSeat } from "#web/features/session/session.tsx";
import { askForHome } from "#web/pages/dashboard/home.tsx";

/** Fetches the signed-in member before anything is drawn. Does nothing outside of the dashboard or without a token. */
export function askWhoIsSignedIn(queries: QueryClient): void {
  if (readSessionToken() === null || !/^\/dashboard(\/|$)/.test(location.pathname)) return;
  if (hasSeat()) void queries.prefetchQuery(questionTo(getOwnSeat));
  else void queries.prefetchQuery(questionTo(getUserData));
}

/** Fetches the rest too if the stored answers tell who is signed in, so that the first drawing has the figures. */
export function askAgainAtOnce(queries: QueryClient): void {
  const user = queries.getQueryData<User>(questionTo(getUserData).queryKey);
  if (user === undefined) return;
  askAbout(queries, user);
  queries.setQueryData(startUpKey, true);
}

/**
 * True once all start-up requests are sent. Pages render after that and share these requests, so that none is sent
 * twice. It does not wait for answers, since each would cost a slow phone a round trip.
 */
export function useStartUp(user: User | null): boolean {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: startUpKey,
    queryFn: () => {
      if (user !== null) askAbout(queries, user);
      return true;
    },
    enabled: user !== null,
    // It runs once: each answer on screen is renewed by its own query.
    staleTime: "static",
  });
  return data === true;
}

const startUpKey = ["start-up"];

/** Requests figures of the group only for those who may read them (MEM-5). */
function askAbout(queries: QueryClient, user: User): void {
  const actor = actorOf(user);
  const ask = queryWith(queries);
  // An auditor has no account in the group, and sees only the books.
  if (actor.isAuditor) return ask(getGroup);
  const knowsGroup = can(actor, "reports.read");
  if (knowsGroup) ask(getActiveUserCount);
  ask(getContributions);
  ask(getLoanPayments);
  ask(getLoanPaymentApprovals);
  if (knowsGroup) {
    const day = today();
    const unpadded = unpaddedDate(day);
    ask(getProfitAndLoss, { start_date: unpadded, end_date: unpadded });
    ask(getBalanceSheet, { date: day });
  }
  ask(getGroup);
  if (isHome()) askForHome(ask, user);
}

function queryWith(queries: QueryClient): Ask {
  const together = batchedQueries();
  return (endpoint, query) => void queries.prefetchQuery(questionTo(endpoint, { query }, together));
}

function isHome(): boolean {
  return /^\/dashboard\/?$/.test(location.pathname);
}
