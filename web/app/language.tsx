// The words of the whole application in one language.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { MessagesProvider } from "#web/messages/messages.tsx";
import { onWordsChanged, spokenWords } from "#web/messages/words.ts";

export function Language({ children }: { children: ReactNode }) {
  useFollowLanguage();
  return <MessagesProvider>{children}</MessagesProvider>;
}

/** Some answers of the server carry sentences, and its mails are to be in the same language. */
function useFollowLanguage(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let { language } = spokenWords();
    return onWordsChanged(() => {
      if (spokenWords().language === language) return;
      language = spokenWords().language;
      void queries.invalidateQueries();
      // When it does not arrive, the next sign-in tells it, by the cookie.
      import("./tell-language.ts")
        .then(({ tellLanguage }) => tellLanguage(language))
        .catch(console.info);
    });
  }, [queries]);
}
