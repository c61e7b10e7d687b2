// Trial balance, balance sheet, and profit and loss as PDF, with the figures of the reports (REP-9).
import { periodYearBefore, type PlainDate } from "#domain/calendar.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import {
  balanceSheet,
  profitAndLoss,
  retainedEarningsParts,
  trialBalance,
  type Balance,
} from "#domain/ledger/statements.ts";
import { formatAmount, type Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { readBalances, readMovements } from "#server/core/ledger/balances.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportRow } from "#server/platform/pdf/report.ts";
import { frameReport, type NamedReport } from "./report-frame.ts";

const FIGURES = 120;

export async function trialBalanceReport(
  reader: Reader,
  { date, now, t }: { date: PlainDate; now: Date; t: Translate },
): Promise<NamedReport> {
  const group = await readGroupSettings(reader);
  const balances = await readBalances(reader, date);
  const rows = trialBalance(balances);
  const lines = rows.map(({ account, debitCents, creditCents }): ReportRow => ({
    kind: "line",
    cells: [
      accountName(t, account, group),
      debitCents === 0n ? "" : formatAmount(debitCents),
      creditCents === 0n ? "" : formatAmount(creditCents),
    ],
  }));
  const total: ReportRow = {
    kind: "total",
    cells: [
      t("reports.total"),
      formatAmount(sum(rows.map((row) => row.debitCents))),
      formatAmount(sum(rows.map((row) => row.creditCents))),
    ],
  };
  const title = t("reports.trialBalance");
  return frameReport(reader, {
    group,
    now,
    t,
    named: [title, date],
    content: {
      title,
      about: t("reports.asOn", { date: { day: date } }),
      tables: [
        {
          columns: [
            { title: t("reports.account") },
            { title: t("reports.debit"), width: FIGURES, isFigure: true },
            { title: t("reports.credit"), width: FIGURES, isFigure: true },
          ],
          rows: [...(lines.length === 0 ? [none(t)] : lines), total],
        },
      ],
      notes: retainedEarningsLine(t, "reports.retainedNote", balances),
    },
  });
}

/** Liabilities and equities with their sign reversed (REP-2), and the Check block of SCR-19. */
export async function balanceSheetReport(
  reader: Reader,
  { date, now, t }: { date: PlainDate; now: Date; t: Translate },
): Promise<NamedReport> {
  const group = await readGroupSettings(reader);
  const balances = await readBalances(reader, date);
  const sheet = balanceSheet(balances);
  const section = (heading: string, rows: readonly Balance[], sign: 1n | -1n): ReportRow[] => [
    { kind: "heading", text: heading },
    ...(rows.length === 0 ? [none(t)] : []),
    ...rows.flatMap(({ account, balanceCents }): ReportRow[] => [
      line("line", accountName(t, account, group), sign * balanceCents),
      ...(account === "retained_earnings"
        ? retainedEarningsLine(t, "reports.retainedParts", balances).map(
            (text) => ({ kind: "note", text }) as const,
          )
        : []),
    ]),
  ];
  const title = t("reports.balanceSheet");
  return frameReport(reader, {
    group,
    now,
    t,
    named: [title, date],
    content: {
      title,
      about: t("reports.asOn", { date: { day: date } }),
      tables: [
        {
          columns: [
            { title: t("reports.category") },
            { title: t("reports.amountKes"), width: FIGURES, isFigure: true },
          ],
          rows: [
            ...section(t("reports.assets"), sheet.assets, 1n),
            line("total", t("reports.totalAssets"), sheet.totalAssetsCents),
            ...section(t("reports.liabilities"), sheet.liabilities, -1n),
            line("total", t("reports.totalLiabilities"), -sheet.totalLiabilitiesCents),
            ...section(t("reports.equities"), sheet.equities, -1n),
            line("total", t("reports.totalEquities"), -sheet.totalEquitiesCents),
            { kind: "heading", text: t("reports.check") },
            line(
              "line",
              t("reports.totalLiabilitiesPlusEquities"),
              -(sheet.totalLiabilitiesCents + sheet.totalEquitiesCents),
            ),
            line("line", t("reports.totalAssets"), sheet.totalAssetsCents),
            line("total", t("reports.difference"), sheet.differenceCents),
          ],
        },
      ],
    },
  });
}

/** The period beside the same days one year earlier; each account of either has a row. */
export async function profitAndLossReport(
  reader: Reader,
  { start, end, now, t }: { start: PlainDate; end: PlainDate; now: Date; t: Translate },
): Promise<NamedReport> {
  const group = await readGroupSettings(reader);
  const before = periodYearBefore({ start, end });
  const current = profitAndLoss(await readMovements(reader, { start, end }));
  const previous = profitAndLoss(await readMovements(reader, before));
  const section = (heading: string, kind: "revenues" | "expenses"): ReportRow[] => {
    const columns = [current, previous].map(
      (year) => new Map(year[kind].map((row) => [row.account, row.amountCents])),
    );
    const rows = accounts
      .filter(({ code }) => columns.some((column) => column.has(code)))
      .map(({ code }) =>
        line(
          "line",
          accountName(t, code, group),
          ...columns.map((column) => column.get(code) ?? 0n),
        ),
      );
    return [{ kind: "heading", text: heading }, ...(rows.length === 0 ? [none(t)] : rows)];
  };
  const title = t("reports.profitAndLoss");
  return frameReport(reader, {
    group,
    now,
    t,
    named: [title, start, t("reports.to"), end],
    content: {
      title,
      about: t("reports.periodInKes", days(start, end)),
      tables: [
        {
          columns: [
            { title: t("reports.category") },
            {
              title: t("reports.period", days(start, end)),
              width: FIGURES,
              isFigure: true,
            },
            {
              title: t("reports.previousYear", days(before.start, before.end)),
              width: FIGURES,
              isFigure: true,
            },
          ],
          rows: [
            ...section(t("reports.revenues"), "revenues"),
            line(
              "total",
              t("reports.totalRevenue"),
              current.totalRevenueCents,
              previous.totalRevenueCents,
            ),
            ...section(t("reports.expenses"), "expenses"),
            line(
              "total",
              t("reports.totalExpenses"),
              current.totalExpensesCents,
              previous.totalExpensesCents,
            ),
            { kind: "heading", text: t("reports.result") },
            line(
              "total",
              t("reports.netProfitOrLoss"),
              current.netProfitCents,
              previous.netProfitCents,
            ),
          ],
        },
      ],
    },
  });
}

/** Why the two reports show different retained earnings (REP-13); no line on a day on which they agree. */
function retainedEarningsLine(
  t: Translate,
  sentence: "reports.retainedNote" | "reports.retainedParts",
  balances: readonly Balance[],
): string[] {
  const parts = retainedEarningsParts(balances);
  if (parts.notClosedCents === 0n) return [];
  const figures = {
    inAccount: formatAmount(parts.accountCents),
    notClosed: formatAmount(parts.notClosedCents),
  };
  return sentence === "reports.retainedParts"
    ? [t(sentence, figures)]
    : [t(sentence, { ...figures, retained: formatAmount(parts.retainedCents) })];
}

const none = (t: Translate): ReportRow => ({ kind: "note", text: t("reports.none") });

const days = (start: PlainDate, end: PlainDate) => ({ start: { day: start }, end: { day: end } });

function line(kind: "line" | "total", label: string, ...amounts: readonly Cents[]): ReportRow {
  return { kind, cells: [label, ...amounts.map(formatAmount)] };
}

/** SCR-23: the bank goes by the name in the group's settings. */
function accountName(t: Translate, code: AccountCode, { bankName }: GroupSettings): string {
  return code === "bank" ? bankName : t(`accounts.${code}`);
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, cents) => total + cents, 0n);
}
