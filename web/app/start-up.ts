// What is asked at start-up with a kept session token, in the order of spec 4.
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { getContributions } from "#contract/contributions.ts";
import { getLoanPaymentApprovals, getLoanPayments } from "#contract/loans.ts";
import { getActiveUserCount, type User } from "#contract/members.ts";
import { getBalanceSheet, getProfitAndLoss } from "#contract/reports.ts";
import { can } from "#domain/permissions.ts";
import { questionTo } from "#web/api/use-query.ts";
import { unpaddedDate } from "#web/features/reports/unpadded-date.ts";
import { actorOf } from "#web/features/session/actor.ts";
import { today } from "#web/ui/day.ts";

/**
 * True once the questions of start-up are on their way: the pages come after it, so that theirs are the same questions
 * and none is asked twice. Nothing is waited for, since each answer would cost a round trip on a slow phone.
 */
export function useStartUp(user: User | null): boolean {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["start-up"],
    queryFn: () => {
      if (user !== null) askAtStartUp(queries, user);
      return true;
    },
    enabled: user !== null,
    staleTime: Infinity,
  });
  return data === true;
}

/** Figures of the group are not asked for by who may not know them (contract 2). */
function askAtStartUp(queries: QueryClient, user: User): void {
  const knowsGroup = can(actorOf(user), "reports.read");
  const day = today();
  const unpadded = unpaddedDate(day);
  if (knowsGroup) void queries.prefetchQuery(questionTo(getActiveUserCount));
  void queries.prefetchQuery(questionTo(getContributions));
  void queries.prefetchQuery(questionTo(getLoanPayments));
  void queries.prefetchQuery(questionTo(getLoanPaymentApprovals));
  if (!knowsGroup) return;
  const both = { start_date: unpadded, end_date: unpadded };
  void queries.prefetchQuery(questionTo(getProfitAndLoss, { query: both }));
  void queries.prefetchQuery(questionTo(getBalanceSheet, { query: { date: day } }));
}
