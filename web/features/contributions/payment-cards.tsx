import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { RejectableBadge } from "#web/ui/badge.tsx";
import { Code } from "#web/ui/code.tsx";
import { formatMoment, formatMonths } from "#web/ui/day.ts";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Payments at a glance: amount and status first, then what they are for. */
export function PaymentCards({ contributions }: { contributions: readonly Contribution[] }) {
  const text = useTranslations("contributions");
  return (
    <ul className="@container divide-y divide-line">
      {contributions.map((each) => (
        <li
          key={each.contribution_id}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3 @xl:grid-cols-[minmax(10rem,auto)_1fr_auto_auto]"
        >
          <Money amount={each.amount_paid} size="part" />
          <p className="@max-xl:text-end @xl:order-none">
            {formatMonths(each.contribution_month, each.contribution_month_to)}
          </p>
          <p className="text-sm text-muted @max-xl:order-last @max-xl:col-span-2 @xl:col-span-2 @xl:col-start-1 @xl:row-start-2">
            {formatMoment(each.payment_date)} · <Code>{each.payment_Reference_Code}</Code>
          </p>
          <span className="justify-self-start @xl:row-span-2 @xl:row-start-1 @xl:col-start-3">
            <ContributionStatus contribution={each} />
          </span>
          <Link
            to="/dashboard/contributions"
            search={(before) => ({ ...before, receipt: each.contribution_id })}
            resetScroll={false}
            className="-my-2 inline-flex min-h-11 items-center justify-self-end text-sm font-semibold text-brand underline underline-offset-4 @xl:col-start-4 @xl:row-span-2 @xl:row-start-1"
          >
            {text("receipt")}
            <span className="sr-only">{` ${formatMonths(each.contribution_month, each.contribution_month_to)}`}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function PaymentCardsWaiting() {
  return (
    <div aria-busy className="@container divide-y divide-line">
      {[1, 2, 3].map((each) => (
        <div key={each} className="space-y-2 py-3">
          <div className="flex justify-between">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-6 w-24" />
          </div>
          <Skeleton className="h-5 w-48 @max-xl:mb-7" />
        </div>
      ))}
    </div>
  );
}

/** The status of a contribution; pressing a rejected one shows the reason (SCR-26). */
export function ContributionStatus({ contribution }: { contribution: Contribution }) {
  const text = useTranslations("contributions");
  const verdict = contribution.approval_status.find(({ action }) => action === "rejected");
  const reason = verdict?.reject_reason;
  return (
    <RejectableBadge
      status={contribution.status}
      why={{
        label: text("showReason"),
        title: text("rejectedTitle"),
        message: reason ? text("rejectionReason", { reason }) : text("noReason"),
      }}
    />
  );
}
