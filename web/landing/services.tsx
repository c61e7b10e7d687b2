import type { ReactNode } from "react";
import { useLanding } from "./landing-texts.ts";

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

// Three small pictures drawn with the tokens. Decorative.
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
