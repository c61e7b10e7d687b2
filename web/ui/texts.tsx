import { createContext, useContext, type ReactNode } from "react";
import { ui } from "#web/messages/en/ui.ts";

/** The shape of a messages object in any language: the same keys, any words. */
export type TextsOf<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string ? string : TextsOf<Messages[Key]>;
};

export type UiTexts = TextsOf<typeof ui>;

const Texts = createContext<UiTexts>(ui);

/** Gives the interface's parts their words; English without it. */
export function UiTextsProvider({ texts, children }: { texts: UiTexts; children: ReactNode }) {
  return <Texts value={texts}>{children}</Texts>;
}

export function useUiTexts(): UiTexts {
  return useContext(Texts);
}

/** Fills `{name}` marks: `fill("Page {page}", { page: 2 })` is "Page 2". */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
