import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getBalanceSheet } from "#contract/reports.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatAmount, Money, sumKes } from "#web/ui/money.tsx";

export type Share = ReplyOf<typeof getBalanceSheet>["users_shared_interest_data"][number];

/** What each member's equal part of the retained earnings is (REP-5). */
export function SharesTable({ shares, date }: { shares: readonly Share[]; date: PlainDate }) {
  const text = useTranslations("reports");
  const columns: readonly Column<Share>[] = [
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      slot: "lead",
      cell: ({ member }) => member.full_name,
    },
    { key: "regNumber", title: text("regNumber"), cell: ({ member }) => member.reg_number },
    {
      key: "share",
      title: text("shareKes"),
      align: "end",
      cell: ({ balance }) => <Money amount={balance} bare parentheses />,
    },
  ];

  return (
    <DataTable
      caption={text("shares")}
      captionHidden
      columns={columns}
      rows={shares}
      rowKey={({ member }) => member.id}
      totals={{
        member: text("total"),
        share: (
          <Link
            to="/dashboard/accounting/postings"
            search={{ account: "retained_earnings", parts: "yes", to: date }}
            className="whitespace-nowrap tabular-nums underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {formatAmount(sumKes(shares.map(({ balance }) => balance)), true)}
          </Link>
        ),
      }}
      empty={<EmptyState drawing="people" title={text("noShares")} />}
    />
  );
}
