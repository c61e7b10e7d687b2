// A member's statement on paper: everything that moved on their account, newest first as on the screen (REP-10).
import type { Transaction, TransactionKind } from "#contract/transactions.ts";
import { formatDay, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { parseKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import { readTransactions } from "#server/core/ledger/transactions.ts";
import type { Reader } from "#server/db/connection.ts";
import type { PaperRow, PaperTable } from "#server/platform/pdf/paper.ts";
import { figure, framePaper, statusWords, type NamedPaper } from "./paper-frame.ts";

export type StatementAsked = {
  memberId: number;
  kind: TransactionKind | null;
  start: PlainDate | null;
  end: PlainDate | null;
  now: Date;
};

export async function statementPaper(reader: Reader, asked: StatementAsked): Promise<NamedPaper> {
  const { memberId, kind, start, end, now } = asked;
  const group = await readGroupSettings(reader);
  const member = await findMember(reader, memberId);
  if (member === undefined) throw refuse("not-found");
  const found = await readTransactions(reader, { memberId, kind, start, end, page: null });
  const name = `${member.first_name} ${member.last_name}`;
  return framePaper(reader, {
    group,
    now,
    named: ["Statement", name, end ?? nairobiDate(now)],
    content: {
      title: `Statement of ${name}`,
      about: aboutPeriod(asked),
      facts: [
        { label: "Member", value: name },
        { label: "Registration number", value: member.reg_number },
        { label: "Transactions", value: String(found.count) },
      ],
      tables: [transactionsTable(found.transactions), ...totalsOf(found.transactions)],
      notes: [
        "Only approved payments have reached the books. Totals leave out what is pending or rejected.",
      ],
    },
  });
}

function aboutPeriod({ kind, start, end, now }: StatementAsked): string {
  const from = start === null ? "From the beginning" : formatDay(start);
  const period = `${from} to ${formatDay(end ?? nairobiDate(now))}`;
  return kind === null ? period : `${period}, ${kindNames[kind].toLowerCase()} only`;
}

/** Also of the contributions alone, in a member's summary. */
export function transactionsTable(
  transactions: readonly Transaction[],
  title?: string,
): PaperTable {
  return {
    ...(title === undefined ? {} : { title }),
    columns: [
      { title: "Date", width: 62 },
      { title: "Description" },
      { title: "Reference", width: 112 },
      { title: "Status", width: 66 },
      { title: "Amount (KES)", width: 84, isFigure: true },
    ],
    rows:
      transactions.length === 0
        ? [{ kind: "note", text: "Nothing yet." }]
        : transactions.map((row) => ({
            kind: "line",
            cells: [
              formatDay(row.date),
              row.description,
              row.payment_Reference_Code ?? "",
              statusWords(row.status),
              figure(centsOf(row.amount)),
            ],
          })),
  };
}

const kindNames: Record<TransactionKind, string> = {
  contribution: "Contributions",
  loan_payment: "Loan payments",
  fine_payment: "Fine payments",
  loan: "Loans paid out",
  fine: "Fines charged",
  settlement: "Settlement on leaving",
  bad_debt_recovery: "Bad debt recovered",
};

const undecided = new Set(["pending", "pending_approval", "rejected"]);

/** What each kind adds up to, of what has reached the books. */
function totalsOf(transactions: readonly Transaction[]): PaperTable[] {
  const counted = transactions.filter(({ status }) => !undecided.has(status));
  const rows = Object.entries(kindNames).flatMap(([kind, name]): PaperRow[] => {
    const ofKind = counted.filter((row) => row.kind === kind);
    if (ofKind.length === 0) return [];
    const total = ofKind.reduce((sum, row) => sum + centsOf(row.amount), 0n);
    return [{ kind: "line", cells: [name, String(ofKind.length), figure(total)] }];
  });
  if (rows.length === 0) return [];
  return [
    {
      title: "Totals",
      columns: [
        { title: "Kind" },
        { title: "Number", width: 60, isFigure: true },
        { title: "Amount (KES)", width: 100, isFigure: true },
      ],
      rows,
    },
  ];
}

/** An amount of an answer, which is exact to the cent. */
export function centsOf(kes: number): Cents {
  return parseKes(kes.toFixed(2)) as Cents;
}
