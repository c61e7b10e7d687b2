// Trial balance, balance sheet, and profit and loss as PDF, from the figures that the reports give (REP-9).
import { addYears, type PlainDate } from "#domain/calendar.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import {
  balanceSheet,
  profitAndLoss,
  retainedEarningsParts,
  trialBalance,
  type Balance,
} from "#domain/ledger/statements.ts";
import type { Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { readBalances, readMovements } from "#server/core/ledger/balances.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportRow } from "#server/platform/pdf/report.ts";
import { figure, frameReport, type NamedReport } from "./report-frame.ts";

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
      debitCents === 0n ? "" : figure(debitCents),
      creditCents === 0n ? "" : figure(creditCents),
    ],
  }));
  const total: ReportRow = {
    kind: "total",
    cells: [
      t("papers.total"),
      figure(sum(rows.map((row) => row.debitCents))),
      figure(sum(rows.map((row) => row.creditCents))),
    ],
  };
  const title = t("papers.trialBalance");
  return frameReport(reader, {
    group,
    now,
    t,
    named: [title, date],
    content: {
      title,
      about: t("papers.asOn", { date: { day: date } }),
      tables: [
        {
          columns: [
            { title: t("papers.account") },
            { title: t("papers.debit"), width: FIGURES, isFigure: true },
            { title: t("papers.credit"), width: FIGURES, isFigure: true },
          ],
          rows: [...(lines.length === 0 ? [none(t)] : lines), total],
        },
      ],
      notes: retainedEarningsLine(t, "papers.retainedNote", balances),
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
        ? retainedEarningsLine(t, "papers.retainedParts", balances).map(
            (text) => ({ kind: "note", text }) as const,
          )
        : []),
    ]),
  ];
  const title = t("papers.balanceSheet");
  return frameReport(reader, {
    group,
    now,
    t,
    named: [title, date],
    content: {
      title,
      about: t("papers.asOn", { date: { day: date } }),
      tables: [
        {
          columns: [
            { title: t("papers.category") },
            { title: t("papers.amountKes"), width: FIGURES, isFigure: true },
          ],
          rows: [
            ...section(t("papers.assets"), sheet.assets, 1n),
            line("total", t("papers.totalAssets"), sheet.totalAssetsCents),
            ...section(t("papers.liabilities"), sheet.liabilities, -1n),
            line("total", t("papers.totalLiabilities"), -sheet.totalLiabilitiesCents),
            ...section(t("papers.equities"), sheet.equities, -1n),
            line("total", t("papers.totalEquities"), -sheet.totalEquitiesCents),
            { kind: "heading", text: t("papers.check") },
            line(
              "line",
              t("papers.totalLiabilitiesPlusEquities"),
              -(sheet.totalLiabilitiesCents + sheet.totalEquitiesCents),
            ),
            line("line", t("papers.totalAssets"), sheet.totalAssetsCents),
            line("total", t("papers.difference"), sheet.differenceCents),
          ],
        },
      ],
    },
  });
}

/** The period beside the same days one year earlier; an account of either has its row. */
export async function profitAndLossReport(
  reader: Reader,
  { start, end, now, t }: { start: PlainDate; end: PlainDate; now: Date; t: Translate },
): Promise<NamedReport> {
  const group = await readGroupSettings(reader);
  const before = { start: addYears(start, -1), end: addYears(end, -1) };
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
  const title = t("papers.profitAndLoss");
  return frameReport(reader, {
    group,
    now,
    t,
    named: [title, start, t("papers.to"), end],
    content: {
      title,
      about: t("papers.periodInKes", days(start, end)),
      tables: [
        {
          columns: [
            { title: t("papers.category") },
            {
              title: t("papers.period", days(start, end)),
              width: FIGURES,
              isFigure: true,
            },
            {
              title: t("papers.previousYear", days(before.start, before.end)),
              width: FIGURES,
              isFigure: true,
            },
          ],
          rows: [
            ...section(t("papers.revenues"), "revenues"),
            line(
              "total",
              t("papers.totalRevenue"),
              current.totalRevenueCents,
              previous.totalRevenueCents,
            ),
            ...section(t("papers.expenses"), "expenses"),
            line(
              "total",
              t("papers.totalExpenses"),
              current.totalExpensesCents,
              previous.totalExpensesCents,
            ),
            { kind: "heading", text: t("papers.result") },
            line(
              "total",
              t("papers.netProfitOrLoss"),
              current.netProfitCents,
              previous.netProfitCents,
            ),
          ],
        },
      ],
    },
  });
}

/** Why the two reports show other retained earnings (REP-13); no line on a day on which they agree. */
function retainedEarningsLine(
  t: Translate,
  sentence: "papers.retainedNote" | "papers.retainedParts",
  balances: readonly Balance[],
): string[] {
  const parts = retainedEarningsParts(balances);
  if (parts.notClosedCents === 0n) return [];
  const figures = {
    inAccount: figure(parts.accountCents),
    notClosed: figure(parts.notClosedCents),
  };
  return sentence === "papers.retainedParts"
    ? [t(sentence, figures)]
    : [t(sentence, { ...figures, retained: figure(parts.retainedCents) })];
}

const none = (t: Translate): ReportRow => ({ kind: "note", text: t("papers.none") });

const days = (start: PlainDate, end: PlainDate) => ({ start: { day: start }, end: { day: end } });

function line(kind: "line" | "total", label: string, ...amounts: readonly Cents[]): ReportRow {
  return { kind, cells: [label, ...amounts.map(figure)] };
}

/** SCR-23: the bank goes by the name in the group's settings. */
function accountName(t: Translate, code: AccountCode, { bankName }: GroupSettings): string {
  return code === "bank" ? bankName : t(`accounts.${code}`);
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, cents) => total + cents, 0n);
}
