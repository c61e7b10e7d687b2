import { FileDown } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { exportJournal } from "#endpoints/ledger.ts";
import type { QueryOf } from "#contract/endpoint.ts";
import {
  addDays,
  financialYearOf,
  firstOfMonth,
  type YearStart,
  type PlainDate,
} from "#domain/calendar.ts";
import { fetchFile, useSaveFile } from "#web/api/files.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { SelectField } from "#web/ui/field.tsx";

type Wanted = Pick<QueryOf<typeof exportJournal>, "format" | "what">;

const files = {
  everything: { format: "zip" },
  journal: { format: "csv" },
  accounts: { format: "csv", what: "accounts" },
  members: { format: "csv", what: "members" },
  loans: { format: "csv", what: "loans" },
  hledger: { format: "hledger" },
  beancount: { format: "beancount" },
} as const satisfies Record<string, Wanted>;

type FileName = keyof typeof files;

/** The books as files, one click each, for one chosen period (BOOK-23). */
export function ExportCard({ yearStart }: { yearStart: YearStart | undefined }) {
  const text = useTranslations("reports.export");
  const [preset, setPreset] = useState<Preset>("thisYear");
  const period = yearStart && periodOf(preset, today(), yearStart);
  const { save, saving } = useSaveFile((name: FileName) =>
    fetchFile(exportJournal, { query: { ...files[name], ...period } }),
  );

  return (
    <Card title={text("title")}>
      <p className="mb-4 text-muted">{text("text")}</p>
      <SelectField
        label={text("period")}
        options={presets.map((value) => ({ value, label: text(`periods.${value}`) }))}
        help={
          period === undefined
            ? undefined
            : period.start_date === undefined
              ? text("allHelp")
              : text("periodHelp", {
                  from: formatDay(period.start_date),
                  to: formatDay(period.end_date ?? today()),
                })
        }
        value={preset}
        onChange={(event) =>
          setPreset(presets.find((each) => each === event.target.value) ?? "all")
        }
        className="max-w-sm"
      />
      <ul aria-label={text("title")} className="mt-4 grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {(Object.keys(files) as FileName[]).map((name) => (
          <li key={name}>
            <Button
              variant={name === "everything" ? "primary" : "secondary"}
              icon={<FileDown aria-hidden />}
              busy={saving === name}
              disabled={period === undefined}
              onClick={() => save(name)}
              className="w-full"
            >
              {text(`files.${name}`)}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const presets = ["thisMonth", "thisYear", "lastYear", "all"] as const;

type Preset = (typeof presets)[number];

/** Both days included; empty is everything. A year is a financial year of the group. */
export function periodOf(
  preset: Preset,
  today: PlainDate,
  yearStart: YearStart,
): { start_date?: PlainDate; end_date?: PlainDate } {
  const year = financialYearOf(today, yearStart).start;
  switch (preset) {
    case "thisMonth":
      return { start_date: firstOfMonth(today), end_date: today };
    case "thisYear":
      return { start_date: year, end_date: today };
    case "lastYear":
      return {
        start_date: financialYearOf(addDays(year, -1), yearStart).start,
        end_date: addDays(year, -1),
      };
    case "all":
      return {};
  }
}
