// Texts that only the program's internals produce: stack traces, SQL, driver errors.
const leaks = [
  /\n\s+at .+:\d+/,
  /\bnode:internal\b|\bnode_modules\b|\.[cm]?[jt]s:\d+/,
  /\bFST_[A-Z_]+|\bERR_[A-Z_]+/,
  /\bE(CONN\w+|PIPE|NOENT|TIMEDOUT)\b/,
  /\b(TypeError|RangeError|SyntaxError|DatabaseError|AssertionError|ZodError)\b/,
  /violates .* constraint|duplicate key value|invalid input syntax|syntax error at or near/,
  /\b(relation|column|function) "\w+"|\bSQLSTATE\b|\bpg_\w+/,
  /\binsert into "|\bselect "|\bupdate "\w+" set\b|\bdelete from "/,
  /Cannot read propert|is not a function|is not iterable|Unexpected token/,
];

/** The first such text in an answer, or null. */
export function findLeak(text: string): string | null {
  for (const pattern of leaks) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return null;
}
