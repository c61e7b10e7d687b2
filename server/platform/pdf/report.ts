// The content of a printed report, as plain data: it is sent to the thread that draws it.

export type ReportColumn = {
  title: string;
  /** Points; the one column without a width takes the rest. */
  width?: number;
  /** Aligns figures to the end of their column. */
  isFigure?: boolean;
};

/** A `total` is bold over a double rule; a `heading` opens a section of the table. */
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
  /** For screen readers: `en-KE`. */
  language: string;
  /** At the bottom of every page: `{page}` and `{count}` are filled in. */
  pageNumber: string;
  /** The group's name, at the top of every page. */
  group: string;
  title: string;
  /** The day or the period. */
  about: string;
  facts: readonly { label: string; value: string }[];
  tables: readonly ReportTable[];
  /** A QR code below the last table: its text, what it is for screen readers, and what to do with it. */
  code?: { text: string; label: string; note: string };
  /** Sentences below the last table. */
  notes: readonly string[];
  /** Lines at the bottom of every page. */
  foot: readonly string[];
  madeAt: Date;
};
