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

/**
 * `Normal Loan 7` in the current language, whichever language the server used: a change of language needs no refetch.
 */
export function loanName(named: string): string {
  const [, kind, number] =
    /^(Normal Loan|Mkopo wa Kawaida|Emergency Loan|Mkopo wa Dharura) (\d+)$/.exec(named) ?? [];
  if (kind === undefined || number === undefined) return named;
  const { normal, emergency } = textsOf("ui").loanNames;
  return fill(/^Normal|Kawaida$/.test(kind) ? normal : emergency, { number });
}
