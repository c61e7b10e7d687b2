// Which files of a red run get a second look: alone, after all others, where a busy machine may have been the only
// fault. A comparison that was wrong never gets one.

/** A machine on which more files wait too long is broken, or the product is. */
const FILES_MOST = 3;

const WAITED_TOO_LONG = [
  /^\w*Error: (?:Test|Hook) timed out in /,
  /^TimeoutError: [\s\S]*Timeout \d+ms exceeded/,
  /^\w*Error: [\w.]+: Timeout \d+ms exceeded/,
];

/** What is about money, rights, or what nobody may do, is looked at once. */
const NEVER =
  /^(?:domain|messages|contract|web|scripts|tests\/(?:fuzz|reference-model)|server\/(?:verify|backup|archive|ledger))\/|tampering|model|verify|backup/;

/**
 * @param {{ file: string, message: string }[]} failures
 * @returns {string[]} the files in which everything that failed waited too long; none where they are too many
 */
export function filesToLookAtAgain(failures) {
  const files = [...new Set(failures.map(({ file }) => file))].filter((file) => {
    const own = failures.filter((failure) => failure.file === file);
    return !NEVER.test(file) && own.every(({ message }) => hasWaitedTooLong(message));
  });
  return files.length <= FILES_MOST ? files : [];
}

/** @param {string} message */
function hasWaitedTooLong(message) {
  return WAITED_TOO_LONG.some((pattern) => pattern.test(message));
}
