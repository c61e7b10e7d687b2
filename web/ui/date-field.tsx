// A day, picked or typed: day first, as in Kenya, with the month as a number or a word of either language; a day as computers write it too.
import { CalendarDays } from "lucide-react";
import { useRef, useState, type Ref } from "react";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import { cx } from "./cx.ts";
import { formatDay } from "./day.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import { IconButton } from "./button.tsx";
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
