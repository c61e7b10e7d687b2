import type { MonthScale, ValueScale } from "./chart-scale.ts";
import { dashes, Mark, strokes, type Series } from "./series.tsx";

/** Below this many pixels from month to month, marks would touch: only the chosen month and the last keep theirs. */
const ROOM_FOR_MARKS = 16;

type LinesProps = {
  series: readonly Series[];
  months: MonthScale;
  values: ValueScale;
  /** The chosen month. */
  at: number;
};

/** A line for each series; one that stands alone is filled down to 0. */
export function Lines({ series, months, values, at }: LinesProps) {
  return (
    <>
      {series.map((each) => {
        const points = each.values.map((value, index) => `${months.x(index)} ${values.y(value)}`);
        const path = `M${points.join("L")}`;
        const last = each.values.length - 1;
        return (
          <g key={each.key} fill="none">
            {series.length === 1 && last > 0 && (
              <path d={`${path}V${values.y(0)}H${months.x(0)}Z`} className="fill-brand-soft" />
            )}
            <path
              d={path}
              strokeWidth={2.5}
              strokeLinejoin="round"
              strokeDasharray={dashes[each.look]}
              className={strokes[each.look]}
            />
            {each.values.map((value, index) =>
              months.step >= ROOM_FOR_MARKS || index === at || index === last ? (
                <Mark key={index} look={each.look} x={months.x(index)} y={values.y(value)} />
              ) : null,
            )}
          </g>
        );
      })}
    </>
  );
}
