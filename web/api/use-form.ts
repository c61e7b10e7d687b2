import { useEffect, useRef, useSyncExternalStore } from "react";
import {
  useForm as usePlainForm,
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
} from "react-hook-form";
import { onWordsChanged, spokenWords } from "#web/messages/words.ts";

/** A form whose own messages on screen change over with the language; what the server said at a field stays as it was. */
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
