// The top bar of the landing page, its sections except the testimonials, and its footer (SCR-2).
import type { ReactNode } from "react";
import { Mark } from "#web/ui/empty-state.tsx";
import { HandsIllustration, TreeIllustration } from "#web/ui/illustrations.tsx";
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

export function Hero() {
  const { texts: landing } = useLanding();
  const texts = landing.hero;
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>
          {sentencesOf(texts.headline).map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </h1>
        <p>{texts.text}</p>
        <div className="hero-actions">
          <OpenButton opens="sign-up" className="button primary large">
            {texts.button}
          </OpenButton>
          <a href="#services" className="button quiet large" data-second={landing.openDashboard}>
            {landing.seeHow}
          </a>
        </div>
      </div>
      <div className="hero-picture">
        <TreeIllustration className="tree" />
        <Book />
      </div>
    </section>
  );
}

/** Each sentence of the headline has a line of its own if there is room. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) /);
}

/** Draws a page of a savings book as accountants rule it: every row signed twice, the total above a double line. */
function Book() {
  const { book } = useLanding().texts;
  return (
    <figure className="book" aria-label={book.label}>
      <figcaption>
        <span>{book.heading}</span>
        <span>{book.member}</span>
      </figcaption>
      <dl>
        {book.rows.map((row) => (
          <div key={row.month}>
            <dt>
              {row.month}
              <Ticks />
            </dt>
            <dd>{row.amount}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{book.total}</dt>
          <dd>
            <small>KES</small> {book.totalAmount}
          </dd>
        </div>
      </dl>
      <p>
        <Ticks />
        {book.approved}
      </p>
    </figure>
  );
}

function Ticks() {
  return (
    <svg
      viewBox="0 0 30 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className="ticks"
    >
      <path d="m2 9 4 4 8-10M14 12l1 1 8-10" />
    </svg>
  );
}

export function Services() {
  const { texts } = useLanding();
  return (
    <section id="services" className="services" aria-labelledby="services-heading">
      <h2 id="services-heading">{texts.servicesHeading}</h2>
      <ul>
        <Service picture={<PotPicture />} {...texts.cards.contributions} />
        <Service picture={<CoinPicture />} {...texts.cards.loans} />
        <Service picture={<BookPicture />} {...texts.cards.tracking} />
      </ul>
    </section>
  );
}

type ServiceProps = { picture: ReactNode; title: string; text: string; detail: string };

function Service({ picture, title, text, detail }: ServiceProps) {
  return (
    <li>
      {picture}
      <h3>{title}</h3>
      <p className="lead">{text}</p>
      <p>{detail}</p>
    </li>
  );
}

// Three small decorative pictures in the design's colours.
const line = {
  stroke: "var(--brand)",
  strokeWidth: 2.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** Coins standing in rising columns, like months in a year. */
function PotPicture() {
  return (
    <svg viewBox="0 0 120 88" fill="none" aria-hidden>
      <path d="M6 80h108" {...line} />
      {[2, 3, 4, 6].map((coins, column) =>
        Array.from({ length: coins }, (_, coin) => (
          <rect
            key={`${column}-${coin}`}
            x={12 + column * 25}
            y={69 - coin * 11}
            width="21"
            height="11"
            rx="4"
            fill={column === 3 && coin === 5 ? "var(--marigold)" : "var(--brand-soft)"}
            {...line}
          />
        )),
      )}
    </svg>
  );
}

/** A coin between two houses: lent next door, not across town. */
function CoinPicture() {
  return (
    <svg viewBox="0 0 120 88" fill="none" aria-hidden>
      <path d="M6 80h108" {...line} />
      <g fill="var(--brand-soft)" {...line}>
        <path d="M12 80V46l17-14 17 14v34Z" />
        <path d="M74 80V46l17-14 17 14v34Z" />
      </g>
      <path d="M24 80V62h10v18M86 80V62h10v18" fill="var(--card)" {...line} />
      <path d="M36 24C46 8 72 8 83 22" strokeDasharray="1 7" {...line} stroke="var(--clay)" />
      <path d="m84 14 0 9-9 0" {...line} stroke="var(--clay)" />
      <circle cx="60" cy="30" r="11" fill="var(--clay-soft)" {...line} stroke="var(--clay)" />
      <circle cx="60" cy="30" r="5" {...line} strokeWidth="2" stroke="var(--clay)" />
    </svg>
  );
}

/** A ledger page, ticked row by row. */
function BookPicture() {
  return (
    <svg viewBox="0 0 120 88" fill="none" aria-hidden>
      <path
        d="M60 18C47 9 29 9 12 12v64c17-3 35-3 48 6 13-9 31-9 48-6V12c-17-3-35-3-48 6Z"
        fill="var(--brand-soft)"
        {...line}
      />
      <path d="M60 18v64" {...line} />
      <path d="M22 27c9-1 18 0 26 4M22 40c9-1 18 0 26 4M22 53c9-1 18 0 26 4" {...line} />
      <path d="m73 33 5 4 8-10M73 50l5 4 8-10" {...line} stroke="var(--clay)" strokeWidth="3" />
      <path d="M93 31l6-1M93 48l6-1M72 65c9-3 18-4 27-3M72 70c9-3 18-4 27-3" {...line} />
    </svg>
  );
}

export function Join() {
  const { texts } = useLanding();
  return (
    <section id="join" className="join" aria-labelledby="join-heading">
      <div className="join-in">
        <div>
          <h2 id="join-heading">{texts.joinHeading}</h2>
          <p>{texts.joinText}</p>
          <OpenButton opens="sign-up" className="button marigold large">
            {texts.joinButton}
          </OpenButton>
        </div>
        <HandsIllustration className="hands" />
      </div>
    </section>
  );
}

export function Footer() {
  const { texts } = useLanding();
  return (
    <footer className="foot">
      <p>
        <Mark className="mark" />
        <span>
          © <span data-year /> <GroupName />. {texts.rights}
        </span>
      </p>
      <div className="foot-links">
        <Anchors />
        <a href="/check">{texts.checkProof}</a>
        <LanguageLinks />
      </div>
    </footer>
  );
}
