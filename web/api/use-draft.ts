import { useEffect, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** What stands in forms that were closed before they were sent, until the page is left. Never on the device. */
const drafts = new Map<string, FieldValues>();

/**
 * Keeps what was typed into a form of a dialog when the dialog is closed, by whatever way, and puts it back when the same one is
 * opened again. Gives what ends that, for when it was sent. `secret` fields are never stored.
 */
export function useDraft<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  name: string,
  secret: readonly Path<Fields>[] = [],
): () => void {
  const [stored] = useState(() => drafts.get(name));
  const state = useRef({ isDirty: false, isSent: false, secret });
  const { isDirty } = form.formState;

  useEffect(() => {
    state.current.isDirty = isDirty;
  }, [isDirty]);

  useEffect(() => {
    for (const [field, value] of Object.entries(stored ?? {}))
      form.setValue(field as Path<Fields>, value as never, { shouldDirty: true });
    const own = state.current;
    return () => {
      const values = Object.entries(form.getValues()).filter(
        ([field]) => !own.secret.includes(field as Path<Fields>),
      );
      if (own.isDirty && !own.isSent) drafts.set(name, Object.fromEntries(values));
      else drafts.delete(name);
    };
  }, [form, name, stored]);

  return () => {
    state.current.isSent = true;
  };
}
