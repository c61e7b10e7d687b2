import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ColumnFields } from "#web/ui/column-fields.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { formatMonth } from "#web/ui/day.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { OwnQuestions } from "./own-questions.tsx";
import type { OwnSheetMapping, Rehearsal } from "./use-opening-rehearsal.ts";

export type OwnBook = NonNullable<Rehearsal["own"]>;
type OwnSheet = OwnBook["sheets"][number];
type Part = keyof OwnSheetMapping["columns"];

const namesIn: Record<"whole" | "parted", readonly Part[]> = {
  whole: ["name"],
  parted: ["first_name", "last_name"],
};
const ofMember = ["reg_number", "phone", "email", "joined_on", "status"] as const;
const ofMoney = ["savings", "brought_forward", "paid_up_to", "last_paid_on"] as const;
const ofDebt = ["fines", "shares", "loan_balance", "loan_given_on", "loan_due_on"] as const;

export const noColumnsOf = ({ columns }: OwnSheetMapping) =>
  Object.fromEntries(
    Object.keys(columns).map((part) => [part, null]),
  ) as OwnSheetMapping["columns"];

/** The months of a sheet that are chosen and whose year nobody has said. */
function lackYear(sheet: OwnSheet, { months }: OwnSheetMapping): boolean {
  return sheet.columns.some(({ name, lacks_year: lacks }) => lacks && months.includes(name));
}

/** Whether it says enough of a sheet: the names, and of the first one what members have saved. */
export function isWholeSheet(
  sheet: OwnSheet,
  mapping: OwnSheetMapping,
  { isFirst }: { isFirst: boolean },
): boolean {
  const { columns, months, year } = mapping;
  const hasNames = Object.values(namesIn).some((parts) =>
    parts.every((part) => columns[part] !== null),
  );
  const hasSavings = columns.savings !== null || months.length > 0;
  return hasNames && (hasSavings || !isFirst) && (!lackYear(sheet, mapping) || year !== null);
}

type OwnSheetFieldsProps = {
  sheet: OwnSheet;
  mapping: OwnSheetMapping;
  /** Another sheet may have only the loans of members whose savings are in the first. */
  isFirst: boolean;
  questions: OwnBook["questions"];
  onChange: (part: Partial<OwnSheetMapping>) => void;
  /** Has another row of headings read, which proposes its columns. */
  onHeading: (row: number) => void;
};

/** What stands in the first rows of a column. */
function samplesOf(sheet: OwnSheet, column: string | null): string[] {
  const at = sheet.columns.findIndex(({ name }) => name === column);
  return at < 0 ? [] : sheet.rows.map((row) => row[at] ?? "").filter((value) => value !== "");
}

/** Which columns of one sheet of a group's own book hold what (OPEN-17). */
export function OwnSheetFields(props: OwnSheetFieldsProps) {
  const { sheet, mapping, isFirst, questions, onChange, onHeading } = props;
  const text = useTranslations("openingOwn");
  const { columns } = mapping;
  const [names, setNames] = useState<keyof typeof namesIn>(
    columns.first_name === null ? "whole" : "parted",
  );
  const fields = (parts: readonly Part[], needed: readonly Part[] = []) => (
    <ColumnFields<Part>
      parts={parts.map((key) => ({
        key,
        label: text(`parts.${key}`),
        isNeeded: needed.includes(key),
        help: samplesOf(sheet, columns[key]).join(" · ") || undefined,
      }))}
      columns={sheet.columns
        .filter(({ name }) => !mapping.months.includes(name))
        .map(({ name }) => name)}
      chosen={columns}
      nothing={text("nothing")}
      onChange={(part, column) => onChange({ columns: { ...columns, [part]: column } })}
    />
  );
  const chooseNames = (way: keyof typeof namesIn) => {
    setNames(way);
    const other = way === "whole" ? namesIn.parted : namesIn.whole;
    const without = Object.fromEntries(other.map((part) => [part, null]));
    onChange({ columns: { ...columns, ...without } });
  };

  return (
    <>
      <SelectField
        label={text("heading")}
        value={String(sheet.heading_row)}
        options={rowsToChoose(sheet).map(({ row, words }) => ({
          value: String(row),
          label: text("row", { row: String(row), words }),
        }))}
        onChange={(event) => onHeading(Number(event.currentTarget.value))}
      />
      <FirstRows sheet={sheet} />
      <Group title={text("who")}>
        <SelectField
          label={text("names")}
          value={names}
          options={(["whole", "parted"] as const).map((way) => ({
            value: way,
            label: text(`ways.${way}`),
          }))}
          onChange={(event) => chooseNames(event.currentTarget.value as keyof typeof namesIn)}
        />
        {fields([...namesIn[names], ...ofMember], namesIn[names])}
        {columns.reg_number === null && <Note>{text(isFirst ? "numbered" : "matchedByName")}</Note>}
        <DateField
          optional
          label={text("joinedOn")}
          help={text("ofAll")}
          value={mapping.joined_on ?? ""}
          onValueChange={(day) => onChange({ joined_on: day === "" ? null : day })}
        />
      </Group>
      <Group title={text("paid")}>
        <Months sheet={sheet} mapping={mapping} onChange={onChange} />
        {lackYear(sheet, mapping) && (
          <TextField
            label={text("year")}
            help={text("yearHelp")}
            inputMode="numeric"
            maxLength={4}
            value={mapping.year === null ? "" : String(mapping.year)}
            onChange={(event) => onChange({ year: Number(event.currentTarget.value) || null })}
          />
        )}
        {fields(ofMoney, isFirst && mapping.months.length === 0 ? ["savings"] : [])}
        {columns.paid_up_to === null && mapping.months.length === 0 && (
          <DateField
            optional
            label={text("paidUpTo")}
            help={text("paidUpToHelp")}
            value={mapping.paid_up_to ?? ""}
            onValueChange={(day) => onChange({ paid_up_to: day === "" ? null : day })}
          />
        )}
      </Group>
      <Group title={text("owed")}>
        {fields(
          ofDebt.filter(
            (part) =>
              !part.startsWith("loan_") || part === "loan_balance" || columns.loan_balance !== null,
          ),
        )}
        {columns.loan_balance !== null && (
          <DateField
            optional
            label={text("loanDueOn")}
            help={text("ofAll")}
            value={mapping.loan_due_on ?? ""}
            onValueChange={(day) => onChange({ loan_due_on: day === "" ? null : day })}
          />
        )}
      </Group>
      <OwnQuestions questions={questions} mapping={mapping} onChange={onChange} />
    </>
  );
}

function FirstRows({ sheet }: { sheet: OwnSheet }) {
  const text = useTranslations("openingOwn");
  return (
    <Disclosure label={text("firstRows")} className="mt-3 text-sm">
      <DataTable
        caption={text("firstRows")}
        captionHidden
        rows={sheet.columns.map(({ name }) => ({ name }))}
        rowKey={({ name }) => name}
        empty={null}
        columns={[
          {
            key: "name",
            title: text("column"),
            slot: "lead",
            rowHeader: true,
            cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
          },
          {
            key: "values",
            title: text("values"),
            cell: ({ name }) => (
              <span className="wrap-anywhere">{samplesOf(sheet, name).join(" · ") || "–"}</span>
            ),
          },
        ]}
      />
    </Disclosure>
  );
}

/** Which of its columns are months of contributions. */
function Months({
  sheet,
  mapping,
  onChange,
}: Pick<OwnSheetFieldsProps, "sheet" | "mapping" | "onChange">) {
  const text = useTranslations("openingOwn");
  const months = sheet.columns.filter(({ is_month: isMonth }) => isMonth);
  if (months.length === 0) return null;
  return (
    <fieldset className="sm:col-span-2 lg:col-span-3">
      <legend className="font-semibold">{text("months")}</legend>
      <p className="text-sm text-muted">{text("monthsText")}</p>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {months.map(({ name, month }) => (
          <label key={name} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5 flex-none accent-brand"
              checked={mapping.months.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  months: checked
                    ? [...mapping.months, name]
                    : mapping.months.filter((each) => each !== name),
                })
              }
            />
            <span>{month === null ? name : formatMonth(month)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The first rows that have words, and the one that is the heading. */
function rowsToChoose({ first_rows: rows, heading_row: heading }: OwnSheet) {
  const found = rows
    .map((words, index) => ({ row: index + 1, words }))
    .filter(({ words }) => words !== "");
  return found.some(({ row }) => row === heading) ? found : [...found, { row: heading, words: "" }];
}

type GroupProps = { title: string; about?: string; children: ReactNode };

/** A part of the form. */
export function Group({ title, about, children }: GroupProps) {
  return (
    <section className="mt-6">
      <h4 className="text-base font-semibold">{title}</h4>
      {about !== undefined && <p className="max-w-prose text-sm text-muted">{about}</p>}
      <div className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </section>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="self-end text-sm text-muted">{children}</p>
);
