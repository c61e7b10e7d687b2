/** What is reported in a line (NOTE-1): in the list, by SMS, and as the body of a mail. At most 160 characters (NOTE-10). */
export const notices = {
  /** Subjects of the mails of those that have no mail of their own words. */
  subjects: {
    receipt: "{group}: about your money",
    loan: "{group}: about your loan",
    fine: "{group}: about a fine",
    reminder: "{group}: a reminder",
    membership: "{group}: about your membership",
    security: "{group}: about your account",
    office: "{group}: for the officials",
    month: "{group}: the month in a page",
    word: "{group}: a word from the Chairperson",
  },

  /** Texts with a code, which no list has. */
  codes: {
    claim:
      "{code} proves that you are {reg} in the group's book. It was asked for with phone {phone}. Not you? Give it to nobody, and tell an official.",
    join: "{code} proves that this phone is yours. Enter it where you signed up. Not you? Give it to nobody, and tell an official.",
    invitation:
      "Your savings group invites {reg} to its books. Open {url} and type {code}. It works once, until {day}.",
  },

  payment_submitted:
    "Your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} is recorded, reference {reference}. It waits for approval.",
  payment_approved:
    "Receipt {number}: your {kind, select, contribution {contribution of {amount} is approved. You have saved {total}.} loan_payment {loan payment of {amount} is approved. Left to repay: {total}.} rotation_payment {merry-go-round payment of {amount} is approved. Left to pay: {total}.} fund_payment {fund payment of {amount} is approved.} other {fine payment of {amount} is approved. Unpaid fines: {total}.}}",
  payment_approved_for_reason:
    "The {office} approved your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount}, which no statement confirms: {reason}",
  payment_rejected:
    "Your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} was rejected and is not counted: {reason}",
  payment_withdrawn:
    "{own, select, yes {You} other {{official}}} withdrew the {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount}. It is not counted, and its reference can be used again.",
  payment_entered:
    "{official} entered {amount} as a {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of yours. If it is not, tell an official.",
  payment_matched:
    "The statement says {found} for your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount}: {reason}",
  payment_contested:
    "{side, select, first {Another member claims the payment you reported} other {Another member reported your payment before you}}, {amount}, reference {reference}{side, select, first {, and the statement names them} other {}}. The officials decide whose it is.",
  mpesa_unknown:
    "We do not know yet whether your M-PESA payment of {amount} went through. Do not pay again before M-PESA answers.",
  mpesa_unplaced:
    "Your M-PESA payment {reference} of {amount} came, but is not recorded yet: {reason} The officials know.",
  mpesa_unplaced_office:
    "The M-PESA payment {reference} of {amount} by {member} came, but could not be recorded: {reason}",
  mpesa_payout_paid: "{amount} was sent to your M-PESA that ends in {phone}, receipt {reference}.",
  mpesa_payout_refused: "{amount} could not be sent to your M-PESA: {reason}",
  mpesa_returned:
    "Your M-PESA payment {reference} of {amount} went back to the phone that it came from. The officials know why.",
  entry_reversed: "An entry on your account was reversed, {amount} of {day}: {reason}",
  debt_recovered: "{amount} is received towards what you owe. Left to pay: {left}.",
  left_group:
    "You have left the group, and your account is settled: {due} {owing, select, yes {is left for you to pay} other {was paid to you}}.",

  share_paid:
    "Your share: {amount}.{back, select, yes { Savings: {savings}.} other {}}{off, select, yes { Debts paid: {offset}.} other {}} {way, select, savings {Added to savings: {left}.} other {You receive {left}.}}",
  share_taken_back: "Your share of {amount} was taken back: {reason}",
  loan_entered:
    "{official} entered an application for a loan of {amount} in your name. If you did not ask for it, tell an official.",
  loan_paid_out: "Your loan of {amount} is approved and paid out. You repay {total} by {due}.",
  loan_rejected: "Your application for a loan of {amount} was rejected: {reason}",
  loan_withdrawn:
    "{own, select, yes {You} other {{official}}} withdrew your application for a loan of {amount} before an official decided.",
  loan_repaid: "Your loan of {amount} is repaid in full. Thank you.",
  guarantee_asked:
    "{member} asks you to guarantee {amount} of a loan. See its instalments, then agree or decline.",
  guarantee_agreed: "{member} guarantees {amount} of your loan.",
  guarantee_declined: "{member} does not guarantee {amount} of your loan.",
  guarantee_withdrawn: "{member} no longer guarantees {amount} of your loan.",
  guarantee_released: "You no longer guarantee {amount} of a loan of {member}.",
  guarantee_called: "{amount} was taken out of your savings for a loan of {member}.",
  loan_change_asked:
    "A change of the loan of {member} waits: new instalments, or a call on savings.",
  loan_change_done: "The change of the loan of {member} now counts.",
  loan_change_ended: "The change of the loan of {member} has ended: it was not agreed.",
  loan_fallen_due: "Your loan of {amount} was due on {due}. Left to repay: {left}.",
  loan_due:
    "{days, plural, =0 {Your loan is due today.} one {Your loan is due tomorrow.} other {Your loan is due in {days} days, on {due}.}} Left to repay: {left}.",
  loan_late:
    "{days, plural, one {Your loan is {days} day late.} other {Your loan is {days} days late.}} Left to repay: {left}.",
  instalment_due:
    "{days, plural, =0 {A payment on your loan is due today.} one {A payment on your loan is due tomorrow.} other {A payment on your loan is due in {days} days, on {due}.}} To pay: {left}.",
  instalment_late:
    "Your loan payment of {due} is {days, plural, one {{days} day} other {{days} days}} late. Left of it: {left}.",

  fine_charged: "You have been fined {amount}: {why}",
  fine_paid: "Your fine of {amount} is paid.",
  fine_reversed: "Your fine of {amount} was taken back: {why}",

  contribution_due: "You have paid up to {due}. Your next contribution is {amount}.",
  contribution_due_today: "You have paid up to today. Your next contribution is {amount}.",
  contribution_waits:
    "{waiting} that you paid waits for the officials. With it you have paid up to {due}. Your next contribution is {amount}.",
  late_fine_tomorrow:
    "If you pay no contribution today, you are fined {amount} tomorrow for being late.",

  status_approve: "Your membership is approved. You can now pay contributions and apply for loans.",
  status_reject: "Your application to join was not approved: {reason}",
  status_activate: "Your account is active again. You can sign in.",
  status_dormant: "Your membership is now dormant: you can pay and repay, but not borrow.",
  status_deactivate: "Your account was deactivated, so you can no longer sign in.",
  status_lift_dormancy: "Your membership is active again. You can borrow.",
  office_given: "You are now {office}.",
  office_taken: "You are no longer {office}.",
  office_proposed: "{member} is proposed as {office}. It counts from {moment}.",
  office_needs_agreement:
    "{member} is proposed as {office}. Another official must agree, or most members.",
  office_removal_proposed:
    "It is proposed that {member} is no longer {office}. It counts from {moment}.",
  office_objection:
    "{by} objects to what is proposed about {member} and the office of {office}: {reason}",
  office_stays: "{member} stays {office}.",
  office_counts: "{member} is now {office}.",
  office_lost: "{member} is no longer {office}.",
  office_not_given: "{member} does not become {office}.",
  figures_resolved: "{official} answered what you said of the figures from the book: {words}",

  figures_on_paper:
    "{official} noted that you confirmed on paper what the book says of you. If you did not, tell another official.",

  account_confirmed:
    "{official} confirmed your account. Sign in with your phone and your password.",
  reset_handed_over:
    "{official} made a link that sets a new password for your account. If you did not ask for it, tell another official now.",
  book_invited:
    "An invitation to claim the account of {reg} went to the phone in the group's book.",
  join_code: "A code was sent to {phone}, which proves your account.",
  claim_code: "A code was sent to the phone that the group's book has of {reg}.",
  claim_invited:
    "A new link to claim {reg}, {member}, was made; the earlier one ended. If you have not got it, tell an official.",
  book_claimed:
    "{reg}, {member}, in the group's book is claimed with phone {phone} and email {email}. If that is not you, tell an official.",
  claim_taken:
    "The account of {reg} now uses phone {phone} and email {email}. If that is not you, tell an official.",
  name_changed:
    "{official} changed the name of your account to {member}. If that is wrong, tell another official.",
  password_changed:
    "Your password was changed on {moment}. If that was not you, tell the Chairperson at once.",
  new_device:
    "Signed in to your account on a new device on {moment}: {device}. If that was not you, change your password.",
  two_step_on:
    "Two-step sign-in was turned on for your account. If that was not you, tell the Chairperson.",
  two_step_off:
    "Two-step sign-in was turned off for your account. If that was not you, tell the Chairperson.",
  two_step_codes: "Your account has new recovery codes. If that was not you, tell the Chairperson.",
  two_step_reset: "The Chairperson turned off two-step sign-in for your account.",
  email_change_requested:
    "Your email is about to change to {email}. If that was not you, change your password now.",
  email_changed: "Your account now uses {email}. If that was not you, tell the Chairperson.",
  email_put_back: "Your account uses {email} again. Every device was signed out.",
  phone_change_requested:
    "Your phone is about to change to {phone}. If that was not you, change your password now.",
  push_added:
    "A device shows your notices on its screen since {moment}: {device}. If that was not you, end it under your notices and change your password.",
  phone_changed:
    "Your account now uses the phone {phone}. If that was not you, tell the Chairperson.",

  loan_applied: "{member} applies for a loan of {amount}. It waits for the officials.",
  digest:
    "{count, plural, one {{count} thing waits for you, since {since}.} other {{count} things wait for you, the oldest since {since}.}}",
  member_changed: "{change} Done by {by}.",
  rotation_paid_out: "Your turn in {name} is paid out: {amount}.",
  rotation_confirmed:
    "{member} confirms {amount} that you paid straight to them for the merry-go-round.",
  rotation_settled: "{amount} that you owed in {name} was taken from your savings by both offices.",
  rotation_turn_next: "Your turn in {name} is the next one, on {day}.",
  rotation_owed: "You owe {amount} in {name}.",
  meeting_called:
    "{kind, select, annual {Annual meeting} special {Special meeting} other {Meeting}} {number} is on {date}{time, select, none {} other { at {time}}}. Place: {where}",
  meeting_moved:
    "Changed: {kind, select, annual {annual meeting} special {special meeting} other {meeting}} {number} is on {date}{time, select, none {} other { at {time}}}. Place: {where}",
  meeting_cancelled:
    "{kind, select, annual {Annual meeting} special {Special meeting} other {Meeting}} {number} on {date} is cancelled.",
  meeting_today:
    "Today: {kind, select, annual {annual meeting} special {special meeting} other {meeting}} {number}{time, select, none {} other { at {time}}}. Place: {where}",
  meeting_tomorrow:
    "Tomorrow: {kind, select, annual {annual meeting} special {special meeting} other {meeting}} {number}{time, select, none {} other { at {time}}}. Place: {where}",
  meeting_closed:
    "Meeting {number}: {there} of {people} were there. You: {mark, select, present {present} late {late} apology {apology} other {absent}}. The bank holds {bank}.",
  meeting_closed_with_cash:
    "Meeting {number}: {there} of {people} were there. You: {mark, select, present {present} late {late} apology {apology} other {absent}}. Counted {counted}. Bank {bank}, cash {cash}.",
  minutes_adopted:
    "The minutes of meeting {number} on {date} are adopted. They stay as they are from now on.",
  rotation_drawn: "The order of {name} is drawn: your turn is {turn} of {turns}, on {day}.",
  rotation_swap_asked:
    "{member} asks to swap turns with you in the merry-go-round. Answer on its page.",
  rotation_swapped: "You and {member} have swapped turns. Yours is now turn {turn}, on {day}.",
  rotation_swap_refused: "{member} does not swap turns with you in the merry-go-round.",
  rotation_pay_out_waits:
    "{by} pays {amount} to {member} in the merry-go-round. It needs your word too.",
  rotation_settling_waits:
    "{by} takes {amount} that {member} owes in the merry-go-round from their savings. It needs your word too.",
  share_out_proposed: "{by} proposes a share-out of {amount}. It needs your agreement.",
  share_out_refused: "{by} refused the share-out of {amount}: {reason}",
  share_out_take_back:
    "{by} wants the share-out of {amount} taken back: {reason}. It needs you too.",
  money_proposed:
    "{by} proposes to take {amount} out of the bank: {what}. It needs a second official.",
  fine_proposed: "{by} proposes to fine {amount}: {what}. It needs a second official.",
  cash_proposed: "{by} proposes this of the cash, {amount}: {what}. It needs the other office.",
  fund_proposed: "{by} proposes this of the funds, {amount}: {what}. It needs the other office.",
  unmatch_proposed:
    "{by} proposes to undo the match of an approved payment of {amount}: {what}. It needs the other office.",
  setting_proposed: "{by} proposes another setting: {change}. It counts from {moment}.",
  setting_objected: "{by} objects to this change of the settings: {change}. {reason}",
  word_waiting:
    "{by} wrote a word to {people, plural, one {# member} other {# members}}, {cost} by SMS. It waits for a second official.",
  opening_proposed:
    "{by} proposes the group's book of {date}: {members, plural, one {# member} other {# members}}, savings of {savings}. It waits to be accepted.",
  opening_accepted: "{by} accepted the group's book of {date}. It is in the books.",
  opening_refused: "{by} refused the group's book of {date}: {reason}",
  opening_take_back_requested:
    "{by} wants to take back the group's book of {date}, which waits for another office: {reason}",
  opening_taken_back: "{by} agreed, and the group's book of {date} is taken back: {reason}",
  claim_waits:
    "{reg}, {member} in the book, is claimed with phone {phone} and email {email}{proof, select, sms {} mail {} other {: two officials must confirm them}}.",
  phone_waits: "{member} has another phone. The Chairperson confirms it.",
  pay_to_changed: "{by} changed where members pay. If you did not expect it, warn the members.",
  backup_failed: "Tonight's backup failed: {failure}",
  archive_failed: "The archive of the books fails: {failure}",
  books_broken:
    "The check of the books found {broken} of {count} that must hold broken. Approve nothing until it is known why.",
  tree_head: "The fingerprint of the books on {moment}, with {size} entries: {fingerprint}",
  figures_disputed: "{member} does not agree with the figures from the book: {words}",
  sms_balance_out:
    "The SMS account has no money left since {since}. Texts wait until it is topped up; mail goes on.",
  sms_budget: "Texts have cost {used} of this month's {cap}. Beyond it they are held back.",
  sms_failing: "The SMS gateway has not worked since {since}. Texts wait for it.",
  mpesa_denied:
    "M-PESA does not know receipt {reference} of {amount}, which a message to Akiba reported. It proves nothing.",
  mpesa_contradicted:
    "M-PESA says receipt {reference} with two amounts, one of them {amount}. It proves nothing until a statement has it.",
  mpesa_lacking:
    "M-PESA confirmed receipt {reference} of {amount}, and the statements of those days do not have it.",
  mpesa_failing: "M-PESA has not answered Akiba since {since}.",
  mpesa_credential:
    "M-PESA refuses the key or password that Akiba uses. Tell whoever runs the server.",
  mpesa_payout_unknown:
    "M-PESA has not said for 10 minutes whether it paid {amount}. Do not pay it otherwise before it does.",
  sms_opted_out: "{member} has asked the network for no more texts, and is sent none.",
  approved_payment_claimed:
    "{member} claims the payment {reference} of {amount}, which the statement shows as theirs and which is approved for {other}.",
  statement_gap: "The statements of {where} leave out {from} to {to}.",

  month_page:
    "{month}: you saved {saved} and owe {owed}. The group holds {total}, {reconciled, select, yes {reconciled.} open {reconciled, not all of it explained.} other {not reconciled yet.}} Log {fingerprint}",
  word: "{words}",
} as const;
