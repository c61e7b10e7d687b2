import { useNavigate } from "@tanstack/react-router";
import type { PlainDate } from "#domain/calendar.ts";

/** Returns a function that opens an entry in the journal of its day. */
export function useShowEntry(): (entry: { id: number; date: PlainDate }) => void {
  const navigate = useNavigate();
  return ({ id, date }) =>
    void navigate({
      to: "/dashboard/accounting/entries",
      search: { start_date: date, end_date: date, entry: id },
    });
}

/** Returns a function that opens the proposals for a second official (BOOK-20). */
export function useShowProposals(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: "/dashboard/accounting/proposals" });
}
