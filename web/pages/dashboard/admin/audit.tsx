import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getAudit, type AuditEntryView } from "#endpoints/audit.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { AuditDetails } from "#web/features/audit/audit-details.tsx";
import { AuditSubject, useAuditWords } from "#web/features/audit/audit-words.tsx";
import { TreeHeadCard } from "#web/features/proofs/log-head-card.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { textsOf } from "#web/messages/words.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { DateRange } from "#web/ui/date-field.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readAuditSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/admin/audit");
const pageSize = 20;

/** The audit log, for every official (SAFE-10). */
export function AuditPage() {
  const text = useTranslations("audit");
  const { may } = useMember();
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="audit.read" who="officials">
      {may("members.manage") ? (
        <BackLink to="/dashboard/admin">{text("backAdmin")}</BackLink>
      ) : (
        <BackLink to="/dashboard/financial-summary">{text("backSummary")}</BackLink>
      )}
      <PageHeader title={text("title")} subtitle={text("text")} />
      <Log />
      <div className="mt-6">
        <TreeHeadCard />
      </div>
    </OfficeOnly>
  );
}

AuditPage.loader = ((prefetch, { may, search }) => {
  if (!may("audit.read")) return;
  prefetch(getAudit, auditQuery(search));
  TreeHeadCard.loader(prefetch);
}) satisfies PageLoader<typeof readAuditSearch>;

function auditQuery({ page = 1, ...search }: ReturnType<typeof readAuditSearch>) {
  return { query: { ...search, page, page_size: pageSize } };
}

function Log() {
  const text = useTranslations("audit");
  const isChairperson = useMember().may("members.manage");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { start_date, end_date, action, page = 1 } = search;
  const [openId, setOpenId] = useState<number | null>(null);
  const found = useEndpoint(getAudit, auditQuery(search));
  const open = found.data?.entries.find((entry) => entry.id === openId);
  const go = (next: typeof search) => void navigate({ search: next, resetScroll: false });
  const area = action === undefined ? {} : { action };
  const period = start_date === undefined || end_date === undefined ? {} : { start_date, end_date };

  return (
    <>
      <div className="mb-6 flex flex-wrap items-start gap-3 rounded-card border border-line bg-card p-4">
        <AreaFilter
          value={action}
          onChange={(next) => go({ ...period, ...(next === undefined ? {} : { action: next }) })}
        />
        <DateRange
          key={`${start_date}-${end_date}`}
          value={{ from: start_date ?? "", to: end_date ?? "" }}
          labels={{
            from: text("from"),
            to: text("to"),
            clear: text("clear"),
          }}
          messages={{ bothRequired: text("bothRequired"), wrongOrder: text("wrongOrder") }}
          onApply={({ from, to }) => go({ ...area, start_date: from, end_date: to })}
          {...(start_date === undefined ? {} : { onClear: () => go(area) })}
        />
      </div>
      {/* As high as the screen while loading, so that the card below does not move later. */}
      <div className={found.isPending ? "min-h-dvh" : undefined}>
        <AuditTable
          entries={found.data?.entries}
          error={found.error?.detail}
          onRetry={() => void found.refetch()}
          isChairperson={isChairperson}
          onOpen={(entry) => setOpenId(entry.id)}
          paging={{
            page,
            pageSize,
            count: found.data?.count ?? 0,
            onPage: (next) => go({ ...search, page: next }),
          }}
        />
      </div>
      <Modal
        open={open !== undefined}
        onClose={() => setOpenId(null)}
        title={text("detailsTitle", { id: String(openId ?? "") })}
      >
        {open && <AuditDetails entry={open} isChairperson={isChairperson} />}
      </Modal>
    </>
  );
}

type AuditTableProps = {
  entries: readonly AuditEntryView[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  onOpen: (entry: AuditEntryView) => void;
  paging: PagingProps;
  isChairperson: boolean;
};

/** The audit entries, newest first: who did what to whom, and when. */
function AuditTable(props: AuditTableProps) {
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

/** Chooses the entries of one area of the application, or of all. */
function AreaFilter({ value, onChange }: AreaFilterProps) {
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
