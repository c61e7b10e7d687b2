// What the two offices do with the cash at hand, beside counting it (CASH-2).

export const movements = ["cash_deposit", "cash_withdrawal", "expense"] as const;
export type Movement = (typeof movements)[number];
