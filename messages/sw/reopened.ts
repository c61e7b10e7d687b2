import type { reopened as english } from "../en/reopened.ts";
import type { TextsOf } from "../texts-of.ts";

/** What changed a figure of a day after it was accepted (STAT-35). */
export const reopened = {
  entry: "Ingizo {id} liliwekwa: {description}.",
  statement: "Taarifa {file} iliingizwa.",
  withdrawn: "Taarifa {file} iliondolewa.",
  acceptedStatement: "Taarifa {file}, isiyojumlika, ilikubaliwa.",
  matched: "Mstari wa {date}, {amount}, ulioanishwa.",
  unmatched: "Uoanishaji wa mstari wa {date}, {amount}, ulitenguliwa.",
  figures: "Kuna hesabu ambayo si ile iliyokubaliwa.",
} as const satisfies TextsOf<typeof english>;
