import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getReconciliation, type Reconciliation } from "#endpoints/reconciliation.ts";
import { addDays, addMonths, firstOfMonth, parsePlainDate } from "#domain/calendar.ts";
import { can, officeOf } from "#domain/permissions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/report-document.tsx";
import {
  ReceiptsInDoubt,
  ReconciliationSheet,
  AcceptForm,
  ReconciliationVerdict,
} from "#web/features/reconciliation/reconciliation-sheet.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readTrialBalanceSearch } from "#web/pages/search.ts";
import { BooksPage } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/reconciliation");

export function ReconciliationPage() {
  const text = useTranslations("reconciliation");
  return (
    <BooksPage title={text("title")}>
      <ReconciliationOfDay />
    </BooksPage>
  );
}

ReconciliationPage.loader = ((prefetch, { may, search }) => {
  if (may("reports.read")) prefetch(getReconciliation, { query: search });
}) satisfies PageLoader<typeof readTrialBalanceSearch>;

function ReconciliationOfDay() {
  const text = useTranslations("reconciliation");
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { actor } = useMember();
  const found = useEndpoint(getReconciliation, { query: search });
  const read = found.data;
  const office = officeOf(actor);

  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (read === undefined)
    return (
      <div aria-busy className="space-y-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-96" />
      </div>
    );
  const day = read.date;
  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={text("text")}
        actions={
          day !== null && (
            <SelectField
              className="md:w-64"
              label={text("day")}
              value={day}
              onChange={({ target }) => {
                const chosen = parsePlainDate(target.value);
                if (chosen !== null) void navigate({ search: { date: chosen }, replace: true });
              }}
              options={daysOf(read).map((value) => ({
                value,
                label: formatDay(value),
              }))}
            />
          )
        }
      />
      {day === null ? (
        <Card>
          <EmptyState drawing="approvals" title={text("none")} hint={text("noneHint")} />
        </Card>
      ) : (
        <div className="space-y-4 md:space-y-6">
          <ReconciliationVerdict
            read={read}
            date={day}
            linksToLines={can(actor, "statements.read")}
          />
          <ReconciliationSheet read={read} />
          <ReceiptsInDoubt sentences={read.receipts_in_doubt ?? []} />
          <DownloadPdf requested={{ report: "reconciliation", date: day }} />
          {(office === "Treasurer" || office === "Sec-Gen") && (
            <AcceptForm key={day} read={read} date={day} office={office} actorId={actor.id} />
          )}
        </div>
      )}
    </>
  );
}

/**
 * The days to choose from, newest first: month ends since the first statement, the last day that can be reconciled, and
 * the day shown.
 */
function daysOf({ date, from, to }: Reconciliation): NonNullable<Reconciliation["date"]>[] {
  if (date === null || from === null || to === null) return [];
  const days = new Set([to, date]);
  for (let month = firstOfMonth(from); ; month = addMonths(month, 1)) {
    const end = addDays(addMonths(month, 1), -1);
    if (end > to) break;
    days.add(end);
  }
  return [...days].toSorted().toReversed();
}
