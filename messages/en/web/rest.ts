// The words of all other pages that a member opens: one chunk, fetched with the first of them.
export { accounts } from "../books.ts";
export { fields, labels } from "../fields.ts";
export { proofs } from "./accounting.ts";
export { approvals } from "./approvals.ts";
export { invitations, members, offices, proposals } from "./members.ts";
export { fines, loans, payTo, transactions } from "./payments.ts";
export { charts, reports } from "./reports.ts";

/** Words of one's own profile and of confirming a new email address. */
export const profile = {
  title: "Profile",
  subtitle: "Your details, your password and where you are signed in.",
  details: "Your details",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone",
  email: "Email",
  pendingPhone:
    "{phone} waits to be confirmed by the Chairperson. Until then the old phone signs in.",
  phoneHelp: "Another phone signs in once the Chairperson has confirmed it.",
  stepUpHelp: "Needed to change your phone or email.",
  code: "Code",
  codeHelp: "Six digits of your authenticator app, or a recovery code.",
  emailHelp: "A new address is used once you open the link we mail to it.",
  pendingEmail: "{email} waits to be confirmed by the link we mailed to it.",
  save: "Save",
  readOnly: "Your account is cleared: your details can be read, but no longer changed.",
  photo: "Photo",
  choosePhoto: "Add photo",
  changePhoto: "Change photo",
  photoHelp: "PNG, JPEG or WebP, at most 2 MB.",
  photoTooLarge: "Choose a photo of at most 2 MB.",
  photoType: "Choose a PNG, JPEG or WebP picture.",
  password: "Password",
  currentPassword: "Current password",
  newPassword: "New password",
  newPasswordHelp: "At least 8 characters; not a common one, nor your own data.",
  confirmPassword: "Confirm new password",
  passwordsDiffer: "The two passwords are not the same.",
  required: "{label} is required.",
  changePassword: "Change password",
  passwordNote: "Every other device is signed out.",
  sessions: "Where you are signed in",
  thisDevice: "This device",
  unknownDevice: "Unknown device",
  lastUsed: "Last used {moment}",
  signedIn: "signed in {moment}",
  endSession: "Sign out",
  endOthers: "Sign out everywhere else",
  endTitle: "Sign out this device?",
  endText: "{device} at {address} is signed out at once.",
  username: "Username",
  regNumber: "Reg No",
  role: "Role",
  member: "Member",
  twoStep: "Two-step sign-in",
  undoTitle: "Put your earlier email address back",
  undoText:
    "Your account uses this address again, every device is signed out, and you set a new password by a link we mail to you.",
  undo: "Put this address back",
  undoFailed:
    "The link may be older than 7 days or already used. Speak to the Chairperson if your account is not in your hands.",
  confirmTitle: "Confirm your new email address",
  confirmText: "From then on you sign in with it, and the group's mails go there.",
  confirm: "Confirm this address",
  confirmFailed:
    "The link may be older than 24 hours, already used, or stopped by a change of password. Change the address again in your profile to get a new one.",
} as const;

/** Words of two-step sign-in on one's own profile. */
export const twoStep = {
  about:
    "Besides your password, signing in then asks for six digits that an app on your phone shows. Whoever learns your password still stays outside.",
  demanded:
    "Your group asks officials for two-step sign-in. Set it up here; until then your office rests.",
  off: "Off",
  on: "On",
  codesLeft: "{count, plural, one {# recovery code is} other {# recovery codes are}} left.",
  setUp: "Set up",
  renew: "New recovery codes",
  turnOff: "Turn off",
  storedOn: "As long as your group asks officials for it, it cannot be turned off.",
  setUpTitle: "Set up two-step sign-in",
  renewTitle: "New recovery codes",
  turnOffTitle: "Turn off two-step sign-in",
  password: "Current password",
  passwordHelp: "So that nobody else does this on a device you left open.",
  next: "Next",
  scan: "Scan this with an authenticator app, such as Aegis, Google Authenticator or 2FAS.",
  qrLabel: "QR code for your authenticator app",
  orType: "Or type this key into the app:",
  openApp: "Open the app on this device",
  code: "Code",
  codeHelp: "The six digits that the app shows now.",
  anyCodeHelp: "Six digits from your authenticator app, or a recovery code.",
  confirm: "Turn on",
  codesText:
    "Each of these codes signs you in once if you lose your phone. They are shown only now: keep them on paper or in a password keeper.",
  codesLabel: "Recovery codes",
  copy: "Copy",
  copied: "The recovery codes are copied.",
  copyFailed: "They could not be copied. Download or write them down.",
  download: "Download",
  done: "I have kept them",
  required: "{label} is required.",
} as const;

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
  leave: "Sign out and discard",
  stay: "Stay signed in",
} as const;

/** What leads to the pages of an office, whose other words are fetched with them. */
export const cards = {
  audit: {
    title: "Audit Log",
    text: "Who did what, when and from where. Entries can be read, never changed.",
  },
  settings: {
    title: "Group Settings",
    text: "The rules of the group: contributions, loans, fines and the financial year.",
  },
  statements: {
    title: "Statements",
    text: "What the bank and M-PESA say of the group's money, beside what the books say.",
  },
  messages: {
    title: "Messages",
    text: "What members were told by email, SMS and on their screens, and what it cost.",
  },
  opening: {
    title: "Bring your books",
    text: "Savings and loans of a book or an Excel sheet that the group had before.",
  },
};

/** Words of the check of the books and of the backups. */
export const health = {
  title: "The books",
  checked: "Books checked {at}: {held} of {checked} hold",
  broken:
    "{count, plural, one {Something in the books is wrong} other {# things in the books are wrong}}",
  brokenHint: "Checked {at}. Approve and post nothing until it is known why.",
  unchecked: "The books have not been checked yet; they are every night.",
  check: "Check now",
  backedUp: "Backed up {at}: {size}, {encrypted, select, true {encrypted} other {not encrypted}}",
  signed: "Signed by {signer}. Digest of its manifest: {digest}. A restore prints both.",
  backupFailed: "The backup of {at} failed",
  noBackup: "There is no backup yet.",
  archived: "Every change is stored away from this disk within about a minute; the last at {at}.",
  archiveBehind:
    "{minutes, plural, one {Changes of the last minute are} other {Changes of the last # minutes are}} on one disk only; the last were stored away at {at}.",
  archiveBegins: "Changes are about to be stored away from this disk, every minute.",
  archiveFailed: "Changes are not stored away from this disk",
  noArchive:
    "If the disk is lost, so is what came after the last backup. With the built-in database and BACKUP_DIR on another disk it is a minute at most; ask whoever runs the server.",
  replica: "Reports are read from the replica, which is up to date.",
  replicaSecondsBehind:
    "Reports are read from the replica, which is {count, plural, one {# second} other {# seconds}} behind. They say as of when they are.",
  replicaMinutesBehind:
    "Reports are read from the replica, which is {count, plural, one {# minute} other {# minutes}} behind. They say as of when they are.",
  replicaFailed: "Reports are not read from the replica",
  replicaFailedText: "The primary database answers them meanwhile: {failure}",
  serverOwnsDatabase:
    "The server works in the database as its owner, so whoever breaks into the server could rewrite the books. Ask whoever runs it to give it a role of its own.",
  noSmtp:
    "No mail server is set: mails reach nobody, and stay where only whoever runs the server can read them.",
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
