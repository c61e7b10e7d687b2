import { Mark } from "#web/ui/drawings.tsx";
import { useLanding } from "./landing-texts.ts";
import { LanguageLinks } from "./language-links.tsx";
import { OpenButton } from "./open-button.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

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

export function Anchors() {
  const { texts } = useLanding();
  const anchors = [
    { href: "#services", label: texts.services },
    { href: "#testimonials", label: texts.testimonials },
    { href: "#join", label: texts.join },
  ];
  return anchors.map(({ href, label }) => (
    <a key={href} href={href}>
      {label}
    </a>
  ));
}

/** The group's name: the default at build, replaced in the browser when the group calls itself otherwise. */
export function GroupName() {
  return <span data-group-name>{useLanding().basics.groupName}</span>;
}
