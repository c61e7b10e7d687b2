// A member's financial summary on paper: account, contributions, loans, fines and bad debt (SCR-22).
import type { BadDebt } from "#contract/bad-debts.ts";
import type { Fine } from "#contract/fines.ts";
import type { Loan } from "#contract/loans.ts";
import { formatDay, nairobiDate } from "#domain/calendar.ts";
import { shareGiven } from "#domain/members/exit-settlement.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { readBadDebts } from "#server/core/ledger/bad-debts.ts";
import { readFines } from "#server/core/ledger/fine-rows.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/members/group-settings.ts";
import { heldContributions } from "#server/core/ledger/held-contributions.ts";
import { readInterestShare, sharesInInterest } from "#server/core/ledger/interest-share.ts";
import { readPaidOutLoans } from "#server/core/ledger/loans.ts";
import { findMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { readTransactions } from "#server/core/ledger/transactions.ts";
import type { Reader } from "#server/db/connection.ts";
import type { PaperRow, PaperTable } from "#server/platform/pdf/paper.ts";
import { figure, framePaper, statusWords, type NamedPaper } from "./paper-frame.ts";
import { centsOf, transactionsTable } from "./statement-paper.ts";

const AMOUNT = { width: 84, isFigure: true };

export async function summaryPaper(
  reader: Reader,
  { memberId, now }: { memberId: number; now: Date },
): Promise<NamedPaper> {
  const member = await findMember(reader, memberId);
  if (member === undefined) throw refuse("not-found");
  const group = await readGroupSettings(reader);
  const paid = await readTransactions(reader, {
    memberId,
    kind: "contribution",
    start: null,
    end: null,
    page: null,
  });
  const loans = await readPaidOutLoans(reader, { memberIds: [memberId], callerId: memberId });
  const { fines } = await readFines(reader, { memberId, page: null });
  const { debts } = await readBadDebts(reader, { memberId, page: null });
  const name = `${member.first_name} ${member.last_name}`;
  const today = nairobiDate(now);
  return framePaper(reader, {
    group,
    now,
    named: ["Financial summary", name, today],
    content: {
      title: `Financial Summary of ${name}`,
      about: `As on ${formatDay(today)}`,
      facts: [
        { label: "Registration number", value: member.reg_number },
        { label: "Role", value: member.office ?? "Member" },
        {
          label: "Status",
          value: member.is_active ? statusWords(member.status) : "Inactive",
        },
      ],
      tables: [
        await accountTable(reader, { member, group, now }),
        loansTable(loans.get(memberId) ?? []),
        finesTable(fines),
        ...(debts.length === 0 ? [] : [badDebtsTable(debts)]),
        transactionsTable(paid.transactions, "Contributions"),
      ],
    },
  });
}

/** The account value (REP-6): total paid plus the given part of the share; total paid only without a share. */
async function accountTable(
  reader: Reader,
  given: { member: MemberRow; group: GroupSettings; now: Date },
): Promise<PaperTable> {
  const { member, group, now } = given;
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
    title: "Account",
    columns: [{ title: "Made up of" }, { title: "Amount (KES)", ...AMOUNT, width: 110 }],
    rows: [
      { kind: "line", cells: ["Contributions held by the group", figure(paidCents)] },
      ...(share === null
        ? []
        : [
            {
              kind: "line" as const,
              cells: [
                `${group.interestShareBasisPoints / 100}% of a share of ${figure(share)} in the interest`,
                figure(givenCents),
              ],
            },
          ]),
      { kind: "total", cells: ["Account value", figure(paidCents + givenCents)] },
    ],
  };
}

const stillOwed = new Set(["active", "default", "written_off"]);

function loansTable(loans: readonly Loan[]): PaperTable {
  const owed = loans.filter(({ status }) => stillOwed.has(status));
  return {
    title: "Loans",
    columns: [
      { title: "Paid out", width: 62 },
      { title: "Loan" },
      { title: "Due", width: 62 },
      { title: "Status", width: 66 },
      { title: "Total (KES)", ...AMOUNT },
      { title: "Balance (KES)", ...AMOUNT },
    ],
    rows: orNone(
      loans.map((loan) => ({
        kind: "line",
        cells: [
          loan.start_date === null ? "" : formatDay(loan.start_date),
          loan.loan_name,
          loan.expiry_date === null ? "" : formatDay(loan.expiry_date),
          statusWords(loan.status),
          figure(centsOf(loan.total_amount)),
          figure(centsOf(loan.current_balance)),
        ],
      })),
      ["", "Owed on loans", "", "", "", figure(sum(owed.map((loan) => loan.current_balance)))],
    ),
  };
}

function finesTable(fines: readonly Fine[]): PaperTable {
  return {
    title: "Fines",
    columns: [
      { title: "Date", width: 62 },
      { title: "Reason" },
      { title: "Amount (KES)", ...AMOUNT },
      { title: "Unpaid (KES)", ...AMOUNT },
    ],
    rows: orNone(
      fines.map((fine) => ({
        kind: "line",
        cells: [
          formatDay(fine.date),
          fine.description,
          figure(centsOf(fine.amount)),
          figure(centsOf(fine.outstanding)),
        ],
      })),
      [
        "",
        "Total",
        figure(sum(fines.map((fine) => fine.amount))),
        figure(sum(fines.map((fine) => fine.outstanding))),
      ],
    ),
  };
}

function badDebtsTable(debts: readonly BadDebt[]): PaperTable {
  return {
    title: "Bad debt",
    columns: [
      { title: "Date", width: 62 },
      { title: "Status" },
      { title: "Principal (KES)", ...AMOUNT },
      { title: "Interest (KES)", ...AMOUNT },
      { title: "Outstanding (KES)", ...AMOUNT, width: 92 },
    ],
    rows: debts.map((debt) => ({
      kind: "line",
      cells: [
        formatDay(debt.created_at.slice(0, 10)),
        statusWords(debt.status),
        figure(centsOf(debt.principal)),
        figure(centsOf(debt.interest_receivable)),
        figure(centsOf(debt.outstanding)),
      ],
    })),
  };
}

function orNone(rows: readonly PaperRow[], total: readonly string[]): PaperRow[] {
  if (rows.length === 0) return [{ kind: "note", text: "None." }];
  return [...rows, { kind: "total", cells: total }];
}

function sum(amounts: readonly number[]): Cents {
  return amounts.reduce((total, kes) => total + centsOf(kes), 0n);
}
