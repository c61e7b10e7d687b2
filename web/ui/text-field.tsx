import type { ComponentProps } from "react";
import { controlClass, Field, type FieldProps } from "./field.tsx";

export type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, "className">;

/** One line of text. Takes every attribute of an input, and a form library's `ref`, `name`, `onChange`, `onBlur`. */
export function TextField({
  label,
  help,
  error,
  optional,
  className,
  id,
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => <input type="text" {...rest} {...wiring} className={controlClass} />}
    </Field>
  );
}
