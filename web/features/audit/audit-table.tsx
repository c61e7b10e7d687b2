import { useTranslations } from "use-intl";
import type { AuditEntryView } from "#contract/audit.ts";
import { textsOf } from "#web/messages/words.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField } from "#web/ui/field.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";
import { AuditSubject } from "./audit-subject.tsx";
import { useAuditWords } from "./audit-words.ts";

type AuditTableProps = {
  entries: readonly AuditEntryView[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  onOpen: (entry: AuditEntryView) => void;
  paging: PagingProps;
  isChairperson: boolean;
};

/** Who did what to whom and when, newest first. */
export function AuditTable(props: AuditTableProps) {
  const { entries, error, onRetry, onOpen, paging, isChairperson } = props;
  const text = useTranslations("audit");
  const words = useAuditWords();
  const columns: readonly Column<AuditEntryView>[] = [
    {
      key: "what",
      title: text("what"),
      slot: "lead",
      rowHeader: true,
      cell: (row) => <span className="font-semibold whitespace-normal">{words.action(row)}</span>,
    },
    {
      key: "when",
      title: text("when"),
      cell: (row) => <span className="whitespace-nowrap">{formatMomentAndTime(row.at)}</span>,
    },
    { key: "who", title: text("who"), cell: (row) => words.actor(row) },
    {
      key: "subject",
      title: text("subject"),
      cell: (row) => <AuditSubject entry={row} isChairperson={isChairperson} />,
    },
    {
      key: "details",
      title: text("details"),
      slot: "action",
      cell: (row) => (
        <Button variant="secondary" className="px-3! text-sm" onClick={() => onOpen(row)}>
          {text("details")}
          <span className="sr-only">{` ${row.id}`}</span>
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption={text("caption")}
      captionHidden
      columns={columns}
      rows={entries}
      rowKey={(row) => row.id}
      loading={entries === undefined}
      error={error}
      onRetry={onRetry}
      paging={paging}
      empty={<EmptyState drawing="ledger" title={text("none")} hint={text("noneHint")} />}
    />
  );
}

type Area = keyof ReturnType<typeof textsOf<"audit">>["areas"];

type AreaFilterProps = {
  value: string | undefined;
  onChange: (area: Area | undefined) => void;
};

/** Entries of one area of the application, or of all. */
export function AreaFilter({ value, onChange }: AreaFilterProps) {
  const text = useTranslations("audit");
  const areas = Object.keys(textsOf("audit").areas) as Area[];
  return (
    <SelectField
      label={text("filter")}
      className="flex-1 basis-full sm:basis-52 md:max-w-64"
      options={[
        { value: "", label: text("allAreas") },
        ...areas.map((area) => ({ value: area, label: text(`areas.${area}`) })),
      ]}
      value={value ?? ""}
      onChange={(event) => onChange(areas.find((each) => each === event.target.value))}
    />
  );
}
