// By which channels a member hears of what (NOTE-3): how it begins, and what may not be turned off.
import {
  noticeChannels,
  noticeKinds,
  type NoticeChannel,
  type NoticeKind,
} from "./notice-kinds.ts";

export type NoticeChoice = { kind: NoticeKind; channel: NoticeChannel; on: boolean };

/** Whether the group has each channel. */
export type ChannelsOfGroup = Readonly<Record<NoticeChannel, boolean>>;

/** Email and SMS begin as on, push as off. */
export function beginsOn(channel: NoticeChannel): boolean {
  return channel !== "push";
}

/** These reach a member by one channel at least. */
function mustReach(kind: NoticeKind): boolean {
  return kind === "receipt" || kind === "security";
}

/** Every kind on every channel: what the member chose, and how the rest begins. */
export function allChoices(chosen: readonly NoticeChoice[]): NoticeChoice[] {
  return noticeKinds.flatMap((kind) =>
    noticeChannels.map((channel) => {
      const choice = chosen.find((each) => each.kind === kind && each.channel === channel);
      return choice ?? { kind, channel, on: beginsOn(channel) };
    }),
  );
}

/**
 * Whether a kind that must reach its member would be off on every channel, or on every one that the group has where it
 * was on before. Channels that the group does not have yet stop nobody from choosing.
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
