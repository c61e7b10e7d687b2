// Fetches what the start-up with a stored session token needs (SCR-8), in two requests: first the signed-in member,
// then the rest, with what the page in the address shows.
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useRouter, type AnyRouter } from "@tanstack/react-router";
import { getOwnSeat } from "#endpoints/auditors.ts";
import { getContributions } from "#endpoints/contributions.ts";
import { getGroup } from "#endpoints/group.ts";
import { getLoanPayments } from "#endpoints/loans.ts";
import { getActiveUserCount, getUserData } from "#endpoints/members.ts";
import { getBalanceSheet, getProfitAndLoss } from "#endpoints/reports.ts";
import { getWaiting } from "#endpoints/waiting.ts";
import { readSessionToken } from "#web/api/session-token.ts";
import { batchedPrefetch, questionTo, type Prefetch } from "#web/api/use-query.ts";
import { today, unpaddedDate } from "#web/ui/day.ts";
import { cachedMember, hasSeat, memberOf, type Member } from "#web/features/session/session.tsx";
import { mayOpen } from "./may-open.ts";

/** Fetches the signed-in member before anything is drawn. Does nothing outside of the dashboard or without a token. */
export function prefetchMember(queries: QueryClient): void {
  if (readSessionToken() === null || !/^\/dashboard(\/|$)/.test(location.pathname)) return;
  if (hasSeat()) void queries.prefetchQuery(questionTo(getOwnSeat));
  else void queries.prefetchQuery(questionTo(getUserData));
}

/** Fetches the rest too if the stored answers tell who is signed in, so that the first drawing has the figures. */
export function startAtOnce(queries: QueryClient, router: AnyRouter): void {
  const member = cachedMember(queries);
  if (member === null) return;
  prefetchAll(queries, router, member);
  queries.setQueryData(startUpKey, true);
}

/**
 * True once all start-up requests are sent. Pages render after that and share these requests, so that none is sent
 * twice. It does not wait for answers, since each would cost a slow phone a round trip.
 */
export function useStartUp(user: Member["user"] | null): boolean {
  const queries = useQueryClient();
  const router = useRouter();
  const { data } = useQuery({
    queryKey: startUpKey,
    queryFn: () => {
      if (user !== null) prefetchAll(queries, router, memberOf(user));
      return true;
    },
    enabled: user !== null,
    // It runs once: each answer on screen is renewed by its own query.
    staleTime: "static",
  });
  return data === true;
}

/** The signed-in member, once the start-up requests are sent and if the page is for them. */
export function startedMember(queries: QueryClient, path: string): Member | null {
  const member = queries.getQueryData(startUpKey) === true ? cachedMember(queries) : null;
  return member !== null && mayOpen(member.actor, path) ? member : null;
}

const startUpKey = ["start-up"];

/**
 * Sends the requests of start-up, and those of the page in the address. If the page's chunk has not arrived, the route's
 * loader sends the latter when it arrives (web/pages/page.ts).
 */
function prefetchAll(queries: QueryClient, router: AnyRouter, member: Member): void {
  const prefetch = batchedPrefetch(queries);
  prefetchStartUp(prefetch, member);
  const { latestLocation } = router;
  if (!mayOpen(member.actor, latestLocation.pathname)) return;
  for (const { staticData, params } of router.matchRoutes(latestLocation))
    staticData.pageLoader?.(prefetch, { ...member, params, search: latestLocation.search });
}

/** Requests figures of the group only for those who may read them (MEM-5). */
function prefetchStartUp(prefetch: Prefetch, { actor, may }: Member): void {
  // An auditor has no account in the group, and sees only the books.
  if (actor.isAuditor) return prefetch(getGroup);
  const knowsGroup = may("reports.read");
  if (knowsGroup) prefetch(getActiveUserCount);
  prefetch(getContributions);
  prefetch(getLoanPayments);
  prefetch(getWaiting);
  if (knowsGroup) {
    const day = today();
    const unpadded = unpaddedDate(day);
    prefetch(getProfitAndLoss, { query: { start_date: unpadded, end_date: unpadded } });
    prefetch(getBalanceSheet, { query: { date: day } });
  }
  prefetch(getGroup);
}
