import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore, useState } from "react";
import { languageNames, languages, type Language, type Theme } from "#domain/language.ts";
import { onWordsChanged, spokenWords, switchLanguage, textsOf } from "#web/messages/words.ts";
import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";
import { chooseTheme, chosenTheme } from "./theme.ts";
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

const choices: readonly {
  theme: Theme | null;
  word: "light" | "dark" | "system";
  Icon: typeof Sun;
}[] = [
  { theme: "light", word: "light", Icon: Sun },
  { theme: "dark", word: "dark", Icon: Moon },
  { theme: null, word: "system", Icon: Monitor },
];

/** Light, dark, or as the device is set: three buttons, in a row or below each other. */
export function ThemeSwitch({ stacked = false }: { stacked?: boolean }) {
  const texts = useUiTexts();
  const [chosen, setChosen] = useState(chosenTheme);
  return (
    <fieldset className={cx("flex", stacked && "flex-col")}>
      <legend className="sr-only">{texts.theme}</legend>
      {choices.map(({ theme, word, Icon }) => (
        <button
          key={word}
          type="button"
          title={texts.themes[word]}
          aria-pressed={chosen === theme}
          onClick={() => {
            chooseTheme(theme);
            setChosen(theme);
          }}
          className="inline-flex size-11 items-center justify-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink aria-pressed:text-brand aria-pressed:shadow-[inset_0_-3px_0_currentColor]"
        >
          <Icon aria-hidden className="size-5" />
          <span className="sr-only">{texts.themes[word]}</span>
        </button>
      ))}
    </fieldset>
  );
}
