import { useLayoutEffect, useRef, type ChangeEvent, type Ref } from "react";
import { cx } from "./cx.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import { caretAfter, groupThousands, plainAmount } from "./money-typing.ts";

type MoneyFieldProps = FieldProps & {
  id?: string;
  name?: string;
  /** Plain numeric string, e.g. "1500.50"; "" when empty. */
  value: string;
  onValueChange: (plain: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  disabled?: boolean;
  placeholder?: string;
  currency?: string;
};

/** An amount with KES in front and thousands separated while typing. Controlled: use a form library's controller. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, help, error, optional, className, id, value, onValueChange, ref, ...rest } = props;
  const { currency = "KES", ...attributes } = rest;
  const typed = useRef<{ input: HTMLInputElement; before: number } | null>(null);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const caret = input.selectionStart ?? input.value.length;
    typed.current = { input, before: plainAmount(input.value.slice(0, caret)).length };
    onValueChange(plainAmount(input.value));
  };

  useLayoutEffect(() => {
    if (!typed.current) return;
    const { input, before } = typed.current;
    typed.current = null;
    if (document.activeElement === input) {
      const caret = caretAfter(input.value, before);
      input.setSelectionRange(caret, caret);
    }
  });

  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => (
        <span className="relative block">
          <span
            aria-hidden
            className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-sm text-muted"
          >
            {currency}
          </span>
          <input
            {...attributes}
            {...wiring}
            ref={ref}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={groupThousands(value)}
            onChange={change}
            className={cx(controlClass, "ps-13 text-lg font-semibold")}
          />
        </span>
      )}
    </Field>
  );
}
