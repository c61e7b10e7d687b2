import type { User } from "#contract/members.ts";
import { sumKes } from "#web/ui/money.tsx";

/** Whether the balance stands in the books: what is written off has left them (EXIT-8). */
export function standsInBooks(user: Pick<User, "loans">): boolean {
  return !user.loans.some(({ status }) => status === "written_off");
}

/** KES. LOAN-11: active, default and written_off count toward a member's loan balance. */
export function loanBalance(user: Pick<User, "loans">): number {
  const counted = user.loans.filter(({ status }) =>
    ["active", "default", "written_off"].includes(status),
  );
  return sumKes(counted.map((each) => each.current_balance));
}
