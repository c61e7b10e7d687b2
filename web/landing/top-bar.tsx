import { Mark } from "#web/ui/empty-state.tsx";
import { Anchors, GroupName, LanguageLinks, OpenButton, useLanding } from "./page-parts.tsx";

export function TopBar() {
  const { texts } = useLanding();
  return (
    <header className="bar">
      <div className="bar-in">
        <a href="/" className="brand">
          <Mark className="mark" />
          <GroupName />
        </a>
        <nav aria-label={texts.sections} className="bar-links">
          <Anchors />
          <LanguageLinks />
          <ThemeChoice />
        </nav>
        <OpenButton opens="sign-in" className="button quiet">
          {texts.signIn}
        </OpenButton>
        <OpenButton opens="sign-up" className="button primary">
          {texts.signUp}
        </OpenButton>
        <details className="menu" data-menu>
          <summary>
            <svg
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              aria-hidden
            >
              <path d="M4 7h16M4 12h16M4 17h10" />
            </svg>
            <span className="hidden-text">{texts.menu}</span>
          </summary>
          <nav aria-label={texts.menu}>
            <Anchors />
            <LanguageLinks />
            <ThemeChoice />
          </nav>
        </details>
      </div>
    </header>
  );
}

const icons = {
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  system: "M4 4h16v11H4ZM9 20h6M12 15v5",
} as const;

/** A switch for light, dark, or the device's theme. It appears once its script has loaded (main.ts). */
function ThemeChoice() {
  const { texts } = useLanding();
  return (
    <fieldset className="themes" data-themes hidden>
      <legend className="hidden-text">{texts.theme}</legend>
      {(["light", "dark", "system"] as const).map((theme) => (
        <button key={theme} type="button" data-theme-choice={theme} title={texts.themes[theme]}>
          <svg
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden
          >
            <path d={icons[theme]} />
          </svg>
          <span className="hidden-text">{texts.themes[theme]}</span>
        </button>
      ))}
    </fieldset>
  );
}
