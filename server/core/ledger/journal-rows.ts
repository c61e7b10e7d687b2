// The entries that lists and exports read from the journal, each with its postings and the people it names in one row, and what
// each is called.
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  ROTATION_PAYMENT,
} from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { JournalEntry, EntrySource, SourceKind } from "#domain/ledger/journal-entry.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { nameOfLoan, type LoanNamed } from "./loan-name.ts";

export type PostingRow = {
  account: AccountCode;
  /** Debit positive. */
  amountCents: Cents;
  member: Person | null;
  loanId: number | null;
  fundId: number | null;
};

export type EntryRow = {
  id: number;
  date: PlainDate;
  description: string;
  source: EntrySource;
  reverses: number | null;
  reversedBy: number | null;
  author: Person | null;
  /** The second official who agreed, where one was needed (BOOK-20). */
  agreedBy: Person | null;
  recordedAt: Date;
  postings: PostingRow[];
};

/** All entries; the caller narrows and orders by columns of `entries`, and reads each row with `toEntryRow`. */
export function selectEntryRows(reader: Reader) {
  return reader
    .selectFrom("entries")
    .leftJoin("members as author", "author.id", "entries.author_id")
    .leftJoin("proposals", "proposals.entry_id", "entries.id")
    .leftJoin("members as agreeing", "agreeing.id", "proposals.decided_by")
    .select([
      "entries.id",
      "entries.business_date",
      "entries.description",
      "entries.source_kind",
      "entries.source_id",
      "entries.purpose",
      "entries.reverses",
      "entries.recorded_at",
      sql<
        number | null
      >`(SELECT reversal.id FROM entries reversal WHERE reversal.reverses = entries.id)`.as(
        "reversed_by",
      ),
      personJson("author").as("author"),
      personJson("agreeing").as("agreed_by"),
      // Amounts as text: JSON numbers would lose cents.
      sql<PostingJson[]>`(SELECT json_agg(json_build_object(
          'account', postings.account, 'amount_cents', postings.amount_cents::text,
          'member', ${personJson("concerned")}, 'loan_id', postings.loan_id, 'fund_id', postings.fund_id) ORDER BY postings.line)
        FROM postings LEFT JOIN members concerned ON concerned.id = postings.member_id
        WHERE postings.entry_id = entries.id)`.as("postings"),
    ]);
}

type PostingJson = {
  account: AccountCode;
  amount_cents: string;
  member: Person | null;
  loan_id: number | null;
  fund_id: number | null;
};

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectEntryRows>["execute"]>>[number];

export function toEntryRow(row: SelectedRow): EntryRow {
  return {
    id: row.id,
    date: row.business_date,
    description: row.description,
    // Only posting rules write entries, so the kind is one of theirs.
    source: { kind: row.source_kind as SourceKind, id: row.source_id, purpose: row.purpose },
    reverses: row.reverses,
    reversedBy: row.reversed_by,
    author: row.author,
    agreedBy: row.agreed_by,
    recordedAt: row.recorded_at,
    postings: row.postings.map((posting) => ({
      account: posting.account,
      amountCents: BigInt(posting.amount_cents),
      member: posting.member,
      loanId: posting.loan_id,
      fundId: posting.fund_id,
    })),
  };
}

/** API-10: how answers name a person; null where the join found nobody. */
function personJson(table: "author" | "agreeing" | "concerned") {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<Person | null>`CASE WHEN ${column("id")} IS NULL THEN NULL ELSE json_build_object(
    'id', ${column("id")}, 'username', ${column("username")},
    'full_name', ${column("first_name")} || ' ' || ${column("last_name")},
    'reg_number', ${column("reg_number")}) END`;
}

/** As the posting rule wrote it. */
export function toJournalEntry(row: EntryRow): JournalEntry {
  return {
    businessDate: row.date,
    description: row.description,
    source: row.source,
    reverses: row.reverses,
    postings: row.postings.map(({ account, amountCents, member, loanId, fundId }) => ({
      account,
      amountCents,
      memberId: member?.id ?? null,
      loanId,
      ...(fundId === null ? {} : { fundId }),
    })),
  };
}

// Descriptions of journal entries in answers. An official's text is shown as typed. A system text is stored in
// English, as the record that the log commits to; in other languages it is rendered from the entry's source.

type Described = { id: number; description: string };

/** The descriptions of entries, by id. One query, however many; none in English. */
export async function describeEntries(
  reader: Reader,
  entries: readonly Described[],
  t: Translate,
): Promise<Map<number, string>> {
  const described = new Map(entries.map(({ id, description }) => [id, description]));
  if (t === inEnglish || entries.length === 0) return described;
  for (const { id, about } of await readSources(reader, [...described.keys()]))
    if (about !== null) described.set(id, t(messageOf(about)));
  return described;
}

/** The source of a system entry; null for an entry that an official posted by hand. */
type About =
  | { kind: typeof CONTRIBUTION | typeof FINE_PAYMENT; reference: string }
  | { kind: typeof ROTATION_PAYMENT; reference: string; rotation: string }
  | { kind: typeof FUND_PAYMENT; reference: string; fund: string }
  | { kind: RotationPurpose; rotation: string }
  | { kind: typeof LOAN_PAYMENT; reference: string; loan: LoanNamed }
  | { kind: "loan"; loan: LoanNamed }
  | { kind: "loan_interest"; loan: LoanNamed; due: PlainDate }
  | { kind: "guarantee_call"; loan: LoanNamed }
  | { kind: "late_fine"; months: number; since: PlainDate }
  | { kind: "exit" | "clear" | "bad_debt_recovery"; member: string }
  | { kind: "distribution"; description: string }
  | {
      kind: "collection";
      number: number;
      meeting: number;
      counted: string;
      total: string;
      reason: string;
    }
  | { kind: "financial_year"; label: string }
  | { kind: "brought_forward" }
  | { kind: "reversal"; id: number; reason: string };

async function readSources(reader: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; about: About | null }>`
    SELECT entries.id, CASE entries.source_kind
      WHEN 'payment' THEN (
        SELECT json_build_object('kind', payments.kind, 'reference', payments.reference,
                 'rotation', (SELECT name FROM rotations WHERE rotations.id = payments.rotation_id),
                 'fund', (SELECT name FROM funds WHERE funds.id = payments.fund_id), 'loan',
                 json_build_object('loan_type', loans.loan_type, 'number', loans.number))
          FROM payments LEFT JOIN loans ON loans.id = payments.loan_id WHERE payments.id = entries.source_id)
      WHEN 'loan' THEN (
        SELECT json_build_object('kind', 'loan', 'loan',
                 json_build_object('loan_type', loans.loan_type, 'number', loans.number))
          FROM loans WHERE loans.id = entries.source_id)
      WHEN 'loan_interest' THEN (
        SELECT json_build_object('kind', 'loan_interest', 'due', charged.due_on, 'loan',
                 json_build_object('loan_type', loans.loan_type, 'number', loans.number))
          FROM loan_interest charged JOIN loans ON loans.id = charged.loan_id WHERE charged.id = entries.source_id)
      WHEN 'guarantee_call' THEN (
        SELECT json_build_object('kind', 'guarantee_call', 'loan',
                 json_build_object('loan_type', loans.loan_type, 'number', loans.number))
          FROM loan_changes change JOIN loans ON loans.id = change.loan_id WHERE change.id = entries.source_id)
      WHEN 'distribution' THEN (
        SELECT json_build_object('kind', 'distribution', 'description', description) FROM distributions
         WHERE distributions.id = entries.source_id)
      WHEN 'collection' THEN (
        SELECT json_build_object('kind', 'collection', 'number', sheet.id, 'meeting', meetings.number, 'counted', sheet.counted_cents::text,
                 'total', sheet.total_cents::text, 'reason', sheet.difference_reason)
          FROM collections sheet JOIN meetings ON meetings.id = sheet.meeting_id WHERE sheet.id = entries.source_id)
      WHEN 'rotation' THEN (
        SELECT json_build_object('kind', entries.purpose, 'rotation', rotations.name)
          FROM rotation_events happened JOIN rotations ON rotations.id = happened.rotation_id WHERE happened.id = entries.source_id)
      WHEN 'fine' THEN (
        SELECT json_build_object('kind', 'late_fine', 'months', late_months, 'since', late_since)
          FROM fines WHERE fines.id = entries.source_id AND late_since IS NOT NULL)
      WHEN 'settlement' THEN (
        SELECT json_build_object('kind', settlements.kind, 'member', first_name || ' ' || last_name)
          FROM settlements JOIN members ON members.id = settlements.member_id
         WHERE settlements.id = entries.source_id)
      WHEN 'bad_debt_recovery' THEN (
        SELECT json_build_object('kind', 'bad_debt_recovery', 'member', first_name || ' ' || last_name)
          FROM bad_debt_recoveries recovered
          JOIN bad_debts debt ON debt.id = recovered.bad_debt_id
          JOIN members ON members.id = debt.member_id
         WHERE recovered.id = entries.source_id)
      WHEN 'financial_year' THEN (
        SELECT json_build_object('kind', 'financial_year', 'label', label)
          FROM closed_years WHERE end_date = entries.business_date)
      WHEN 'opening' THEN json_build_object('kind', 'brought_forward')
      WHEN 'opening_member' THEN json_build_object('kind', 'brought_forward')
      WHEN 'opening_loan' THEN json_build_object('kind', 'brought_forward')
      -- The reason as the official typed it: of an opening as it was taken back, else from the audit log.
      WHEN 'journal_entry' THEN coalesce((
        SELECT json_build_object('kind', 'reversal', 'id', entries.source_id, 'reason', after ->> 'reason')
          FROM audit_entries
         WHERE subject = 'entry' AND subject_id = entries.source_id AND action = 'entries.reverse'
         ORDER BY audit_entries.id DESC LIMIT 1), (
        SELECT json_build_object('kind', 'reversal', 'id', entries.source_id, 'reason', said.reason)
          FROM entries brought
          JOIN opening_take_backs said ON said.opening_id = opening_of_entry(brought.source_kind, brought.source_id)
         WHERE brought.id = entries.reverses AND brought.source_kind IN ('opening', 'opening_member', 'opening_loan')
         ORDER BY said.said_at DESC LIMIT 1), (
        SELECT json_build_object('kind', 'reversal', 'id', entries.source_id, 'reason', given.reason)
          FROM entries shared
          LEFT JOIN loan_interest reached ON shared.source_kind = 'loan_interest' AND reached.id = shared.source_id
          LEFT JOIN loan_repayments repaid ON repaid.id = reached.repayment_id
          JOIN distribution_take_backs given
            ON given.distribution_id = CASE shared.source_kind WHEN 'distribution' THEN shared.source_id ELSE repaid.distribution_id END
         WHERE shared.id = entries.reverses AND shared.source_kind IN ('distribution', 'loan_interest')
         ORDER BY given.given_at DESC LIMIT 1))
      END AS about
      FROM entries WHERE entries.id = ANY (${ids}::int[])`.execute(reader);
  return rows;
}

function messageOf(about: About): Message {
  switch (about.kind) {
    case CONTRIBUTION:
      return message("descriptions.contributionByReference", { reference: about.reference });
    case FINE_PAYMENT:
      return message("descriptions.finePaymentByReference", { reference: about.reference });
    case ROTATION_PAYMENT:
      return message("descriptions.rotationPaymentByReference", about);
    case FUND_PAYMENT:
      return message("descriptions.fundPaymentByReference", about);
    case "pay_out":
    case "direct":
    case "settlement":
      return describeRotation(about.kind, about.rotation);
    case LOAN_PAYMENT:
      return message("descriptions.loanPaymentByReference", {
        loan: nameOfLoan(about.loan),
        reference: about.reference,
      });
    case "distribution":
      return message("descriptions.shareOut", { description: about.description });
    case "collection":
      return message("descriptions.collectionCounted", {
        ...about,
        counted: BigInt(about.counted),
        total: BigInt(about.total),
      });
    case "loan":
      return message("descriptions.loanPaidOut", { loan: nameOfLoan(about.loan) });
    case "loan_interest":
      return message("descriptions.loanInterest", {
        loan: nameOfLoan(about.loan),
        day: { day: about.due },
      });
    case "guarantee_call":
      return message("descriptions.guaranteeCall", { loan: nameOfLoan(about.loan) });
    case "late_fine":
      return message("descriptions.lateFine", {
        months: about.months,
        since: { day: about.since },
      });
    case "exit":
      return message("descriptions.exitOf", { member: about.member });
    case "clear":
      return message("descriptions.clearingOf", { member: about.member });
    case "bad_debt_recovery":
      return message("descriptions.badDebtRecoveredFrom", { member: about.member });
    case "financial_year":
      return message("descriptions.yearClosing", { year: about.label });
    case "brought_forward":
      return message("descriptions.broughtForward");
    case "reversal":
      return message("descriptions.reversal", { id: about.id, reason: about.reason });
  }
}

export type RotationPurpose = "pay_out" | "direct" | "settlement";

const rotationTexts = {
  pay_out: "descriptions.rotationPaidOut",
  direct: "descriptions.rotationPaidDirectly",
  settlement: "descriptions.rotationSettled",
} as const satisfies Record<RotationPurpose, string>;

/** What an entry of a merry-go-round is called; `rotation` is its name. */
export function describeRotation(purpose: RotationPurpose, rotation: string): Message {
  return message(rotationTexts[purpose], { rotation });
}
