// An amount: the text in the field has thousands separators, what leaves it is a plain numeric string. What is no amount stays as
// it was typed, for the form to refuse: another amount than the one meant would be worse than none.
import { useLayoutEffect, useRef, type ChangeEvent, type Ref } from "react";
import { parseKes, type Cents } from "#domain/money.ts";
import { cx } from "./cx.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";
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

/** "1500.50": an amount as the value of a field. */
export function fieldAmount(cents: Cents): string {
  return (Number(cents) / 100).toFixed(2);
}

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
            // What is offered is replaced by what is typed, never lengthened by it.
            onFocus={({ currentTarget }) => currentTarget.select()}
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

const PLAIN = /^\d*(?:\.\d*)?$/;
const GROUPED = /^\d{1,3}(?:,\d{3})*(?:\.\d*)?$/;

/** "1,500.50" and "KES 1500.50" become "1500.50"; "-5", "1e5", "12abc" and "1,5" stay as they are. */
export function plainAmount(typed: string): string {
  const amount = typed.trim().replace(/^(?:KES|Ksh\.?)\s*/i, "");
  if (PLAIN.test(amount)) return amount;
  return GROUPED.test(amount) ? amount.replaceAll(",", "") : typed;
}

/**
 * The same after a digit was added to or removed from a grouped amount: its separators are misplaced until they are
 * set again, and not the person's own.
 */
export function regrouped(typed: string): string {
  return plainAmount(typed.replaceAll(",", ""));
}

/** "1500.5" becomes "1,500.5": separators while typing, nothing appended; an invalid amount stays as it is. */
export function groupThousands(plain: string): string {
  if (!PLAIN.test(plain)) return plain;
  const [whole = "", decimals] = plain.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** The caret's position after regrouping: behind the same number of characters as before, without separators. */
export function caretAfter(grouped: string, charactersBefore: number): number {
  let seen = 0;
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === charactersBefore) return index;
    if (grouped[index] !== ",") seen += 1;
  }
  return grouped.length;
}

/** Why the text is no amount; null for an amount and for an empty text. */
export function typingFault(plain: string): "digits" | "decimals" | "minus" | null {
  const cents = parseKes(plain.endsWith(".") ? plain.slice(0, -1) : plain);
  if (cents === "not-a-number") return "digits";
  if (cents === "too-many-decimals") return "decimals";
  return typeof cents === "bigint" && cents < 0n ? "minus" : null;
}

/** The typed amount in cents if it is above 0; null for anything else. */
export function readPositive(typed: string): Cents | null {
  const cents = parseKes(typed);
  return typeof cents === "bigint" && cents > 0n ? cents : null;
}
