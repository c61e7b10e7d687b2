import { TreeIllustration } from "#web/ui/illustrations.tsx";
import { useLanding } from "./landing-texts.ts";
import { OpenButton } from "./open-button.tsx";

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

/** Each sentence of the headline keeps a line of its own where there is room. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) /);
}

/** A page of a savings book, ruled as accountants rule it: every row signed twice, the total above a double rule. */
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
