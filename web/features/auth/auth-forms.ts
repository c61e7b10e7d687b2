import { useSyncExternalStore } from "react";
import type { FieldError, FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { TextsOf } from "#messages/message.ts";
import type { auth } from "#web/messages/en/auth.ts";
import { onWordsChanged, textsOf } from "#web/messages/words.ts";

/** The words of these forms. They also run on the landing page, which has no message library. */
export function useAuthTexts(): TextsOf<typeof auth> {
  return useSyncExternalStore(onWordsChanged, () => textsOf("auth"));
}

/** Every message under its field; what belongs to no field of this form is given back for the summary. */
export function showFieldErrors<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  errors: Record<string, string[]>,
): string[] {
  const names = Object.keys(form.getValues());
  const known = names.filter((name) => errors[name]?.length);

  for (const name of known) {
    form.setError(name as Path<Fields>, {
      type: "server",
      message: errors[name]?.join("\n") ?? "",
    });
  }
  const [first] = known;
  if (first) form.setFocus(first as Path<Fields>);

  return Object.entries(errors).flatMap(([name, messages]) =>
    names.includes(name) ? [] : messages,
  );
}

/** The lines of one field's error, as its list. */
export function linesOf(error: FieldError | undefined): string[] | undefined {
  return error?.message ? error.message.split("\n") : undefined;
}

/** A shape, not a proof: something, an @, something with a dot. */
export const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
