import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { formatMoment, formatMonth } from "#web/ui/day.ts";
import { ReferenceNote } from "./reference-note.tsx";
import { TwoLines } from "./two-lines.tsx";
import { WaitingItemsTable, type WaitingListProps } from "./waiting-items-table.tsx";

/** Contributions that wait for the official. */
export function ContributionsWaiting(props: WaitingListProps<Contribution>) {
  const text = useTranslations("approvals");
  return (
    <WaitingItemsTable
      {...props}
      caption={text("contribution.caption")}
      own={text("own")}
      idOf={(row) => row.contribution_id}
      amountOf={(row) => row.amount_paid}
      // SCR-18: approving waits while the same member has a newer pending contribution.
      // One that this office has decided, or that is not its to decide, is in nobody's way here.
      blocked={(row) =>
        row.has_newer_pending && props.rows?.some((other) => isNewerOf(other, row))
          ? text("newerPending")
          : null
      }
      columns={[
        {
          key: "month",
          title: text("month"),
          cell: (row) => (
            <TwoLines
              first={formatMonth(row.contribution_month)}
              second={text("paidOn", { date: formatMoment(row.payment_date) })}
            />
          ),
        },
        {
          key: "reference",
          title: text("reference"),
          cell: (row) => (
            <span className="block md:min-w-32">
              <ReferenceNote payment={row} />
            </span>
          ),
        },
      ]}
    />
  );
}

function isNewerOf(other: Contribution, row: Contribution): boolean {
  return other.member.id === row.member.id && other.contribution_id > row.contribution_id;
}
