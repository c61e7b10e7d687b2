// Open lines as a table on a wide screen (STAT-13): each with what it most likely is chosen already, and one button.
import { type Ref, useState } from "react";
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import type { StatementLine } from "#endpoints/statement-lines.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { formatMoney, Money } from "#web/ui/money.tsx";
import type { Suggestion } from "./line-forms.tsx";

export type LineActions = {
  take: ((suggestion: Suggestion) => void) | undefined;
  match: (() => void) | undefined;
  record: (() => void) | undefined;
  book: (() => void) | undefined;
  aside: (() => void) | undefined;
  back: (() => void) | undefined;
};

type LinesTableProps = {
  lines: readonly StatementLine[];
  current: number;
  rowAt: (index: number) => Ref<HTMLElement>;
  actionsOf: (line: StatementLine) => LineActions;
  /** Undefined if there is only one account. */
  nameOf: ((accountId: number) => string | undefined) | undefined;
  busy: boolean;
};

/** At least twelve lines at 1280 x 800. */
export function LinesTable({ lines, current, rowAt, actionsOf, nameOf, busy }: LinesTableProps) {
  const text = useTranslations("statementLines");
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <table className="w-full table-fixed text-sm">
        <caption className="sr-only">{text("states.open")}</caption>
        <colgroup>
          <col className="w-28" />
          <col className="w-32" />
          <col />
          <col className="w-72" />
          <col className="w-28" />
        </colgroup>
        <thead>
          <tr className="border-b border-line text-start text-muted">
            <th scope="col" className="px-3 py-1.5 text-start font-semibold">
              {text("columns.day")}
            </th>
            <th scope="col" className="px-3 py-1.5 text-end font-semibold">
              {text("columns.amount")}
            </th>
            <th scope="col" className="px-3 py-1.5 text-start font-semibold">
              {text("columns.details")}
            </th>
            <th scope="col" className="px-3 py-1.5 text-start font-semibold">
              {text("columns.what")}
            </th>
            <th scope="col">
              <span className="sr-only">{text("columns.act")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <LineRow
              key={line.id}
              ref={rowAt(index) as Ref<HTMLTableRowElement>}
              line={line}
              accountName={nameOf?.(line.account_id)}
              isCurrent={index === current}
              actions={actionsOf(line)}
              busy={busy}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type LineRowProps = {
  ref: Ref<HTMLTableRowElement>;
  line: StatementLine;
  accountName: string | undefined;
  isCurrent: boolean;
  actions: LineActions;
  busy: boolean;
};

function LineRow({ ref, line, accountName, isCurrent, actions, busy }: LineRowProps) {
  const text = useTranslations("statementLines");
  const [isWhole, setIsWhole] = useState(false);
  const moment = line.at.length > 10 ? formatMomentAndTime(line.at) : formatDay(line.at);
  const uploader = line.uploaded_by?.full_name;
  const about = [
    moment,
    accountName,
    uploader === undefined ? undefined : text("uploadedBy", { name: uploader }),
  ]
    .filter((each) => each !== undefined)
    .join(" · ");
  return (
    <tr
      ref={ref}
      aria-current={isCurrent ? "true" : undefined}
      className={cx("border-b border-line last:border-b-0", isCurrent && "bg-brand-soft")}
    >
      <td className="px-3 py-0.5 whitespace-nowrap">{formatDay(line.at.slice(0, 10))}</td>
      <td className="px-3 py-0.5 text-end whitespace-nowrap">
        <Money amount={line.amount} />
      </td>
      <th scope="row" className="px-3 py-0.5 text-start font-normal">
        {/* What is cut is read by a press. */}
        <button
          type="button"
          aria-expanded={isWhole}
          title={isWhole ? undefined : line.details}
          onClick={() => setIsWhole(!isWhole)}
          className={cx("block min-h-6 w-full text-start", isWhole ? "wrap-anywhere" : "truncate")}
        >
          {line.reference !== null && <strong className="font-semibold">{line.reference} </strong>}
          {line.details}
          {isWhole && <span className="block text-muted">{about}</span>}
        </button>
        {line.twins.length > 0 && <span className="text-waiting">{text("twins")}</span>}
        {line.twins.length === 0 && line.alike.length > 0 && (
          <span className="text-waiting">{text("alike")}</span>
        )}
      </th>
      <Choice line={line} actions={actions} busy={busy && isCurrent} />
    </tr>
  );
}

/** What the line is: the only suggestion is chosen already; several are for the official to choose from. */
function Choice({
  line,
  actions,
  busy,
}: {
  line: StatementLine;
  actions: LineActions;
  busy: boolean;
}) {
  const text = useTranslations("statementLines");
  const options = optionsOf(line, actions, text);
  const [suggested, ...others] = options.filter(({ isSuggestion }) => isSuggestion);
  const first = suggested === undefined ? options[0] : others.length === 0 ? suggested : undefined;
  const [chosen, setChosen] = useState<string | null>(null);
  const option = options.find(({ key }) => key === chosen) ?? first;
  const subject = `${formatMoney(line.amount)} ${line.reference ?? ""}`;
  if (options.length === 0) return <td colSpan={2}>{"\u2013"}</td>;
  return (
    <>
      <td className="px-3 py-0.5">
        <select
          aria-label={text("whatIs", { line: subject })}
          title={option?.reason}
          value={option?.key ?? ""}
          onChange={({ target }) => setChosen(target.value)}
          className="h-7 w-full truncate rounded-control border border-edge bg-card px-2"
        >
          {option === undefined && <option value="">{text("chooseWhat")}</option>}
          {options.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </td>
      <td className="py-0.5 pe-3">
        <button
          type="button"
          disabled={option === undefined}
          data-first
          aria-busy={busy || undefined}
          onClick={() => {
            if (!busy) option?.act();
          }}
          className={cx(
            buttonClass(option?.isSuggestion === true ? "primary" : "secondary"),
            "min-h-7! w-full px-2! py-0! text-sm",
          )}
        >
          {option?.button ?? text("record")}
          <span className="sr-only">{` ${subject}`}</span>
        </button>
      </td>
    </>
  );
}

type Option = {
  key: string;
  label: string;
  button: string;
  reason?: string;
  isSuggestion: boolean;
  act: () => void;
};

function optionsOf(
  line: StatementLine,
  { take, match, record, book, aside, back }: LineActions,
  text: ReturnType<typeof useTranslations<"statementLines">>,
): Option[] {
  const suggestions = take === undefined ? [] : line.suggestions;
  const rest = [
    { key: "record", label: text("anotherMember"), button: text("chooseShort"), act: record },
    {
      key: "book",
      label: text(line.kind === "charge" ? "bookCharges" : "book"),
      button: text("book"),
      act: book,
    },
    { key: "match", label: text("matchWith"), button: text("match"), act: match },
    { key: "aside", label: text("setAside"), button: text("setAside"), act: aside },
    { key: "back", label: text("giveBack"), button: text("giveBack"), act: back },
  ];
  return [
    ...suggestions.map((suggestion, index) => ({
      key: `suggestion ${index}`,
      label: text("option", {
        what: text(`matches.${suggestion.kind}`),
        who:
          suggestion.member === null
            ? text("number", { id: String(suggestion.id ?? "") })
            : personName(suggestion.member),
      }),
      button: text(suggestion.id === null ? "recordShort" : "match"),
      reason: suggestion.reason,
      isSuggestion: true,
      act: () => take?.(suggestion),
    })),
    ...rest.flatMap(({ act, ...each }) =>
      act === undefined ? [] : [{ ...each, isSuggestion: false, act }],
    ),
  ];
}
