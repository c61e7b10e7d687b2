import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { getClosedYears } from "#contract/ledger.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { FinancialYears } from "#web/features/ledger/financial-years.tsx";
import { accountName } from "#web/features/reports/account-name.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";

const CloseYearForm = onDemand(
  "close-year",
  async () => (await import("#web/features/ledger/close-year-form.tsx")).CloseYearForm,
);

/** The financial years; the Treasurer closes the one that is over, with a confirmation (BOOK-21). */
export function YearsCard() {
  const text = useTranslations("ledger");
  const { may } = useMember();
  const navigate = useNavigate();
  const group = useEndpoint(getGroup);
  const years = useEndpoint(getClosedYears);
  const [isClosing, setIsClosing] = useState(false);
  const next = years.data?.next_year;

  return (
    <Card title={text("years")}>
      <p className="mb-2 max-w-prose text-muted">{text("yearsText")}</p>
      {years.isError ? (
        <LoadProblem detail={years.error.detail} onRetry={() => void years.refetch()} />
      ) : (
        <FinancialYears
          years={years.data}
          onClose={may("years.close") ? () => setIsClosing(true) : undefined}
        />
      )}
      <Modal
        open={isClosing && next?.is_over === true}
        onClose={() => setIsClosing(false)}
        title={text("closeTitle", { year: next?.year ?? "" })}
      >
        {next && (
          <CloseYearForm
            year={next}
            bankName={accountName("bank", group.data?.bank_name)}
            onClosed={() => setIsClosing(false)}
            onShowJournal={({ date, id }) =>
              void navigate({
                to: "/dashboard/accounting/entries",
                search: {
                  start_date: date,
                  end_date: date,
                  ...(id === undefined ? {} : { entry: id }),
                },
              })
            }
          />
        )}
      </Modal>
    </Card>
  );
}
