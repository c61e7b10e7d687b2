import { Money } from "../money.tsx";
import { dashes, fills, Hatching, Mark, strokes, useHatching, type Series } from "./series.tsx";

type ReadoutProps = { month: string; series: readonly Series[]; at: number; drawn: Drawn };
export type Drawn = "lines" | "bars";

/** The chosen month in figures; also the key to the marks. It always has the same height. */
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

/** The series as the chart draws it, small. */
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
