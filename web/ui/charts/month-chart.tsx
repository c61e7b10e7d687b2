import { nice, ticks } from "d3-array";
import { useEffect, useRef, useState } from "react";
import { formatMonth } from "../day.ts";
import { formatMoney } from "../money.tsx";
import {
  dashes,
  fills,
  Hatching,
  Mark,
  Readout,
  strokes,
  useHatching,
  type Drawn,
  type Series,
} from "./series.tsx";

type MonthChartProps = {
  /** The chart's description, for screen readers. */
  label: string;
  /** First days of consecutive months; at least one. */
  months: readonly string[];
  /** Each with one value for each month. */
  series: readonly Series[];
  drawn: Drawn;
};

const PLOT = 200;
const ABOVE = 10;
const BELOW = 28;
const NAME_WIDTH = 84;
const THUMB = 16;

/**
 * Months from left to right. One is selected, at first the last: its figures are above the chart, and arrow keys, a
 * pointer or a finger select another. The browser's own range control, laid over the picture, does the selecting, so
 * every assistive technology can move it and reads the month's figures as its value.
 */
export function MonthChart({ label, months, series, drawn }: MonthChartProps) {
  const last = months.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? last, last);
  const { ref, width } = useWidth();

  const values = valueScale(
    series.flatMap((each) => each.values),
    PLOT,
  );
  // A digit is up to 9 pixels wide; letters are wider ("150M").
  const gutter = 12 + 9.5 * Math.max(...values.ticks.map((tick) => shortNumber(tick).length));
  const plotWidth = Math.max(0, width - gutter);
  const scale = monthScale(months.length, plotWidth);
  const monthName = formatMonth(months[at] ?? "");

  return (
    <figure aria-label={label}>
      <Readout month={monthName} series={series} at={at} drawn={drawn} />
      <div
        ref={ref}
        className="relative mt-3 h-[238px] overflow-hidden rounded-control has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
      >
        {width > 0 && (
          <svg aria-hidden width={width} height={ABOVE + PLOT + BELOW} className="block">
            <g transform={`translate(${gutter} ${ABOVE})`}>
              {last > 0 && (
                <rect
                  x={at * scale.step}
                  y={-ABOVE}
                  width={scale.step}
                  height={PLOT + ABOVE}
                  className="fill-sunken"
                />
              )}
              {values.ticks.map((tick) => (
                <g key={tick} transform={`translate(0 ${values.y(tick)})`}>
                  <path
                    d={`M0 0H${plotWidth}`}
                    className={tick === 0 ? "stroke-edge" : "stroke-line"}
                  />
                  <text x={-8} dy="0.32em" textAnchor="end" className="fill-muted text-sm">
                    {shortNumber(tick)}
                  </text>
                </g>
              ))}
              {drawn === "lines" ? (
                <Lines series={series} months={scale} values={values} at={at} />
              ) : (
                <Bars series={series} months={scale} values={values} />
              )}
              {namedMonths(scale, { width: plotWidth, nameWidth: NAME_WIDTH }).map(
                ({ index, x }) => (
                  <text
                    key={index}
                    x={x}
                    y={PLOT + 22}
                    textAnchor="middle"
                    className="fill-muted text-sm"
                  >
                    {formatMonth(months[index] ?? "")}
                  </text>
                ),
              )}
            </g>
          </svg>
        )}
        {last > 0 && width > 0 && (
          <input
            type="range"
            aria-label={label}
            min={0}
            max={last}
            value={at}
            aria-valuetext={`${monthName}: ${inWords(series, at)}`}
            onChange={(event) => setChosen(Number(event.target.value))}
            onPointerMove={(event) => {
              if (event.pointerType === "mouse")
                setChosen(scale.nearest(event.nativeEvent.offsetX + THUMB / 2 - scale.step / 2));
            }}
            style={{
              left: gutter + scale.x(0) - THUMB / 2,
              width: scale.x(last) - scale.x(0) + THUMB,
            }}
            className="absolute top-0 m-0 h-[210px] cursor-crosshair touch-pan-y opacity-0 print:hidden"
          />
        )}
      </div>
    </figure>
  );
}

/** "KES 12,000.00", or each series by its name. */
function inWords(series: readonly Series[], at: number): string {
  const amounts = series.map(({ name, values }) => ({ name, money: formatMoney(values[at] ?? 0) }));
  if (amounts.length === 1) return amounts[0]?.money ?? "";
  return amounts.map(({ name, money }) => `${name} ${money}`).join(", ");
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const watch = new ResizeObserver(() => setWidth(box.clientWidth));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);

  return { ref, width };
}

type BarsProps = { series: readonly Series[]; months: MonthScale; values: ValueScale };

/** Bars for each series side by side, up or down from 0: the first plain, the others hatched. */
function Bars({ series, months, values }: BarsProps) {
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

/** With fewer pixels between months, marks would touch: only the selected month and the last have one. */
const ROOM_FOR_MARKS = 16;

type LinesProps = {
  series: readonly Series[];
  months: MonthScale;
  values: ValueScale;
  /** The selected month. */
  at: number;
};

/** A line for each series; a single one is filled down to 0. */
function Lines({ series, months, values, at }: LinesProps) {
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

type ValueScale = {
  /** Round values for the grid, lowest first; always includes 0. */
  ticks: number[];
  /** Pixels from the top. */
  y: (value: number) => number;
};

/** Shown when every value is 0. */
const EMPTY_TOP = 1000;

/** Maps the lowest value (at most 0) up to the highest (at least 0) onto `height` pixels. */
export function valueScale(values: readonly number[], height: number): ValueScale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const [from, to] = low === high ? [0, EMPTY_TOP] : nice(low, high, 4);
  return {
    ticks: ticks(from, to, 4),
    y: (value) => height - ((value - from) / (to - from)) * height,
  };
}

type MonthScale = {
  count: number;
  /** Pixels between one month and the next. */
  step: number;
  /** The middle of a month, in pixels from the left. */
  x: (index: number) => number;
  /** The month nearest to a point. */
  nearest: (x: number) => number;
};

/** Each of `count` months in the middle of an equal strip of `width` pixels. */
export function monthScale(count: number, width: number): MonthScale {
  const step = width / Math.max(1, count);
  return {
    count,
    step,
    x: (index) => (index + 0.5) * step,
    nearest: (x) => Math.max(0, Math.min(count - 1, Math.floor(x / step))),
  };
}

/**
 * The months to label under the chart, and the middle of each label: inside the chart, at least `nameWidth` pixels
 * apart; the last month always has one.
 */
export function namedMonths(
  { count, x }: MonthScale,
  { width, nameWidth }: { width: number; nameWidth: number },
): { index: number; x: number }[] {
  const every = Math.max(1, Math.ceil((count * nameWidth) / Math.max(1, width)));
  const named: { index: number; x: number }[] = [];
  for (let index = count - 1; index >= 0; index -= every) {
    const middle = Math.max(nameWidth / 2, Math.min(width - nameWidth / 2, x(index)));
    const next = named[0];
    if (next === undefined || next.x - middle >= nameWidth) named.unshift({ index, x: middle });
  }
  return named;
}

/** "500", "1.5K", "200K" and "2M": labels of an axis. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const [unit, letter] = size >= 1e6 ? [1e6, "M"] : size >= 1e3 ? [1e3, "K"] : [1, ""];
  return `${Number((value / unit).toFixed(2))}${letter}`;
}
