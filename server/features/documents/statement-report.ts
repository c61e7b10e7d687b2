// A member's statement as PDF: everything that moved on their account, newest first as on the screen (REP-10).
import type { Transaction, TransactionKind } from "#contract/transactions.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { parseKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import { readTransactions } from "#server/core/ledger/transactions.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportRow, ReportTable } from "#server/platform/pdf/report.ts";
import { dayInWords, figure, frameReport, statusWords, type NamedReport } from "./report-frame.ts";

export type StatementRequest = {
  memberId: number;
  kind: TransactionKind | null;
  start: PlainDate | null;
  end: PlainDate | null;
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
  const found = await readTransactions(reader, { memberId, kind, start, end, page: null, t });
  const name = `${member.first_name} ${member.last_name}`;
  return frameReport(reader, {
    group,
    now,
    t,
    named: [t("papers.statement"), name, end ?? nairobiDate(now)],
    content: {
      title: t("papers.statementOf", { name }),
      about: aboutPeriod(requested),
      facts: [
        { label: t("papers.member"), value: name },
        { label: t("papers.regNumber"), value: member.reg_number },
        { label: t("papers.transactions"), value: String(found.count) },
        { label: t("papers.openingKes"), value: figure(centsOf(found.opening)) },
        { label: t("papers.closingKes"), value: figure(centsOf(found.closing)) },
      ],
      tables: [movesTable(t, found.transactions), ...totalsOf(t, found.transactions)],
      notes: [t("papers.approvedOnly")],
    },
  });
}

function aboutPeriod({ kind, start, end, now, t }: StatementRequest): string {
  const period = {
    start: start === null ? t("papers.beginning") : { day: start },
    end: { day: end ?? nairobiDate(now) },
  };
  return kind === null ? t("papers.period", period) : t("papers.periodOfKind", { ...period, kind });
}

const unlessZero = (kes: number) => (kes === 0 ? "" : figure(centsOf(kes)));

/** Every row with what it moved and the balance after it; a row that moved nothing says why by its status. */
function movesTable(t: Translate, transactions: readonly Transaction[]): ReportTable {
  return {
    columns: [
      { title: t("papers.date"), width: 56 },
      { title: t("papers.description") },
      { title: t("papers.reference"), width: 76 },
      { title: t("papers.inKes"), width: 58, isFigure: true },
      { title: t("papers.outKes"), width: 58, isFigure: true },
      { title: t("papers.balanceKes"), width: 64, isFigure: true },
    ],
    rows:
      transactions.length === 0
        ? [{ kind: "note", text: t("papers.nothingYet") }]
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
              figure(centsOf(row.balance)),
            ],
          })),
  };
}

/** Of the contributions alone, in a member's summary. */
export function transactionsTable(
  t: Translate,
  transactions: readonly Transaction[],
  title?: string,
): ReportTable {
  return {
    ...(title === undefined ? {} : { title }),
    columns: [
      { title: t("papers.date"), width: 62 },
      { title: t("papers.description") },
      { title: t("papers.reference"), width: 112 },
      { title: t("papers.status"), width: 66 },
      { title: t("papers.amountKes"), width: 84, isFigure: true },
    ],
    rows:
      transactions.length === 0
        ? [{ kind: "note", text: t("papers.nothingYet") }]
        : transactions.map((row) => ({
            kind: "line",
            cells: [
              dayInWords(t, row.date),
              row.description,
              row.payment_Reference_Code ?? "",
              statusWords(t, row.status),
              figure(centsOf(row.amount)),
            ],
          })),
  };
}

const kinds = [
  "contribution",
  "loan_payment",
  "fine_payment",
  "loan",
  "fine",
  "settlement",
  "bad_debt_recovery",
] as const satisfies readonly TransactionKind[];

const undecided = new Set(["pending", "pending_approval", "rejected"]);

/** What each kind adds up to, of what has reached the books. */
function totalsOf(t: Translate, transactions: readonly Transaction[]): ReportTable[] {
  const counted = transactions.filter(({ status }) => !undecided.has(status));
  const rows = kinds.flatMap((kind): ReportRow[] => {
    const ofKind = counted.filter((row) => row.kind === kind);
    if (ofKind.length === 0) return [];
    const total = ofKind.reduce((sum, row) => sum + centsOf(row.amount), 0n);
    return [
      { kind: "line", cells: [t(`papers.kinds.${kind}`), String(ofKind.length), figure(total)] },
    ];
  });
  if (rows.length === 0) return [];
  return [
    {
      title: t("papers.totals"),
      columns: [
        { title: t("papers.kind") },
        { title: t("papers.number"), width: 60, isFigure: true },
        { title: t("papers.amountKes"), width: 100, isFigure: true },
      ],
      rows,
    },
  ];
}

/** An amount of an answer, which is exact to the cent. */
export function centsOf(kes: number): Cents {
  return parseKes(kes.toFixed(2)) as Cents;
}
