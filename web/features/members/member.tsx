import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { User } from "#contract/members.ts";
import { sumKes } from "#web/ui/money.tsx";

export function memberName(user: Pick<User, "first_name" | "last_name">): string {
  return `${user.first_name} ${user.last_name}`;
}

/** Whether the balance is in the books: a written-off one has left them (EXIT-8). */
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

type MemberPostingsProps = {
  /** A loan's balance includes the interest still to be paid. */
  account: "monthly_contribution" | "loan_receivable";
  memberId: number;
  /** False if no postings add up to the figure. */
  isPosted?: boolean;
  /** The figure. */
  children: ReactNode;
};

/** A member's figure with a link to its postings (REP-17). */
export function MemberPostings(props: MemberPostingsProps) {
  const { account, memberId, isPosted = true, children } = props;
  if (!isPosted) return children;
  return (
    <Link
      to="/dashboard/accounting/postings"
      search={{
        account,
        member: memberId,
        ...(account === "loan_receivable" ? { parts: "yes" as const } : {}),
      }}
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}
