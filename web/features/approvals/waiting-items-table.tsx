import { useTranslations } from "use-intl";
import type { Office } from "#domain/permissions.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { otherVerdict, type WaitingItem } from "./waiting-item.ts";

/** What a list of any kind is given by its page. */
export type WaitingListProps<Row> = {
  rows: readonly Row[] | undefined;
  office: Office | null;
  error: string | undefined;
  onRetry: () => void;
  onDecide: (row: Row) => void;
};

type WaitingItemsTableProps<Row extends WaitingItem> = WaitingListProps<Row> & {
  caption: string;
  idOf: (row: Row) => number;
  /** KES. */
  amountOf: (row: Row) => number;
  /** The columns of this kind, between the member and the other office. */
  columns: readonly Column<Row>[];
  /** Marks the official's own item. */
  own: string;
  empty?: { title: string; hint: string };
  /** Why the button is not offered for a row, in words. */
  blocked?: (row: Row) => string | null;
};

/** Items that wait for the official, with a button to decide on each (SCR-17). */
export function WaitingItemsTable<Row extends WaitingItem>(props: WaitingItemsTableProps<Row>) {
  const { rows, office, error, onRetry, onDecide, caption, idOf, amountOf, own, blocked } = props;
  const text = useTranslations("approvals");
  const empty = props.empty ?? { title: text("none"), hint: text("noneHint") };

  const columns: readonly Column<Row>[] = [
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={amountOf(row)} className="font-semibold" />,
    },
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      cell: (row) => (
        <span className="block min-w-32 wrap-anywhere">
          <span className="block font-semibold">{row.member.full_name}</span>
          <span className="block text-sm text-muted">{row.member.reg_number}</span>
          {row.own_item && <Badge tone="note">{own}</Badge>}
        </span>
      ),
    },
    ...props.columns,
    {
      key: "other",
      title: text("otherOffice"),
      cell: (row) => {
        const verdict = otherVerdict(row, office);
        return <StatusBadge status={verdict === "pending_approval" ? "pending" : verdict} />;
      },
    },
    {
      key: "decide",
      title: text("action"),
      slot: "action",
      cell: (row) => (
        <Decide
          id={idOf(row)}
          name={row.member.full_name}
          blocked={blocked?.(row) ?? null}
          onPress={() => onDecide(row)}
        />
      ),
    },
  ];

  return (
    <DataTable
      caption={caption}
      captionHidden
      columns={columns}
      rows={rows}
      rowKey={idOf}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState drawing="approvals" {...empty} />}
    />
  );
}

type DecideProps = { id: number; name: string; blocked: string | null; onPress: () => void };

function Decide({ id, name, blocked, onPress }: DecideProps) {
  const text = useTranslations("approvals");
  const noteId = `blocked-${id}`;
  return (
    <span className="block md:w-36">
      <Button
        variant="secondary"
        disabled={blocked !== null}
        aria-describedby={blocked === null ? undefined : noteId}
        onClick={onPress}
        className="w-full px-2! text-sm whitespace-nowrap"
      >
        {text("decide")}
        <span className="sr-only">{` ${name}`}</span>
      </Button>
      {blocked !== null && (
        <span id={noteId} className="mt-1 block text-start text-sm text-muted">
          {blocked}
        </span>
      )}
    </span>
  );
}
