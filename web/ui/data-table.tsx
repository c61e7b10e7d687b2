/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   On a phone the rows are laid out as cards, and a table part that is displayed otherwise loses its role unless it is written. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Paging, type PagingProps } from "./paging.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useUiTexts } from "./texts.tsx";
import type { PlainDate } from "#domain/calendar.ts";
import { formatDay } from "./day.ts";

export type Column<Row> = {
  key: string;
  /** The column's heading; also the label of its line on a card. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Aligns figures to the end. */
  align?: "start" | "end";
  /**
   * On a card: the start of the first line (what one looks for), the end of the first line, or the button of the
   * last. For a two-line card: `tick`, `name` and `side`, below them `detail` and `button`; `hidden` appears only in
   * the table.
   */
  slot?: "lead" | "side" | "action" | "tick" | "name" | "detail" | "button" | "hidden";
  /** Names the row for screen readers. At most one column. */
  rowHeader?: boolean;
};

type DataTableProps<Row> = {
  /** What the table holds; visible unless a heading beside it says so. */
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Shows placeholder rows in the shape of real ones. */
  loading?: boolean;
  /** Why loading failed, in words. */
  error?: string | undefined;
  onRetry?: () => void;
  /** Shown instead of the table when there are no rows: an EmptyState. */
  empty: ReactNode;
  /** Totals by column key, in bold above a double rule. */
  totals?: Partial<Record<string, ReactNode>>;
  paging?: PagingProps;
  /** Smaller, with headings that may break: for a table of many columns. */
  dense?: boolean;
  /** Cards of two narrow lines, for long lists. */
  compact?: boolean;
};

/** A ruled table if its columns fit; a list of cards otherwise and below 768 px. It scrolls with the page. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    captionHidden = false,
    columns,
    rows,
    rowKey,
    loading = false,
    error,
    empty,
    totals,
    paging,
    dense = false,
    compact = false,
  } = props;
  const texts = useUiTexts();
  const box = useTableShape();

  if (error !== undefined) {
    return (
      <Alert
        live
        tone="bad"
        title={error || texts.loadFailed}
        action={
          props.onRetry && (
            <Button variant="secondary" onClick={props.onRetry}>
              {texts.tryAgain}
            </Button>
          )
        }
      />
    );
  }
  if (!loading && rows?.length === 0) return <>{empty}</>;

  return (
    <div className="space-y-3">
      <div
        ref={box}
        className="overflow-clip rounded-card border border-line bg-card print:overflow-visible print:rounded-none print:border-0"
      >
        <table
          role="table"
          aria-busy={loading}
          data-dense={dense || undefined}
          data-compact={compact || undefined}
          data-long={(rows?.length ?? 0) > 12 || undefined}
          className="data-table"
        >
          <caption
            className={cx(captionHidden ? "sr-only" : "px-4 pt-4 pb-2 text-start font-semibold")}
          >
            {caption}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {loading || !rows
              ? [0, 1, 2, 3].map((each) => <SkeletonRow key={each} columns={columns} />)
              : rows.map((row) => (
                  <tr key={rowKey(row)} role="row">
                    {columns.map((column) => (
                      <Cell key={column.key} column={column}>
                        {column.cell(row)}
                      </Cell>
                    ))}
                  </tr>
                ))}
          </tbody>
          {totals && !loading && (
            <tfoot role="rowgroup">
              <tr role="row">
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    role="cell"
                    data-align={column.align}
                    data-label={
                      index > 0 && totals[column.key] !== undefined ? column.title : undefined
                    }
                  >
                    {totals[column.key]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {paging && <Paging {...paging} />}
    </div>
  );
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const marks = {
    "data-align": column.align,
    "data-place": column.slot,
    "data-label": column.title,
  };
  if (column.rowHeader) {
    return (
      <th role="rowheader" scope="row" {...marks}>
        {children}
      </th>
    );
  }
  return (
    <td role="cell" {...marks}>
      {children}
    </td>
  );
}

function SkeletonRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <Cell key={column.key} column={{ ...column, rowHeader: false }}>
          <Skeleton className={cx("h-5 w-20", column.align === "end" && "ms-auto")} />
        </Cell>
      ))}
    </tr>
  );
}

/** As `md:` in the styles (SCR-4): below it there are no tables. */
const wide = matchMedia("(width >= 48rem)");

/**
 * Draws the table as ruled rows if all its columns fit, if need be closer together, and otherwise as a list of cards:
 * nothing hides behind horizontal scrolling, however long a name or an amount. Measures the rows before they are
 * painted.
 */
function useTableShape(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (box.current !== null) shape(box.current);
  });

  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    // Watches the table too: its content may grow without its list being drawn again.
    const watch = new ResizeObserver(() => shape(current));
    watch.observe(current);
    if (current.firstElementChild) watch.observe(current.firstElementChild);
    return () => watch.disconnect();
  }, []);

  return box;
}

function shape(box: HTMLElement): void {
  const table = box.querySelector("table");
  if (table === null) return;
  const fits = () => table.offsetWidth <= box.clientWidth;
  table.dataset["shape"] = "rows";
  delete table.dataset["tight"];
  if (wide.matches && fits()) return;
  table.dataset["tight"] = "true";
  if (wide.matches && fits()) return;
  delete table.dataset["tight"];
  table.dataset["shape"] = "cards";
}

type DatedColumns<Row> = {
  titles: { date: string; description: string; detail: string };
  description: (row: Row) => ReactNode;
  /** On a phone it follows the day, so it begins with its own separator. */
  detail: (row: Row) => ReactNode;
};

/**
 * What a row of a statement or of an account begins with: the day, what it was, and a detail. On a phone they are the start of one
 * card of two lines, with the day in the second.
 */
export function datedColumns<Row extends { date: PlainDate }>({
  titles,
  description,
  detail,
}: DatedColumns<Row>): Column<Row>[] {
  return [
    {
      key: "date",
      title: titles.date,
      slot: "hidden",
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    {
      key: "description",
      title: titles.description,
      rowHeader: true,
      slot: "name",
      cell: (row) => (
        <span className="block min-w-0 truncate md:whitespace-normal print:whitespace-normal">
          {description(row)}
        </span>
      ),
    },
    {
      key: "detail",
      title: titles.detail,
      slot: "detail",
      cell: (row) => (
        <span className="block min-w-0 truncate text-muted md:whitespace-normal">
          <span className="md:hidden">{formatDay(row.date)}</span>
          {detail(row)}
        </span>
      ),
    },
  ];
}
