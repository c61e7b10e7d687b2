import { CalendarDays } from "lucide-react";
import { useRef, useState, type Ref } from "react";
import { parsePlainDate } from "#domain/calendar.ts";
import { cx } from "./cx.ts";
import { formatDay } from "./day.ts";
import { readDay } from "./day-typing.ts";
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
