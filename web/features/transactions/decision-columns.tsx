import { useTranslations } from "use-intl";
import type { Column } from "#web/ui/data-table.tsx";
import { formatMoment } from "#web/ui/day.ts";
import type { StatusWord } from "#web/ui/status-badge.tsx";
import { rejectReasonOf, verdictOf, type DecidedItem } from "./decided-item.ts";
import { RejectableBadge } from "./rejectable-badge.tsx";

/** The columns that tell how an item was checked: both offices, the status, the day of the decision (SCR-16). */
export function useDecisionColumns<
  Item extends DecidedItem & { status: StatusWord; reject_reason?: string | null },
>() {
  const text = useTranslations("transactions");
  const status: Column<Item> = {
    key: "status",
    title: text("status"),
    slot: "side",
    cell: (row) => (
      <RejectableBadge status={row.status} reason={row.reject_reason ?? rejectReasonOf(row)} />
    ),
  };
  const decided: Column<Item> = {
    key: "decided",
    title: text("approvalDate"),
    cell: ({ approval, status: decided }) => (
      <span className="whitespace-nowrap">
        {approval.approval_date === null ? (
          // It never will be: what is rejected stays so.
          <span className="text-muted">{decided === "rejected" ? "–" : text("notYet")}</span>
        ) : (
          formatMoment(approval.approval_date)
        )}
      </span>
    ),
  };
  return {
    treasurer: officeColumn("treasurer", text("treasurer"), "Treasurer"),
    secGen: officeColumn("sec-gen", text("secGen"), "Sec-Gen"),
    status,
    decided,
  };
}

function officeColumn(
  key: string,
  title: string,
  role: "Treasurer" | "Sec-Gen",
): Column<DecidedItem> {
  return { key, title, cell: (row) => <RejectableBadge {...verdictOf(row, role)} /> };
}
