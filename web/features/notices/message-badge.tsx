import { useTranslations } from "use-intl";
import type { MessageState } from "#domain/notices/notice-kinds.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";

const tones: Record<MessageState, Tone> = {
  waiting: "waiting",
  held: "waiting",
  sent: "note",
  delivered: "good",
  failed: "bad",
  rejected: "bad",
  unknown: "waiting",
  skipped: "plain",
};

/** What became of a message. */
export function MessageBadge({ state }: { state: MessageState }) {
  const text = useTranslations("notices");
  return <Badge tone={tones[state]}>{text(`states.${state}`)}</Badge>;
}
