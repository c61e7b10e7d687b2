import { useController, type FieldValues, type Path } from "react-hook-form";
import { TextareaField, type TextareaFieldProps } from "#web/ui/field.tsx";
import type { OfForm } from "./use-form.tsx";

type ReasonFieldProps<Fields extends FieldValues, Name extends Path<Fields>> = Omit<
  OfForm<Fields, Name>,
  "rules"
> &
  Pick<TextareaFieldProps, "label" | "help" | "optional"> & {
    /** The sentence if it is missing. */
    required: string;
  };

/** Why somebody does it, in at most 500 characters. */
export function ReasonField<Fields extends FieldValues, Name extends Path<Fields>>(
  props: ReasonFieldProps<Fields, Name>,
) {
  const { control, name, required, optional = false, ...shown } = props;
  const validate = (reason: string) => optional || reason.trim() !== "" || required;
  const { field, fieldState } = useController({ control, name, rules: { validate } });
  return (
    <TextareaField
      {...shown}
      {...field}
      optional={optional}
      maxLength={500}
      error={fieldState.error?.message}
    />
  );
}
