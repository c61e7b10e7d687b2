// The receipt of an approved payment as a PDF to send on (PAY-36): who approved it, and a QR code that opens the check.
import { nairobiDate } from "#domain/calendar.ts";
import type { PaymentReceipt } from "#contract/transactions.ts";
import { printedName } from "#domain/members/names.ts";
import { formatAmount, formatKes, fromKes, sumOf } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { readReceipt, type ReceiptParams } from "#server/core/ledger/receipts.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportTable } from "#server/platform/pdf/report.ts";
import { dayInWords, frameReport, type NamedReport } from "./report-frame.ts";

/** Refuses as `readReceipt`. */
export async function receiptReport(
  reader: Reader,
  { now, ...params }: ReceiptParams & { now: Date },
): Promise<NamedReport> {
  const { t } = params;
  const receipt = await readReceipt(reader, params);
  const { payment, approvals, check_url: checkUrl } = receipt;
  const title = t(`reports.receipt.${receipt.kind}`);
  return frameReport(reader, {
    group: await readGroupSettings(reader),
    now,
    t,
    named: [title, printedName(payment.member), String(payment.id)],
    content: {
      title,
      about: formatKes(fromKes(receipt.amount)),
      facts: [
        { label: t("reports.receipt.number"), value: String(payment.id) },
        { label: t("reports.member"), value: printedName(payment.member) },
        { label: t("reports.regNumber"), value: payment.member.reg_number },
        ...paidForOf(t, payment),
        {
          label: t("reports.receipt.paidOn"),
          value: dayInWords(t, nairobiDate(new Date(payment.payment_date))),
        },
        { label: t("reports.reference"), value: receipt.payment_Reference_Code },
        {
          label: t("reports.receipt.entry"),
          value: t("reports.receipt.entryOf", {
            id: String(receipt.entry.id),
            date: { day: receipt.entry.date },
          }),
        },
      ],
      tables: [
        ...paidRowsOf(t, receipt),
        {
          title: t("reports.receipt.approvals"),
          columns: [
            { title: t("reports.receipt.office"), width: 150 },
            { title: t("reports.receipt.name") },
            { title: t("reports.date"), width: 130 },
          ],
          rows: approvals.map(({ office, by, at }) => ({
            kind: "line",
            cells: [
              t(`words.offices.${office}`),
              printedName(by),
              t("reports.receipt.at", { at: { at: new Date(at) } }),
            ],
          })),
        },
      ],
      ...(checkUrl === null
        ? {}
        : {
            code: {
              text: checkUrl,
              label: t("reports.receipt.code"),
              note: t("reports.receipt.codeNote"),
            },
          }),
    },
  });
}

/** The months, or the loan. */
function paidForOf(t: Translate, payment: PaymentReceipt["payment"]) {
  const { contribution_month: month, contribution_month_to: last, loan_name: loan } = payment;
  if (loan !== null) return [{ label: t("reports.loan"), value: loan }];
  if (month === null) return [];
  const months = last === undefined ? { month } : { months: { first: month, last } };
  return [{ label: t("reports.month"), value: t("reports.inMonth", { month: months }) }];
}

const figure = (title: string) => ({ title, width: 84, isFigure: true });
const cells = (...kes: number[]) => kes.map((amount) => formatAmount(fromKes(amount)));

/** Of a loan of a product: each row that it paid, and principal beyond them. */
function paidRowsOf(t: Translate, receipt: PaymentReceipt): ReportTable[] {
  const { allocation, early_principal: early = 0 } = receipt;
  if (allocation === undefined) return [];
  const interestCents = sumOf(allocation, (row) => fromKes(row.interest));
  return [
    {
      title: t("reports.receipt.instalments"),
      columns: [
        { title: t("reports.number"), width: 60 },
        { title: t("reports.due") },
        figure(t("reports.interest")),
        figure(t("reports.principal")),
        figure(t("reports.totalKes")),
      ],
      rows: [
        ...allocation.map((row) => ({
          kind: "line" as const,
          cells: [
            row.number === null ? "" : String(row.number),
            dayInWords(t, row.due_on),
            ...cells(row.interest, row.principal),
            formatAmount(fromKes(row.interest) + fromKes(row.principal)),
          ],
        })),
        ...(early === 0
          ? []
          : [
              {
                kind: "line" as const,
                cells: ["", t("reports.receipt.early"), ...cells(0, early, early)],
              },
            ]),
        {
          kind: "total" as const,
          cells: [
            "",
            t("reports.totals"),
            formatAmount(interestCents),
            formatAmount(fromKes(receipt.amount) - interestCents),
            ...cells(receipt.amount),
          ],
        },
      ],
    },
  ];
}
