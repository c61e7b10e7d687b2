/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Where there is little room the rows are laid out as cards, and a table part that is displayed otherwise loses its role unless it is written. */
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
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
   * last. For a two-line card: `tick`, `name` and `side`, below them `detail` and `button`; `elsewhere` if another
   * cell of the card has it (`in-cards:`).
   */
  slot?: "lead" | "side" | "action" | "tick" | "name" | "detail" | "button" | "elsewhere";
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
  /** Cards of two narrow lines, for long lists. */
  compact?: boolean;
};

/** A ruled table where each of its columns has room, and a list of cards elsewhere (SCR-44). It scrolls with the page. */
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
        className="@container overflow-clip rounded-card border border-line bg-card print:overflow-visible print:rounded-none print:border-0"
      >
        <table
          role="table"
          aria-busy={loading}
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

/**
 * The room that a table of some columns needs to be drawn as one, and to be drawn roomy, in rem (SCR-44): figures of nine
 * digits and the longest status of each language fit.
 */
const roomFor = {
  rows: (columns: number) => 5 + columns * 7.25,
  roomy: (columns: number) => 5 + columns * 10,
};

/**
 * The width of its place and the number of its columns decide how a table is drawn: it looks the same however one came,
 * also while it loads. Decided before the rows are painted.
 */
function useTableShape(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (box.current !== null) shape(box.current);
  });

  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const watch = new ResizeObserver(() => shape(current));
    watch.observe(current);
    return () => watch.disconnect();
  }, []);

  return box;
}

/** Whether an element is at least this wide, in rem: for what has a table of its own. */
export function useHasRoom(element: HTMLElement | null, width: number): boolean {
  const [hasRoom, setHasRoom] = useState(false);

  useLayoutEffect(() => {
    if (element === null) return;
    const look = () => setHasRoom(element.clientWidth >= width * rem());
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [element, width]);

  return hasRoom;
}

/** In pixels; larger where a person chose larger text. */
function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function shape(box: HTMLElement): void {
  const table = box.querySelector("table");
  const columns = table?.tHead?.rows[0]?.cells.length;
  // A hidden page has no room yet.
  if (!table || !columns || box.clientWidth === 0) return;
  const room =
    box.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const draw = (form: "rows" | "cards") => (table.dataset["shape"] = form);
  table.toggleAttribute("data-dense", room < roomFor.roomy(columns));
  draw(room < roomFor.rows(columns) ? "cards" : "rows");
  // Longer figures than a group has are not cut either.
  if (table.offsetWidth > box.clientWidth) draw("cards");
}

type DatedColumns<Row> = {
  titles: { date: string; description: string; detail: string };
  description: (row: Row) => ReactNode;
  /** On a card it follows the day, so it begins with its own separator. */
  detail: (row: Row) => ReactNode;
};

/**
 * What a row of a statement or of an account begins with: the day, what it was, and a detail. On a card of
 * two lines the day begins the second.
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
      slot: "elsewhere",
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    {
      key: "description",
      title: titles.description,
      rowHeader: true,
      slot: "name",
      cell: (row) => <span className="block min-w-0 wrap-anywhere">{description(row)}</span>,
    },
    {
      key: "detail",
      title: titles.detail,
      slot: "detail",
      cell: (row) => (
        <span className="block min-w-0 text-muted">
          <span className="whitespace-nowrap in-rows:hidden">{formatDay(row.date)}</span>
          {detail(row)}
        </span>
      ),
    },
  ];
}
