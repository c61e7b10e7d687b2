/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   On a phone the rows are laid out as cards, and a table part that is displayed otherwise loses its role unless it is written. */
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Paging, type PagingProps } from "./paging.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useUiTexts } from "./texts.tsx";

export type Column<Row> = {
  key: string;
  /** Head of the column; also the label of its line on a card. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end. */
  align?: "start" | "end";
  /** On a card: first line at the start (what one looks for), first line at the end, or the last line's button. For
   * a card of two lines: `tick`, `name` and `side`, below them `detail` and `button`; `hidden` stands in the table alone. */
  slot?: "lead" | "side" | "action" | "tick" | "name" | "detail" | "button" | "hidden";
  /** Names the row for those who hear the table. One column at most. */
  rowHeader?: boolean;
};

type DataTableProps<Row> = {
  /** Says what the table holds; visible unless a heading beside it does. */
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Shows rows in the shape of what comes. */
  loading?: boolean;
  /** Why nothing could be loaded, in words. */
  error?: string | undefined;
  onRetry?: () => void;
  /** Shown instead of the table when there are no rows: an EmptyState. */
  empty: ReactNode;
  /** Totals by column key, in bold above a double rule. */
  totals?: Partial<Record<string, ReactNode>>;
  paging?: PagingProps;
  /** Smaller, with headings that may break: for a table of many columns. */
  dense?: boolean;
  /** Cards of two narrow lines, for a list of many. */
  compact?: boolean;
};

/** A ruled table where its columns fit, a list of cards elsewhere and below 768 px. It scrolls with the page. */
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

/** As `md:` in the styles (SCR-4): below it nothing is a table. */
const wide = matchMedia("(width >= 48rem)");

/**
 * Draws the table in a box as ruled rows where all of its columns fit, if need be closer together, and else as a list of cards: nothing is hidden by
 * scrolling aside, however long a name or an amount. Its rows are measured before they are painted.
 */
function useTableShape(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (box.current !== null) shape(box.current);
  });

  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    // The table too: what stands in it may grow without being drawn anew by its list.
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
