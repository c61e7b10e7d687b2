import type { ReactNode } from "react";
import { useLanding } from "./landing-texts.ts";
import { BookPicture, CoinPicture, PotPicture } from "./service-pictures.tsx";

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
