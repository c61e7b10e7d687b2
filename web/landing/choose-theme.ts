import { readTheme } from "#domain/theme.ts";
import { chooseTheme, chosenTheme } from "#web/ui/theme.ts";

/** Brings the switches of the bar and of the phone's menu to life; both show what is chosen. */
export function offerThemes(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("[data-theme-choice]");
  const show = () => {
    const chosen = chosenTheme() ?? "system";
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset["themeChoice"] === chosen));
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      chooseTheme(readTheme(button.dataset["themeChoice"]) ?? null);
      show();
    });
  show();
  for (const themes of document.querySelectorAll<HTMLElement>("[data-themes]"))
    themes.hidden = false;
}
