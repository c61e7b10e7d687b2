import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Notice } from "#contract/notices.ts";

type About = NonNullable<Notice["about"]>;

/** The member's own page that holds what a notice is about. */
const pages: Record<About["kind"], NonNullable<LinkProps["to"]>> = {
  contribution: "/dashboard/transactions/contrib-payments",
  loan_payment: "/dashboard/transactions/loan-payments",
  fine_payment: "/dashboard/transactions/fines",
  loan: "/dashboard/loans",
  fine: "/dashboard/transactions/fines",
  member: "/dashboard/profile",
};

export function NoticeLink({ about, children }: { about: About; children: ReactNode }) {
  return (
    <Link
      to={pages[about.kind]}
      className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
