// Apart from the rules that refuse: the pages of members need no more than this.
import type { Verdict } from "./two-officials.ts";

/** A verdict as people read it: on a rejected or withdrawn item, an office that has not acted is not needed (PAY-10). */
export function shownVerdict(
  verdict: Verdict,
  item: { status: string },
): "pending" | "not_needed" | "approved" | "rejected" {
  if (verdict !== "pending_approval") return verdict;
  return item.status === "rejected" || item.status === "withdrawn" ? "not_needed" : "pending";
}
