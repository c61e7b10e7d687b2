import type { MonthScale, ValueScale } from "./chart-scale.ts";
import { fills, Hatching, strokes, useHatching, type Series } from "./series.tsx";

type BarsProps = { series: readonly Series[]; months: MonthScale; values: ValueScale };

/** A bar for each series side by side, from 0 up or down: the first plain, the others hatched. */
export function Bars({ series, months, values }: BarsProps) {
  const hatching = useHatching();
  const width = Math.max(2, Math.min(24, (months.step * 0.72) / series.length));
  return (
    <>
      {series.map((each, index) => (
        <g key={each.key} className={index === 0 ? fills[each.look] : strokes[each.look]}>
          {index > 0 && <Hatching id={hatching.id} look={each.look} />}
          {each.values.map((value, month) => {
            const top = values.y(Math.max(0, value));
            const height = Math.abs(values.y(value) - values.y(0));
            const left = months.x(month) + (index - series.length / 2) * width;
            return value === 0 ? null : (
              <rect
                key={month}
                x={left + 0.5}
                y={top}
                width={width - 1}
                height={Math.max(1, height)}
                {...(index > 0 ? { fill: hatching.fill } : {})}
              />
            );
          })}
        </g>
      ))}
    </>
  );
}
