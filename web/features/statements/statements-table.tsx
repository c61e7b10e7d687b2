import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Statement, StatementAccount } from "#contract/statements.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";

type StatementsTableProps = {
  statements: readonly Statement[] | undefined;
  accounts: readonly StatementAccount[];
  error: string | undefined;
  onRetry: () => void;
  paging: PagingProps;
  /** The link to one. */
  linkTo: (statement: Statement, children: ReactNode) => ReactNode;
};

/** Every uploaded statement, the newest period first. */
export function StatementsTable(props: StatementsTableProps) {
  const { statements, accounts, error, onRetry, paging, linkTo } = props;
  const text = useTranslations("statements");
  const nameOf = new Map(accounts.map(({ id, name }) => [id, name]));
  return (
    <DataTable
      caption={text("all")}
      captionHidden
      rows={statements}
      rowKey={({ id }) => id}
      loading={statements === undefined}
      error={error}
      onRetry={onRetry}
      paging={paging}
      empty={<EmptyState title={text("none")} hint={text("noneHint")} />}
      columns={[
        {
          key: "period",
          title: text("period"),
          slot: "lead",
          rowHeader: true,
          cell: (row) =>
            linkTo(
              row,
              text("between", { from: formatDay(row.period.from), to: formatDay(row.period.to) }),
            ),
        },
        {
          key: "state",
          title: text("state"),
          slot: "side",
          cell: (row) => <StatementBadge state={row.state} />,
        },
        {
          key: "account",
          title: text("account"),
          cell: (row) => nameOf.get(row.account_id) ?? "–",
        },
        {
          key: "closing",
          title: text("closingBalance"),
          align: "end",
          cell: (row) =>
            row.closing === null ? <span data-blank>–</span> : <Money amount={row.closing} />,
        },
        { key: "lines", title: text("lines"), cell: (row) => <Counts counts={row.counts} /> },
        {
          key: "by",
          title: text("uploadedBy"),
          cell: (row) => (
            <span className="block wrap-anywhere">
              {row.uploaded_by.full_name}
              {row.state === "broken" && row.own_item && (
                <span className="block text-sm text-waiting">{text("one.own")}</span>
              )}
              <span className="block text-sm text-muted">
                {formatMomentAndTime(row.uploaded_at)}
              </span>
            </span>
          ),
        },
      ]}
    />
  );
}

/** New lines, and those that were known or failed, if any. */
export function Counts({ counts }: { counts: Statement["counts"] }) {
  const text = useTranslations("statements");
  const others = [
    counts.known > 0 && text("linesKnown", { count: counts.known }),
    counts.failed > 0 && text("linesFailed", { count: counts.failed }),
    counts.error > 0 && text("linesError", { count: counts.error }),
  ].filter((each) => each !== false);
  return (
    <span className="block">
      {text("linesNew", { count: counts.new })}
      {others.length > 0 && <span className="block text-sm text-muted">{others.join(", ")}</span>}
    </span>
  );
}

const tones: Record<Statement["state"], Tone> = {
  whole: "good",
  accepted: "note",
  broken: "bad",
  withdrawn: "plain",
};

export function StatementBadge({ state }: Pick<Statement, "state">) {
  const text = useTranslations("statements.states");
  return <Badge tone={tones[state]}>{text(state)}</Badge>;
}
