// What notices are about, the channels they go by, and what becomes of a message (NOTE-1, NOTE-3).
export const noticeKinds = [
  "receipt",
  "loan",
  "fine",
  "reminder",
  "membership",
  "security",
  "office",
  "month",
  "word",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const noticeChannels = ["email", "sms", "push"] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** As people are shown them; the database knows `sending` besides, which is shown as `waiting`. */
export const messageStates = [
  "waiting",
  "held",
  "sent",
  "delivered",
  "failed",
  "rejected",
  "unknown",
  "skipped",
] as const;
export type MessageState = (typeof messageStates)[number];

/** What a notice leads to. */
export const noticeSubjects = [
  "contribution",
  "loan_payment",
  "fine_payment",
  "loan",
  "fine",
  "member",
] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

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
