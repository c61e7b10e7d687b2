import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import type { Theme } from "#domain/language.ts";
import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";
import { chooseTheme, chosenTheme } from "./theme.ts";

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
