import type { ComponentProps } from "react";
import { controlClass, Field, type FieldProps } from "./field.tsx";

type DateFieldProps = FieldProps & Omit<ComponentProps<"input">, "className" | "type">;

/** The device's own date picker. Value, `min` and `max` are `yyyy-MM-dd`. */
export function DateField({
  label,
  help,
  error,
  optional,
  className,
  id,
  ...rest
}: DateFieldProps) {
  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => <input {...rest} {...wiring} type="date" className={controlClass} />}
    </Field>
  );
}
