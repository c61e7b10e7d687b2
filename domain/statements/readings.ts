// The two readings of what a file leaves open, and what a person is asked about them (STAT-51).
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";

/** Each kind of doubt, with its two readings. */
export const doubtKinds = {
  /** Excel may have made dates of those it could, month first, and left the others as text. */
  dates: ["as_written", "swapped"],
  /** `1.500`. */
  thousands: ["thousands", "decimals"],
  /** A minus in a column whose other figures have none: money the other way, or a sign that says nothing. */
  minus: ["other_way", "same_way"],
} as const;
export type DoubtKind = keyof typeof doubtKinds;

/** What a person said for the account. */
export type Readings = {
  -readonly [Kind in DoubtKind]?: (typeof doubtKinds)[Kind][number] | undefined;
};

/** One of the rows in doubt, and what each reading makes of its cell: a day, or an amount with money out negative. */
export type DoubtExample = {
  line: number;
  /** The row's cells, as written. */
  row: string;
  written: string;
  readings: { choice: string; day: PlainDate | null; amountCents: Cents | null }[];
};
export type Question = { kind: DoubtKind; column: string; examples: DoubtExample[] };
