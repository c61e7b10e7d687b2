// The days of a file that prints no period, and the uploader's word on the last of them (STAT-53).
import { useState } from "react";
import { useTranslations } from "use-intl";
import { parsePlainDate } from "#domain/calendar.ts";
import type { Statement } from "#contract/statements.ts";
import { formatDay, today } from "#web/ui/day.ts";
import { DateField } from "#web/ui/date-field.tsx";
import type { Rehearsal } from "./use-rehearsal.ts";

type CompleteToProps = {
  rehearsal: Rehearsal;
  completeTo: string;
  /** Called with a day that the server takes, or with "" if the word is taken back. */
  onChange: (completeTo: string) => void;
};

/** Nothing for a file that prints its period or has no line. */
export function CompleteTo({ rehearsal, completeTo, onChange }: CompleteToProps) {
  const text = useTranslations("statements.completeTo");
  const [written, setWritten] = useState(completeTo);
  const [isTouched, setIsTouched] = useState(false);
  const { period_source: source, last_line: last } = rehearsal;
  if (source === "printed" || last === null) return null;
  const isPossible = (day: string) =>
    day === "" || (parsePlainDate(day) === day && day >= last && day <= today());
  const facts = { from: formatDay(last), to: formatDay(today()) };
  return (
    <DateField
      optional
      className="max-w-lg"
      label={text("label")}
      help={text("help", facts)}
      min={last}
      max={today()}
      value={written}
      error={isTouched && !isPossible(written) ? text("outside", facts) : undefined}
      onBlur={() => setIsTouched(true)}
      onValueChange={(day) => {
        setWritten(day);
        if (day !== completeTo && isPossible(day)) onChange(day);
      }}
    />
  );
}

/** Says where a period comes from, unless the file prints it. */
export function PeriodWords({ source }: { source: Statement["period_source"] }) {
  const text = useTranslations("statements.completeTo");
  if (source === null || source === "printed") return null;
  return <span className="block text-sm font-normal text-muted">{text(`sources.${source}`)}</span>;
}
