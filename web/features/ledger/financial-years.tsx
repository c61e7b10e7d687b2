import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getClosedYears } from "#contract/ledger.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { formatDay } from "#web/ui/day.ts";

type FinancialYearsProps = {
  years: ReplyOf<typeof getClosedYears> | undefined;
  /** Opens the confirmation; left out for who may not close a year. */
  onClose?: (() => void) | undefined;
};

/** The year that is next to be closed, and those that are. */
export function FinancialYears({ years, onClose }: FinancialYearsProps) {
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
