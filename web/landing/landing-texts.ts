import { createContext, useContext } from "react";
import type { basics, landing } from "#web/messages/en/landing.ts";
import type { Language } from "#domain/language.ts";
import type { TextsOf } from "#messages/message.ts";

type LandingWords = {
  language: Language;
  texts: TextsOf<typeof landing>;
  basics: TextsOf<typeof basics>;
};

/** The words of the page that is being rendered; at build only. */
export const LandingContext = createContext<LandingWords | null>(null);

export function useLanding(): LandingWords {
  const words = useContext(LandingContext);
  if (words === null) throw new Error("the landing page is rendered without words");
  return words;
}
