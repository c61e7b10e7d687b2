import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

type MemberPostingsProps = {
  /** A loan's balance has the interest still to be paid in it. */
  account: "monthly_contribution" | "loan_receivable";
  memberId: number;
  /** False where the figure has no postings that come to it. */
  isPosted?: boolean;
  /** The figure. */
  children: ReactNode;
};

/** A figure of one member that leads to how it came about (REP-17). */
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
