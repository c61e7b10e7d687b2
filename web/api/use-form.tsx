import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  useController,
  useForm as usePlainForm,
  type Control,
  type FieldValues,
  type Path,
  type UseControllerProps,
  type UseFormProps,
  type UseFormReturn,
} from "react-hook-form";
import { onWordsChanged, spokenWords } from "#web/messages/words.ts";
import { DateField, type DateFieldProps } from "#web/ui/date-field.tsx";
import { MoneyField, type MoneyFieldProps } from "#web/ui/money-field.tsx";

/** A form whose own messages follow the language of the screen; the server's messages stay as they came. */
export function useForm<Fields extends FieldValues = FieldValues, Context = unknown>(
  props?: UseFormProps<Fields, Context>,
): UseFormReturn<Fields, Context> {
  const form = usePlainForm<Fields, Context>(props);
  const language = useSyncExternalStore(onWordsChanged, () => spokenWords().language);
  const { errors } = form.formState;
  const shownIn = useRef(language);
  useEffect(() => {
    if (shownIn.current === language) return;
    shownIn.current = language;
    const shown = Object.entries(errors).flatMap(([name, error]) =>
      error?.type === "server" ? [] : [name as Path<Fields>],
    );
    if (shown.length > 0) void form.trigger(shown);
  }, [language, errors, form]);
  return form;
}

export type OfForm<Fields extends FieldValues, Name extends Path<Fields>> = {
  control: Control<Fields>;
} & Pick<UseControllerProps<Fields, Name>, "name" | "rules">;
type Controlled = "name" | "value" | "onValueChange" | "onBlur" | "ref" | "error";
/** What the server says of the value before it is sent; what the form itself says comes first. */
type BeforeSent = { refused?: string | undefined };

/** An amount in a form, as a plain numeric string. */
export function AmountField<Fields extends FieldValues, Name extends Path<Fields>>(
  props: OfForm<Fields, Name> & Omit<MoneyFieldProps, Controlled> & BeforeSent,
) {
  const { control, name, rules, refused, ...shown } = props;
  const { field, fieldState } = useController({ control, name, ...(rules && { rules }) });
  const { onChange, ...wiring } = field;
  return (
    <MoneyField
      {...wiring}
      {...shown}
      onValueChange={onChange}
      error={fieldState.error?.message ?? refused}
    />
  );
}

/** A day in a form, as `yyyy-MM-dd`; undefined if it is optional and empty. */
export function DayField<Fields extends FieldValues, Name extends Path<Fields>>(
  props: OfForm<Fields, Name> & Omit<DateFieldProps, Controlled> & BeforeSent,
) {
  const { control, name, rules, refused, ...shown } = props;
  const { field, fieldState } = useController({ control, name, ...(rules && { rules }) });
  const { onChange, value, ...wiring } = field;
  return (
    <DateField
      {...wiring}
      {...shown}
      value={value ?? ""}
      onValueChange={(day) => onChange(shown.optional && day === "" ? undefined : day)}
      error={fieldState.error?.message ?? refused}
    />
  );
}

/** Shows the server's messages under their fields and focuses the first. The toast has shown those without a field. */
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

/** The values of forms that were closed before they were sent, until the page is left. Never stored on the device. */
const drafts = new Map<string, FieldValues>();

/**
 * Keeps the values of a dialog's form when the dialog closes, and restores them when the same dialog opens again.
 * Returns a function that forgets them, for when they were sent. `secret` fields are forgotten.
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
