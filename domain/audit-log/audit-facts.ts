// The facts that the audit log stores of a change, before and after (SAFE-10), and how each is shown. A new fact has
// its kind here and its name in messages/*/web/audit.ts, under `facts`; the settings
// page names settings.

/** `text` is shown as stored; `done` shows only that it happened, because its value means nothing to people. */
export type FactKind =
  | "text"
  | "kes"
  | "percent"
  | "day"
  | "month"
  | "moment"
  | "yesNo"
  | "status"
  | "office"
  | "type"
  | "proposalKind"
  | "setting"
  | "language"
  | "evidence"
  | "audience"
  | "channel"
  | "done";

const facts = {
  account_kind: "text",
  account_name: "text",
  account_number: "text",
  statement_account: "text",
  breaks: "text",
  file_name: "text",
  lines_added: "text",
  lines_failed: "text",
  lines_known: "text",
  lines_matched: "text",
  lines_unmatched: "text",
  payment_id: "text",
  sha256: "text",
  transfers: "text",
  acting_for: "office",
  actual_shared_interest: "kes",
  amount: "kes",
  amount_paid: "kes",
  approve_reason: "text",
  audience: "audience",
  auditor: "text",
  begins: "text",
  booked_in: "kes",
  booked_out: "kes",
  books: "kes",
  category: "text",
  channels: "channel",
  checked: "text",
  contribution_month: "month",
  cost: "kes",
  current_balance: "kes",
  date: "day",
  days: "text",
  description: "text",
  difference: "kes",
  effective_at: "moment",
  email: "text",
  end_date: "day",
  entry_id: "text",
  evidence: "evidence",
  exited_on: "day",
  expires_at: "moment",
  expiry_date: "day",
  fines_written_off: "kes",
  first_name: "text",
  format: "text",
  has_cleared: "yesNo",
  held: "text",
  in_not_booked: "kes",
  is_active: "yesNo",
  invitation_id: "text",
  kind: "proposalKind",
  language: "language",
  last_name: "text",
  link: "text",
  loan: "text",
  loan_id: "text",
  loan_type: "type",
  loans: "text",
  non_cleared_loans_total: "kes",
  name: "text",
  office: "office",
  opening_difference: "kes",
  out_not_booked: "kes",
  outstanding: "kes",
  overall_shared_interest: "kes",
  owed: "kes",
  paid_out: "kes",
  payment_Reference_Code: "text",
  parts: "text",
  pending_email: "text",
  pending_phone: "text",
  people: "text",
  phone: "text",
  photo: "done",
  posted_on: "day",
  proposal: "text",
  proposal_id: "text",
  reason: "text",
  recovered_amount: "kes",
  reg_number: "text",
  reversed_by: "text",
  role: "office",
  sessions_ended: "text",
  setting: "setting",
  settled_at: "moment",
  settlement: "text",
  start_date: "day",
  statements: "kes",
  status: "status",
  total_contributions: "kes",
  total_savings: "kes",
  type: "type",
  username: "text",
  usual_fines: "text",
  value: "text",
  what: "text",
  words: "text",
  year: "text",
} as const satisfies Record<string, FactKind>;

export type AuditFact = keyof typeof facts;

export const auditFacts: Readonly<Record<AuditFact, FactKind>> = facts;
