// A day's reconciliation as a PDF (STAT-30): the statements' balances, the books, and the differences.
import type { Reconciliation } from "#contract/reconciliation.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { can, type Actor } from "#domain/permissions.ts";
import type { Translate } from "#messages/translator.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { readReconciliation } from "#server/core/statements/reconciliation.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportRow, ReportTable } from "#server/platform/pdf/report.ts";
import { dayInWords, figure, frameReport, type NamedReport } from "./report-frame.ts";

const FIGURES = 120;

export async function reconciliationReport(
  reader: Reader,
  params: { date: PlainDate | undefined; actor: Actor; now: Date; t: Translate },
): Promise<NamedReport> {
  const { date, actor, now, t } = params;
  const group = await readGroupSettings(reader);
  const read = await readReconciliation(reader, {
    date,
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
        {
          columns: [
            { title: t("reports.category") },
            { title: t("reports.amountKes"), width: FIGURES, isFigure: true },
          ],
          rows: figureRows(read, t),
        },
        ...lists.flatMap((list) => listTable(read, list, t)),
      ],
      notes: [
        ...read.accepted.map(({ office, by, at }) =>
          t("reports.acceptedBy", { office, name: by.full_name, at: { at: new Date(at) } }),
        ),
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
  cells: [label, figure(BigInt(Math.round(kes * 100)))],
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
    ...read.accounts.map(({ name, closing }) => row("line", name, closing ?? 0)),
    row("total", t("reports.statementsTotal"), read.statements_total),
    row("total", t("reports.difference"), read.difference),
  ];
}

function listTable(
  read: Reconciliation,
  [list, title]: (typeof lists)[number],
  t: Translate,
): ReportTable[] {
  const { items, count = 0 } = read[list];
  if (items === undefined || items.length === 0) return [];
  const untold = count - items.length;
  return [
    {
      title: t(title),
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
            item.member === null
              ? item.description
              : `${item.member.full_name}: ${item.description}`,
            item.reference ?? "",
            figure(BigInt(Math.round(item.amount * 100))),
          ],
        })),
        ...(untold > 0
          ? [{ kind: "line" as const, cells: ["", t("reports.more", { count: untold }), "", ""] }]
          : []),
      ],
    },
  ];
}
