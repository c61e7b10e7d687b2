import { createContext, useContext } from "react";
import type { Language } from "#domain/language.ts";
import type { TextsOf } from "#messages/message.ts";

type LandingFile = TextsOf<typeof import("#messages/en/web/landing.ts")>;

export type LandingWords = {
  language: Language;
  texts: LandingFile["landing"];
  basics: LandingFile["basics"];
};

/** The words of the page that is being rendered; at build only. */
export const LandingContext = createContext<LandingWords | null>(null);

export function useLanding(): LandingWords {
  const words = useContext(LandingContext);
  if (words === null) throw new Error("the landing page is rendered without words");
  return words;
}
