import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { getEntries, getLedger, type Entry } from "#contract/ledger.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { EntryCard } from "#web/features/ledger/entry-card.tsx";
import { JournalFilter } from "#web/features/ledger/journal-filter.tsx";
import { accountCode, accountName } from "#web/features/reports/account-name.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { sumCents } from "#web/ui/sum-kes.ts";
import { BackLink } from "../back-link.tsx";
import { OfficeOnly } from "../office-only.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";
import { useShowEntry, useShowProposals } from "./use-show-entry.ts";

const route = getRouteApi("/dashboard/accounting/entries");
const pageSize = 20;
const ReverseEntryForm = onDemand(
  "reverse-entry",
  async () => (await import("#web/features/ledger/reverse-entry-form.tsx")).ReverseEntryForm,
);

export function EntriesPage() {
  const text = useTranslations("ledger");
  useDashboardTitle(text("journal"));
  return (
    <OfficeOnly needs="entries.read" who="officials">
      <Journal />
    </OfficeOnly>
  );
}

function Journal() {
  const text = useTranslations("ledger");
  const { may } = useMember();
  const { page = 1, entry: openId, ...sought } = route.useSearch();
  const filter = { ...sought, account: accountCode(sought.account) };
  const { start_date, end_date, account, search } = filter;
  const group = useEndpoint(getGroup);
  const found = useEndpoint(getEntries, {
    query: { ...filter, page, page_size: pageSize },
  });
  const [reversing, setReversing] = useState<Entry | null>(null);
  const ledger = useEndpoint(getLedger, { enabled: reversing !== null });
  const bank = ledger.data && (ledger.data.ledger_balances["bank"] ?? 0);
  const showEntry = useShowEntry();
  const showProposals = useShowProposals();
  const nameOf = (code: string) => accountName(code, group.data?.bank_name);

  const entries = found.data?.entries;
  const count = found.data?.count ?? 0;
  const isShown = entries?.some(({ id }) => id === openId) ?? false;
  const isFiltered = start_date !== undefined || account !== undefined || search !== undefined;
  const navigate = route.useNavigate();

  return (
    <>
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader title={text("journal")} subtitle={text("journalText")} />
      <div className="space-y-4">
        <JournalFilter
          key={`${start_date}-${end_date}-${search}`}
          value={filter}
          nameOf={nameOf}
          onChange={(chosen) => void navigate({ search: chosen, resetScroll: false })}
        />
        {found.isError ? (
          <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
        ) : entries === undefined ? (
          <JournalWaits />
        ) : entries.length === 0 ? (
          <Card>
            <EmptyState
              drawing="ledger"
              title={text(isFiltered ? "noneFound" : "noEntries")}
              hint={text(isFiltered ? "noneFoundHint" : "noEntriesHint")}
            />
          </Card>
        ) : (
          <>
            {openId !== undefined && !isShown && <Alert tone="note">{text("entryNotFound")}</Alert>}
            <p className="text-sm text-muted">{text("count", { count })}</p>
            {entries.map((entry) => (
              <EntryCard
                key={entry.id}
                entry={entry}
                isSought={entry.id === openId}
                nameOf={nameOf}
                onReverse={may("entries.reverse") ? () => setReversing(entry) : undefined}
              />
            ))}
            <Paging
              page={page}
              pageSize={pageSize}
              count={count}
              onPage={(next) => void navigate({ search: { ...sought, page: next } })}
            />
          </>
        )}
      </div>
      <Modal
        open={reversing !== null}
        onClose={() => setReversing(null)}
        title={text("reverseTitle", { id: String(reversing?.id ?? "") })}
        width="large"
      >
        {reversing && (
          <ReverseEntryForm
            entry={reversing}
            nameOf={nameOf}
            bankCents={bank === undefined ? undefined : sumCents([bank])}
            onReversed={() => setReversing(null)}
            onShowEntry={showEntry}
            onShowProposals={showProposals}
          />
        )}
      </Modal>
    </>
  );
}

function JournalWaits() {
  return (
    <div aria-busy className="space-y-4">
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} className="h-56" />
      ))}
    </div>
  );
}
