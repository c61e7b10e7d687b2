import { useSyncExternalStore } from "react";
import type { TextsOf } from "#messages/message.ts";
import type { ui } from "#messages/en/web/first.ts";
import { onWordsChanged, textsOf } from "#web/messages/words.ts";

export type UiTexts = TextsOf<typeof ui>;

/** The texts of the shared components, in the current language. */
export function useUiTexts(): UiTexts {
  return useSyncExternalStore(onWordsChanged, () => textsOf("ui"));
}

/** Fills `{name}` placeholders: `fill("Page {page}", { page: 2 })` is "Page 2". */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
