// Descriptions of journal entries in answers. An official's text is shown as typed. A system text is stored in
// English, as the record that the log commits to; in other languages it is rendered from the entry's source.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import type { Reader } from "#server/db/connection.ts";
import { nameOfLoan, type LoanNamed } from "./loans.ts";

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
  | { kind: "contribution" | "fine_payment"; reference: string }
  | { kind: "loan_payment"; reference: string; loan: LoanNamed }
  | { kind: "loan"; loan: LoanNamed }
  | { kind: "late_fine"; months: number; since: PlainDate }
  | { kind: "exit" | "clear" | "bad_debt_recovery"; member: string }
  | { kind: "financial_year"; label: string }
  | { kind: "brought_forward" }
  | { kind: "reversal"; id: number; reason: string };

async function readSources(reader: Reader, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; about: About | null }>`
    SELECT entries.id, CASE entries.source_kind
      WHEN 'payment' THEN (
        SELECT json_build_object('kind', payments.kind, 'reference', payments.reference, 'loan',
                 json_build_object('loan_type', loans.loan_type, 'number', loans.number))
          FROM payments LEFT JOIN loans ON loans.id = payments.loan_id WHERE payments.id = entries.source_id)
      WHEN 'loan' THEN (
        SELECT json_build_object('kind', 'loan', 'loan',
                 json_build_object('loan_type', loans.loan_type, 'number', loans.number))
          FROM loans WHERE loans.id = entries.source_id)
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
         ORDER BY said.said_at DESC LIMIT 1))
      END AS about
      FROM entries WHERE entries.id = ANY (${ids}::int[])`.execute(reader);
  return rows;
}

function messageOf(about: About): Message {
  switch (about.kind) {
    case "contribution":
      return message("descriptions.contributionByReference", { reference: about.reference });
    case "fine_payment":
      return message("descriptions.finePaymentByReference", { reference: about.reference });
    case "loan_payment":
      return message("descriptions.loanPaymentByReference", {
        loan: nameOfLoan(about.loan),
        reference: about.reference,
      });
    case "loan":
      return message("descriptions.loanPaidOut", { loan: nameOfLoan(about.loan) });
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
