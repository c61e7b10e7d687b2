import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { getUsers } from "#endpoints/members.ts";
import {
  getStatementLines,
  matchLine,
  recordLine,
  unmatchLine,
  type StatementLine,
} from "#endpoints/statement-lines.ts";
import { getStatementAccounts } from "#endpoints/statements.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import {
  BookLinesForm,
  ExplainMatchForm,
  RecordLineForm,
  UnmatchForm,
  type Suggestion,
} from "#web/features/statement-lines/line-forms.tsx";
import { LineCard } from "#web/features/statement-lines/line-card.tsx";
import { MatchLineForm } from "#web/features/statement-lines/match-line.tsx";
import { SetAsideForm } from "#web/features/statement-lines/set-aside.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readLinesSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";
import { useShowProposals } from "../use-show-entry.ts";

const route = getRouteApi("/dashboard/accounting/statements/lines");
const pageSize = 20;
const states = ["open", "matched", "ignored"] as const;

export function StatementLinesPage() {
  const text = useTranslations("statementLines");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="statements.read" who="officials">
      <BackLink to="/dashboard/accounting/statements">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("text")} />
      <Inbox />
    </OfficeOnly>
  );
}

StatementLinesPage.loader = ((prefetch, { may, search }) => {
  if (!may("statements.read")) return;
  prefetch(getStatementAccounts);
  prefetch(getStatementLines, linesIn(search));
}) satisfies PageLoader<typeof readLinesSearch>;

type Dialog =
  | { what: "match"; line: StatementLine }
  | { what: "record"; line: StatementLine }
  | { what: "aside"; line: StatementLine }
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
  const members = useEndpoint(getUsers, { enabled: dialog?.what === "record" });
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
  const showProposals = useShowProposals();
  const close = () => setDialog(null);
  const isDone = useRef(false);
  // The list comes again without the line, and the next one has its place.
  const leadOn = () => {
    isDone.current = true;
    close();
  };

  const lines = found.data?.lines ?? [];
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
      book:
        isOpen && may("entries.post")
          ? () => setDialog({ what: "book", lines: bookedWith(line, lines) })
          : undefined,
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
    <div className="space-y-4">
      <div className="grid gap-3 sm:grid-cols-2 md:max-w-xl">
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
        {options.length > 1 && (
          <SelectField
            label={text("account")}
            value={String(account ?? "")}
            placeholder={text("allAccounts")}
            options={options.map(({ id, name }) => ({ value: String(id), label: name }))}
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
          <output className="block text-sm text-muted">
            {text("count", {
              count: found.data.count,
              moneyIn: formatMoney(found.data.totals.in),
              moneyOut: formatMoney(found.data.totals.out),
            })}
          </output>
          {state === "open" && mayWrite && (
            <p className="hidden text-sm text-muted md:block">{text("keys")}</p>
          )}
          <ol className="space-y-3">
            {lines.map((line, index) => {
              const actions = actionsOf(line);
              const isUndoable =
                line.state === "matched" ||
                line.kind === "transfer" ||
                line.set_aside !== undefined;
              return (
                <LineCard
                  key={line.id}
                  ref={keys.cardAt(index)}
                  line={line}
                  accountName={options.length > 1 ? nameOf(line.account_id) : undefined}
                  isCurrent={index === keys.current}
                  onTake={actions.take}
                  onMatch={actions.match}
                  onRecord={actions.record}
                  onBook={actions.book}
                  onSetAside={mayWrite ? () => setDialog({ what: "aside", line }) : undefined}
                  onUndo={isUndoable && mayWrite ? () => void undo(line) : undefined}
                  busy={match.busy || record.busy}
                />
              );
            })}
          </ol>
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
      <Modal
        open={dialog !== null}
        onClose={close}
        title={text(`dialogs.${dialog?.what ?? "record"}`)}
      >
        {dialog?.what === "match" && (
          <MatchLineForm
            line={dialog.line}
            busy={match.busy}
            onTake={(taken) => void take(dialog.line, taken)}
          />
        )}
        {dialog?.what === "record" && members.data !== undefined && (
          <RecordLineForm line={dialog.line} members={members.data.users} onRecorded={leadOn} />
        )}
        {dialog?.what === "aside" && <SetAsideForm line={dialog.line} onDone={close} />}
        {dialog?.what === "book" && (
          <BookLinesForm lines={dialog.lines} onBooked={leadOn} onShowProposals={showProposals} />
        )}
        {dialog?.what === "unmatch" && (
          <UnmatchForm line={dialog.line} onUnmatched={close} onShowProposals={showProposals} />
        )}
        {dialog?.what === "explain" && (
          <ExplainMatchForm line={dialog.line} suggestion={dialog.suggestion} onMatched={leadOn} />
        )}
      </Modal>
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

type LineActions = {
  take: ((suggestion: Suggestion) => void) | undefined;
  match: (() => void) | undefined;
  record: (() => void) | undefined;
  book: (() => void) | undefined;
};

/**
 * Keys of the list: arrows, J and K move between lines, a digit takes a suggestion, M matches, R records, B books. Keys typed in a
 * field are ignored. The focused line is the current one.
 */
function useLineKeys(params: {
  lines: readonly StatementLine[];
  actionsOf: (line: StatementLine) => LineActions;
  isPaused: boolean;
}) {
  const [at, setAt] = useState(0);
  const cards = useRef(new Map<number, HTMLLIElement>());
  const last = Math.max(0, params.lines.length - 1);
  const current = Math.min(at, last);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    if (params.isPaused || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { arrowdown: 1, j: 1, arrowup: -1, k: -1 }[event.key.toLowerCase()];
    if (step !== undefined) {
      const next = Math.min(last, Math.max(0, current + step));
      setAt(next);
      const card = cards.current.get(next);
      card?.scrollIntoView({ block: "nearest" });
      card?.querySelector("button")?.focus();
      event.preventDefault();
      return;
    }
    const line = params.lines[current];
    if (line === undefined) return;
    const actions = params.actionsOf(line);
    const suggestion = /^[1-9]$/.test(event.key) ? line.suggestions[Number(event.key) - 1] : null;
    if (suggestion) actions.take?.(suggestion);
    else if (event.key.toLowerCase() === "m") actions.match?.();
    else if (event.key.toLowerCase() === "r") actions.record?.();
    else if (event.key.toLowerCase() === "b") actions.book?.();
  });
  const follow = useEffectEvent((event: FocusEvent) => {
    for (const [index, card] of cards.current)
      if (card.contains(event.target as Node | null)) setAt(index);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    const onFocus = (event: FocusEvent) => follow(event);
    document.addEventListener("keydown", onKey);
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("focusin", onFocus);
    };
  }, []);
  const cardAt = (index: number) => (card: HTMLLIElement | null) => {
    if (card === null) cards.current.delete(index);
    else cards.current.set(index, card);
  };
  const focusCurrent = () => {
    const card = cards.current.get(current);
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector("button")?.focus();
  };
  return { current, cardAt, focusCurrent };
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
