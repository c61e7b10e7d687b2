// A day, picked or typed: day first, as in Kenya, with the month as a number or a word of either language; a day as computers write it too.
import { CalendarDays } from "lucide-react";
import { type FormEvent, type Ref, useId, useRef, useState } from "react";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import { cx } from "./cx.ts";
import { formatDay } from "./day.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import { Button, IconButton } from "./button.tsx";
import { useUiTexts } from "./texts.tsx";

export type DateFieldProps = FieldProps & {
  id?: string;
  name?: string;
  /** `yyyy-MM-dd`; "" when empty; an invalid day as it was typed, for the form to refuse. */
  value: string;
  onValueChange: (date: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  /** `yyyy-MM-dd`: the first and last day that the calendar offers. */
  min?: string;
  max?: string;
  disabled?: boolean;
  "aria-errormessage"?: string | undefined;
};

/**
 * A day, typed and shown as in Kenya (22 Nov 2026) whatever the browser's language, with the device's calendar beside
 * it. Controlled: use a form library's controller.
 */
export function DateField(props: DateFieldProps) {
  const { label, help, error, optional, className, id, value, onValueChange, ref, ...rest } = props;
  const { min, max, onBlur, ...attributes } = rest;
  const texts = useUiTexts();
  const calendar = useRef<HTMLInputElement>(null);
  /** The text while it is typed; afterwards the day is written out. */
  const [typed, setTyped] = useState<string | null>(null);
  const day = parsePlainDate(value);

  const change = (text: string) => {
    setTyped(text);
    onValueChange(readDay(text, false) ?? text);
  };

  const settle = () => {
    if (typed === null) return;
    setTyped(null);
    const read = readDay(typed);
    if (read !== null && read !== value) onValueChange(read);
  };

  const openCalendar = () => {
    const { current } = calendar;
    // Where the calendar cannot be opened by script, focusing the field opens it.
    if (current !== null && "showPicker" in current) current.showPicker();
    else calendar.current?.focus();
  };

  return (
    <Field
      {...{ id, label, help, className }}
      error={error !== undefined && value !== "" && day === null ? texts.dateFault : error}
      optional={optional ?? false}
    >
      {(wiring) => (
        <span className="relative block">
          <input
            {...attributes}
            {...wiring}
            ref={ref}
            type="text"
            autoComplete="off"
            placeholder={texts.datePlaceholder}
            value={typed ?? (day === null ? value : formatDay(day))}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && settle()}
            onBlur={() => {
              settle();
              onBlur?.();
            }}
            className={cx(controlClass, "pe-11")}
          />
          <input
            ref={calendar}
            type="date"
            aria-hidden
            tabIndex={-1}
            value={day ?? ""}
            min={min}
            max={max}
            onChange={(event) => {
              setTyped(null);
              onValueChange(event.target.value);
            }}
            className="pointer-events-none absolute end-0 bottom-0 size-11 opacity-0"
          />
          <IconButton
            label={texts.openCalendar}
            icon={<CalendarDays aria-hidden />}
            disabled={attributes.disabled}
            onClick={openCalendar}
            className="absolute! end-0 bottom-0"
          />
        </span>
      )}
    </Field>
  );
}

/** By the first three letters, in English and Swahili. */
const months = [
  ["jan"],
  ["feb"],
  ["mar", "mac"],
  ["apr"],
  ["may", "mei"],
  ["jun"],
  ["jul"],
  ["aug", "ago"],
  ["sep"],
  ["oct", "okt"],
  ["nov"],
  ["dec", "des"],
];

const DAY_FIRST = /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}{3,9})\.?[\s,./-]+(\d{2}|\d{4})$/u;

/**
 * The typed day: "22/11/2026", "22.11.2026", "22 Nov 2026", "22 Novemba 2026", "2026-11-22"; null for anything else
 * and for a day that its month does not have. A year of two digits is in this century once typing is `done`; before,
 * two more digits may follow.
 */
export function readDay(typed: string, done = true): PlainDate | null {
  const text = typed.trim();
  const [, day, month = "", year = ""] = DAY_FIRST.exec(text) ?? [];
  if (day === undefined) return parsePlainDate(text);
  if (year.length === 2 && !done) return null;
  const number = /\d/.test(month) ? Number(month) : numberOf(month);
  return parsePlainDate(`${year.length === 2 ? `20${year}` : year}-${number}-${day}`);
}

/** 1 to 12; 0 for no month. */
function numberOf(month: string): number {
  const letters = month.slice(0, 3).toLowerCase();
  return months.findIndex((names) => names.includes(letters)) + 1;
}

/** `yyyy-MM-dd`; "" while empty. */
export type DateRangeValue = { from: string; to: string };

const readable = { from: false, to: false };

type DateRangeProps = {
  value: DateRangeValue;
  onApply: (range: DateRangeValue) => void;
  /** Shows a button that clears both. */
  onClear?: () => void;
  /** The page's own sentences, e.g. "Please select both dates." */
  messages: { bothRequired: string; wrongOrder: string };
  labels?: { from?: string; to?: string; clear?: string };
  busy?: boolean;
};

/** From and To with a button; equal dates are allowed, an empty or reversed range is reported in the page's words. */
export function DateRange({
  value,
  onApply,
  onClear,
  messages,
  labels,
  busy = false,
}: DateRangeProps) {
  const texts = useUiTexts();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [range, setRange] = useState(value);
  const [problem, setProblem] = useState<string>();
  const [unreadable, setUnreadable] = useState(readable);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const isWrong = { from: isNoDay(range.from), to: isNoDay(range.to) };
    setUnreadable(isWrong);
    if (isWrong.from || isWrong.to) return focusOn(isWrong.from ? "start_date" : "end_date");
    const found =
      !range.from || !range.to
        ? messages.bothRequired
        : range.from > range.to
          ? messages.wrongOrder
          : undefined;
    setProblem(found);
    if (!found) return onApply(range);
    focusOn(range.from ? "end_date" : "start_date");
  };

  const focusOn = (name: "start_date" | "end_date") =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const clear = () => {
    setRange({ from: "", to: "" });
    setProblem(undefined);
    setUnreadable(readable);
    onClear?.();
  };

  return (
    <form ref={form} noValidate onSubmit={apply} data-print="never">
      <div className="flex flex-wrap items-end gap-3">
        <DateField
          className="flex-1 basis-36 md:max-w-52"
          label={labels?.from ?? texts.from}
          name="start_date"
          value={range.from}
          onValueChange={(from) => setRange({ ...range, from })}
          error={unreadable.from ? texts.dateFault : undefined}
          aria-errormessage={problem ? id : undefined}
        />
        <DateField
          className="flex-1 basis-36 md:max-w-52"
          label={labels?.to ?? texts.to}
          name="end_date"
          value={range.to}
          onValueChange={(to) => setRange({ ...range, to })}
          error={unreadable.to ? texts.dateFault : undefined}
          aria-errormessage={problem ? id : undefined}
        />
        <div className="flex flex-1 basis-full gap-2 sm:basis-auto sm:flex-none">
          <Button type="submit" variant="secondary" busy={busy} className="flex-1">
            {texts.show}
          </Button>
          {onClear && (
            <Button variant="quiet" onClick={clear}>
              {labels?.clear ?? texts.clear}
            </Button>
          )}
        </div>
      </div>
      <p id={id} role="alert" className="text-sm font-semibold text-bad not-empty:mt-2">
        {problem}
      </p>
    </form>
  );
}

/** The text is no day. */
function isNoDay(typed: string): boolean {
  return typed !== "" && parsePlainDate(typed) === null;
}
