import { useTranslations } from "use-intl";
import type { StatementLine } from "#contract/statement-lines.ts";
import { Badge } from "#web/ui/badge.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";

type StatementLinesTableProps = {
  lines: readonly StatementLine[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  paging: PagingProps;
};

const tones = { open: "waiting", matched: "good", ignored: "plain" } as const;

/** The lines of one statement, each with its match in the books. */
export function StatementLinesTable({ lines, error, onRetry, paging }: StatementLinesTableProps) {
  const text = useTranslations("statements");
  return (
    <DataTable
      dense
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
        { key: "line", title: text("rehearsal.line"), slot: "hidden", cell: ({ line }) => line },
        {
          key: "details",
          title: text("rehearsal.details"),
          slot: "lead",
          rowHeader: true,
          cell: ({ reference, details, match }) => (
            <span className="block min-w-40 wrap-anywhere">
              {reference !== null && <span className="font-semibold">{reference} </span>}
              {details}
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
          cell: ({ state }) => <Badge tone={tones[state]}>{text(`one.lineStates.${state}`)}</Badge>,
        },
      ]}
    />
  );
}

/** A line's moment, or only its day if the file prints no time. */
export function formatLineMoment(at: string): string {
  return at.length > 10 ? formatMomentAndTime(at) : formatDay(at);
}
