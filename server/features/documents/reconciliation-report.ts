// A day's reconciliation as a PDF (STAT-30): the statements' balances, the books, and the differences.
import type { Reconciliation, ReconciliationItem } from "#contract/reconciliation.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { formatAmount, fromKes } from "#domain/money.ts";
import { can, type Actor } from "#domain/permissions.ts";
import type { Translate } from "#messages/translator.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { readReconciliation } from "#server/core/bank-lines/reconciliation.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportRow, ReportTable } from "#server/platform/pdf/report.ts";
import { dayInWords, frameReport, type NamedReport } from "./report-frame.ts";

const FIGURES = 120;

export async function reconciliationReport(
  reader: Reader,
  params: { date: PlainDate | undefined; actor: Actor; now: Date; t: Translate },
): Promise<NamedReport> {
  const { date, actor, now, t } = params;
  const group = await readGroupSettings(reader);
  const read = await readReconciliation(reader, {
    date,
    callerId: actor.id,
    withItems: can(actor, "reconciliation.read-lists"),
    t,
  });
  const day = read.date ?? nairobiDate(now);
  const title = t("reports.reconciliation");
  return frameReport(reader, {
    group,
    now,
    t,
    named: [title, day],
    content: {
      title,
      about: t("reports.asOn", { date: { day } }),
      tables: [
        ...(read.date === null ? [] : [verdictTable(read, t)]),
        {
          columns: [
            { title: t("reports.category") },
            { title: t("reports.amountKes"), width: FIGURES, isFigure: true },
          ],
          rows: figureRows(read, t),
        },
        partsTable(read, t),
        ...doubtsTable(read, t),
        ...lists.flatMap(([list, title]) =>
          listTable(
            t("reports.openOf", { list: t(title) }),
            { items: read[list].open.items ?? [], count: read[list].open.count },
            t,
          ),
        ),
        ...lists.flatMap(([list, title]) =>
          listTable(
            t("reports.settledOf", { list: t(title) }),
            { items: settledOf(read[list]), count: read[list].settled_since.count },
            t,
          ),
        ),
      ],
      notes: [
        ...read.accepted.map(({ office, by, at }) =>
          t("reports.acceptedBy", { office, name: by.full_name, at: { at: new Date(at) } }),
        ),
        ...(read.agreed === null ? [] : [read.agreed]),
        ...(read.reopened === undefined ? [] : [t("reports.reopened", { why: read.reopened.why })]),
      ],
    },
  });
}

const lists = [
  ["in_not_booked", "reports.inNotBooked"],
  ["out_not_booked", "reports.outNotBooked"],
  ["booked_in_not_on_statement", "reports.bookedIn"],
  ["booked_out_not_on_statement", "reports.bookedOut"],
] as const;

const row = (kind: "line" | "total", label: string, kes: number): ReportRow => ({
  kind,
  cells: [label, formatAmount(fromKes(kes))],
});

function figureRows(read: Reconciliation, t: Translate): ReportRow[] {
  return [
    row("line", t("reports.booksBank"), read.books),
    row("line", t("reports.openingDifference"), read.opening_difference),
    row("line", t("reports.inNotBooked"), read.in_not_booked.total),
    row("line", t("reports.outNotBooked"), -read.out_not_booked.total),
    row("line", t("reports.bookedIn"), -read.booked_in_not_on_statement.total),
    row("line", t("reports.bookedOut"), read.booked_out_not_on_statement.total),
    row("total", t("reports.shouldBe"), read.statements_total - read.difference),
    ...read.accounts.map(({ name, closing, covered_to, covered_by_word_of: by }) =>
      row(
        "line",
        by === null || covered_to === null
          ? name
          : t("reports.byWordOf", { which: name, date: { day: covered_to }, name: by.full_name }),
        closing ?? 0,
      ),
    ),
    row("total", t("reports.statementsTotal"), read.statements_total),
    row("total", t("reports.difference"), read.difference),
  ];
}

/** First of all: whether the day is explained, and what is not, the largest first (STAT-37). */
function verdictTable(read: Reconciliation, t: Translate): ReportTable {
  const { date, explained, accepted, unexplained, open_total } = read;
  const isByBoth = accepted.length === 2;
  const amount = fromKes(open_total);
  const title = explained
    ? isByBoth
      ? t("reports.agree", { date: { day: date ?? "" } })
      : t("reports.explained")
    : isByBoth
      ? t("reports.acceptedOpen", { amount })
      : t("reports.notExplained", { amount });
  return {
    title,
    columns: [{ title: explained ? "" : t("reports.largestFirst") }],
    rows: unexplained.map((sentence) => ({ kind: "line" as const, cells: [sentence] })),
  };
}

const partCells = ({ count, total }: { count: number; total: number }) => [
  String(count),
  formatAmount(fromKes(total)),
];

/** Of each list: what was settled since, and what is open. */
function partsTable(read: Reconciliation, t: Translate): ReportTable {
  return {
    title: t("reports.parts"),
    columns: [
      { title: t("reports.category") },
      { title: t("reports.settledCount"), width: 60, isFigure: true },
      { title: t("reports.settledSince"), width: 90, isFigure: true },
      { title: t("reports.openCount"), width: 50, isFigure: true },
      { title: t("reports.open"), width: 90, isFigure: true },
    ],
    rows: lists.map(([list, title]) => ({
      kind: "line",
      cells: [t(title), ...partCells(read[list].settled_since), ...partCells(read[list].open)],
    })),
  };
}

function doubtsTable(
  { receipts_in_doubt: doubts = [] }: Reconciliation,
  t: Translate,
): ReportTable[] {
  if (doubts.length === 0) return [];
  const rows = doubts.map((sentence) => ({ kind: "line" as const, cells: [sentence] }));
  return [{ title: t("reports.receiptsInDoubt"), columns: [{ title: "" }], rows }];
}

const keyOf = ({ kind, id }: ReconciliationItem) => `${kind} ${id}`;

/** Those of the list's items that are not open. */
function settledOf({ items = [], open }: Reconciliation["in_not_booked"]) {
  const left = new Set(open.items?.map(keyOf));
  return items.filter((item) => !left.has(keyOf(item)));
}

function describe({ member, description, waits }: ReconciliationItem, t: Translate): string {
  const words = member === null ? description : `${member.full_name}: ${description}`;
  return waits ? t("reports.waitsForApproval", { words }) : words;
}

type Listed = { items: readonly ReconciliationItem[]; count: number };

function listTable(title: string, { items, count }: Listed, t: Translate): ReportTable[] {
  if (items.length === 0) return [];
  const untold = Math.max(0, count - items.length);
  return [
    {
      title,
      columns: [
        { title: t("reports.date"), width: 70 },
        { title: t("reports.description") },
        { title: t("reports.reference"), width: 100 },
        { title: t("reports.amountKes"), width: 90, isFigure: true },
      ],
      rows: [
        ...items.map((item) => ({
          kind: "line" as const,
          cells: [
            dayInWords(t, item.date),
            describe(item, t),
            item.reference ?? "",
            formatAmount(fromKes(item.amount)),
          ],
        })),
        ...(untold > 0
          ? [{ kind: "line" as const, cells: ["", t("reports.more", { count: untold }), "", ""] }]
          : []),
      ],
    },
  ];
}
