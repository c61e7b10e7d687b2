import type { statements as english } from "../en/statements.ts";
import type { TextsOf } from "../texts-of.ts";

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
} satisfies TextsOf<typeof english>;
