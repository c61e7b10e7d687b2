import { useSyncExternalStore } from "react";
import { languageNames, languages, type Language } from "#domain/language.ts";
import { onWordsChanged, spokenWords, switchLanguage, textsOf } from "#web/messages/words.ts";
import { cx } from "./cx.ts";
import { showToast } from "./toaster.tsx";

/** A button with the next language's own name. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { language, name, change } = useNextLanguage();
  return (
    <button
      type="button"
      lang={language}
      onClick={change}
      className={cx(
        "inline-flex min-h-11 items-center font-semibold underline underline-offset-4",
        className,
      )}
    >
      {name}
    </button>
  );
}

/** The language after this one in the list, its own name, and a function that switches to it; typed values stay. */
export function useNextLanguage(): { language: Language; name: string; change: () => void } {
  const spoken = useSyncExternalStore(onWordsChanged, () => spokenWords().language);
  const language = languages[(languages.indexOf(spoken) + 1) % languages.length] ?? spoken;
  const change = () => {
    switchLanguage(language).catch((error: unknown) => {
      console.error("The words did not arrive", error);
      showToast("error", textsOf("ui").noAnswer);
    });
  };
  return { language, name: languageNames[language], change };
}
