import { useTranslations } from "use-intl";
import type { LoanPayment } from "#contract/loans.ts";
import { formatMoment } from "#web/ui/day.ts";
import { loanName } from "#web/ui/loan-name.ts";
import { ReferenceNote } from "./reference-note.tsx";
import { TwoLines } from "./two-lines.tsx";
import { WaitingItemsTable, type WaitingListProps } from "./waiting-items-table.tsx";

/** Repayments of loans that wait for the official. */
export function LoanPaymentsWaiting(props: WaitingListProps<LoanPayment>) {
  const text = useTranslations("approvals");
  return (
    <WaitingItemsTable
      {...props}
      caption={text("loanPayment.caption")}
      own={text("own")}
      idOf={(row) => row.payment_id}
      amountOf={(row) => row.amount_paid}
      columns={[
        {
          key: "loan",
          title: text("loan"),
          cell: (row) => (
            <TwoLines
              first={loanName(row.loan.loan_name)}
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
