// The Chairperson's word to members (NOTE-7): to whom, how long, and when a second official agrees to it.

/** All members, or those who owe: unpaid fines, a loan, or months of contributions. */
export const wordAudiences = ["all", "owing"] as const;
export type WordAudience = (typeof wordAudiences)[number];

export const wordStates = ["waiting", "sent", "ended"] as const;
export type WordState = (typeof wordStates)[number];

/** Characters: six parts of an SMS, less what their seams take. */
export const WORD_CHARACTERS_MOST = 900;

/** A word that goes to more people by SMS waits for a second official. */
export const TEXTS_OF_ONE_OFFICIAL = 20;
