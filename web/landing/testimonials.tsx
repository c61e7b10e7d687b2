import type { ReactNode } from "react";
import { fill } from "#web/ui/texts.tsx";
import { useLanding } from "./page-parts.tsx";

/** Six entries of image, topic, quote and name (SCR-2). main.ts turns them every 8 seconds. */
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

/* Members' faces, drawn from a few shapes. They are decorative, since the name is next to them. */
type Face = {
  ground: string;
  skin: string;
  shade: string;
  cloth: string;
  hair: ReactNode;
  extra?: ReactNode;
};

const ink = "#1d1410";

const faces: readonly Face[] = [
  {
    ground: "#f6d9a8",
    skin: "#7a4a2c",
    shade: "#693d23",
    cloth: "#0e5a3c",
    hair: (
      <>
        <path
          d="M41 62c-6-34 6-44 19-44s25 10 19 44c-2-12-4-22-8-26-8 4-18 4-24 0-3 6-5 14-6 26Z"
          fill="#b4532a"
        />
        <path d="M42 38c8-8 28-8 36 0" stroke="#f2b632" strokeWidth="3" fill="none" />
        <circle cx="76" cy="22" r="9" fill="#b4532a" />
      </>
    ),
  },
  {
    ground: "#cfe6d8",
    skin: "#5d3822",
    shade: "#4d2d1a",
    cloth: "#b4532a",
    hair: <path d="M41 46c0-18 8-26 19-26s19 8 19 26c-4-8-8-12-19-12s-15 4-19 12Z" fill={ink} />,
    extra: <path d="M46 64c2 14 8 18 14 18s12-4 14-18c-4 6-8 5-14 5s-10 1-14-5Z" fill={ink} />,
  },
  {
    ground: "#f3d3c2",
    skin: "#8d5a3a",
    shade: "#7b4c2f",
    cloth: "#1d4f8c",
    hair: (
      <path
        d="M36 104c-4-22-2-52 4-66 4-12 12-18 20-18s16 6 20 18c6 14 8 44 4 66H70c8-14 10-40 4-54-6-5-22-5-28 0-6 14-4 40 4 54Z"
        fill="#1d4f8c"
      />
    ),
  },
  {
    ground: "#dfe3c4",
    skin: "#6b4127",
    shade: "#5a351e",
    cloth: "#55625a",
    hair: (
      <>
        <path d="M40 44c0-16 8-24 20-24s20 8 20 24H40Z" fill="#0e5a3c" />
        <path d="M36 44h40c6 0 10 2 12 5H38c-3 0-4-3-2-5Z" fill="#0a4a31" />
      </>
    ),
  },
  {
    ground: "#d5e2f2",
    skin: "#6f4229",
    shade: "#5e3620",
    cloth: "#f2b632",
    hair: (
      <path
        d="M60 12c8 0 12 3 15 6 7 2 11 8 11 15 4 5 4 13 0 18-2 6-5 8-7 9 1-12-2-20-8-24-8 4-16 4-22 0-6 4-9 12-8 24-3-1-6-4-7-9-4-5-4-13 0-18 0-7 4-13 11-15 3-3 7-6 15-6Z"
        fill={ink}
      />
    ),
  },
  {
    ground: "#ead9bd",
    skin: "#553320",
    shade: "#462918",
    cloth: "#17211b",
    hair: (
      <path
        d="M41 50c-2-8-1-14 3-18 0 6 0 8-1 14M79 50c2-8 1-14-3-18 0 6 0 8 1 14"
        fill="#8b9389"
        stroke="#8b9389"
        strokeWidth="3"
      />
    ),
    extra: (
      <>
        <g fill="none" stroke={ink} strokeWidth="2">
          <circle cx="52" cy="53" r="7" />
          <circle cx="68" cy="53" r="7" />
          <path d="M59 53h2M45 52l-4-2M75 52l4-2" />
        </g>
        <path
          d="M53 69c4-3 10-3 14 0"
          stroke="#8b9389"
          strokeWidth="4"
          fill="none"
          strokeLinecap="round"
        />
      </>
    ),
  },
];

/** The picture of the testimonial at this index. */
function Portrait({ index }: { index: number }) {
  const face = faces[index % faces.length];
  if (!face) return null;
  return (
    <svg viewBox="0 0 120 120" aria-hidden className="portrait">
      <clipPath id={`face-${index}`}>
        <circle cx="60" cy="60" r="60" />
      </clipPath>
      <g clipPath={`url(#face-${index})`}>
        <path d="M0 0h120v120H0z" fill={face.ground} />
        <path d="M14 124c2-28 20-36 46-36s44 8 46 36Z" fill={face.cloth} />
        <path d="M51 72h18v16c0 6-4 10-9 10s-9-4-9-10Z" fill={face.shade} />
        <ellipse cx="60" cy="54" rx="19" ry="24" fill={face.skin} />
        {face.hair}
        <g fill="none" stroke={ink} strokeWidth="2.2" strokeLinecap="round">
          <path d="M50 53c1.5-1.6 4-1.6 5.5 0M64.5 53c1.5-1.6 4-1.6 5.5 0" />
        </g>
        {face.extra}
        <path
          d="M54 68c3 4 9 4 12 0"
          fill="none"
          stroke="#fff"
          strokeOpacity="0.85"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </g>
    </svg>
  );
}
