import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getGroup } from "#endpoints/group.ts";
import { getEntries, getLedger, type Entry } from "#endpoints/ledger.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { entryTypes } from "#domain/ledger/entry-types.ts";
import { useAuditLine } from "#web/features/documents/report-document.tsx";
import { JournalLine, EntryReceipt } from "#web/features/ledger/journal-line.tsx";
import { ReceiptProof, SendReceipt } from "#web/features/transactions/receipt-on-demand.tsx";
import { isPaymentKind } from "#domain/payments/payment-kinds.ts";
import { JournalFilter, type JournalFilterValue } from "#web/features/ledger/journal-filter.tsx";
import { accountCode, accountName } from "#web/features/reports/accounts.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { sumCents } from "#web/ui/money.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readEntriesSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { useShowEntry, useShowProposals } from "./use-show-entry.ts";

const route = getRouteApi("/dashboard/accounting/entries");
type Search = ReturnType<typeof readEntriesSearch>;
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

EntriesPage.loader = ((prefetch, { may, search }) => {
  if (may("entries.read")) prefetch(getEntries, entriesIn(search));
}) satisfies PageLoader<typeof readEntriesSearch>;

function Journal() {
  const text = useTranslations("ledger");
  const { may } = useMember();
  const search = route.useSearch();
  const { page = 1, entry: openId, ...sought } = search;
  const filter = filterOf(sought);
  const { member } = filter;
  const group = useEndpoint(getGroup);
  const found = useEndpoint(getEntries, entriesIn(search));
  const [reversing, setReversing] = useState<Entry | null>(null);
  const [receipt, setReceipt] = useState<Entry | null>(null);
  // The entry that a link opened, to scroll to. An entry opened by hand is in view already.
  const [soughtId] = useState(openId);
  const ledger = useEndpoint(getLedger, { enabled: reversing !== null });
  const proof = useAuditLine(receipt !== null);
  const bank = ledger.data && (ledger.data.ledger_balances["bank"] ?? 0);
  const showEntry = useShowEntry();
  const showProposals = useShowProposals();
  const navigate = route.useNavigate();
  const nameOf = (code: string) => accountName(code, group.data?.bank_name);

  const entries = found.data?.entries;
  const count = found.data?.count ?? 0;
  const isLeast = found.data?.count_is_least === true;
  const isFiltered = Object.keys(filter).length > 0;
  // A filter that finds exactly one entry opens it.
  const [single] = entries ?? [];
  const shownId = openId ?? (isFiltered && count === 1 ? single?.id : undefined);
  const isShown = entries?.some(({ id }) => id === openId) ?? false;
  const memberName = member === undefined ? undefined : nameIn(entries ?? [], member);

  const toggle = (id: number) =>
    void navigate({
      search: {
        ...sought,
        ...(page === 1 ? {} : { page }),
        ...(shownId === id ? {} : { entry: id }),
      },
      replace: true,
      resetScroll: false,
    });

  return (
    <>
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <h1 className="mb-3 text-2xl tracking-tight">{text("journal")}</h1>
      <div className="space-y-3">
        <JournalFilter
          key={JSON.stringify(filter)}
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
            <output className="block text-sm text-muted">
              {isLeast ? text("countIsLeast", { count }) : text("count", { count })}
              {memberName !== undefined && ` · ${memberName}`}
            </output>
            <div className="@container overflow-clip rounded-card border border-line bg-card">
              {entries.map((entry) => (
                <JournalLine
                  key={entry.id}
                  entry={entry}
                  isOpen={entry.id === shownId}
                  isSought={entry.id === soughtId}
                  onToggle={() => toggle(entry.id)}
                  nameOf={nameOf}
                  onReceipt={() => setReceipt(entry)}
                  onReverse={may("entries.reverse") ? () => setReversing(entry) : undefined}
                />
              ))}
            </div>
            <Paging
              page={page}
              pageSize={pageSize}
              count={count}
              isLeast={isLeast}
              onPage={(next) => void navigate({ search: { ...sought, page: next } })}
            />
          </>
        )}
      </div>
      <Modal open={receipt !== null} onClose={() => setReceipt(null)} title={text("receipt")}>
        {receipt?.payment && (
          <EntryReceipt
            entry={receipt}
            payment={receipt.payment}
            group={group.data?.name ?? ""}
            proof={proof}
            {...sending(receipt.type, receipt.payment.id, group.data?.name ?? "")}
          />
        )}
      </Modal>
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

/** PAY-36, for the entry of a payment. */
function sending(kind: string, id: number, group: string) {
  return isPaymentKind(kind)
    ? {
        send: <SendReceipt kind={kind} id={id} group={group} />,
        code: <ReceiptProof kind={kind} id={id} />,
      }
    : { send: null, code: null };
}

/** The filter in the address, without unknown accounts and kinds. */
function filterOf(sought: Omit<Search, "page" | "entry">): JournalFilterValue {
  const { account: code, kind: word, ...rest } = sought;
  const account = accountCode(code);
  const kind = entryTypes.find((type) => type === word);
  return {
    ...rest,
    ...(account === undefined ? {} : { account }),
    ...(kind === undefined ? {} : { kind }),
  };
}

function entriesIn(search: Search) {
  const { page = 1, entry: _entry, ...sought } = search;
  const { member, ...others } = filterOf(sought);
  return { query: { ...others, member_id: member, page, page_size: pageSize } };
}

/** The name of the member whose entries these are. */
function nameIn(entries: readonly Entry[], memberId: number): string | undefined {
  return entries
    .flatMap(({ postings }) => postings.flatMap(({ member }) => member ?? []))
    .find(({ id }) => id === memberId)?.full_name;
}

function JournalWaits() {
  return (
    <div aria-busy className="divide-y divide-line rounded-card border border-line bg-card">
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="px-4 py-3">
          <Skeleton className="h-5" />
        </div>
      ))}
    </div>
  );
}
