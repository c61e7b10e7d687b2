import { BookOpen, PencilLine, Undo2 } from "lucide-react";
import type { Ref } from "react";
import { useTranslations } from "use-intl";
import type { StatementLine } from "#contract/statement-lines.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { formatMoney, Money } from "#web/ui/money.tsx";

export type Suggestion = StatementLine["suggestions"][number];

type LineCardProps = {
  ref: Ref<HTMLLIElement>;
  line: StatementLine;
  accountName: string | undefined;
  isCurrent: boolean;
  /** Left out for readers who may not match lines. */
  onTake: ((suggestion: Suggestion) => void) | undefined;
  onRecord: (() => void) | undefined;
  onBook: (() => void) | undefined;
  onUndo: (() => void) | undefined;
  busy: boolean;
};

/** One line of a statement: the bank's text, and its match or suggestions, each one press away. */
export function LineCard(props: LineCardProps) {
  const { ref, line, accountName, isCurrent, onTake, onRecord, onBook, onUndo, busy } = props;
  const text = useTranslations("statementLines");
  const moment = line.at.length > 10 ? formatMomentAndTime(line.at) : formatDay(line.at);
  const { match } = line;
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
        </p>
      </div>
      <p className="mt-1 wrap-anywhere">
        {line.reference !== null && <strong className="font-semibold">{line.reference} </strong>}
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
          </span>
        </p>
      )}
      {line.state === "open" && (
        <div className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap">
          {onTake !== undefined &&
            line.suggestions.map((suggestion, index) => (
              <Button
                key={`${suggestion.kind} ${suggestion.id} ${suggestion.member?.id}`}
                variant={index === 0 ? "primary" : "secondary"}
                busy={busy && isCurrent}
                onClick={() => onTake(suggestion)}
                className="justify-start! text-start!"
              >
                <span className="wrap-anywhere">
                  {text(suggestion.id === null ? "recordFor" : "take", {
                    what: text(`matches.${suggestion.kind}`),
                    who:
                      suggestion.member?.full_name ??
                      text("number", { id: String(suggestion.id ?? "") }),
                  })}
                  <span className="block text-sm font-normal">{suggestion.reason}</span>
                </span>
                {isCurrent && <kbd className="ms-auto hidden text-sm md:inline">{index + 1}</kbd>}
              </Button>
            ))}
          {onRecord !== undefined && (
            <Button variant="secondary" icon={<PencilLine aria-hidden />} onClick={onRecord}>
              {text("record")}
              <span className="sr-only">{` ${formatMoney(line.amount)} ${line.reference ?? ""}`}</span>
              {isCurrent && <kbd className="hidden text-sm md:inline">R</kbd>}
            </Button>
          )}
          {onBook !== undefined && (
            <Button variant="secondary" icon={<BookOpen aria-hidden />} onClick={onBook}>
              {text(line.kind === "charge" ? "bookCharges" : "book")}
              <span className="sr-only">{` ${formatMoney(line.amount)} ${line.reference ?? ""}`}</span>
              {isCurrent && <kbd className="hidden text-sm md:inline">B</kbd>}
            </Button>
          )}
        </div>
      )}
      {onUndo !== undefined && (
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
