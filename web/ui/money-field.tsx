import { useLayoutEffect, useRef, type ChangeEvent, type Ref } from "react";
import { cx } from "./cx.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import { caretAfter, groupThousands, plainAmount, regrouped, typingFault } from "./money-typing.ts";
import { useUiTexts } from "./texts.tsx";

export type MoneyFieldProps = FieldProps & {
  id?: string;
  name?: string;
  /** Plain numeric string, e.g. "1500.50"; "" when empty; an invalid amount as it was typed, for the form to refuse. */
  value: string;
  onValueChange: (plain: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  disabled?: boolean;
  placeholder?: string;
  currency?: string;
};

/** An amount with KES in front and thousands separators while typing. Controlled: use a form library's controller. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, help, error, optional, className, id, value, onValueChange, ref, ...rest } = props;
  const { currency = "KES", onBlur, ...attributes } = rest;
  const texts = useUiTexts();
  const typed = useRef<{ input: HTMLInputElement; text: string; before: number } | null>(null);
  // The field explains an invalid amount better than the form that refuses it.
  const fault = error === undefined ? null : typingFault(value);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const caret = input.selectionStart ?? input.value.length;
    const text = input.value;
    typed.current = { input, text, before: text.slice(0, caret).replaceAll(",", "").length };
    onValueChange((isOneOfOurs(value, event) ? regrouped : plainAmount)(text));
  };

  /** "1500." is the start of cents that never came. */
  const leave = () => {
    if (/^\d+\.$/.test(value)) onValueChange(value.slice(0, -1));
    onBlur?.();
  };

  useLayoutEffect(() => {
    if (!typed.current) return;
    const { input, text, before } = typed.current;
    typed.current = null;
    if (document.activeElement === input && input.value !== text) {
      const caret = caretAfter(input.value, before);
      input.setSelectionRange(caret, caret);
    }
  });

  return (
    <Field
      {...{ id, label, help, className }}
      error={fault === null ? error : texts.amountFaults[fault]}
      optional={optional ?? false}
    >
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
            onBlur={leave}
            className={cx(controlClass, "ps-13 text-lg font-semibold")}
          />
        </span>
      )}
    </Field>
  );
}

/** Whether the field itself set the separators: they were there before, and none was typed or pasted now. */
function isOneOfOurs(before: string, { nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  const { inputType, data } = nativeEvent as InputEvent;
  const isPasted = data === null && !inputType?.startsWith("delete");
  return !before.includes(",") && !isPasted && !(data ?? "").includes(",");
}
