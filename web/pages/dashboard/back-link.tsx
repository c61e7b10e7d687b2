import { Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";

type BackLinkProps = {
  to:
    | "/dashboard/approvals"
    | "/dashboard/accounting"
    | "/dashboard/accounting/messages"
    | "/dashboard/accounting/statements"
    | "/dashboard/admin"
    | "/dashboard/financial-summary"
    | "/dashboard/profile";
  children: ReactNode;
};

/** To the page above this one. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      data-print="never"
      className="mb-2 -ms-1 inline-flex min-h-11 items-center gap-1 font-semibold text-brand hover:underline"
    >
      <ChevronLeft aria-hidden className="size-5" />
      {children}
    </Link>
  );
}
