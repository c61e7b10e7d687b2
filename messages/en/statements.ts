import type { LineFault } from "#domain/statements/statement-file.ts";

/** What is wrong with a line of a statement, by the codes of domain/statements/statement-file.ts. */
export const statements = {
  problems: {
    "date-unreadable":
      "“{written}” is not a date that can be read. The day comes before the month.",
    "amount-unreadable": "“{written}” is not an amount that can be read.",
    "amount-too-large": "{written} is above what a statement can hold.",
    "amount-missing": "This line has no amount.",
    "both-sides": "This line has money in and money out at once.",
    "paid-in-below-zero": "Money in cannot be below 0: {written}",
    "columns-unknown": "Say which of these columns holds what: {written}",
    "currency-foreign": "This statement is in {written}. The books are in Kenya shillings alone.",
    "side-unreadable": "“{written}” does not say whether this is debit or credit.",
  } as const satisfies Record<LineFault["code"], string>,
};
