import type { Query, QueryClient } from "@tanstack/react-query";
import { changeLanguage, spokenFields } from "#contract/members.ts";
import type { Language } from "#domain/language.ts";
import { readSessionToken, callEndpoint } from "#web/api/call.ts";
import { renewShown } from "#web/api/batched-queries.ts";
import { hasSeat } from "#web/features/session/session.tsx";
import { onWordsChanged, spokenWords } from "#web/messages/words.ts";

/**
 * The words on the page change by themselves. Figures are not asked for again: only answers in which the server itself speaks
 * are, and those on screen together. Its mails are to be in the same language. Gives the way to stop.
 */
export function followLanguage(queries: QueryClient): () => void {
  let { language } = spokenWords();
  return onWordsChanged(() => {
    if (spokenWords().language === language) return;
    language = spokenWords().language;
    renewShown(queries, showsWordsOfServer);
    // When it does not arrive, the next sign-in tells it, by the cookie.
    tellLanguage(language).catch(console.info);
  });
}

/** Tells the server in which language to write to whoever is signed in. Throws `ApiError`. */
async function tellLanguage(language: Language): Promise<void> {
  // Nobody writes to an auditor.
  if (readSessionToken() === null || hasSeat()) return;
  await callEndpoint(changeLanguage, { body: { language }, ignoreLoading: true });
}

/** The web writes the names of loans itself (`loanName` in web/ui/texts.tsx). */
const spoken: ReadonlySet<string> = new Set(spokenFields.filter((field) => field !== "loan_name"));

/** Not for who takes nothing but figures of an answer. */
function showsWordsOfServer({ observers, state }: Query): boolean {
  const takesWords =
    observers.length === 0 || observers.some(({ options }) => !options.meta?.["figuresOnly"]);
  return takesWords && hasWords(state.data);
}

function hasWords(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([field, inner]) =>
    typeof inner === "string" ? inner !== "" && spoken.has(field) : hasWords(inner),
  );
}
