import { useId, useRef, useState, type FormEvent } from "react";
import { Button } from "./button.tsx";
import { DateField } from "./date-field.tsx";
import { useUiTexts } from "./texts.tsx";

/** `yyyy-MM-dd`; "" while empty. */
export type DateRangeValue = { from: string; to: string };

type DateRangeProps = {
  value: DateRangeValue;
  onApply: (range: DateRangeValue) => void;
  /** Shows a button that empties both. */
  onClear?: () => void;
  /** The page's own sentences, e.g. "Please select both dates." */
  messages: { bothRequired: string; wrongOrder: string };
  labels?: { from?: string; to?: string; apply?: string; clear?: string };
  busy?: boolean;
};

/** From and To with a button; equal dates are allowed, an empty or turned range is told in the page's words. */
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

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found =
      !range.from || !range.to
        ? messages.bothRequired
        : range.from > range.to
          ? messages.wrongOrder
          : undefined;
    setProblem(found);
    if (!found) return onApply(range);
    form.current?.querySelectorAll("input")[range.from ? 1 : 0]?.focus();
  };

  const clear = () => {
    setRange({ from: "", to: "" });
    setProblem(undefined);
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
          onChange={(event) => setRange({ ...range, from: event.target.value })}
          aria-errormessage={problem ? id : undefined}
        />
        <DateField
          className="flex-1 basis-36 md:max-w-52"
          label={labels?.to ?? texts.to}
          name="end_date"
          value={range.to}
          onChange={(event) => setRange({ ...range, to: event.target.value })}
          aria-errormessage={problem ? id : undefined}
        />
        <div className="flex flex-1 basis-full gap-2 sm:basis-auto sm:flex-none">
          <Button type="submit" variant="secondary" busy={busy} className="flex-1">
            {labels?.apply ?? texts.apply}
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
