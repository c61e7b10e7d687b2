// One thing that must hold, as `npm run verify` asks the database for it.
export type Invariant = {
  /** Short name, as printed. */
  name: string;
  /** Which of the promises in docs/invariants.md it proves, wholly or in part. */
  proves: readonly `I${number}`[];
  /** The sentence that is true when no row comes back. */
  holds: string;
  /** Gives `id` and `found` for each offender. */
  sql: string;
};
