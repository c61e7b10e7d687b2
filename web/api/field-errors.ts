import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Shows the server's messages under their fields and moves to the first. What has no field was shown in the toast. */
export function showFieldErrors<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  errors: Record<string, string[]>,
): void {
  const names = Object.keys(form.getValues()) as Path<Fields>[];
  const wrong = names.filter((name) => errors[name] !== undefined);
  for (const name of wrong)
    form.setError(name, { type: "server", message: errors[name]?.[0] ?? "" });
  const [first] = wrong;
  if (first !== undefined) form.setFocus(first);
}
