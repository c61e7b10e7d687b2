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
  serverOwnsDatabase:
    "The server works in the database as its owner, so whoever breaks into the server could rewrite the books. Ask whoever runs it to give it a role of its own.",
  noSmtp:
    "No mail server is set: mails reach nobody, and stay where only whoever runs the server can read them.",
} as const;
