// The words of the pages about the books and all members, which a member seldom opens: one chunk, fetched with the first of them,
// and not stored in advance for opening without a network.
export { accounts } from "../books.ts";
export { ledger, reconciliation } from "./accounting.ts";
export { approvals } from "./approvals.ts";
export { members, proposals, settlements, summaries } from "./members.ts";
export { reports } from "./reports.ts";

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
  portfolio: {
    title: "Loan portfolio",
    text: "What is owed on loans, how late it is, and how much of it is at risk.",
  },
  statements: {
    title: "Statements",
    text: "What the bank and M-PESA say of the group's money, beside what the books say.",
  },
  messages: {
    title: "Messages",
    text: "What members were told by email, SMS and on their screens, and what it cost.",
  },
  rotations: {
    title: "Merry-go-round",
    text: "Each turn everybody pays the same, and one member gets it.",
  },
  meetings: {
    title: "Meetings",
    text: "Who was there, what was decided, and the roll for whoever keeps it.",
  },
  cash: {
    title: "Cash",
    text: "What is at hand, who counted it, and taking it to the bank.",
  },
  funds: {
    title: "Funds",
    text: "What is set apart for welfare, tea or a project, and paying into it.",
  },
  register: {
    title: "Register",
    text: "Who was a member on a day, and who held which office.",
  },
  sharing: {
    title: "Share-out",
    text: "What was earned, shared among the members by what each saved.",
  },
  payouts: {
    title: "Payouts by M-PESA",
    text: "Loans that leave by M-PESA once both offices agree.",
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
