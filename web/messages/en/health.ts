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
  backupFailed: "The backup of {at} failed",
  noBackup: "There is no backup yet.",
} as const;
