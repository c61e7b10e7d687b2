import type { ReactNode } from "react";
import type { PlainDate } from "#domain/calendar.ts";
import type { Column } from "./data-table.tsx";
import { formatDay } from "./day.ts";

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
