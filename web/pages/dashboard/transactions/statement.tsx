import { FUND_PAYMENT, ROTATION_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { getRouteApi } from "@tanstack/react-router";
import { Printer, ShieldCheck } from "lucide-react";
import { useTranslations } from "use-intl";
import { transactionKinds, type TransactionKind } from "#contract/choices.ts";
import { getGroup } from "#endpoints/group.ts";
import { downloadProof } from "#endpoints/proofs.ts";
import { getDues } from "#endpoints/dues.ts";
import { getTransactions } from "#endpoints/transactions.ts";
import { fetchFile, useSaveFile } from "#web/api/files.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf, useAuditLine } from "#web/features/documents/report-document.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { PeriodFilter } from "#web/features/transactions/period-filter.tsx";
import {
  StatementEnds,
  PastContributions,
  StatementTable,
} from "#web/features/transactions/statement.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { SelectField } from "#web/ui/field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readStatementSearch } from "#web/pages/search.ts";
import { holdsDialog, periodOf } from "../list-in-address.ts";

const route = getRouteApi("/dashboard/transactions/");
const pageSize = 12;

type Search = ReturnType<typeof readStatementSearch>;

function chosenIn({ kind, ...search }: Search) {
  return { ...periodOf(search), ...(kind === undefined ? {} : { kind }) };
}

function movementsIn({ page = 1, ...search }: Search) {
  return { query: { ...chosenIn(search), page, page_size: pageSize } };
}

/** The member's own statement: every movement, filtered by kind and date. */
export function StatementPage() {
  const text = useTranslations("transactions");
  const { user } = useMember();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { kind, page = 1 } = search;
  const period = periodOf(search);
  const chosen = chosenIn(search);
  const found = useEndpoint(getTransactions, movementsIn(search));
  const go = (next: typeof search) =>
    void navigate({ search: next, replace: holdsDialog(search), resetScroll: false });

  const takeAway = (
    <>
      <Button
        variant="secondary"
        icon={<Printer aria-hidden />}
        onClick={() => go({ ...search, print: true })}
      >
        {text("printStatement")}
      </Button>
      <DownloadPdf requested={{ report: "statement", chosen }} />
      <DownloadProof />
    </>
  );

  return (
    <>
      <PeriodFilter
        title={text("statementTitle")}
        value={{ from: search.start_date ?? "", to: search.end_date ?? "" }}
        onApply={({ from, to }) => go({ ...chosen, start_date: from, end_date: to })}
        onClear={() => go(kind === undefined ? {} : { kind })}
        actions={<div className="flex flex-wrap gap-2 max-md:hidden">{takeAway}</div>}
      >
        <KindFilter
          value={kind}
          onChange={(next) => go({ ...period, ...(next === undefined ? {} : { kind: next }) })}
        />
      </PeriodFilter>
      <StatementEnds opening={found.data?.opening} closing={found.data?.closing} />
      <StatementTable
        rows={found.data?.transactions}
        filtered={search.start_date !== undefined || kind !== undefined}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        paging={{
          page,
          pageSize,
          count: found.data?.count ?? 0,
          onPage: (next) => go({ ...chosen, page: next }),
        }}
      />
      {/* The parts below the rows appear together with them, so that they do not move. */}
      {!found.isPending && (
        <>
          <p className="mt-3 text-sm text-muted">{text("balanceIs")}</p>
          <PastContributions history={found.data?.history} />
          {/* On a phone the rows come first. */}
          <div data-print="never" className="mt-4 flex flex-wrap gap-2 md:hidden">
            {takeAway}
          </div>
        </>
      )}
      <Modal
        open={search.print === true}
        onClose={() => go({ ...chosen, ...(page === 1 ? {} : { page }) })}
        title={text("printStatement")}
        width="wide"
      >
        <Sheet name={`${user.first_name} ${user.last_name}`} chosen={chosen} />
      </Modal>
    </>
  );
}

StatementPage.loader = ((prefetch, { search }) => {
  prefetch(getDues);
  prefetch(getTransactions, movementsIn(search));
}) satisfies PageLoader<typeof readStatementSearch>;

type SheetProps = {
  name: string;
  chosen: ReturnType<typeof periodOf> & { kind?: TransactionKind };
};

/** The whole statement as PDF, whichever page was shown. */
function Sheet({ name, chosen }: SheetProps) {
  const text = useTranslations("transactions");
  const { may } = useMember();
  const proof = useAuditLine(may("reports.read"));
  const group = useEndpoint(getGroup);
  const found = useEndpoint(getTransactions, { query: chosen });
  const { start_date: from, end_date: to } = chosen;
  return (
    <PrintView
      group={group.data?.name ?? ""}
      title={text("sheetTitle", { name })}
      printedOn={formatDay(today())}
      proof={proof}
      actions={<DownloadPdf requested={{ report: "statement", chosen }} />}
    >
      <p className="mb-4 text-muted">
        {from === undefined || to === undefined
          ? text("sheetAll")
          : text("sheetPeriod", { from: formatDay(from), to: formatDay(to) })}
      </p>
      <StatementEnds opening={found.data?.opening} closing={found.data?.closing} />
      <StatementTable
        plain
        rows={found.data?.transactions}
        filtered={from !== undefined}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
      />
      <PastContributions history={found.data?.history} />
    </PrintView>
  );
}

type KindFilterProps = {
  value: TransactionKind | undefined;
  onChange: (kind: TransactionKind | undefined) => void;
};

const onlySome: ReadonlySet<TransactionKind> = new Set([
  "interest",
  "guarantee_call",
  ROTATION_PAYMENT,
  "rotation",
  FUND_PAYMENT,
]);

/** Chooses one kind of transaction, or all. */
function KindFilter({ value, onChange }: KindFilterProps) {
  const text = useTranslations("transactions");
  return (
    <SelectField
      label={text("kind")}
      className="md:max-w-52"
      options={[
        { value: "", label: text("allKinds") },
        // These are kinds of their own only on loans of a product, in a merry-go-round, and with funds.
        ...transactionKinds
          .filter((kind) => kind === value || !onlySome.has(kind))
          .map((kind) => ({ value: kind, label: text(`kinds.${kind}`) })),
      ]}
      value={value ?? ""}
      onChange={(event) => onChange(transactionKinds.find((each) => each === event.target.value))}
    />
  );
}

/** Downloads one's own journal entries with the proof that they are in the log. */
function DownloadProof() {
  const text = useTranslations("transactions");
  const { save, isSaving } = useSaveFile(() => fetchFile(downloadProof, {}));
  return (
    <Button
      variant="secondary"
      icon={<ShieldCheck aria-hidden />}
      busy={isSaving}
      onClick={() => save()}
    >
      {text("downloadProof")}
    </Button>
  );
}
