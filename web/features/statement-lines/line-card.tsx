// One line of a statement as a card: the bank's text, its match or suggestions, and what can be done with it.
import { BookOpen, PencilLine, Search, Undo2 } from "lucide-react";
import type { Ref } from "react";
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import type { StatementLine } from "#endpoints/statement-lines.ts";
import { Button } from "#web/ui/button.tsx";
import { Code } from "#web/ui/code.tsx";
import { cx } from "#web/ui/cx.ts";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { formatMoney, Money } from "#web/ui/money.tsx";
import type { Suggestion } from "./line-forms.tsx";
import { TwinsNote } from "./set-aside.tsx";

type LineCardProps = {
  ref: Ref<HTMLLIElement>;
  line: StatementLine;
  accountName: string | undefined;
  isCurrent: boolean;
  /** Left out for readers who may not match lines. */
  onTake: ((suggestion: Suggestion) => void) | undefined;
  onMatch: (() => void) | undefined;
  onRecord: (() => void) | undefined;
  onBook: (() => void) | undefined;
  onSetAside: (() => void) | undefined;
  onGiveBack: (() => void) | undefined;
  onUndo: (() => void) | undefined;
  busy: boolean;
};

/** One line of a statement: the bank's text, and its match or suggestions, each one press away. */
export function LineCard(props: LineCardProps) {
  const { ref, line, accountName, isCurrent, onTake, onUndo, busy } = props;
  const { onMatch, onRecord, onBook, onSetAside, onGiveBack } = props;
  const text = useTranslations("statementLines");
  const moment = line.at.length > 10 ? formatMomentAndTime(line.at) : formatDay(line.at);
  const { match } = line;
  const undoing = match?.undo_proposed_by ?? null;
  return (
    <li
      ref={ref}
      aria-current={isCurrent ? "true" : undefined}
      className={cx("rounded-card border bg-card p-4", isCurrent ? "border-brand" : "border-line")}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Money amount={line.amount} size="part" className="basis-0" />
        <p className="w-full text-sm text-muted">
          {text(`kinds.${line.kind}`)} · {moment}
          {accountName !== undefined && ` · ${accountName}`}
          {line.uploaded_by !== null &&
            ` · ${text("uploadedBy", { name: line.uploaded_by.full_name })}`}
        </p>
      </div>
      <p className="mt-1 wrap-anywhere">
        {line.reference !== null && <Code className="font-semibold">{line.reference}</Code>}{" "}
        {line.details}
      </p>
      {match !== null && (
        <p className="mt-2 text-sm wrap-anywhere">
          {text("is", { what: text(`matches.${match.kind}`), id: String(match.id) })}
          {match.member !== null && ` · ${match.member.full_name}`}
          <span className="block text-muted">
            {match.reason}
            {match.by !== null && ` · ${match.by.full_name}`}
            {match.explanation !== null && ` · ${match.explanation}`}
            {match.parts !== undefined &&
              ` · ${text("parts", {
                items: match.parts
                  .map(({ kind, amount }) => `${text(`matches.${kind}`)} ${formatMoney(amount)}`)
                  .join(", "),
              })}`}
          </span>
        </p>
      )}
      <TwinsNote line={line} onSetAside={onSetAside} />
      {line.state === "open" && (
        <div className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
          {onTake !== undefined &&
            line.suggestions.map((suggestion, index) => (
              <Button
                key={`${suggestion.kind} ${suggestion.id} ${suggestion.member?.id}`}
                variant={line.suggestions.length === 1 ? "primary" : "secondary"}
                busy={busy && isCurrent}
                onClick={() => onTake(suggestion)}
                className="justify-start! text-start!"
              >
                <span className="wrap-anywhere">
                  {text(suggestion.id === null ? "recordFor" : "take", {
                    what: text(`matches.${suggestion.kind}`),
                    who:
                      suggestion.member === null
                        ? text("number", { id: String(suggestion.id ?? "") })
                        : personName(suggestion.member),
                  })}
                  <span className="block text-sm font-normal">{suggestion.reason}</span>
                </span>
                {isCurrent && <kbd className="ms-auto hidden text-sm md:inline">{index + 1}</kbd>}
              </Button>
            ))}
          <LineActions {...{ line, isCurrent, onMatch, onRecord, onBook, onGiveBack }} />
        </div>
      )}
      {undoing !== null && (
        <p className="mt-2 text-sm text-waiting">
          {text("undoProposed", { name: personName(undoing) })}
        </p>
      )}
      {onUndo !== undefined && undoing === null && (
        <Button
          variant="quiet"
          icon={<Undo2 aria-hidden />}
          onClick={onUndo}
          className="mt-2 -ms-3 text-sm"
        >
          {text("undo")}
          <span className="sr-only">{` ${formatMoney(line.amount)} ${line.reference ?? ""}`}</span>
        </Button>
      )}
    </li>
  );
}

type LineActionsProps = Pick<
  LineCardProps,
  "line" | "isCurrent" | "onMatch" | "onRecord" | "onBook" | "onGiveBack"
>;

function LineActions(props: LineActionsProps) {
  const { line, isCurrent, onMatch, onRecord, onBook, onGiveBack } = props;
  const text = useTranslations("statementLines");
  const actions = [
    { key: "M", icon: <Search aria-hidden />, label: text("match"), onClick: onMatch },
    { key: "R", icon: <PencilLine aria-hidden />, label: text("record"), onClick: onRecord },
    {
      key: "B",
      icon: <BookOpen aria-hidden />,
      label: text(line.kind === "charge" ? "bookCharges" : "book"),
      onClick: onBook,
    },
    { key: null, icon: <Undo2 aria-hidden />, label: text("giveBack"), onClick: onGiveBack },
  ];
  return actions.map(
    ({ key, icon, label, onClick }) =>
      onClick !== undefined && (
        <Button key={label} variant="secondary" icon={icon} onClick={onClick}>
          {label}
          <span className="sr-only">{` ${formatMoney(line.amount)} ${line.reference ?? ""}`}</span>
          {isCurrent && key !== null && <kbd className="hidden text-sm md:inline">{key}</kbd>}
        </Button>
      ),
  );
}
