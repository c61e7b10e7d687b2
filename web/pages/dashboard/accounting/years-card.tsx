import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getGroup } from "#endpoints/group.ts";
import { getClosedYears } from "#endpoints/ledger.ts";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import { accountName } from "#web/features/reports/accounts.ts";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const CloseYearForm = onDemand(
  "close-year",
  async () => (await import("#web/features/ledger/close-year-form.tsx")).CloseYearForm,
);

/** The financial years. The Treasurer closes the oldest open one that is over, with a confirmation (BOOK-21). */
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

YearsCard.loader = (prefetch: Prefetch) => prefetch(getClosedYears);

type FinancialYearsProps = {
  years: ReplyOf<typeof getClosedYears> | undefined;
  /** Opens the confirmation; left out for users who may not close a year. */
  onClose?: (() => void) | undefined;
};

/** The year to close next, and the closed years. */
function FinancialYears({ years, onClose }: FinancialYearsProps) {
  const text = useTranslations("ledger");
  if (years === undefined) return <Skeleton className="h-16" />;
  const { closed_years, next_year } = years;
  const days = (year: { start_date: string; end_date: string }) =>
    text("yearDays", { from: formatDay(year.start_date), to: formatDay(year.end_date) });

  if (next_year === null && closed_years.length === 0)
    return <p className="text-muted">{text("noYears")}</p>;
  return (
    <ul className="divide-y divide-line">
      {next_year !== null && (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <YearName name={next_year.year} days={days(next_year)} />
          <Badge tone={next_year.is_over ? "waiting" : "note"}>
            {text(next_year.is_over ? "over" : "running")}
          </Badge>
          {next_year.is_over && onClose && (
            <Button variant="secondary" onClick={onClose} className="max-md:w-full">
              {text("close", { year: next_year.year })}
            </Button>
          )}
        </li>
      )}
      {closed_years.map((year) => (
        <li key={year.end_date} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <YearName name={year.year} days={days(year)} />
          <Badge tone="good">{text("closed")}</Badge>
        </li>
      ))}
    </ul>
  );
}

function YearName({ name, days }: { name: string; days: string }) {
  return (
    <p className="min-w-0 flex-1 basis-48">
      <span className="font-semibold tabular-nums">{name}</span>{" "}
      <span className="block text-sm text-muted">{days}</span>
    </p>
  );
}
