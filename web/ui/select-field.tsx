import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<"select">, "className" | "children"> & {
    options: readonly { value: string; label: string; disabled?: boolean }[];
    /** Shown first with the empty value, e.g. "Choose a type". */
    placeholder?: string;
  };

/** The device's own list of choices. */
export function SelectField(props: SelectFieldProps) {
  const { label, help, error, optional, className, id, options, placeholder, ...rest } = props;

  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => (
        <span className="relative block">
          <select {...rest} {...wiring} className={cx(controlClass, "appearance-none pe-10")}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute end-3 top-1/2 size-5 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
  );
}
