import { useTranslations } from "use-intl";
import type { Loan } from "#contract/loans.ts";
import { formatMoment } from "#web/ui/day.ts";
import { loanName } from "#web/ui/loan-name.ts";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { sumKes } from "#web/ui/sum-kes.ts";
import { TwoLines } from "./two-lines.tsx";
import { WaitingItemsTable, type WaitingListProps } from "./waiting-items-table.tsx";

/** Loan applications that wait for the official. */
export function LoanApplicationsWaiting(props: WaitingListProps<Loan>) {
  const text = useTranslations("approvals");
  return (
    <WaitingItemsTable
      {...props}
      caption={text("loanApplication.caption")}
      own={text("ownLoan")}
      empty={{ title: text("loanApplication.none"), hint: text("loanApplication.noneHint") }}
      idOf={(row) => row.loan_id}
      amountOf={(row) => row.amount}
      columns={[
        {
          key: "loan",
          title: text("loan"),
          cell: (row) => (
            <TwoLines
              first={loanName(row.loan_name)}
              second={text("appliedOn", { date: formatMoment(row.application_date) })}
            />
          ),
        },
        {
          key: "total",
          title: text("toRepay"),
          align: "end",
          cell: (row) => (
            <span className="block md:whitespace-nowrap">
              <Money amount={row.total_amount} />
              <span className="block text-sm text-muted">
                {text("withInterest", {
                  amount: formatMoney(sumKes([row.total_amount, -row.amount])),
                })}
              </span>
            </span>
          ),
        },
      ]}
    />
  );
}
