// A member's statement as PDF: every movement on their account, newest first as on the screen (REP-10).
import { printedName } from "#domain/members/names.ts";
import { transactionKinds, type TransactionKind } from "#contract/choices.ts";
import type { Transaction } from "#contract/transactions.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";
import { formatAmount, fromKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { translatorFor, type Translate } from "#messages/translator.ts";
import type { PastContribution } from "#server/core/members/brought-forward.ts";
import { readTransactions } from "#server/core/ledger/transactions.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import type { Reader, Database } from "#server/db/connection.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
import type { ReportRow, ReportTable } from "#server/platform/pdf/report.ts";
import {
  dayInWords,
  frameReport,
  statusWords,
  checkable,
  fileNameOf,
  type NamedReport,
} from "./report-frame.ts";

type StatementRequest = {
  memberId: number;
  kind: TransactionKind | null;
  start: PlainDate | null;
  end: PlainDate | null;
  /** As the month's page says it (NOTE-15). */
  byEntries?: boolean;
  now: Date;
  t: Translate;
};

export async function statementReport(
  reader: Reader,
  requested: StatementRequest,
): Promise<NamedReport> {
  const { memberId, kind, start, end, now, t } = requested;
  const group = await readGroupSettings(reader);
  const member = await findMember(reader, memberId);
  if (member === undefined) throw refuse("not-found");
  const found = await readTransactions(reader, {
    memberId,
    kind,
    start,
    end,
    page: null,
    isOwn: false,
    byEntries: requested.byEntries ?? false,
    t,
  });
  const name = printedName(member);
  return frameReport(reader, {
    group,
    now,
    t,
    named: [t("reports.statement"), name, end ?? nairobiDate(now)],
    content: {
      title: t("reports.statementOf", { name }),
      about: aboutPeriod(requested),
      facts: [
        { label: t("reports.member"), value: name },
        { label: t("reports.regNumber"), value: member.reg_number },
        { label: t("reports.transactions"), value: String(found.count) },
        { label: t("reports.openingKes"), value: formatAmount(fromKes(found.opening)) },
        { label: t("reports.closingKes"), value: formatAmount(fromKes(found.closing)) },
      ],
      tables: [
        movesTable(t, found.transactions),
        ...totalsOf(t, found.transactions),
        ...pastTable(t, found.history ?? []),
      ],
      notes: [t("reports.approvedOnly")],
    },
  });
}

function aboutPeriod({ kind, start, end, now, t }: StatementRequest): string {
  const period = {
    start: start === null ? t("reports.beginning") : { day: start },
    end: { day: end ?? nairobiDate(now) },
  };
  return kind === null
    ? t("reports.period", period)
    : t("reports.periodOfKind", { ...period, kind });
}

const unlessZero = (kes: number) => (kes === 0 ? "" : formatAmount(fromKes(kes)));

/** Each row with its movement and the balance after it; a row without movement shows its status. */
function movesTable(t: Translate, transactions: readonly Transaction[]): ReportTable {
  return {
    columns: [
      { title: t("reports.date"), width: 56 },
      { title: t("reports.description") },
      { title: t("reports.reference"), width: 76 },
      { title: t("reports.inKes"), width: 58, isFigure: true },
      { title: t("reports.outKes"), width: 58, isFigure: true },
      { title: t("reports.balanceKes"), width: 64, isFigure: true },
    ],
    rows:
      transactions.length === 0
        ? [{ kind: "note", text: t("reports.nothingYet") }]
        : transactions.map((row) => ({
            kind: "line",
            cells: [
              dayInWords(t, row.date),
              undecided.has(row.status)
                ? `${row.description} · ${statusWords(t, row.status)}`
                : row.description,
              row.payment_Reference_Code ?? "",
              unlessZero(row.in),
              unlessZero(row.out),
              formatAmount(fromKes(row.balance)),
            ],
          })),
  };
}

/** Past contributions from the group's book: already part of what was brought forward, so no total includes them. */
export function pastTable(t: Translate, history: readonly PastContribution[]): ReportTable[] {
  if (history.length === 0) return [];
  return [
    {
      title: t("reports.pastContributions"),
      columns: [
        { title: t("reports.month"), width: 80 },
        { title: t("reports.date"), width: 70 },
        { title: t("reports.reference") },
        { title: t("reports.amountKes"), width: 84, isFigure: true },
      ],
      rows: history.map(({ month, paid_on, reference, amount }) => ({
        kind: "line",
        cells: [
          t("reports.inMonth", { month: { month } }),
          paid_on === null ? "" : dayInWords(t, paid_on),
          reference ?? "",
          formatAmount(fromKes(amount)),
        ],
      })),
    },
  ];
}

/** Contributions only, in a member's summary. */
export function transactionsTable(
  t: Translate,
  transactions: readonly Transaction[],
  title?: string,
): ReportTable {
  return {
    ...(title === undefined ? {} : { title }),
    columns: [
      { title: t("reports.date"), width: 62 },
      { title: t("reports.description") },
      { title: t("reports.reference"), width: 112 },
      { title: t("reports.status"), width: 66 },
      { title: t("reports.amountKes"), width: 84, isFigure: true },
    ],
    rows:
      transactions.length === 0
        ? [{ kind: "note", text: t("reports.nothingYet") }]
        : transactions.map((row) => ({
            kind: "line",
            cells: [
              dayInWords(t, row.date),
              row.description,
              row.payment_Reference_Code ?? "",
              statusWords(t, row.status),
              formatAmount(fromKes(row.amount)),
            ],
          })),
  };
}

const undecided = new Set(["pending", "pending_approval", "rejected"]);

/** The total of each kind, of what has reached the books. */
function totalsOf(t: Translate, transactions: readonly Transaction[]): ReportTable[] {
  const counted = transactions.filter(({ status }) => !undecided.has(status));
  const rows = transactionKinds.flatMap((kind): ReportRow[] => {
    const ofKind = counted.filter((row) => row.kind === kind);
    if (ofKind.length === 0) return [];
    const total = ofKind.reduce((sum, row) => sum + fromKes(row.amount), 0n);
    return [
      {
        kind: "line",
        cells: [t(`reports.kinds.${kind}`), String(ofKind.length), formatAmount(total)],
      },
    ];
  });
  if (rows.length === 0) return [];
  return [
    {
      title: t("reports.totals"),
      columns: [
        { title: t("reports.kind") },
        { title: t("reports.number"), width: 60, isFigure: true },
        { title: t("reports.amountKes"), width: 100, isFigure: true },
      ],
      rows,
    },
  ];
}

// A member's statement of a period, as a file to attach to a mail.

type StatementOf = {
  memberId: number;
  language: Language;
  start: PlainDate;
  end: PlainDate;
  now: Date;
};

/** In the member's language. Holds no transaction while it prints; throws when it cannot be printed. */
export async function printStatement(
  db: Database,
  { printer, publicUrl }: { printer: Printer; publicUrl: string },
  { language, ...requested }: StatementOf,
) {
  const t = translatorFor(language);
  const made = checkable(
    await statementReport(db, { ...requested, kind: null, byEntries: true, t }),
    {
      t,
      publicUrl,
    },
  );
  const pdf = await printer.print(made.report, requested.memberId);
  return {
    name: `${fileNameOf(made)}.pdf`,
    mediaType: "application/pdf",
    content: Buffer.from(pdf).toString("base64"),
  };
}
