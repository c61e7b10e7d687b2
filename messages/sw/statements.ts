import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/statements.ts";

/** What is wrong with a line of a statement. */
export const statements = {
  problems: {
    "date-unreadable": "“{written}” si tarehe inayosomeka. Siku hutangulia mwezi.",
    "amount-unreadable": "“{written}” si kiasi kinachosomeka.",
    "amount-too-large": "{written} ni zaidi ya kiwango cha taarifa.",
    "amount-missing": "Mstari huu hauna kiasi.",
    "both-sides": "Mstari huu una pesa zilizoingia na zilizotoka kwa pamoja.",
    "paid-in-below-zero": "Pesa zilizoingia haziwezi kuwa chini ya 0: {written}",
    "columns-unknown": "Sema ni safu ipi kati ya hizi ina nini: {written}",
    "currency-foreign": "Taarifa hii ni ya {written}. Vitabu ni vya shilingi za Kenya pekee.",
    "side-unreadable": "“{written}” haisemi kama hii ni debiti au krediti.",
  },
} satisfies TextsOf<typeof en.statements>;

/** What a line of a statement is, or may be, and why. */
export const statementLines = {
  matched: {
    reference: "Kumbukumbu na kiasi vinalingana",
    code: "Msimbo wa M-PESA na kiasi vinalingana",
    by_hand: "Umelinganishwa na afisa",
    recorded: "Yamerekodiwa kutoka mstari huu",
    booked: "Imeingizwa vitabuni kutoka mstari huu",
  },
  suggested: {
    "other-amount": "Nambari ya malipo ni ile ile, lakini iliingizwa kama {amount}",
    account: "Mlipaji aliandika akaunti ya mwanachama huyu",
    "account-claimed": "Mlipaji aliandika akaunti ya mwanachama huyu, naye alitaja kiasi hiki",
    name: "Jina ni la mwanachama huyu, na kiasi kinalingana",
    "name-claimed": "Jina ni la mwanachama huyu, ambaye alitaja kiasi hiki",
    entry: "Kiasi ni kilekile, kiko vitabuni tarehe {date}",
  },
} as const satisfies TextsOf<typeof en.statementLines>;

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
} as const satisfies TextsOf<typeof en.evidence>;

/** What changed a figure of a day after it was accepted (STAT-35). */
export const reopened = {
  entry: "Ingizo {id} liliwekwa: {description}.",
  statement: "Taarifa {file} iliingizwa.",
  withdrawn: "Taarifa {file} iliondolewa.",
  acceptedStatement: "Taarifa {file}, isiyojumlika, ilikubaliwa.",
  matched: "Mstari wa {date}, {amount}, ulioanishwa.",
  unmatched: "Uoanishaji wa mstari wa {date}, {amount}, ulitenguliwa.",
  figures: "Kuna hesabu ambayo si ile iliyokubaliwa.",
} as const satisfies TextsOf<typeof en.reopened>;
