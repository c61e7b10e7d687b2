import { useSyncExternalStore } from "react";
import type { ui } from "#web/messages/en/ui.ts";
import type { TextsOf } from "#messages/texts-of.ts";
import { onWordsChanged, textsOf } from "#web/messages/words.ts";

export type UiTexts = TextsOf<typeof ui>;

/** The words of the interface's parts, in the language that is spoken now. */
export function useUiTexts(): UiTexts {
  return useSyncExternalStore(onWordsChanged, () => textsOf("ui"));
}

/** Fills `{name}` marks: `fill("Page {page}", { page: 2 })` is "Page 2". */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
