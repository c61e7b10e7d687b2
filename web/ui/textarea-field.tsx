import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { controlClass, Field, type FieldProps } from "./field.tsx";

type TextareaFieldProps = FieldProps & Omit<ComponentProps<"textarea">, "className">;

/** Several lines of text. */
export function TextareaField(props: TextareaFieldProps) {
  const { label, help, error, optional, className, id, ...rest } = props;

  return (
    <Field {...{ id, label, help, error, className }} optional={optional ?? false}>
      {(wiring) => (
        <textarea rows={3} {...rest} {...wiring} className={cx(controlClass, "resize-y")} />
      )}
    </Field>
  );
}
