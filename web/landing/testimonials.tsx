import { fill } from "#web/ui/texts.tsx";
import { useLanding } from "./landing-texts.ts";
import { Portrait } from "./portrait.tsx";

/** Six entries of image, topic, quote and name (SCR-2). carousel.ts turns them every 8 seconds. */
export function Testimonials() {
  const { texts: landing } = useLanding();
  const { quotes, carousel: texts } = landing;
  return (
    <section
      id="testimonials"
      className="voices"
      aria-roledescription={texts.role}
      aria-labelledby="voices-heading"
    >
      <h2 id="voices-heading">{landing.testimonialsHeading}</h2>
      <div className="carousel" data-carousel>
        <div className="slides" aria-live="off" data-slides>
          {quotes.map((each, index) => (
            <figure
              key={each.name}
              aria-roledescription={texts.slideRole}
              aria-label={fill(texts.slide, { number: index + 1, count: quotes.length })}
              className="slide"
              data-slide
              data-current={index === 0 || undefined}
            >
              <Portrait index={index} />
              <figcaption>
                <p className="topic">{each.topic}</p>
                <blockquote>{each.quote}</blockquote>
                <p className="name">{each.name}</p>
              </figcaption>
            </figure>
          ))}
        </div>
        <div className="turns">
          <button type="button" className="round" data-turn="-1">
            <Icon path="m14 6-6 6 6 6" />
            <span className="hidden-text">{texts.previous}</span>
          </button>
          {quotes.map((each, index) => (
            <button
              key={each.name}
              type="button"
              className="dot"
              data-show={index}
              aria-current={index === 0 ? "true" : undefined}
            >
              <svg viewBox="0 0 24 24" fill="none" aria-hidden>
                <circle cx="12" cy="12" r="5" className="dot-core" />
                <circle cx="12" cy="12" r="10" pathLength="1" className="dot-ring" />
              </svg>
              <span className="hidden-text">
                {fill(texts.show, { name: each.name, topic: each.topic })}
              </span>
            </button>
          ))}
          <button type="button" className="round" data-turn="1">
            <Icon path="m10 6 6 6-6 6" />
            <span className="hidden-text">{texts.next}</span>
          </button>
          <button type="button" className="round" data-pause data-play-label={texts.play}>
            <Icon path="M9 6v12M15 6v12" className="icon-pause" />
            <Icon path="M8 5.5v13L18.5 12Z" className="icon-play" />
            <span className="hidden-text">{texts.pause}</span>
          </button>
        </div>
      </div>
    </section>
  );
}

function Icon({ path, className }: { path: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={className}
    >
      <path d={path} />
    </svg>
  );
}
