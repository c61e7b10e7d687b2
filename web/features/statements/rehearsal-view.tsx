import { useTranslations } from "use-intl";
import type { StatementLine } from "#contract/statement-lines.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { Code } from "#web/ui/code.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatAmount, Money } from "#web/ui/money.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";
import { PeriodWords } from "./complete-to.tsx";
import { Unprinted } from "./unprinted.tsx";
import { Counts } from "./statements-table.tsx";
import type { Rehearsal } from "./use-rehearsal.ts";

const SHOWN_AT_MOST = 20;

/** A rehearsal in the form of the statement: its own figures, its faults, and what becomes of each line. */
export function RehearsalView({ rehearsal }: { rehearsal: Rehearsal }) {
  const text = useTranslations("statements");
  const { format, period, opening, closing, counts, lines, problems } = rehearsal;
  const findings = (
    <>
      <Findings rehearsal={rehearsal} />
      <NotRead sheets={rehearsal.not_read} />
    </>
  );
  // Of a file without a readable line there is nothing else to say.
  if (problems.length > 0 && lines.length === 0) return <div className="space-y-4">{findings}</div>;
  return (
    <div className="space-y-4">
      {findings}
      <Card>
        <Facts
          facts={[
            { label: text("rehearsal.kind"), value: text(`formats.${format}`) },
            {
              label: text("period"),
              value: (
                <>
                  {text("between", { from: formatDay(period.from), to: formatDay(period.to) })}
                  <PeriodWords source={rehearsal.period_source} />
                </>
              ),
            },
            ...(opening === null
              ? []
              : [
                  {
                    label: text("opening"),
                    value: (
                      <>
                        <Money amount={opening} />
                        {!rehearsal.opening_printed && <Unprinted at="opening" balance={opening} />}
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
                        {!rehearsal.closing_printed && <Unprinted at="closing" balance={closing} />}
                      </>
                    ),
                  },
                ]),
            { label: text("lines"), value: <Counts counts={counts} /> },
          ]}
        />
      </Card>
      <Lines rehearsal={rehearsal} />
    </div>
  );
}

/** Whether it is whole, where it is not, and which cells are unreadable. */
function Findings({ rehearsal }: { rehearsal: Rehearsal }) {
  const text = useTranslations("statements.rehearsal");
  const { breaks, problems, is_provable: isProvable } = rehearsal;
  if (problems.length > 0)
    return (
      <Alert live tone="bad" title={text("problems", { count: problems.length })}>
        <p>{text(rehearsal.questions.length > 0 ? "answerFirst" : "problemsText")}</p>
        <Sentences
          items={problems.map(({ line, column, detail }) =>
            text("problem", { line: String(line), column, detail }),
          )}
          more={(count) => text("more", { count })}
        />
      </Alert>
    );
  if (breaks.length > 0)
    return (
      <Alert live tone="waiting" title={text("broken")}>
        <Breaks breaks={breaks} />
        <p className="mt-2">{text("brokenText")}</p>
      </Alert>
    );
  return (
    <Alert live tone={isProvable ? "good" : "waiting"}>
      {text(isProvable ? "whole" : "unproved")}
    </Alert>
  );
}

/** The sheets of the file that are not read. */
function NotRead({ sheets }: { sheets: Rehearsal["not_read"] }) {
  const text = useTranslations("statements.rehearsal");
  if (sheets.length === 0) return null;
  return (
    <Alert tone="note">
      <Sentences
        items={sheets.map(({ detail }) => detail)}
        more={(count) => text("more", { count })}
      />
    </Alert>
  );
}

/** Each balance that does not follow from the one before, the first one first. */
export function Breaks({ breaks }: Pick<Rehearsal, "breaks">) {
  const text = useTranslations("statements.rehearsal");
  return (
    <Sentences
      items={breaks.map(({ line, expected, printed }) =>
        text("break", {
          line: String(line),
          expected: formatAmount(expected),
          printed: formatAmount(printed),
        }),
      )}
      more={(count) => text("more", { count })}
    />
  );
}

function Sentences({ items, more }: { items: readonly string[]; more: (count: number) => string }) {
  return (
    <ul className="mt-1 text-sm wrap-anywhere">
      {items.slice(0, SHOWN_AT_MOST).map((item, index) => (
        <li key={index}>{item}</li>
      ))}
      {items.length > SHOWN_AT_MOST && <li>{more(items.length - SHOWN_AT_MOST)}</li>}
    </ul>
  );
}

const tones = { new: "good", known: "plain", failed: "waiting" } as const;

function Lines({ rehearsal }: { rehearsal: Rehearsal }) {
  const text = useTranslations("statements.rehearsal");
  const { lines, counts } = rehearsal;
  const count = counts.new + counts.known + counts.failed;
  return (
    <>
      {lines.length < count && (
        <p className="text-sm text-muted">{text("shown", { shown: lines.length, count })}</p>
      )}
      <DataTable
        caption={text("caption")}
        captionHidden
        rows={lines}
        rowKey={({ line }) => line}
        empty={<EmptyState title={text("none")} hint={text("noneHint")} />}
        columns={[
          { key: "line", title: text("line"), cell: ({ line }) => line },
          {
            key: "details",
            title: text("details"),
            slot: "lead",
            rowHeader: true,
            cell: ({ reference, details, confirms }) => (
              <span className="block min-w-40 wrap-anywhere">
                {reference !== null && <Code className="font-semibold">{reference}</Code>} {details}
                {confirms !== null && (
                  <span className="block text-sm text-good">
                    {text("confirms", { member: confirms.member.full_name })}
                  </span>
                )}
              </span>
            ),
          },
          {
            key: "amount",
            title: text("amount"),
            align: "end",
            slot: "side",
            cell: ({ amount }) => <Money amount={amount} bare className="font-semibold" />,
          },
          { key: "at", title: text("at"), cell: ({ at }) => formatLineMoment(at) },
          {
            key: "balance",
            title: text("balance"),
            align: "end",
            cell: ({ balance }) =>
              balance === null ? <span data-blank>–</span> : <Money amount={balance} bare />,
          },
          {
            key: "fate",
            title: text("fate"),
            cell: ({ fate }) => <Badge tone={tones[fate]}>{text(`fates.${fate}`)}</Badge>,
          },
        ]}
      />
    </>
  );
}

type StatementLinesTableProps = {
  lines: readonly StatementLine[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  paging: PagingProps;
};

const stateTones = { open: "waiting", matched: "good", ignored: "plain" } as const;

/** The lines of one statement, each with its match in the books. */
export function StatementLinesTable({ lines, error, onRetry, paging }: StatementLinesTableProps) {
  const text = useTranslations("statements");
  return (
    <DataTable
      caption={text("one.linesTitle")}
      captionHidden
      rows={lines}
      rowKey={({ id }) => id}
      loading={lines === undefined}
      error={error}
      onRetry={onRetry}
      paging={paging}
      empty={<EmptyState title={text("one.noLines")} hint={text("one.noLinesHint")} />}
      columns={[
        { key: "line", title: text("rehearsal.line"), cell: ({ line }) => line },
        {
          key: "details",
          title: text("rehearsal.details"),
          slot: "lead",
          rowHeader: true,
          cell: ({ reference, details, match }) => (
            <span className="block min-w-40 wrap-anywhere">
              {reference !== null && <Code className="font-semibold">{reference}</Code>} {details}
              {match !== null && (
                <span className="block text-sm text-muted">
                  {match.member === null
                    ? match.reason
                    : `${match.member.full_name}: ${match.reason}`}
                </span>
              )}
            </span>
          ),
        },
        {
          key: "amount",
          title: text("rehearsal.amount"),
          align: "end",
          slot: "side",
          cell: ({ amount }) => <Money amount={amount} bare className="font-semibold" />,
        },
        { key: "at", title: text("rehearsal.at"), cell: ({ at }) => formatLineMoment(at) },
        {
          key: "balance",
          title: text("rehearsal.balance"),
          align: "end",
          cell: ({ balance }) =>
            balance === null ? <span data-blank>–</span> : <Money amount={balance} bare />,
        },
        {
          key: "state",
          title: text("state"),
          cell: ({ state }) => (
            <Badge tone={stateTones[state]}>{text(`one.lineStates.${state}`)}</Badge>
          ),
        },
      ]}
    />
  );
}

/** A line's moment, or only its day if the file prints no time. */
function formatLineMoment(at: string): string {
  return at.length > 10 ? formatMomentAndTime(at) : formatDay(at);
}
