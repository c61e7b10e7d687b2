// A member's financial summary as PDF: account, contributions, loans, fines and bad debt (SCR-22).
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { printedName } from "#domain/members/names.ts";
import type { BadDebt } from "#contract/settlements.ts";
import type { Fine } from "#contract/fines.ts";
import type { Loan } from "#contract/loans.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { shareGiven } from "#domain/ledger/share-given.ts";
import { formatAmount, fromKes, type Cents } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { readBadDebts } from "#server/core/ledger/bad-debts.ts";
import { readFines } from "#server/core/ledger/fines.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/members/group-settings.ts";
import {
  heldContributions,
  readInterestShare,
  sharesInInterest,
} from "#server/core/ledger/balances.ts";
import { readPaidOutLoans } from "#server/core/lending/loans.ts";
import { findMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { readTransactions } from "#server/core/ledger/transactions.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportRow, ReportTable } from "#server/platform/pdf/report.ts";
import { dayInWords, frameReport, statusWords, type NamedReport } from "./report-frame.ts";
import { pastTable, transactionsTable } from "./statement-report.ts";

const AMOUNT = { width: 84, isFigure: true };

export async function summaryReport(
  reader: Reader,
  { memberId, now, t }: { memberId: number; now: Date; t: Translate },
): Promise<NamedReport> {
  const member = await findMember(reader, memberId);
  if (member === undefined) throw refuse("not-found");
  const group = await readGroupSettings(reader);
  const everything = { memberId, start: null, end: null, page: null, isOwn: false, t };
  const paid = await readTransactions(reader, { ...everything, kind: CONTRIBUTION });
  const brought = await readTransactions(reader, { ...everything, kind: "opening" });
  const loans = await readPaidOutLoans(reader, { memberIds: [memberId], callerId: memberId, t });
  const { fines } = await readFines(reader, { memberId, page: null, t });
  const { debts } = await readBadDebts(reader, { memberId, page: null });
  const name = printedName(member);
  const today = nairobiDate(now);
  return frameReport(reader, {
    group,
    now,
    t,
    named: [t("reports.summary"), name, today],
    content: {
      title: t("reports.summaryOf", { name }),
      about: t("reports.asOn", { date: { day: today } }),
      facts: [
        { label: t("reports.regNumber"), value: member.reg_number },
        {
          label: t("reports.role"),
          value:
            member.office === null
              ? t("reports.member")
              : t(`words.offices.${member.office as Office}`),
        },
        {
          label: t("reports.status"),
          value: member.is_active ? statusWords(t, member.status) : t("words.statuses.inactive"),
        },
      ],
      tables: [
        await accountTable(reader, { member, group, now, t }),
        loansTable(t, loans.get(memberId) ?? []),
        finesTable(t, fines),
        ...(debts.length === 0 ? [] : [badDebtsTable(t, debts)]),
        transactionsTable(
          t,
          [...paid.transactions, ...brought.transactions],
          t("reports.contributions"),
        ),
        ...pastTable(t, paid.history ?? []),
      ],
    },
  });
}

/** The account value (REP-6): total paid plus the given part of the share; without a share, total paid only. */
async function accountTable(
  reader: Reader,
  params: { member: MemberRow; group: GroupSettings; now: Date; t: Translate },
): Promise<ReportTable> {
  const { member, group, now, t } = params;
  const { paidCents } = await reader
    .selectFrom("members")
    .select(heldContributions.as("paidCents"))
    .where("members.id", "=", member.id)
    .executeTakeFirstOrThrow();
  const share = sharesInInterest(member)
    ? (await readInterestShare(reader, { date: nairobiDate(now) })).shareCents
    : null;
  const givenCents =
    share === null ? 0n : shareGiven(share, BigInt(group.interestShareBasisPoints));
  return {
    title: t("reports.account"),
    columns: [
      { title: t("reports.madeUpOf") },
      { title: t("reports.amountKes"), ...AMOUNT, width: 110 },
    ],
    rows: [
      { kind: "line", cells: [t("reports.contributionsHeld"), formatAmount(paidCents)] },
      ...(share === null
        ? []
        : [
            {
              kind: "line" as const,
              cells: [
                t("reports.shareGiven", {
                  percent: group.interestShareBasisPoints / 100,
                  share: formatAmount(share),
                }),
                formatAmount(givenCents),
              ],
            },
          ]),
      { kind: "total", cells: [t("reports.accountValue"), formatAmount(paidCents + givenCents)] },
    ],
  };
}

const stillOwed = new Set(["active", "default", "written_off"]);

function loansTable(t: Translate, loans: readonly Loan[]): ReportTable {
  const owed = loans.filter(({ status }) => stillOwed.has(status));
  return {
    title: t("reports.loans"),
    columns: [
      { title: t("reports.paidOut"), width: 62 },
      { title: t("reports.loan") },
      { title: t("reports.due"), width: 62 },
      { title: t("reports.status"), width: 66 },
      { title: t("reports.totalKes"), ...AMOUNT },
      { title: t("reports.balanceKes"), ...AMOUNT },
    ],
    rows: orNone(
      t,
      loans.map((loan) => ({
        kind: "line",
        cells: [
          loan.start_date === null ? "" : dayInWords(t, loan.start_date),
          loan.loan_name,
          loan.expiry_date === null ? "" : dayInWords(t, loan.expiry_date),
          statusWords(t, loan.status),
          formatAmount(fromKes(loan.total_amount)),
          formatAmount(fromKes(loan.current_balance)),
        ],
      })),
      [
        "",
        t("reports.owedOnLoans"),
        "",
        "",
        "",
        formatAmount(sum(owed.map((loan) => loan.current_balance))),
      ],
    ),
  };
}

function finesTable(t: Translate, fines: readonly Fine[]): ReportTable {
  return {
    title: t("reports.fines"),
    columns: [
      { title: t("reports.date"), width: 62 },
      { title: t("reports.reason") },
      { title: t("reports.amountKes"), ...AMOUNT },
      { title: t("reports.unpaidKes"), ...AMOUNT },
    ],
    rows: orNone(
      t,
      fines.map((fine) => ({
        kind: "line",
        cells: [
          dayInWords(t, fine.date),
          fine.description,
          formatAmount(fromKes(fine.amount)),
          formatAmount(fromKes(fine.outstanding)),
        ],
      })),
      [
        "",
        t("reports.total"),
        formatAmount(sum(fines.map((fine) => fine.amount))),
        formatAmount(sum(fines.map((fine) => fine.outstanding))),
      ],
    ),
  };
}

function badDebtsTable(t: Translate, debts: readonly BadDebt[]): ReportTable {
  return {
    title: t("reports.badDebt"),
    columns: [
      { title: t("reports.date"), width: 62 },
      { title: t("reports.status") },
      { title: t("reports.principalKes"), ...AMOUNT },
      { title: t("reports.interestKes"), ...AMOUNT },
      { title: t("reports.outstandingKes"), ...AMOUNT, width: 92 },
    ],
    rows: debts.map((debt) => ({
      kind: "line",
      cells: [
        dayInWords(t, debt.created_at.slice(0, 10)),
        statusWords(t, debt.status),
        formatAmount(fromKes(debt.principal)),
        formatAmount(fromKes(debt.interest_receivable)),
        formatAmount(fromKes(debt.outstanding)),
      ],
    })),
  };
}

function orNone(t: Translate, rows: readonly ReportRow[], total: readonly string[]): ReportRow[] {
  if (rows.length === 0) return [{ kind: "note", text: t("reports.noneInTable") }];
  return [...rows, { kind: "total", cells: total }];
}

function sum(amounts: readonly number[]): Cents {
  return amounts.reduce((total, kes) => total + fromKes(kes), 0n);
}
