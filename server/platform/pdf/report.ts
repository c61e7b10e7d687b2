// What stands on a printed report, as plain data: it crosses to the thread that draws it.

export type ReportColumn = {
  title: string;
  /** Points; the one column without a width takes what the others leave. */
  width?: number;
  /** Figures stand at the end of their column. */
  isFigure?: boolean;
};

/** A `total` stands in bold over a double rule; a `heading` opens a section of the table. */
export type ReportRow =
  | { kind: "line"; cells: readonly string[] }
  | { kind: "total"; cells: readonly string[] }
  | { kind: "heading"; text: string }
  | { kind: "note"; text: string };

export type ReportTable = {
  title?: string;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
};

export type Report = {
  /** For who has the file read out to them: `en-KE`. */
  language: string;
  /** At the foot of every page: `{page}` and `{count}` are filled in. */
  pageNumber: string;
  /** The name of the group: at the head of every page. */
  group: string;
  title: string;
  /** The day or the period it speaks of. */
  about: string;
  facts: readonly { label: string; value: string }[];
  tables: readonly ReportTable[];
  /** Sentences below the last table. */
  notes: readonly string[];
  /** Lines at the foot of every page, above which nothing is printed. */
  foot: readonly string[];
  madeAt: Date;
};
