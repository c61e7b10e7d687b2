import { useTranslations } from "use-intl";
import type { NoticeChannel } from "#domain/notices/notice-kinds.ts";

/** The ways of a word, in the words of the page. */
export function useWordWords() {
  const text = useTranslations("notices");
  return {
    channels: (channels: readonly NoticeChannel[]): string =>
      channels.length === 0
        ? text("words.hereAlone")
        : channels.map((channel) => text(`channelNames.${channel}`)).join(", "),
  };
}
