import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

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
