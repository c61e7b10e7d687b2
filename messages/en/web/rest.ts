// The words of all other pages that a member opens: one chunk, fetched with the first of them.
export { fields, labels } from "../fields.ts";
export { officials } from "./members.ts";
export { fines, loans, payTo, transactions } from "./payments.ts";
export { charts } from "./reports.ts";

/** Words of what happens without a network: stored figures, payments on their way, a new version, installing. */
export const offline = {
  offline: "You are offline.",
  away: "The server cannot be reached.",
  asOf: "Figures as of {when}.",
  newVersion: "A new version is ready.",
  reload: "Reload",
  outbox: "Payments on their way",
  waitingNetwork: "Waiting for the network: {amount}, ref {reference}",
  waitingServer: "Waiting to be sent: {amount}, ref {reference}",
  old: "Not sent for more than a day: {amount}, ref {reference}",
  oldText: "Typed on {when}. Look whether it is listed already before you send it.",
  refused: "Not accepted: {amount}, ref {reference}",
  sent: "Sent: {amount}, ref {reference}",
  forContribution: "Contribution for {month}",
  forLoan: "Repayment of {loan}",
  forFine: "Payment of fines",
  forSum: "What was owed",
  typed: "typed on {when}",
  sendNow: "Send now",
  discard: "Discard",
  correct: "Correct it",
  close: "Close",
  storedToast:
    "There is no network. Your payment is kept on this device and is sent once the network is back.",
  sentToast: "Your payment was sent: {detail}",
  refusedToast: "Your kept payment was not accepted: {detail}",
  discardTitle: "Discard this payment?",
  discardText:
    "{amount}, ref {reference}, is removed from this device and not sent again. If it did reach the server, you will find it among your payments.",
  keep: "Keep it",
  leaveTitle: "Sign out now?",
  leaveText:
    "{count, plural, one {# payment has} other {# payments have}} not been sent. Signing out removes what was typed from this device.",
  leaveMeeting:
    "{count, plural, one {# thing has} other {# things have}} not been sent, also of a meeting. Signing out removes what was typed from this device.",
  leave: "Sign out and discard",
  stay: "Stay signed in",
} as const;

/** Words of the auditor's seat: giving it, entering it, and what an auditor reads. */
export const auditors = {
  title: "Auditors",
  text: "Somebody who is no member may read the books, the members and the audit log for some days, and change nothing. Every member sees it on their home.",
  none: "Nobody reads the books as auditor.",
  invite: "Invite auditor",
  inviteTitle: "Invite an auditor",
  inviteSummary:
    "You get a link to pass on. It is shown once, and opens the books until the last day.",
  name: "Name",
  nameHelp: "Who audits the books, such as a firm.",
  nameRequired: "Say who audits the books.",
  days: "Days",
  daysHelp: "From 1 to {most} days.",
  until: "Until {date}",
  neverEntered: "has not entered yet",
  entered: "last entered {moment}",
  end: "End seat",
  endTitle: "End the seat of {name}",
  endText:
    "The link opens nothing any more, and whoever reads the books by it is signed out at once.",
  link: "the link",
  linkOnce: "Copy the link for {name} now: it is shown this once.",
  enterTitle: "Read the books as auditor",
  enterText:
    "You see reports, journal, members and audit log, and change nothing. Whoever is signed in on this device is signed out.",
  enter: "Enter",
  back: "Accounting",
  backToMembers: "Members and statements",
  members: "Members and statements",
  membersText: "Every member, and what moved on their account.",
  contributions: "Contributions",
  statementOf: "Statement of {name}",
  moved: "What moved",
  settings: "Group settings",
  settingsText: "The rules of the group, and every change of them.",
} as const;
