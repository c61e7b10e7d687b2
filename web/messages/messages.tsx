// Gives the pages of the signed-in application their words, in the language that is spoken now.
import { useSyncExternalStore, type ReactNode } from "react";
import { IntlProvider } from "use-intl";
import type { Language } from "#domain/language.ts";
import { onWordsChanged, spokenWords, type AllTexts } from "./words.ts";

declare module "use-intl" {
  interface AppConfig {
    Locale: Language;
    Messages: AllTexts;
  }
}

export function MessagesProvider({ children }: { children: ReactNode }) {
  const { language, texts } = useSyncExternalStore(onWordsChanged, spokenWords);
  return (
    // The English words give the messages their types; the other languages have the same keys and arguments.
    <IntlProvider locale={language} messages={texts as AllTexts} timeZone="Africa/Nairobi">
      {children}
    </IntlProvider>
  );
}
