import { useSyncExternalStore } from "react";
import type { FieldError, FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { TextsOf } from "#messages/message.ts";
import type { auth } from "#messages/en/web/first.ts";
import { onWordsChanged, textsOf } from "#web/messages/words.ts";

/** The texts of these forms. They also run on the landing page, which has no message library. */
export function useAuthTexts(): TextsOf<typeof auth> {
  return useSyncExternalStore(onWordsChanged, () => textsOf("auth"));
}

/** Puts every message under its field; returns those without a field in this form, for the summary. */
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

/** A field's messages as a list. */
export function linesOf(error: FieldError | undefined): string[] | undefined {
  return error?.message ? error.message.split("\n") : undefined;
}

/** Checks the shape only: something, an @, something with a dot. */
export const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
