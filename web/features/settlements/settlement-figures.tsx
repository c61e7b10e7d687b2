import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { Loan } from "#contract/loans.ts";
import type { previewSettlement } from "#contract/settlements.ts";
import { Facts } from "#web/ui/facts.tsx";
import { loanName } from "#web/ui/texts.tsx";
import { Money, sumKes } from "#web/ui/money.tsx";

type SettlementFiguresProps = {
  preview: ReplyOf<typeof previewSettlement>;
  /** The member's loans, for their names. */
  loans: readonly Loan[];
};

/** How the amount due comes about: contributions + 63% of the share - loans (EXIT-3). */
export function SettlementFigures({ preview, loans }: SettlementFiguresProps) {
  const text = useTranslations("settlements");
  const open = preview.non_cleared_loans;
  const nameOf = (id: number) => {
    const loan = loans.find((each) => each.loan_id === id);
    return loan === undefined ? text("loan", { id: String(id) }) : loanName(loan.loan_name);
  };
  const owes = preview.amount_due < 0;

  return (
    <>
      <section>
        <h3 className="mb-1 font-semibold">{text("nonClearedLoans")}</h3>
        {open.length === 0 ? (
          <p className="text-muted">{text("noLoans")}</p>
        ) : (
          <Facts
            facts={open.map((each) => ({
              label: nameOf(each.loan_id),
              value: <Money amount={each.current_balance} />,
            }))}
          />
        )}
      </section>
      <section>
        <h3 className="mb-1 font-semibold">{text("figures")}</h3>
        <Facts
          facts={[
            {
              label: text("totalContributions"),
              value: <Money amount={preview.total_contributions} />,
            },
            {
              label: text("overallShare"),
              value: (
                <Money
                  amount={preview.overall_shared_interest}
                  className="font-normal text-muted"
                />
              ),
            },
            {
              label: text("actualShare"),
              value: <Money amount={preview.actual_shared_interest} />,
            },
            ...(open.length === 0
              ? []
              : [
                  {
                    label: text("loanBalances"),
                    value: (
                      <Money
                        amount={-sumKes(open.map((each) => each.current_balance))}
                        parentheses
                      />
                    ),
                  },
                ]),
            ...(preview.unpaid_fines === 0
              ? []
              : [
                  {
                    label: text("finesWrittenOff"),
                    value: (
                      <Money amount={preview.unpaid_fines} className="font-normal text-muted" />
                    ),
                  },
                ]),
          ]}
        />
        <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t-[3px] border-double border-ink pt-2 font-bold">
          <span>{text(owes ? "amountOwed" : "amountDue")}</span>
          <span className="min-w-40 flex-1 text-end">
            <Money amount={Math.abs(preview.amount_due)} size="large" />
          </span>
        </p>
      </section>
    </>
  );
}
