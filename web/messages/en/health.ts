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
