// The words of the whole application in one language.
import { useQueryClient, type Query } from "@tanstack/react-query";
import { spokenFields } from "#contract/own-language.ts";
import { useEffect, type ReactNode } from "react";
import { renewShown } from "#web/api/renew.ts";
import { MessagesProvider } from "#web/messages/messages.tsx";
import { onWordsChanged, spokenWords } from "#web/messages/words.ts";

export function Language({ children }: { children: ReactNode }) {
  useFollowLanguage();
  return <MessagesProvider>{children}</MessagesProvider>;
}

/**
 * The words change over by themselves. Figures are not asked for again: only answers in which the server itself speaks are, and
 * those on screen together. Its mails are to be in the same language.
 */
function useFollowLanguage(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let { language } = spokenWords();
    return onWordsChanged(() => {
      if (spokenWords().language === language) return;
      language = spokenWords().language;
      renewShown(queries, showsWordsOfServer);
      // When it does not arrive, the next sign-in tells it, by the cookie.
      import("./tell-language.ts")
        .then(({ tellLanguage }) => tellLanguage(language))
        .catch(console.info);
    });
  }, [queries]);
}

/** The names of loans are written here (web/ui/loan-name.ts). */
const written: ReadonlySet<string> = new Set(spokenFields.filter((field) => field !== "loan_name"));

/** Not for who takes nothing but figures of an answer. */
function showsWordsOfServer({ observers, state }: Query): boolean {
  const takesWords =
    observers.length === 0 || observers.some(({ options }) => !options.meta?.["figuresOnly"]);
  return takesWords && hasWords(state.data);
}

function hasWords(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([field, inner]) =>
    typeof inner === "string" ? inner !== "" && written.has(field) : hasWords(inner),
  );
}
