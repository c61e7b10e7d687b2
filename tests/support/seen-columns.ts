// Every table, and how `verify` sees that a row of it was altered or taken away behind the application (I61,
// docs/decisions/052-what-verify-does-not-see.md). `server/verify/every-column.test.ts` alters each column to prove it.
import type { DB } from "#server/db/tables.ts";
import { GONE } from "./alter-columns.ts";

type Seen =
  /** The invariants that see it together; the columns that none sees, each with the reason; and the rows that it holds of. */
  | { by: readonly string[]; but?: Readonly<Record<string, string>>; where?: string }
  /** Why nothing of it is compared. */
  | { technical: string }
  /** The test that tampers with it, since the group that has lived has no row. */
  | { elsewhere: string };

const ENDS_EARLY = "it ends early, and whoever it is of signs in or is invited again";
const LAST_USED = "it lives no longer by that";
const A_SERVERS_MOMENT = "when a server did it; the hashes prove the order";
const A_CODE = "a code lives for minutes, and whoever claims a name by it is seen";
const NOTHING_SUMMED = "of a sum of nothing";

/**
 * A new table does not compile without its line here. Run `npm test -- every-column`: it lists each change that the invariants in `by`
 * do not see.
 */
export const seenColumns: Readonly<Record<Exclude<keyof DB, "accounts" | "migrations">, Seen>> = {
  audit_counts: { by: ["audit-is-counted"] },
  audit_entries: { by: ["audit-chain-unbroken"] },
  audit_seals: {
    // A server seals the newest entry again.
    where: "seq < (SELECT max(seq) FROM audit_seals)",
    by: ["audit-chain-unbroken"],
    but: { sealed_at: A_SERVERS_MOMENT },
  },
  auditor_links: { by: ["auditors-enter-by-their-link"], but: { [GONE]: ENDS_EARLY } },
  auditor_sessions: {
    by: ["auditors-enter-by-their-link"],
    but: { [GONE]: ENDS_EARLY, last_used_at: LAST_USED },
  },
  auditors: { by: ["auditors-as-audited"] },
  backup_runs: { by: ["checks-as-witnessed"] },
  bad_debt_recoveries: { by: ["recoveries-in-the-books", "records-as-witnessed"] },
  bad_debts: { by: ["bad-debts-as-settled", "written-off-balances-are-the-debt"] },
  balance_days: { by: ["months-are-counted", "days-are-summed"] },
  balance_months: { by: ["months-are-counted", "months-are-summed"] },
  book_claims: {
    by: ["claims-as-audited", "claims-were-proven"],
    but: {
      code_attempts: A_CODE,
      code_expires_at: A_CODE,
      code_hash: A_CODE,
      codes_sent: A_CODE,
      language: "of the screens that the claimant saw",
    },
  },
  closed_years: { by: ["closed-years-as-audited"] },
  daraja_callbacks: { elsewhere: "server/verify/live-invariants.test.ts" },
  daraja_requests: { technical: "what M-PESA was asked; what it answered is in the lines" },
  daraja_state: { technical: "whether M-PESA answers" },
  distribution_fines: { elsewhere: "server/verify/distribution-invariants.test.ts" },
  distribution_members: { elsewhere: "server/verify/distribution-invariants.test.ts" },
  distribution_shares: { elsewhere: "server/verify/distribution-invariants.test.ts" },
  distribution_take_backs: { elsewhere: "server/verify/distribution-invariants.test.ts" },
  distributions: { elsewhere: "server/verify/distribution-invariants.test.ts" },
  dividend_declarations: { by: ["records-as-witnessed", "dividends-payable-in-the-books"] },
  dividend_payments: { by: ["records-as-witnessed", "dividends-add-up"] },
  earlier_phones: { elsewhere: "server/verify/tampering.test.ts" },
  entries: { by: ["entries-as-logged"] },
  entry_references: { by: ["references-of-who-left-as-audited"] },
  entry_resolutions: { elsewhere: "server/verify/minutes-invariants.test.ts" },
  fine_settlements: { by: ["fines-paid-by-payments"] },
  fines: { by: ["records-as-witnessed", "fines-in-the-books", "records-are-not-gone"] },
  fixed_deposit_redemptions: { by: ["records-as-witnessed", "deposits-add-up"] },
  fixed_deposits: {
    by: ["fines-and-deposits-of-openings", "records-as-witnessed", "deposits-in-the-books"],
  },
  founding: { elsewhere: "server/features/setup/setup.test.ts" },
  group_clock: {
    by: ["clock-as-logged"],
    but: {
      [GONE]: "a server begins it again by the log",
      alive_at: "when a server last ran; a clock that leaps asks an official sooner or later",
      first_started_at: "the same, 20 years later",
      logged_to: "it only says which entries need not be looked at again",
    },
  },
  group_identity: {
    technical: "with another one a host does not serve the group; nothing else depends on it",
  },
  group_settings: { by: ["settings-as-witnessed"] },
  idempotency_keys: { technical: "answers to repeated requests, for a day" },
  invitation_links: {
    by: ["invitation-links-as-made"],
    but: { [GONE]: ENDS_EARLY, is_sealed: "without its seal the link opens for nobody" },
  },
  invitation_uses: { by: ["invitations-used-in-time"] },
  invitations: {
    by: ["invitations-as-audited"],
    but: {
      email: "it has gone there, and the link is in no table",
      phone: "it has gone there, and the link is in no table",
    },
  },
  known_devices: {
    by: ["devices-as-witnessed"],
    but: { [GONE]: "its member is told of it once more", last_seen_at: LAST_USED },
  },
  fund_amounts: { elsewhere: "server/verify/fund-invariants.test.ts" },
  fund_days: { elsewhere: "server/verify/fund-invariants.test.ts" },
  funds: { elsewhere: "server/verify/fund-invariants.test.ts" },
  ledger_posts: { by: ["records-as-witnessed", "ledger-items-in-the-books"] },
  live_lines: { elsewhere: "server/verify/live-invariants.test.ts" },
  loan_interest: { elsewhere: "server/verify/lending-invariants.test.ts" },
  loan_calls: { elsewhere: "server/verify/loan-change-invariants.test.ts" },
  loan_change_answers: { elsewhere: "server/verify/loan-change-invariants.test.ts" },
  loan_changes: { elsewhere: "server/verify/loan-change-invariants.test.ts" },
  loan_guarantees: { elsewhere: "server/verify/guarantee-invariants.test.ts" },
  loan_products: { elsewhere: "server/verify/lending-invariants.test.ts" },
  loan_repayments: { elsewhere: "server/verify/lending-invariants.test.ts" },
  loan_rows: { elsewhere: "server/verify/lending-invariants.test.ts" },
  loan_versions: { elsewhere: "server/verify/lending-invariants.test.ts" },
  loans: {
    by: [
      "records-as-witnessed",
      "loan-paid-out-when-approved",
      "loan-judged-by-whom-it-is-for",
      "withdrawn-by-whose-it-is",
      "written-off-balances-are-the-debt",
      "loans-as-audited",
      "loan-balance-is-what-is-left",
      "records-are-not-gone",
    ],
    but: {
      number: "a name on a page, of a loan from the sheet",
      term_months: "that of a loan from the sheet follows from its days, give or take a month",
    },
  },
  log_leaves: {
    // A server takes the newest in again.
    where: "position < (SELECT max(position) FROM log_leaves)",
    by: ["everything-is-logged", "entries-as-logged"],
    but: { added_at: A_SERVERS_MOMENT },
  },
  log_tree: { by: ["log-tree-adds-up", "entries-as-logged"] },
  mail_tokens: {
    by: ["links-were-mailed", "spent-links-stay-spent"],
    but: { [GONE]: ENDS_EARLY, spent_at: "a spent link opens nothing, whenever that was" },
  },
  mails: {
    technical:
      "a queue: a sent mail is erased, and whoever uses its link is seen; what it says is a notice",
  },
  collections: { elsewhere: "server/verify/collection-invariants.test.ts" },
  meeting_minutes: { elsewhere: "server/verify/minutes-invariants.test.ts" },
  meeting_resolutions: { elsewhere: "server/verify/meeting-invariants.test.ts" },
  meeting_roll: { elsewhere: "server/verify/meeting-invariants.test.ts" },
  meeting_signatures: { elsewhere: "server/verify/minutes-invariants.test.ts" },
  meetings: { elsewhere: "server/verify/meeting-invariants.test.ts" },
  member_balances: {
    by: ["members-are-summed"],
    but: { [GONE]: NOTHING_SUMMED, account: NOTHING_SUMMED, member_id: NOTHING_SUMMED },
  },
  member_photos: { by: ["photos-as-witnessed"] },
  members: { by: ["members-as-witnessed"] },
  mpesa_payouts: { elsewhere: "server/verify/payout-invariants.test.ts" },
  mpesa_asks: { elsewhere: "server/features/mpesa-asks/mpesa-asks.test.ts" },
  noted_heads: { by: ["noted-heads-as-told"] },
  notice_choices: { by: ["choices-as-witnessed"] },
  notice_messages: {
    where: "witnessed_in IS NOT NULL",
    by: ["messages-as-witnessed", "messages-are-of-notices", "texts-were-taken-once"],
    but: {
      attempts: "of its way out; to whom it went, when and with what words is witnessed",
      claimed_by: "of its way out; to whom it went, when and with what words is witnessed",
      failure: "of its way out; to whom it went, when and with what words is witnessed",
      first_tried_at: "of its way out; to whom it went, when and with what words is witnessed",
      mail_id: "of its way out; to whom it went, when and with what words is witnessed",
      reserved_units: "of its way out; to whom it went, when and with what words is witnessed",
      send_after: "of its way out; to whom it went, when and with what words is witnessed",
      settled_at: "of its way out; to whom it went, when and with what words is witnessed",
      state: "a delivery report may change it later; what the gateway answered is witnessed",
    },
  },
  notice_preferences: { by: ["choices-as-witnessed"] },
  notices: {
    where: "witnessed_in IS NOT NULL",
    by: ["notices-as-witnessed"],
    but: {
      dispatched_at: "a step of its way out",
      read_at: "only its member's own list depends on it",
      restored_at: "a step of its way out",
    },
  },
  objection_links: { elsewhere: "server/verify/office-invariants.test.ts" },
  office_answers: { by: ["office-answers-as-audited", "offices-wait-their-time"] },
  office_proposals: {
    by: ["proposals-as-audited", "proposals-need-agreement", "proposals-wait-as-was-decided"],
  },
  opening_answers: { by: ["figures-as-audited"] },
  opening_balances: { by: ["openings-as-witnessed"] },
  opening_deposits: { by: ["openings-as-witnessed"] },
  opening_loans: { by: ["openings-as-witnessed"] },
  opening_members: { by: ["openings-as-witnessed"] },
  opening_take_backs: { by: ["openings-by-two-people"] },
  openings: {
    by: ["openings-as-witnessed", "openings-by-two-people", "openings-dated-the-cut-over-day"],
  },
  past_contributions: { by: ["openings-as-witnessed"] },
  payment_references: { by: ["references-are-claimed"] },
  payments: {
    by: ["payments-as-audited", "changes-are-audited", "references-are-claimed"],
    but: {
      sec_gen_evidence: "none and nothing are the same",
      treasurer_evidence: "none and nothing are the same",
    },
  },
  phone_codes: { technical: "codes of an hour; who proved a phone by one is in the audit log" },
  postings: { by: ["entries-as-logged"] },
  postings_to_sum: {
    by: [
      "postings-are-counted",
      "members-are-summed",
      "entries-are-counted",
      "accounts-are-counted",
    ],
    but: { entry_id: "only the order of summing depends on it" },
  },
  proposals: { by: ["records-as-witnessed", "proposals-are-audited"] },
  push_keys: { technical: "with another one no push service takes a message, and nobody gets one" },
  push_subscriptions: {
    by: ["browsers-were-added"],
    but: {
      [GONE]: "it gets no push until its member turns it on again",
      created_at: "only the order of a member's browsers depends on it",
    },
  },
  reconciliation_acceptances: { elsewhere: "server/verify/statement-invariants.test.ts" },
  reconciliation_changes: { technical: "a queue of what is to be worked out" },
  reconciliation_spans: {
    technical: "worked out from lines and entries; what both offices accepted is recomputed",
  },
  reconciliation_start: { by: ["reconciliation-begins-as-stated"] },
  recovery_codes: { by: ["two-step-as-witnessed"] },
  rotation_events: { elsewhere: "server/verify/rotation-invariants.test.ts" },
  rotation_members: { elsewhere: "server/verify/rotation-invariants.test.ts" },
  rotation_requests: { elsewhere: "server/verify/rotation-invariants.test.ts" },
  rotation_swaps: { elsewhere: "server/verify/rotation-invariants.test.ts" },
  rotation_turns: { elsewhere: "server/verify/rotation-invariants.test.ts" },
  rotations: { elsewhere: "server/verify/rotation-invariants.test.ts" },
  rule_beginnings: { by: ["rules-begin-as-audited"] },
  second_person_limits: { by: ["limits-as-witnessed"] },
  sessions: {
    by: ["sessions-were-signed-in"],
    but: { [GONE]: ENDS_EARLY, last_used_at: LAST_USED },
  },
  setting_objections: { elsewhere: "server/verify/proposal-invariants.test.ts" },
  settled_loans: { by: ["written-off-balances-are-the-debt"] },
  settlements: { by: ["settlements-in-the-books", "records-as-witnessed"] },
  setup_links: { elsewhere: "server/features/setup/setup.test.ts" },
  sms_answers: {
    where: "message_id IN (SELECT id FROM notice_messages WHERE witnessed_in IS NOT NULL)",
    by: ["messages-as-witnessed"],
  },
  sms_gateway: { technical: "what the gateway said last; only the sending depends on it" },
  sms_reports: {
    technical: "what the gateway reported; a number that it stops is explained by its message",
  },
  sms_stops: { by: ["stops-are-explained"] },
  statement_acceptances: { by: ["statements-as-witnessed", "statements-add-up"] },
  statement_accounts: { by: ["accounts-as-witnessed"] },
  statement_files: { by: ["statements-as-witnessed"] },
  statement_line_days: {
    by: ["lines-are-summed"],
    but: {
      [GONE]: NOTHING_SUMMED,
      account_id: NOTHING_SUMMED,
      on_day: NOTHING_SUMMED,
      state: NOTHING_SUMMED,
    },
  },
  statement_line_sources: { by: ["statements-as-witnessed"] },
  statement_line_words: { technical: "an index to search by" },
  statement_lines: {
    by: ["statements-as-witnessed", "line-states-as-derived", "codes-are-learned"],
    but: { live: "what M-PESA says of a line that a statement proves changes nothing of it" },
  },
  statement_lines_to_index: { technical: "a queue of what is to be indexed" },
  statement_matches: { by: ["matches-by-hand-are-audited"] },
  statement_set_asides: { elsewhere: "server/verify/code-invariants.test.ts" },
  statement_twins: { elsewhere: "server/verify/code-invariants.test.ts" },
  statements: {
    by: ["statements-as-witnessed", "statements-add-up", "reconciliation-begins-as-stated"],
  },
  throttle: { technical: "counts the last minutes" },
  two_step: { by: ["two-step-as-witnessed"], but: { last_step: "a code lives for 30 seconds" } },
  usual_fines: { by: ["usual-fines-as-audited"], but: { place: "the order on a page" } },
  verify_runs: { by: ["checks-as-witnessed"] },
  words: {
    by: ["words-are-agreed", "words-are-told"],
    but: { texts: "its messages say how many" },
  },
};
