import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { PlainDate } from "#domain/calendar.ts";
import { accountCode } from "./accounts.ts";
import { cx } from "#web/ui/cx.ts";
import { formatAmount } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** One figure for each column; all in KES. */
export type StatementLine = {
  key: string;
  label: string;
  /** A line below: the parts of the figure. */
  note?: string | undefined;
  amounts: readonly number[];
};

export type StatementSection = {
  key: string;
  /** A line above the rows; a closing line such as the net profit has none. */
  title?: string;
  rows: readonly StatementLine[];
  total?: StatementLine;
};

/** The period of a column, whose figures open their postings (REP-14). */
type PostingsPeriod = {
  from?: PlainDate;
  to: PlainDate;
  closing_entries?: "no";
  parts?: "yes";
};

type StatementTableProps = {
  /** For each column of figures. */
  periods: readonly PostingsPeriod[];
  /** What the table holds, for screen readers. */
  caption: string;
  /** The heading of the first column, then of each column of figures with the text below it. */
  heads: readonly { title: string; note?: string }[];
  sections: readonly StatementSection[];
  /** Shown in a section without rows. */
  none: string;
};

/**
 * A financial statement as accountants draw it: sections, amounts aligned to the end, totals in bold between a rule and a double rule. Two or three columns, so it stays a table on a phone.
 */
export function StatementTable({ caption, heads, periods, sections, none }: StatementTableProps) {
  const [first, ...figures] = heads;
  return (
    <table className="w-full border-collapse text-[0.75rem] min-[400px]:text-sm md:text-base">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-[0.75rem] text-muted min-[400px]:text-sm">
          <th scope="col" className="py-2 text-start align-bottom font-semibold">
            {first?.title}
          </th>
          {figures.map(({ title, note }) => (
            <th
              key={title}
              scope="col"
              className="py-2 ps-2 text-end align-bottom font-semibold lg:w-64 md:ps-6"
            >
              {title}
              {note !== undefined && (
                <span className="block font-normal lg:whitespace-nowrap">{note}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      {sections.map((section) => (
        <Section
          key={section.key}
          section={section}
          columns={figures.length}
          periods={periods}
          none={none}
        />
      ))}
    </table>
  );
}

type SectionProps = {
  section: StatementSection;
  columns: number;
  periods: readonly PostingsPeriod[];
  none: string;
};

function Section({ section: { title, rows, total }, columns, periods, none }: SectionProps) {
  return (
    <tbody
      className={cx(
        "break-inside-avoid",
        // A gap before a closing line.
        title === undefined && "before:block before:h-4 before:content-['']",
      )}
    >
      {title !== undefined && (
        <tr>
          <th
            scope="rowgroup"
            colSpan={columns + 1}
            className="pt-6 pb-1 text-start text-base font-bold text-brand md:text-lg"
          >
            {title}
          </th>
        </tr>
      )}
      {rows.map((row) => (
        <Fragment key={row.key}>
          <tr className={cx(row.note === undefined && "border-b border-line last:border-0")}>
            <th scope="row" className="py-2 text-start font-normal wrap-anywhere">
              {row.label}
            </th>
            <Figures line={row} periods={periods} />
          </tr>
          {row.note !== undefined && (
            <tr className="border-b border-line last:border-0">
              <td colSpan={columns + 1} className="pb-2 text-muted md:text-sm">
                {row.note}
              </td>
            </tr>
          )}
        </Fragment>
      ))}
      {title !== undefined && rows.length === 0 && (
        <tr>
          <td colSpan={columns + 1} className="py-2 text-muted">
            {none}
          </td>
        </tr>
      )}
      {total !== undefined && (
        <tr className="border-t border-b-[3px] border-ink font-bold [border-bottom-style:double]">
          <th scope="row" className="py-2 text-start font-bold wrap-anywhere">
            {total.label}
          </th>
          <Figures line={total} periods={[]} />
        </tr>
      )}
    </tbody>
  );
}

type FiguresProps = { line: StatementLine; periods: readonly PostingsPeriod[] };

function Figures({ line: { key, amounts }, periods }: FiguresProps) {
  const account = accountCode(key);
  return amounts.map((amount, index) => (
    // The columns of a statement never change their places.
    // oxlint-disable-next-line react/no-array-index-key
    <td key={index} className="py-2 ps-2 text-end whitespace-nowrap tabular-nums md:ps-6">
      {account === undefined || periods[index] === undefined ? (
        formatAmount(amount)
      ) : (
        <Link
          to="/dashboard/accounting/postings"
          search={{ account, ...periods[index] }}
          className="underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          {formatAmount(amount)}
        </Link>
      )}
    </td>
  ));
}

/** A placeholder in the shape of a statement. */
export function StatementWaits({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy className="divide-y divide-line">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex justify-between py-2.5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </div>
  );
}
