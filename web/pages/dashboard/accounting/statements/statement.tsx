import { isPaymentKind } from "#domain/payments/payment-kinds.ts";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getStatementLines } from "#endpoints/statement-lines.ts";
import { whyNotAlso } from "#domain/approvals/both-offices.ts";
import { officeOf } from "#domain/permissions.ts";
import {
  getStatement,
  getStatementAccounts,
  getStatementFile,
  acceptStatement,
  withdrawStatement,
  type Statement,
} from "#endpoints/statements.ts";
import { type Blocking, blockingOf } from "#web/api/blocking.ts";
import type { ApiError } from "#web/api/call.ts";
import { fetchFile, useSaveFile } from "#web/api/files.ts";
import { useAction } from "#web/api/use-action.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Unprinted } from "#web/features/statements/unprinted.tsx";
import { Breaks, StatementLinesTable } from "#web/features/statements/rehearsal-view.tsx";
import { Counts, StatementBadge } from "#web/features/statements/statements-table.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Money, unbroken } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPageSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";

const route = getRouteApi("/dashboard/accounting/statements/$statementId");
const PAGE_SIZE = 50;

export function StatementPage() {
  const text = useTranslations("statements");
  useDashboardTitle(text("title"));
  const { statementId } = route.useParams();
  return (
    <OfficeOnly needs="statements.read" who="officials">
      <BackLink to="/dashboard/accounting/statements">{text("backToStatements")}</BackLink>
      <Read id={Number(statementId)} />
    </OfficeOnly>
  );
}

StatementPage.loader = ((prefetch, { may, params, search: { page = 1 } }) => {
  if (!may("statements.read")) return;
  const id = Number(params["statementId"]);
  // The page says that there is no such statement.
  if (!Number.isSafeInteger(id) || id < 1) return;
  prefetch(getStatement, { params: { id } });
  prefetch(getStatementAccounts);
  prefetch(getStatementLines, linesOf(id, page));
}) satisfies PageLoader<typeof readPageSearch>;

function Read({ id }: { id: number }) {
  const found = useEndpoint(getStatement, { params: { id } });
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton className="h-72" />;
  return <One statement={found.data.statement} />;
}

/** One statement: its own figures, whether it is whole, who accepted or withdrew it, and its lines. */
function One({ statement }: { statement: Statement }) {
  const text = useTranslations("statements");
  const { may, actor } = useMember();
  const [decision, setDecision] = useState<"accept" | "withdraw" | null>(null);
  const { period, breaks, gaps, state } = statement;
  const between = text("between", { from: formatDay(period.from), to: formatDay(period.to) });
  const mayDecide = may("statements.write") && state !== "withdrawn";
  const office = officeOf(actor);
  const earlier = statement.accepted.map((each) => ({ office: each.office, byId: each.by.id }));
  const mayAccept =
    mayDecide &&
    state === "broken" &&
    office !== null &&
    whyNotAlso(earlier, { office, id: actor.id }) === null;
  return (
    <>
      <PageHeader
        title={text("one.title", { period: between })}
        subtitle={<StatementBadge state={state} />}
        actions={
          <>
            <DownloadButton id={statement.id} />
            {mayDecide && (
              <Button variant="secondary" onClick={() => setDecision("withdraw")}>
                {text("one.withdraw")}
              </Button>
            )}
            {mayAccept && (
              <Button onClick={() => setDecision("accept")}>{text("one.accept")}</Button>
            )}
          </>
        }
      />
      <div className="space-y-6">
        {breaks.length > 0 && (
          <Alert tone={state === "broken" ? "bad" : "note"} title={text("one.breaks")}>
            <Breaks breaks={breaks} />
          </Alert>
        )}
        {!statement.is_provable && (
          <Alert tone={state === "broken" ? "bad" : "note"}>{text("rehearsal.unproved")}</Alert>
        )}
        {gaps.length > 0 && (
          <Alert tone="waiting" title={text("gaps")}>
            {gaps
              .map(({ from, to }) => text("gap", { from: formatDay(from), to: formatDay(to) }))
              .join(", ")}
          </Alert>
        )}
        <Summary statement={statement} />
        <Lines statementId={statement.id} />
      </div>
      <Modal
        open={decision !== null}
        onClose={() => setDecision(null)}
        title={text(decision === "accept" ? "one.acceptTitle" : "one.withdrawTitle")}
      >
        {decision !== null && (
          <DecideStatementForm
            key={decision}
            statement={statement}
            decision={decision}
            onDecided={() => setDecision(null)}
          />
        )}
      </Modal>
    </>
  );
}

function Summary({ statement }: { statement: Statement }) {
  const text = useTranslations("statements");
  const { accepted, withdrawn } = statement;
  return (
    <Card>
      <SummaryFacts statement={statement} />
      {statement.state === "broken" && statement.own_item && (
        <p className="mt-2 text-sm text-waiting">{text("one.own")}</p>
      )}
      {accepted.map(({ office, by, at, reason }) => (
        <p key={office} className="mt-2 text-sm wrap-anywhere">
          {text("one.acceptedBy", {
            office,
            name: by.full_name,
            moment: formatMomentAndTime(at),
            reason,
          })}
        </p>
      ))}
      {withdrawn !== null && (
        <p className="mt-2 text-sm wrap-anywhere">
          {text("one.withdrawnBy", {
            name: withdrawn.by.full_name,
            moment: formatMomentAndTime(withdrawn.at),
            reason: withdrawn.reason,
          })}
        </p>
      )}
    </Card>
  );
}

function SummaryFacts({ statement }: { statement: Statement }) {
  const text = useTranslations("statements");
  const accounts = useEndpoint(getStatementAccounts);
  const { account_id, opening, closing, counts, file_name, sha256 } = statement;
  const name = accounts.data?.accounts.find(({ id }) => id === account_id)?.name;
  return (
    <Facts
      facts={[
        { label: text("account"), value: name ?? "–" },
        ...(opening === null
          ? []
          : [
              {
                label: text("opening"),
                value: (
                  <>
                    <Money amount={opening} />
                    {statement.opening_printed === false && (
                      <Unprinted at="opening" balance={opening} />
                    )}
                  </>
                ),
              },
            ]),
        ...(closing === null
          ? []
          : [
              {
                label: text("closingBalance"),
                value: (
                  <>
                    <Money amount={closing} />
                    {statement.closing_printed === false && (
                      <Unprinted at="closing" balance={closing} />
                    )}
                  </>
                ),
              },
            ]),
        ...(statement.complete_to === null
          ? []
          : [
              {
                label: text("completeTo.label"),
                value: text("completeTo.wordOf", {
                  day: formatDay(statement.complete_to),
                  name: statement.uploaded_by.full_name,
                }),
              },
            ]),
        { label: text("lines"), value: <Counts counts={counts} /> },
        { label: text("one.fileName"), value: file_name },
        {
          label: text("one.hash"),
          value: <span className="font-mono text-xs font-normal">{sha256}</span>,
        },
        {
          label: text("one.uploaded"),
          value: `${statement.uploaded_by.full_name}, ${formatMomentAndTime(statement.uploaded_at)}`,
        },
      ]}
    />
  );
}

function linesOf(statementId: number, page: number) {
  return { query: { statement_id: statementId, page, page_size: PAGE_SIZE } };
}

function Lines({ statementId }: { statementId: number }) {
  const text = useTranslations("statements.one");
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useEndpoint(getStatementLines, linesOf(statementId, page));
  return (
    <section aria-labelledby="statement-lines" className="space-y-3">
      <h2 id="statement-lines" className="text-xl">
        {text("linesTitle")}
      </h2>
      <StatementLinesTable
        lines={found.data?.lines}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        paging={{
          page,
          pageSize: PAGE_SIZE,
          count: found.data?.count ?? 0,
          onPage: (next) => void navigate({ search: { page: next } }),
        }}
      />
    </section>
  );
}

function DownloadButton({ id }: { id: number }) {
  const text = useTranslations("statements.one");
  const { save, isSaving } = useSaveFile(() => fetchFile(getStatementFile, { params: { id } }));
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden />}
      busy={isSaving}
      onClick={() => save()}
    >
      {text("download")}
    </Button>
  );
}

type DecideStatementFormProps = {
  statement: Statement;
  decision: "accept" | "withdraw";
  onDecided: () => void;
};

/** Accepts a statement that does not add up, or withdraws one, with the reason (STAT-4, STAT-7). */
function DecideStatementForm({ statement, decision, onDecided }: DecideStatementFormProps) {
  const text = useTranslations("statements.one");
  const accept = useAction(acceptStatement);
  const withdraw = useAction(withdrawStatement);
  const form = useForm({ defaultValues: { reason: "" } });
  const [refused, setRefused] = useState<ApiError | null>(null);
  const { errors, isDirty } = form.formState;
  const blocking = blockingOf(refused);
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("reason"));

  const submit = form.handleSubmit(async ({ reason }) => {
    const action = decision === "accept" ? accept : withdraw;
    const outcome = await action.run({ params: { id: statement.id }, body: { reason } });
    if (outcome.ok) return onDecided();
    showFieldErrors(form, outcome.error.errors);
    setRefused(outcome.error);
  });

  return (
    <Form onSubmit={submit}>
      {refused !== null && errors.reason === undefined && (
        <Alert live tone="bad" title={refused.detail}>
          {blocking.length > 0 && <Blockers blocking={blocking} />}
        </Alert>
      )}
      <ReasonField
        control={form.control}
        name="reason"
        label={text("reason")}
        required={text("reasonRequired")}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">
          {unbroken(text(decision === "accept" ? "acceptText" : "withdrawText"))}
        </p>
        <Button
          type="submit"
          variant={decision === "accept" ? "primary" : "danger"}
          busy={accept.busy || withdraw.busy}
          className="sm:self-end"
        >
          {text(decision)}
        </Button>
      </div>
    </Form>
  );
}

const SHOWN_AT_MOST = 20;

/** What in the books depends on a statement, each item with a link to its journal entry (STAT-7). */
function Blockers({ blocking }: { blocking: readonly Blocking[] }) {
  const text = useTranslations("statements.one");
  const kinds = useTranslations("statementLines.matches");
  const more = blocking.length - SHOWN_AT_MOST;
  return (
    <ul aria-label={text("blocking")} className="mt-1 max-h-48 overflow-y-auto text-sm">
      {blocking.slice(0, SHOWN_AT_MOST).map(({ kind, id, reference }) => (
        <li key={`${kind} ${id}`}>
          <Link
            to="/dashboard/accounting/entries"
            search={{ search: kind === "entry" ? `#${id}` : (reference ?? String(id)) }}
            className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
          >
            {kinds(isPaymentKind(kind) ? kind : "entry")} {id}
            {reference !== null && ` · ${reference}`}
          </Link>
        </li>
      ))}
      {more > 0 && <li>{text("blockingMore", { count: more })}</li>}
    </ul>
  );
}
