import { useId, type ReactNode } from "react";
import { Money } from "../money.tsx";

/** How a series is drawn: shape, dash or hatching distinguish it as well as colour. */
type Look = "brand" | "clay" | "note" | "ink";

export type Series = {
  key: string;
  /** What the values are, e.g. "Bank". */
  name: string;
  look: Look;
  /** KES, one for each month. */
  values: readonly number[];
  /** Links a month's figure to its postings. */
  proof?: ((month: number, figure: ReactNode) => ReactNode) | undefined;
};

export const strokes: Record<Look, string> = {
  brand: "stroke-brand",
  clay: "stroke-clay",
  note: "stroke-note",
  ink: "stroke-ink",
};

export const fills: Record<Look, string> = {
  brand: "fill-brand",
  clay: "fill-clay",
  note: "fill-note",
  ink: "fill-ink",
};

export const dashes: Record<Look, string | undefined> = {
  brand: undefined,
  clay: "7 4",
  note: "2 4",
  ink: "9 3 2 3",
};

const shapes: Record<Look, string> = {
  brand: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
  clay: "M-4.5-4.5h9v9h-9z",
  note: "M0-6L5.5 4.5h-11z",
  ink: "M0-6L6 0L0 6L-6 0z",
};

/** The mark on a month of a line: circle, square, triangle or diamond, outlined in the card's colour. */
export function Mark({ look, x, y }: { look: Look; x: number; y: number }) {
  return (
    <path
      d={shapes[look]}
      transform={`translate(${x} ${y})`}
      strokeWidth={1.5}
      className={`${fills[look]} stroke-card`}
    />
  );
}

/** The fill of a bar: plain for the first series, hatched for the others. */
export function useHatching(): { id: string; fill: string } {
  const id = `hatching${useId().replace(/\W/g, "")}`;
  return { id, fill: `url(#${id})` };
}

export function Hatching({ id, look }: { id: string; look: Look }) {
  return (
    <pattern
      id={id}
      width={6}
      height={6}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width={6} height={6} className="fill-card" />
      <rect width={3} height={6} className={fills[look]} />
    </pattern>
  );
}

type ReadoutProps = { month: string; series: readonly Series[]; at: number; drawn: Drawn };
export type Drawn = "lines" | "bars";

/** The selected month in figures; also the legend. Its height is constant. */
export function Readout({ month, series, at, drawn }: ReadoutProps) {
  return (
    <div className="tabular-nums">
      <p className="font-semibold">{month}</p>
      <dl>
        {series.map((each, index) => (
          <div key={each.key} className="flex items-center justify-between gap-2">
            <dt className="flex min-w-0 items-center gap-2 text-sm text-muted">
              {series.length > 1 && <Key series={each} index={index} drawn={drawn} />}
              {each.name}
            </dt>
            <dd>
              {each.proof === undefined ? (
                <Money amount={each.values[at] ?? 0} />
              ) : (
                each.proof(at, <Money amount={each.values[at] ?? 0} />)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type KeyProps = { series: Series; index: number; drawn: Drawn };

/** A small sample of the series as the chart draws it. */
function Key({ series: { look }, index, drawn }: KeyProps) {
  const hatching = useHatching();
  return (
    <svg aria-hidden width={28} height={16} className="shrink-0">
      {drawn === "lines" ? (
        <>
          <path
            d="M0 8H28"
            strokeWidth={2.5}
            strokeDasharray={dashes[look]}
            className={strokes[look]}
          />
          <Mark look={look} x={14} y={8} />
        </>
      ) : (
        <>
          {index > 0 && <Hatching id={hatching.id} look={look} />}
          <rect
            x={8.5}
            y={1.5}
            width={13}
            height={13}
            className={index > 0 ? strokes[look] : fills[look]}
            {...(index > 0 ? { fill: hatching.fill } : {})}
          />
        </>
      )}
    </svg>
  );
}
