// What is asked at start-up with a stored session token, in the order of SCR-8 and as two requests: who is signed in, and the
// rest as soon as that is known.
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

/** Who is signed in, on its way before anything is drawn; where the dashboard is not what opens, or nobody can be signed in, not at all. */
export function askWhoIsSignedIn(queries: QueryClient): void {
  if (readSessionToken() === null || !/^\/dashboard(\/|$)/.test(location.pathname)) return;
  if (hasSeat()) void queries.prefetchQuery(questionTo(getOwnSeat));
  else void queries.prefetchQuery(questionTo(getUserData));
}

/** The same for all that start-up asks, where who is signed in is known from before; the first drawing then has the figures. */
export function askAgainAtOnce(queries: QueryClient): void {
  const user = queries.getQueryData<User>(questionTo(getUserData).queryKey);
  if (user === undefined) return;
  askAbout(queries, user);
  queries.setQueryData(startUpKey, true);
}

/**
 * True once all questions of start-up are on their way: the pages come after it, so that theirs are the same questions
 * and none is asked twice. Nothing is waited for, since each answer would cost a round trip on a slow phone.
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
    // Never again: what is on screen is renewed for itself.
    staleTime: "static",
  });
  return data === true;
}

const startUpKey = ["start-up"];

/** Figures of the group are not asked for by who may not know them (MEM-5), and lists of an office by it alone. */
function askAbout(queries: QueryClient, user: User): void {
  const actor = actorOf(user);
  const ask = queryWith(queries);
  // An auditor has nothing of their own, and sees the books alone.
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
