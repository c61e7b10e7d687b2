import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { getSettings } from "#endpoints/group.ts";
import { getUsers } from "#endpoints/members.ts";
import { getMpesa } from "#endpoints/mpesa.ts";
import {
  getLinesToRecord,
  getStatementLines,
  matchLine,
  recordLine,
  unmatchLine,
  type StatementLine,
} from "#endpoints/statement-lines.ts";
import { getStatementAccounts, type StatementAccount } from "#endpoints/statements.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import type { GiveBackFormProps } from "#web/features/payouts/give-back-form.tsx";
import { useMember } from "#web/features/session/session.tsx";
import {
  BookLinesForm,
  ExplainMatchForm,
  RecordLineForm,
  UnmatchForm,
  type Suggestion,
} from "#web/features/statement-lines/line-forms.tsx";
import { LinesTable } from "#web/features/statement-lines/lines-table.tsx";
import { RecordAll } from "#web/features/statement-lines/record-all.tsx";
import { useLineKeys } from "#web/features/statement-lines/use-line-keys.ts";
import { LineCard } from "#web/features/statement-lines/line-card.tsx";
import { MatchLineForm } from "#web/features/statement-lines/match-line.tsx";
import { SetAsideForm } from "#web/features/statement-lines/set-aside.tsx";
import { loadWords } from "#web/messages/words.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { useHasRoom } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readLinesSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";
import { useShowProposals } from "../use-show-entry.ts";

const GiveBack = onDemand<GiveBackFormProps>("give-back", async () => {
  const [part] = await Promise.all([
    import("#web/features/payouts/give-back-form.tsx"),
    loadWords("payouts"),
  ]);
  return part.GiveBackForm;
});

const route = getRouteApi("/dashboard/accounting/statements/lines");
/** In rem: five columns, of which the details have what the others leave. */
const tableWidth = 54;
const pageSize = 20;
const states = ["open", "matched", "ignored"] as const;

export function StatementLinesPage() {
  const text = useTranslations("statementLines");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="statements.read" who="officials">
      <BackLink to="/dashboard/accounting/statements">{text("back")}</BackLink>
      <PageHeader
        title={text("title")}
        subtitle={<span className="lg:hidden">{text("text")}</span>}
      />
      <Inbox />
    </OfficeOnly>
  );
}

StatementLinesPage.loader = ((prefetch, { may, search }) => {
  if (!may("statements.read")) return;
  prefetch(getStatementAccounts);
  prefetch(getStatementLines, linesIn(search));
  const { state = "open", account } = search;
  if (state === "open" && may("statements.write"))
    prefetch(getLinesToRecord, { query: { account_id: account } });
}) satisfies PageLoader<typeof readLinesSearch>;

type Dialog =
  | { what: "match"; line: StatementLine }
  | { what: "record"; line: StatementLine }
  | { what: "aside"; line: StatementLine }
  | { what: "back"; line: StatementLine }
  | { what: "book"; lines: readonly StatementLine[] }
  | { what: "explain"; line: StatementLine; suggestion: Suggestion & { id: number } }
  | { what: "unmatch"; line: StatementLine };

function linesIn({ state = "open", account, page = 1 }: ReturnType<typeof readLinesSearch>) {
  return { query: { state, account_id: account, page, page_size: pageSize } };
}

function Inbox() {
  const text = useTranslations("statementLines");
  const { may } = useMember();
  const search = route.useSearch();
  const { state = "open", account, page = 1 } = search;
  const navigate = route.useNavigate();
  const accounts = useEndpoint(getStatementAccounts);
  const found = useEndpoint(getStatementLines, linesIn(search));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const unmatch = useAction(unmatchLine);
  const match = useAction(matchLine, {
    toastAction: ({ line: { id } }) => ({
      label: text("undo"),
      onPress: () => void unmatch.run({ params: { id } }),
    }),
  });
  // Both offices undo what an approved payment rests on (STAT-29): the server asks for the reason.
  const undo = async (line: StatementLine) => {
    const ask = () => setDialog({ what: "unmatch", line });
    if (line.match?.status === "approved") return ask();
    const outcome = await unmatch.run({ params: { id: line.id } });
    if (!outcome.ok && "reason" in outcome.error.errors) ask();
  };
  const record = useAction(recordLine);
  const close = () => setDialog(null);
  const isDone = useRef(false);
  // Matched lines have more to say than a row holds.
  const [list, setList] = useState<HTMLDivElement | null>(null);
  const isTable = useHasRoom(list, tableWidth) && state === "open";
  // The list comes again without the line, and the next one has its place.
  const leadOn = () => {
    isDone.current = true;
    close();
  };

  const lines = found.data?.lines ?? [];
  const mayGiveBack = may("payouts.decide") && lines.some(({ live }) => live !== null);
  const mpesa = useEndpoint(getMpesa, { enabled: mayGiveBack, figuresOnly: true });
  const settings = useEndpoint(getSettings, { enabled: mayGiveBack, figuresOnly: true });
  const canGiveBack = mpesa.data?.checks === true && settings.data?.mpesa_payouts === true;
  const mayWrite = may("statements.write");
  const take = async (line: StatementLine, suggestion: Suggestion) => {
    const { kind, id, member } = suggestion;
    if (id === null) {
      if (kind === "entry" || member === null) return;
      const body = { member_id: member.id, kind };
      const recorded = await record.run({ params: { id: line.id }, body });
      if (recorded.ok) leadOn();
      return;
    }
    const explain = () => setDialog({ what: "explain", line, suggestion: { ...suggestion, id } });
    if (suggestion.needs_reason) {
      explain();
      return;
    }
    const outcome = await match.run({ params: { id: line.id }, body: { kind, id } });
    if (outcome.ok) leadOn();
    else if ("reason" in outcome.error.errors) explain();
  };
  const actionsOf = (line: StatementLine) => {
    const isOpen = line.state === "open" && line.twins.length === 0;
    return {
      take: isOpen && mayWrite ? (each: Suggestion) => void take(line, each) : undefined,
      match: isOpen && mayWrite ? () => setDialog({ what: "match", line }) : undefined,
      record:
        isOpen && mayWrite && line.kind === "payment_in"
          ? () => setDialog({ what: "record", line })
          : undefined,
      aside:
        line.state === "open" && (line.twins.length > 0 || line.alike.length > 0) && mayWrite
          ? () => setDialog({ what: "aside", line })
          : undefined,
      back:
        isOpen && canGiveBack && line.amount > 0 && line.live?.checked_at
          ? () => setDialog({ what: "back", line })
          : undefined,
      book:
        isOpen && may("entries.post")
          ? () => setDialog({ what: "book", lines: bookedWith(line, lines) })
          : undefined,
    };
  };
  const cardActions = (line: StatementLine) => {
    const actions = actionsOf(line);
    const isUndoable =
      line.state === "matched" || line.kind === "transfer" || line.set_aside !== undefined;
    return {
      onTake: actions.take,
      onMatch: actions.match,
      onRecord: actions.record,
      onBook: actions.book,
      onSetAside: mayWrite ? () => setDialog({ what: "aside" as const, line }) : undefined,
      onGiveBack: actions.back,
      onUndo: isUndoable && mayWrite ? () => void undo(line) : undefined,
    };
  };
  const keys = useLineKeys({ lines, actionsOf, isPaused: dialog !== null });
  const showNext = useEffectEvent(() => {
    if (!isDone.current) return;
    isDone.current = false;
    keys.focusCurrent();
  });
  const { data } = found;
  useEffect(() => {
    if (data !== undefined) showNext();
  }, [data]);

  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  const nameOf = (id: number) => accounts.data?.accounts.find((each) => each.id === id)?.name;
  const options = accounts.data?.accounts ?? [];
  return (
    <div ref={setList} className="space-y-4">
      <div className="flex flex-col gap-3 lg:flex-row lg:items-end lg:justify-between">
        <LinesFilter accounts={options} />
        {found.data !== undefined && lines.length > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <output className="block text-sm text-muted">
              {text("count", {
                count: found.data.count,
                moneyIn: formatMoney(found.data.totals.in),
                moneyOut: formatMoney(found.data.totals.out),
              })}
            </output>
            {state === "open" && mayWrite && <RecordAll account={account} />}
          </div>
        )}
      </div>
      {found.data === undefined ? (
        <LinesWait />
      ) : lines.length === 0 ? (
        <Card>
          <EmptyState
            drawing="ledger"
            title={text(state === "open" ? "noneOpen" : "none")}
            hint={text(state === "open" ? "noneOpenHint" : "noneHint")}
          />
        </Card>
      ) : (
        <>
          {isTable ? (
            <LinesTable
              lines={lines}
              current={keys.current}
              rowAt={keys.cardAt}
              actionsOf={actionsOf}
              nameOf={options.length > 1 ? nameOf : undefined}
              busy={match.busy || record.busy}
            />
          ) : (
            <ol className="space-y-3">
              {lines.map((line, index) => (
                <LineCard
                  key={line.id}
                  ref={keys.cardAt(index)}
                  line={line}
                  accountName={options.length > 1 ? nameOf(line.account_id) : undefined}
                  isCurrent={index === keys.current}
                  {...cardActions(line)}
                  busy={match.busy || record.busy}
                />
              ))}
            </ol>
          )}
          {state === "open" && mayWrite && (
            <p className="hidden text-sm text-muted md:block">{text("keys")}</p>
          )}
          <Paging
            page={page}
            pageSize={pageSize}
            count={found.data.count}
            onPage={(next) =>
              void navigate({
                search: { state, page: next, ...(account === undefined ? {} : { account }) },
              })
            }
          />
        </>
      )}
      <LineDialog
        dialog={dialog}
        busy={match.busy}
        onTake={(line, taken) => void take(line, taken)}
        onDone={leadOn}
        onClose={close}
      />
    </div>
  );
}

type LineDialogProps = {
  dialog: Dialog | null;
  /** While a match is sent. */
  busy: boolean;
  onTake: (line: StatementLine, taken: Suggestion) => void;
  /** Once its line is no longer open. */
  onDone: () => void;
  onClose: () => void;
};

function LineDialog({ dialog, busy, onTake, onDone, onClose }: LineDialogProps) {
  const text = useTranslations("statementLines");
  const members = useEndpoint(getUsers, { enabled: dialog?.what === "record" });
  const showProposals = useShowProposals();
  return (
    <Modal
      open={dialog !== null}
      onClose={onClose}
      title={text(`dialogs.${dialog?.what ?? "record"}`)}
    >
      {dialog?.what === "match" && (
        <MatchLineForm
          line={dialog.line}
          busy={busy}
          onTake={(taken) => onTake(dialog.line, taken)}
        />
      )}
      {dialog?.what === "record" && members.data !== undefined && (
        <RecordLineForm line={dialog.line} members={members.data.users} onRecorded={onDone} />
      )}
      {dialog?.what === "aside" && <SetAsideForm line={dialog.line} onDone={onClose} />}
      {dialog?.what === "back" && <GiveBack line={dialog.line} onProposed={onDone} />}
      {dialog?.what === "book" && (
        <BookLinesForm lines={dialog.lines} onBooked={onDone} onShowProposals={showProposals} />
      )}
      {dialog?.what === "unmatch" && (
        <UnmatchForm line={dialog.line} onUnmatched={onClose} onShowProposals={showProposals} />
      )}
      {dialog?.what === "explain" && (
        <ExplainMatchForm line={dialog.line} suggestion={dialog.suggestion} onMatched={onDone} />
      )}
    </Modal>
  );
}

function LinesFilter({ accounts }: { accounts: readonly StatementAccount[] }) {
  const text = useTranslations("statementLines");
  const { state = "open", account } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="grid gap-3 sm:grid-cols-2 md:max-w-xl lg:min-w-56">
      <SelectField
        label={text("show")}
        value={state}
        options={states.map((each) => ({ value: each, label: text(`states.${each}`) }))}
        onChange={({ target }) => {
          const chosen = states.find((each) => each === target.value) ?? "open";
          void navigate({
            search: { state: chosen, ...(account === undefined ? {} : { account }) },
          });
        }}
      />
      {accounts.length > 1 && (
        <SelectField
          label={text("account")}
          value={String(account ?? "")}
          placeholder={text("allAccounts")}
          options={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target }) =>
            void navigate({
              search: {
                state,
                ...(target.value === "" ? {} : { account: Number(target.value) }),
              },
            })
          }
        />
      )}
    </div>
  );
}

/** The lines that one ledger entry books: for a charge all shown charges of its day and account, else only the line. */
function bookedWith(line: StatementLine, lines: readonly StatementLine[]): StatementLine[] {
  if (line.kind !== "charge") return [line];
  return lines.filter(
    (each) =>
      each.kind === "charge" &&
      each.account_id === line.account_id &&
      each.at.slice(0, 10) === line.at.slice(0, 10),
  );
}

function LinesWait() {
  return (
    <div className="space-y-3" aria-hidden>
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </div>
  );
}
