// Trial balance, balance sheet, and profit and loss on paper, from the figures that the reports give (REP-9).
import { addYears, formatDay, type PlainDate } from "#domain/calendar.ts";
import { accountOf, accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import {
  balanceSheet,
  profitAndLoss,
  trialBalance,
  type Balance,
} from "#domain/ledger/statements.ts";
import type { Cents } from "#domain/money.ts";
import { readBalances, readMovements } from "#server/core/ledger/balances.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { PaperRow } from "#server/platform/pdf/paper.ts";
import { figure, framePaper, type NamedPaper } from "./paper-frame.ts";

const FIGURES = 120;
const NONE: PaperRow = { kind: "note", text: "None" };

export async function trialBalancePaper(
  reader: Reader,
  { date, now }: { date: PlainDate; now: Date },
): Promise<NamedPaper> {
  const group = await readGroupSettings(reader);
  const rows = trialBalance(await readBalances(reader, date));
  const lines = rows.map(({ account, debitCents, creditCents }): PaperRow => ({
    kind: "line",
    cells: [
      accountName(account, group),
      debitCents === 0n ? "" : figure(debitCents),
      creditCents === 0n ? "" : figure(creditCents),
    ],
  }));
  const total: PaperRow = {
    kind: "total",
    cells: [
      "Total",
      figure(sum(rows.map((row) => row.debitCents))),
      figure(sum(rows.map((row) => row.creditCents))),
    ],
  };
  const title = "Trial Balance";
  return framePaper(reader, {
    group,
    now,
    named: [title, date],
    content: {
      title,
      about: `As on ${formatDay(date)}`,
      tables: [
        {
          columns: [
            { title: "Account" },
            { title: "Debit (KES)", width: FIGURES, isFigure: true },
            { title: "Credit (KES)", width: FIGURES, isFigure: true },
          ],
          rows: [...(lines.length === 0 ? [NONE] : lines), total],
        },
      ],
    },
  });
}

/** Liabilities and equities with their sign reversed (REP-2), and the Check block of SCR-19. */
export async function balanceSheetPaper(
  reader: Reader,
  { date, now }: { date: PlainDate; now: Date },
): Promise<NamedPaper> {
  const group = await readGroupSettings(reader);
  const sheet = balanceSheet(await readBalances(reader, date));
  const section = (heading: string, balances: readonly Balance[], sign: 1n | -1n): PaperRow[] => [
    { kind: "heading", text: heading },
    ...(balances.length === 0 ? [NONE] : []),
    ...balances.map(({ account, balanceCents }) =>
      line("line", accountName(account, group), sign * balanceCents),
    ),
  ];
  const title = "Balance Sheet";
  return framePaper(reader, {
    group,
    now,
    named: [title, date],
    content: {
      title,
      about: `As on ${formatDay(date)}`,
      tables: [
        {
          columns: [
            { title: "Category" },
            { title: "Amount (KES)", width: FIGURES, isFigure: true },
          ],
          rows: [
            ...section("Assets", sheet.assets, 1n),
            line("total", "Total Assets", sheet.totalAssetsCents),
            ...section("Liabilities", sheet.liabilities, -1n),
            line("total", "Total Liabilities", -sheet.totalLiabilitiesCents),
            ...section("Equities", sheet.equities, -1n),
            line("total", "Total Equities", -sheet.totalEquitiesCents),
            { kind: "heading", text: "Check" },
            line(
              "line",
              "Total Liabilities plus Equities",
              -(sheet.totalLiabilitiesCents + sheet.totalEquitiesCents),
            ),
            line("line", "Total Assets", sheet.totalAssetsCents),
            line("total", "Difference", sheet.differenceCents),
          ],
        },
      ],
    },
  });
}

/** The period beside the same days one year earlier; an account of either has its row. */
export async function profitAndLossPaper(
  reader: Reader,
  { start, end, now }: { start: PlainDate; end: PlainDate; now: Date },
): Promise<NamedPaper> {
  const group = await readGroupSettings(reader);
  const before = { start: addYears(start, -1), end: addYears(end, -1) };
  const current = profitAndLoss(await readMovements(reader, { start, end }));
  const previous = profitAndLoss(await readMovements(reader, before));
  const section = (heading: string, kind: "revenues" | "expenses"): PaperRow[] => {
    const columns = [current, previous].map(
      (year) => new Map(year[kind].map((row) => [row.account, row.amountCents])),
    );
    const rows = accounts
      .filter(({ code }) => columns.some((column) => column.has(code)))
      .map(({ code }) =>
        line("line", accountName(code, group), ...columns.map((column) => column.get(code) ?? 0n)),
      );
    return [{ kind: "heading", text: heading }, ...(rows.length === 0 ? [NONE] : rows)];
  };
  const title = "Profit and Loss";
  return framePaper(reader, {
    group,
    now,
    named: [title, start, "to", end],
    content: {
      title,
      about: `${formatDay(start)} to ${formatDay(end)}, in KES`,
      tables: [
        {
          columns: [
            { title: "Category" },
            {
              title: `${formatDay(start)} to ${formatDay(end)}`,
              width: FIGURES,
              isFigure: true,
            },
            {
              title: `Previous year: ${formatDay(before.start)} to ${formatDay(before.end)}`,
              width: FIGURES,
              isFigure: true,
            },
          ],
          rows: [
            ...section("Revenues", "revenues"),
            line("total", "Total Revenue", current.totalRevenueCents, previous.totalRevenueCents),
            ...section("Expenses", "expenses"),
            line(
              "total",
              "Total Expenses",
              current.totalExpensesCents,
              previous.totalExpensesCents,
            ),
            { kind: "heading", text: "Result" },
            line("total", "Net Profit/Loss", current.netProfitCents, previous.netProfitCents),
          ],
        },
      ],
    },
  });
}

function line(kind: "line" | "total", label: string, ...amounts: readonly Cents[]): PaperRow {
  return { kind, cells: [label, ...amounts.map(figure)] };
}

/** SCR-23: the bank goes by the name in the group's settings. */
function accountName(code: AccountCode, { bankName }: GroupSettings): string {
  return code === "bank" ? bankName : accountOf(code).displayName;
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, cents) => total + cents, 0n);
}
