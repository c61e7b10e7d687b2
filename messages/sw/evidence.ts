import type { evidence as english, reopened as reopenedInEnglish } from "../en/evidence.ts";
import type { TextsOf } from "../texts-of.ts";

/** What the statements say of a payment that waits (STAT-20). */
export const evidence = {
  reference: "Taarifa inaonyesha nambari ile ile ya malipo na kiasi kile kile.",
  code: "Taarifa ya benki inaonyesha msimbo ule ule wa M-PESA na kiasi kile kile.",
  byHand: "Afisa alioanisha mstari huu wa taarifa na malipo haya; kiasi ni kile kile.",
  amount: "Taarifa inaonyesha kiasi kingine kwa nambari hii ya malipo: {amount}.",
  direction: "Taarifa inaonyesha nambari hii ya malipo kama pesa zilizotoka: {amount}.",
  reversed: "Taarifa inaonyesha kuwa malipo haya yalirudishwa: {amount} zilitoka tena.",
  taken: "Mstari wenye nambari hii ya malipo tayari ni wa kitu kingine.",
  covered: "Taarifa za siku hizi ni kamili, na hazina mstari wenye nambari hii ya malipo.",
  notCovered: "Bado hakuna taarifa ya siku hizi.",
} as const satisfies TextsOf<typeof english>;

/** What changed a figure of a day after it was accepted (STAT-35). */
export const reopened = {
  entry: "Ingizo {id} liliwekwa: {description}.",
  statement: "Taarifa {file} iliingizwa.",
  withdrawn: "Taarifa {file} iliondolewa.",
  acceptedStatement: "Taarifa {file}, isiyojumlika, ilikubaliwa.",
  matched: "Mstari wa {date}, {amount}, ulioanishwa.",
  unmatched: "Uoanishaji wa mstari wa {date}, {amount}, ulitenguliwa.",
  figures: "Kuna hesabu ambayo si ile iliyokubaliwa.",
} as const satisfies TextsOf<typeof reopenedInEnglish>;
