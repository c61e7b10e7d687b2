// Every notice, in both languages, with the longest names and amounts (NOTE-10).
import { describe, expect, test } from "vitest";
import { languages } from "#domain/language.ts";
import { noticeEventNames, type NoticeEventName } from "#domain/notices/notice-events.ts";
import { message, type Fact } from "#messages/message.ts";
import { storeFacts } from "#messages/stored-message.ts";
import { translatorFor } from "#messages/translator.ts";
import { writeMail } from "#server/core/mail/letters.ts";
import {
  noticeLetter,
  sayNotice,
  sayNoticeShort,
  TEXT_CHARACTERS_MOST,
  type NoticeFacts,
} from "./write-notices.ts";

const name = `${"Wanjiru".repeat(6).slice(0, 40)} ${"Otieno".repeat(7).slice(0, 40)}`;
const reason = "The money never came to the bank, as the statement shows. ".repeat(8);
const amount = 100_000_000_000n;
const total = 999_999_999_999n;
const moment = { at: new Date("2026-09-30T23:59:00+03:00") };
const due = { day: "2026-09-30" } as const;
const payment = { kind: "contribution", amount, reference: "Q".repeat(40) } as const;
const office = "Treasurer";
const member = name;
const reg = "R".repeat(60);
const phone = "+254712345678";
const email = `${"m".repeat(200)}@example.com`;
const fingerprint = "a1b2c3d4".repeat(8);

/** The longest name of a merry-go-round. */
const rotation = "m".repeat(60);

const meeting = (kind: "annual" | "ordinary" | "special") => ({
  kind,
  number: 1_000_000,
  date: due,
  time: "14:30",
  where: "p".repeat(120),
});

/** The longest value of each fact. */
const examples: { [Event in NoticeEventName]: readonly NoticeFacts<Event>[] } = {
  payment_submitted: [[payment], [{ ...payment, kind: "fine_payment" }]],
  payment_approved: (["contribution", "loan_payment", "fine_payment"] as const).map((kind) => [
    { number: "2147483647", kind, amount, total },
  ]),
  payment_approved_for_reason: [[{ ...payment, office: "Sec-Gen", reason }]],
  payment_rejected: [[{ ...payment, reason }]],
  payment_withdrawn: (["contribution", "loan_payment", "fine_payment"] as const).flatMap((kind) => [
    [{ kind, amount, own: "yes", official: "" }],
    [{ kind, amount, own: "no", official: name }],
  ]),
  payment_entered: [[{ ...payment, official: name }]],
  payment_matched: [[{ ...payment, found: total, reason }]],
  entry_reversed: [[{ amount, day: due, reason }]],
  debt_recovered: [[{ amount, left: total }]],
  left_group: [[{ due: total, owing: "yes" }], [{ due: total, owing: "no" }]],
  share_paid: (["bank", "savings"] as const).flatMap((way) =>
    (["yes", "no"] as const).map((is): NoticeFacts<"share_paid"> => [
      { amount, back: is, savings: total, off: is, offset: total, way, left: total },
    ]),
  ),
  loan_entered: [[{ official: name, amount }]],
  loan_paid_out: [[{ amount, total, due }]],
  loan_rejected: [[{ amount, reason }]],
  loan_withdrawn: [[{ amount, own: "yes", official: "" }], [{ amount, own: "no", official: name }]],
  loan_repaid: [[{ amount }]],
  guarantee_asked: [[{ member, amount }]],
  guarantee_agreed: [[{ member, amount }]],
  guarantee_declined: [[{ member, amount }]],
  guarantee_withdrawn: [[{ member, amount }]],
  guarantee_released: [[{ member, amount }]],
  guarantee_called: [[{ member, amount }]],
  loan_change_asked: [[{ member }]],
  loan_change_done: [[{ member }]],
  loan_change_ended: [[{ member }]],
  loan_fallen_due: [[{ amount, due, left: total }]],
  loan_due: [7, 1, 0].map((days) => [{ days, due, left: total }]),
  loan_late: [1, 7, 30].map((days) => [{ days, left: total }]),
  instalment_due: [7, 1, 0].map((days) => [{ days, due, left: total }]),
  instalment_late: [1, 7, 30].map((days) => [{ days, due, left: total }]),
  fine_charged: [
    [{ amount, why: reason }],
    [{ amount, why: message("descriptions.lateFine", { months: 4, since: due }) }],
  ],
  fine_paid: [[{ amount }]],
  fine_reversed: [[{ amount, why: reason }]],
  contribution_due: [[{ amount, due }]],
  contribution_due_today: [[{ amount }]],
  contribution_waits: [[{ amount, due, waiting: total }]],
  late_fine_tomorrow: [[{ amount }]],
  status_approve: [[]],
  status_reject: [[{ reason }]],
  status_activate: [[]],
  status_dormant: [[]],
  status_deactivate: [[]],
  status_lift_dormancy: [[]],
  office_given: [[{ office }]],
  office_taken: [[{ office }]],
  office_proposed: [[{ member, office, moment }]],
  office_needs_agreement: [[{ member, office }]],
  office_removal_proposed: [[{ member, office, moment }]],
  office_objection: [[{ by: name, member, office, reason }]],
  office_stays: [[{ member, office }]],
  office_counts: [[{ member, office }]],
  office_lost: [[{ member, office }]],
  office_not_given: [[{ member, office }]],
  figures_resolved: [[{ official: name, words: reason }]],
  password_changed: [[{ moment }]],
  new_device: [[{ moment, device: "Chrome, Android" }]],
  two_step_on: [[]],
  two_step_off: [[]],
  two_step_codes: [[]],
  two_step_reset: [[]],
  figures_on_paper: [[{ official: name }]],
  claim_code: [[{ reg }]],
  join_code: [[{ phone: "…149" }]],
  account_confirmed: [[{ official: name }]],
  reset_handed_over: [[{ official: name }]],
  book_invited: [[{ reg }]],
  claim_invited: [[{ reg, member }]],
  book_claimed: [[{ reg, member, phone, email }]],
  claim_taken: [[{ reg, phone, email }]],
  claim_waits: (["sms", "mail", "officials"] as const).map((proof) => [
    { reg, member, phone, email, proof },
  ]),
  name_changed: [[{ official: name, member }]],
  email_change_requested: [[{ email: `${"m".repeat(200)}@example.com` }]],
  email_changed: [[{ email: `${"m".repeat(200)}@example.com` }]],
  email_put_back: [[{ email: `${"m".repeat(200)}@example.com` }]],
  phone_change_requested: [[{ phone: "…678" }]],
  push_added: [[{ moment, device: "Chrome, Android" }]],
  phone_changed: [[{ phone: "…678" }]],
  loan_applied: [[{ member, amount }]],
  share_out_proposed: [[{ by: name, amount }]],
  share_out_refused: [[{ by: name, amount, reason }]],
  share_out_take_back: [[{ by: name, amount, reason }]],
  share_taken_back: [[{ amount, reason }]],
  rotation_paid_out: [[{ name: rotation, amount }]],
  rotation_confirmed: [[{ member, amount }]],
  rotation_settled: [[{ name: rotation, amount }]],
  rotation_turn_next: [[{ name: rotation, day: due }]],
  rotation_owed: [[{ name: rotation, amount }]],
  meeting_called: (["ordinary", "annual"] as const).map((kind) => [meeting(kind)]),
  meeting_moved: (["ordinary", "annual"] as const).map((kind) => [meeting(kind)]),
  meeting_cancelled: [[meeting("annual")]],
  meeting_today: [[meeting("annual")], [{ ...meeting("special"), time: "none" }]],
  meeting_tomorrow: [[meeting("annual")], [{ ...meeting("special"), time: "none" }]],
  minutes_adopted: [[{ number: 1_000, date: due }]],
  meeting_closed: (["present", "late", "apology", "absent"] as const).map((mark) => [
    { number: 1_000_000, there: 10_000, people: 10_000, mark, bank: total },
  ]),
  meeting_closed_with_cash: (["present", "late", "apology", "absent"] as const).map((mark) => [
    { number: 1_000, there: 500, people: 500, mark, counted: amount, bank: total, cash: amount },
  ]),
  rotation_drawn: [[{ name: rotation, turn: 1_000, turns: 1_000, day: due }]],
  rotation_swap_asked: [[{ member }]],
  rotation_swapped: [[{ member, turn: 1_000, day: due }]],
  rotation_swap_refused: [[{ member }]],
  rotation_pay_out_waits: [[{ by: "m".repeat(30), amount, member }]],
  rotation_settling_waits: [[{ by: "m".repeat(30), amount, member }]],
  digest: [[{ count: 1, since: due }], [{ count: 1_000, since: due }]],
  member_changed: [
    [{ change: message("done.members.dormant", { member }), by: "m".repeat(30) }],
    [
      {
        change: message("done.members.dormant", { member }),
        by: message("mails.unnamed.operator"),
      },
    ],
  ],
  money_proposed: [[{ by: name, amount, what: reason }]],
  fine_proposed: [[{ by: name, amount, what: reason }]],
  cash_proposed: [[{ by: name, amount, what: reason }]],
  fund_proposed: [[{ by: name, amount, what: reason }]],
  unmatch_proposed: [[{ by: name, amount, what: reason }]],
  setting_proposed: [
    [
      {
        by: name,
        change: message("descriptions.officeDelay", { before: "168", after: "0" }),
        moment,
      },
    ],
  ],
  setting_objected: [
    [
      {
        by: name,
        change: message("descriptions.officeDelay", { before: "168", after: "0" }),
        reason,
      },
    ],
  ],
  word_waiting: [
    [{ by: name, people: 1, cost: total }],
    [{ by: name, people: 10_000, cost: total }],
  ],
  opening_proposed: [
    [{ by: name, date: { day: "2026-09-30" }, members: 1, savings: total }],
    [{ by: name, date: { day: "2026-09-30" }, members: 10_000, savings: total }],
  ],
  opening_accepted: [[{ by: name, date: { day: "2026-09-30" } }]],
  opening_refused: [[{ by: name, date: { day: "2026-09-30" }, reason }]],
  opening_take_back_requested: [[{ by: name, date: { day: "2026-09-30" }, reason }]],
  opening_taken_back: [[{ by: name, date: { day: "2026-09-30" }, reason }]],
  phone_waits: [[{ member }]],
  pay_to_changed: [[{ by: name }]],
  backup_failed: [[{ failure: reason }]],
  archive_failed: [[{ failure: reason }]],
  books_broken: [[{ broken: 12, count: 120 }]],
  tree_head: [[{ moment, size: 1_000_000, fingerprint }]],
  figures_disputed: [[{ member, words: reason }]],
  sms_balance_out: [[{ since: moment }]],
  sms_budget: [[{ used: total, cap: total }]],
  mpesa_denied: [[{ reference: "UCG1234567", amount: total }]],
  mpesa_contradicted: [[{ reference: "UCG1234567", amount: total }]],
  mpesa_lacking: [[{ reference: "UCG1234567", amount: total }]],
  mpesa_failing: [[{ since: moment }]],
  mpesa_credential: [[]],
  sms_failing: [[{ since: moment }]],
  sms_opted_out: [[{ member }]],
  payment_contested: [
    [{ side: "first", amount, reference: "UJ7K2H8QWE" }],
    [{ side: "named", amount, reference: "UJ7K2H8QWE" }],
  ],
  mpesa_unknown: [[{ amount }]],
  mpesa_payout_paid: [[{ amount, phone: "149", reference: "UJ7K2H8QWE" }]],
  mpesa_payout_refused: [[{ amount, reason }]],
  mpesa_returned: [[{ amount, reference: "UJ7K2H8QWE" }]],
  mpesa_payout_unknown: [[{ amount: total }]],
  mpesa_unplaced: [[{ amount, reference: "UJ7K2H8QWE", reason }]],
  mpesa_unplaced_office: [[{ amount, reference: "UJ7K2H8QWE", member, reason }]],
  approved_payment_claimed: [[{ member, other: member, amount, reference: "UJ7K2H8QWE" }]],
  statement_gap: [[{ where: reason, from: due, to: due }]],
  month_page: [
    [
      {
        month: { month: "2026-09-01" },
        saved: total,
        owed: total,
        total,
        reconciled: "no",
        fingerprint,
      },
    ],
  ],
  word: [[{ words: "Mkutano ni Jumamosi saa nne." }]],
};

const all = noticeEventNames.flatMap((event) =>
  examples[event].map((params) => {
    const facts: Readonly<Record<string, Fact>> = params[0] ?? {};
    return { event, facts, stored: { event, facts: storeFacts(facts) } };
  }),
);

// The part of the GSM 03.38 alphabet that occurs here; names are transliterated when an SMS is sent.
const GSM = /^[A-Za-z0-9 \n@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;

describe.each(languages)("in %s", (language) => {
  const t = translatorFor(language);

  test.each(all)("$event fits into a text of one part", ({ stored }) => {
    const text = sayNoticeShort(t, stored);
    expect(text.length).toBeLessThanOrEqual(TEXT_CHARACTERS_MOST);
    expect(text.replaceAll("…", "")).toMatch(GSM);
    expect(text).not.toMatch(/[{}]|undefined/);
  });

  test.each(all)("$event keeps every figure when it is cut", ({ stored, facts }) => {
    const text = sayNoticeShort(t, stored);
    const figures = Object.values(facts).filter((fact) => typeof fact === "bigint");
    const kes = (cents: bigint) => t("notices.loan_repaid", { amount: cents });
    const spelled = figures.map((cents) => /KES [\d,.]*\d/.exec(kes(cents))?.[0] ?? "");
    for (const figure of spelled) expect(text).toContain(figure);
  });

  test.each(all)("$event is read in full in the list and in a mail", ({ stored }) => {
    const text = sayNotice(t, stored);
    const to = { email: "a@example.com", first_name: "Achieng", language };
    const mail = writeMail(to, "Mbuyu", noticeLetter(stored));
    expect(mail.subject).toMatch(/^Mbuyu: /);
    expect(mail.body).toContain(text);
  });
});
