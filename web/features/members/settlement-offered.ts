import type { User } from "#contract/members.ts";

export type SettlementOffered = {
  action: "recover" | "exit" | "clear" | "cleared";
  disabled: boolean;
};

/** The one button of a member's summary card. EXIT-12: bad debt first, then running loans, then clearing. */
export function settlementOffered(user: User): SettlementOffered {
  if (user.bad_debt_outstanding > 0) return { action: "recover", disabled: false };
  if (user.loans.some(({ status }) => status === "active" || status === "default"))
    return { action: "exit", disabled: false };
  if (user.has_cleared) return { action: "cleared", disabled: true };
  return { action: "clear", disabled: user.total_contributions === 0 };
}
