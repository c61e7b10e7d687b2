import { useId, useRef, useState, type FormEvent } from "react";
import { parsePlainDate } from "#domain/calendar.ts";
import { Button } from "./button.tsx";
import { DateField } from "./date-field.tsx";
import { useUiTexts } from "./texts.tsx";

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
