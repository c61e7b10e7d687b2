import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { MemberSummaries, type SummariesValue } from "./member-summaries.tsx";
import { addressOf, summariesOf } from "./summaries-address.ts";

const route = getRouteApi("/dashboard/financial-summary/loan-summary");

/** The tab Summary (SCR-22): a card for each member with what they have and owe. */
export function LoanSummaryPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (value: SummariesValue) =>
      void navigate({ search: addressOf(value), replace: true, resetScroll: false }),
    [navigate],
  );
  return <MemberSummaries value={summariesOf(search)} onChange={change} />;
}
