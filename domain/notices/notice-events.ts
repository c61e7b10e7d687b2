// Everything that members and officials are notified of (NOTE-1, NOTE-2, NOTE-9): its kind, and when it is no longer
// true. Its texts have its name in messages/*/notices.ts. A new notice is one entry here, its two texts, and an
// example in server/core/notices/notice-texts.test.ts.
import type { NoticeKind } from "./notice-choices.ts";

/** When a notice that waits for the morning is no longer true (NOTE-5); checked again when it is sent. */
export type Untruth =
  | "contribution-paid"
  | "payment-withdrawn"
  | "loan-repaid"
  | "instalment-paid"
  | "fine-settled"
  | "loan-decided"
  | "payment-decided"
  | "ask-decided"
  | "nothing-waits"
  | "no-contribution-waits"
  | "no-sheet-waits"
  | "word-decided"
  | "proposal-refused"
  | "office-decided"
  | "phone-decided"
  | "claim-decided"
  | "invitation-over"
  | "figures-answered"
  | "sheet-taken-back"
  | "gap-filled"
  | "gateway-has-money"
  | "gateway-works"
  | "meeting-elsewhen";

type NoticeEvent = {
  kind: NoticeKind;
  untrueOnce?: Untruth;
  /**
   * The same for SMS and push only, which wait for the morning: its mail leaves at once, and protects whoever reads
   * it later.
   */
  textUntrueOnce?: Untruth;
  /** Sent in quiet hours too: somebody waits for it. */
  isUrgent?: true;
  /** Its text has a code: no list shows it. */
  hasCode?: true;
  /** Also sent to the phone that the member had before, for a while (NOTE-16). */
  goesToEarlierPhone?: true;
};

const events = {
  payment_submitted: { kind: "receipt", untrueOnce: "payment-withdrawn" },
  payment_withdrawn: { kind: "receipt" },
  payment_approved: { kind: "receipt" },
  payment_approved_for_reason: { kind: "receipt" },
  payment_rejected: { kind: "receipt" },
  payment_entered: { kind: "receipt", goesToEarlierPhone: true },
  payment_matched: { kind: "receipt" },
  payment_contested: { kind: "receipt", textUntrueOnce: "payment-decided" },
  mpesa_unknown: { kind: "receipt", untrueOnce: "ask-decided" },
  mpesa_unplaced: { kind: "receipt" },
  mpesa_unplaced_office: { kind: "office" },
  mpesa_payout_paid: { kind: "receipt" },
  mpesa_payout_refused: { kind: "receipt" },
  mpesa_returned: { kind: "receipt" },
  entry_reversed: { kind: "receipt" },
  debt_recovered: { kind: "receipt" },
  left_group: { kind: "receipt" },
  share_paid: { kind: "receipt" },
  share_taken_back: { kind: "receipt" },
  rotation_paid_out: { kind: "receipt" },
  rotation_confirmed: { kind: "receipt" },
  rotation_settled: { kind: "receipt" },

  loan_entered: { kind: "loan", goesToEarlierPhone: true },
  loan_paid_out: { kind: "loan" },
  loan_rejected: { kind: "loan" },
  loan_withdrawn: { kind: "loan" },
  loan_repaid: { kind: "loan" },
  guarantee_asked: { kind: "loan" },
  guarantee_agreed: { kind: "loan" },
  guarantee_declined: { kind: "loan" },
  guarantee_withdrawn: { kind: "loan" },
  guarantee_released: { kind: "loan" },
  guarantee_called: { kind: "receipt" },
  loan_change_asked: { kind: "loan" },
  loan_change_done: { kind: "loan" },
  loan_change_ended: { kind: "loan" },
  loan_fallen_due: { kind: "loan", untrueOnce: "loan-repaid" },
  loan_due: { kind: "reminder", untrueOnce: "loan-repaid" },
  loan_late: { kind: "reminder", untrueOnce: "loan-repaid" },
  instalment_due: { kind: "reminder", untrueOnce: "instalment-paid" },
  instalment_late: { kind: "reminder", untrueOnce: "instalment-paid" },

  fine_charged: { kind: "fine", untrueOnce: "fine-settled" },
  fine_paid: { kind: "fine" },
  fine_reversed: { kind: "fine" },

  contribution_due: { kind: "reminder", untrueOnce: "contribution-paid" },
  contribution_due_today: { kind: "reminder", untrueOnce: "contribution-paid" },
  contribution_waits: { kind: "reminder", untrueOnce: "no-contribution-waits" },
  late_fine_tomorrow: { kind: "reminder", untrueOnce: "contribution-paid" },
  rotation_turn_next: { kind: "reminder" },
  rotation_owed: { kind: "reminder" },
  meeting_called: { kind: "reminder", untrueOnce: "meeting-elsewhen" },
  meeting_moved: { kind: "reminder", untrueOnce: "meeting-elsewhen" },
  meeting_cancelled: { kind: "reminder" },
  meeting_today: { kind: "reminder", untrueOnce: "meeting-elsewhen" },
  meeting_tomorrow: { kind: "reminder", untrueOnce: "meeting-elsewhen" },

  rotation_drawn: { kind: "membership" },
  rotation_swap_asked: { kind: "membership" },
  rotation_swapped: { kind: "membership" },
  rotation_swap_refused: { kind: "membership" },

  status_approve: { kind: "membership" },
  status_reject: { kind: "membership" },
  status_activate: { kind: "membership" },
  status_dormant: { kind: "membership" },
  status_deactivate: { kind: "membership" },
  status_lift_dormancy: { kind: "membership" },
  office_given: { kind: "membership" },
  office_taken: { kind: "membership" },
  office_proposed: { kind: "membership", textUntrueOnce: "office-decided" },
  office_needs_agreement: { kind: "membership", textUntrueOnce: "office-decided" },
  office_removal_proposed: { kind: "membership", textUntrueOnce: "office-decided" },
  office_objection: { kind: "membership", textUntrueOnce: "office-decided" },
  office_stays: { kind: "membership" },
  office_counts: { kind: "membership" },
  office_lost: { kind: "membership" },
  office_not_given: { kind: "membership" },
  figures_resolved: { kind: "membership", goesToEarlierPhone: true },
  figures_on_paper: { kind: "membership", goesToEarlierPhone: true },
  claim_invited: { kind: "security" },

  claim_code: { kind: "security", isUrgent: true, hasCode: true },
  join_code: { kind: "security", isUrgent: true, hasCode: true },
  account_confirmed: { kind: "security" },
  reset_handed_over: { kind: "security", goesToEarlierPhone: true },
  book_invited: { kind: "security", untrueOnce: "invitation-over", hasCode: true },
  book_claimed: { kind: "security" },
  claim_taken: { kind: "security", goesToEarlierPhone: true },
  password_changed: { kind: "security", goesToEarlierPhone: true },
  new_device: { kind: "security" },
  two_step_on: { kind: "security" },
  two_step_off: { kind: "security" },
  two_step_codes: { kind: "security" },
  two_step_reset: { kind: "security" },
  push_added: { kind: "security" },
  email_change_requested: { kind: "security", goesToEarlierPhone: true },
  email_changed: { kind: "security", goesToEarlierPhone: true },
  email_put_back: { kind: "security" },
  phone_change_requested: { kind: "security" },
  phone_changed: { kind: "security", goesToEarlierPhone: true },
  name_changed: { kind: "security", goesToEarlierPhone: true },

  loan_applied: { kind: "office", untrueOnce: "loan-decided" },
  digest: { kind: "office", untrueOnce: "nothing-waits" },
  member_changed: { kind: "office" },
  share_out_proposed: { kind: "office" },
  share_out_refused: { kind: "office" },
  share_out_take_back: { kind: "office" },
  rotation_pay_out_waits: { kind: "office" },
  rotation_settling_waits: { kind: "office" },
  // Sent even if another official has agreed: money left the bank, or a safeguard was weakened.
  money_proposed: { kind: "office", textUntrueOnce: "proposal-refused" },
  fine_proposed: { kind: "office", textUntrueOnce: "proposal-refused" },
  cash_proposed: { kind: "office", textUntrueOnce: "proposal-refused" },
  fund_proposed: { kind: "office", textUntrueOnce: "proposal-refused" },
  unmatch_proposed: { kind: "office", textUntrueOnce: "proposal-refused" },
  setting_proposed: { kind: "membership", textUntrueOnce: "proposal-refused" },
  setting_objected: { kind: "membership" },
  word_waiting: { kind: "office", untrueOnce: "word-decided" },
  claim_waits: { kind: "office", textUntrueOnce: "claim-decided" },
  phone_waits: { kind: "office", textUntrueOnce: "phone-decided" },
  opening_proposed: { kind: "office", untrueOnce: "no-sheet-waits" },
  opening_accepted: { kind: "office" },
  opening_refused: { kind: "office" },
  opening_take_back_requested: { kind: "office", textUntrueOnce: "sheet-taken-back" },
  opening_taken_back: { kind: "office" },
  pay_to_changed: { kind: "office" },
  backup_failed: { kind: "office" },
  archive_failed: { kind: "office" },
  books_broken: { kind: "office" },
  tree_head: { kind: "office" },
  figures_disputed: { kind: "office", textUntrueOnce: "figures-answered" },
  approved_payment_claimed: { kind: "office" },
  statement_gap: { kind: "office", textUntrueOnce: "gap-filled" },
  sms_balance_out: { kind: "office", textUntrueOnce: "gateway-has-money" },
  sms_budget: { kind: "office" },
  sms_failing: { kind: "office", textUntrueOnce: "gateway-works" },
  sms_opted_out: { kind: "office" },
  mpesa_denied: { kind: "office" },
  mpesa_contradicted: { kind: "office" },
  mpesa_lacking: { kind: "office" },
  mpesa_failing: { kind: "office" },
  mpesa_credential: { kind: "office" },
  mpesa_payout_unknown: { kind: "office" },

  month_page: { kind: "month" },
  meeting_closed: { kind: "month" },
  meeting_closed_with_cash: { kind: "month" },
  minutes_adopted: { kind: "month" },
  word: { kind: "word" },
} as const satisfies Record<string, NoticeEvent>;

export type NoticeEventName = keyof typeof events;

export const noticeEvents: Readonly<Record<NoticeEventName, NoticeEvent>> = events;

export const noticeEventNames = Object.keys(events) as readonly NoticeEventName[];

/** Those that leave in quiet hours too. */
export const urgentEvents = noticeEventNames.filter((name) => noticeEvents[name].isUrgent === true);

export const eventsOfEarlierPhones = noticeEventNames.filter(
  (name) => noticeEvents[name].goesToEarlierPhone === true,
);
