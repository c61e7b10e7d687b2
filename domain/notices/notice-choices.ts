// What notices are about, the channels they go by, what becomes of a message, and what a member chose of them (NOTE-1, NOTE-3).
import { paymentKinds } from "../payments/payment-kinds.ts";
import { addDays, nairobiDate, nairobiTime, nairobiMidnight } from "../calendar.ts";

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

/** As shown to people; the database also has `sending`, shown as `waiting`. */
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
export const noticeSubjects = [...paymentKinds, "loan", "fine", "member"] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

// The Chairperson's word to members (NOTE-7): its audience, its length, and when a second official must agree.

/** All members, or those who owe: unpaid fines, a loan, or months of contributions. */
export const wordAudiences = ["all", "owing"] as const;
export type WordAudience = (typeof wordAudiences)[number];

export const wordStates = ["waiting", "sent", "ended"] as const;
export type WordState = (typeof wordStates)[number];

/** Characters: six parts of an SMS, less their numbering. */
export const WORD_CHARACTERS_MOST = 900;

/** A word that goes to more people by SMS waits for a second official. */
export const TEXTS_OF_ONE_OFFICIAL = 20;

// The channels for each kind of notice (NOTE-3): the defaults, and what may not be turned off.

export type NoticeChoice = { kind: NoticeKind; channel: NoticeChannel; on: boolean };

/** Whether the group has each channel. */
export type ChannelsOfGroup = Readonly<Record<NoticeChannel, boolean>>;

/** Email and SMS are on by default, push is off. */
export function beginsOn(channel: NoticeChannel): boolean {
  return channel !== "push";
}

/** These reach a member by at least one channel. */
function mustReach(kind: NoticeKind): boolean {
  return kind === "receipt" || kind === "security";
}

/** Every kind on every channel: the member's choice, or the default. */
export function allChoices(chosen: readonly NoticeChoice[]): NoticeChoice[] {
  return noticeKinds.flatMap((kind) =>
    noticeChannels.map((channel) => {
      const choice = chosen.find((each) => each.kind === kind && each.channel === channel);
      return choice ?? { kind, channel, on: beginsOn(channel) };
    }),
  );
}

/**
 * Whether a kind that must reach its member would be off on every channel, or on every channel of the group where it
 * was on before. Channels that the group does not have yet never block a choice.
 */
export function turnsOffWhatMustReach(
  change: { before: readonly NoticeChoice[]; after: readonly NoticeChoice[] },
  channels: ChannelsOfGroup,
): boolean {
  return noticeKinds.filter(mustReach).some((kind) => {
    const onBy = (choices: readonly NoticeChoice[]) =>
      choices.filter((each) => each.kind === kind && each.on);
    const reaches = (choices: readonly NoticeChoice[]) =>
      onBy(choices).some(({ channel }) => channels[channel]);
    return onBy(change.after).length === 0 || (reaches(change.before) && !reaches(change.after));
  });
}

// The hours of the Nairobi day without SMS and push.

/** Times of day in Nairobi, `HH:MM`; equal times: never quiet; `from` after `to`: over midnight. */
export type QuietHours = { from: string; to: string };

const MINUTE_MS = 60_000;

/** When the present quiet hours end; null outside of them. The minute `to` is not quiet. */
export function quietUntil(now: Date, { from, to }: QuietHours): Date | null {
  const minute = nairobiTime(now);
  const crossesMidnight = from > to;
  const isQuiet = crossesMidnight ? minute >= from || minute < to : minute >= from && minute < to;
  if (!isQuiet) return null;
  const today = nairobiDate(now);
  const endsOn = crossesMidnight && minute >= from ? addDays(today, 1) : today;
  const [hours = 0, minutes = 0] = to.split(":").map(Number);
  return new Date(nairobiMidnight(endsOn).getTime() + (hours * 60 + minutes) * MINUTE_MS);
}

/** Whether a time of day has the form `HH:MM`, from 00:00 to 23:59. */
export function isTimeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}
