import type { User } from "#contract/members.ts";
import { sumKes } from "#web/ui/sum-kes.ts";

/** KES. LOAN-11: active, default and written_off count toward a member's loan balance. */
export function loanBalance(user: Pick<User, "loans">): number {
  const counted = user.loans.filter(({ status }) =>
    ["active", "default", "written_off"].includes(status),
  );
  return sumKes(counted.map((each) => each.current_balance));
}
