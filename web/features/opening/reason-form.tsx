import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import type { ApiError } from "#web/api/call.ts";
import { Button } from "#web/ui/button.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { TextareaField } from "#web/ui/field.tsx";

type ReasonFormProps = {
  /** Restores the typed text when the same form opens again. */
  draft: string;
  /** What it does, above the field. */
  children: ReactNode;
  label: string;
  required: string;
  submit: string;
  isDanger?: boolean;
  busy: boolean;
  /** The field's name on the server. */
  field?: "reason" | "words";
  /** Returns the refusal, or null on success. */
  onSubmit: (words: string) => Promise<ApiError | null>;
};

/** One typed reason, and its button. */
export function ReasonForm(props: ReasonFormProps) {
  const { field = "reason", isDanger = false, onSubmit, required } = props;
  const text = useTranslations("opening");
  const form = useForm<{ reason: string; words: string }>({
    defaultValues: { reason: "", words: "" },
  });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, props.draft);
  useFirstFocus(() => form.setFocus(field));
  const submit = form.handleSubmit(async (fields) => {
    const refusal = await onSubmit(fields[field]);
    if (refusal === null) forget();
    else showFieldErrors(form, refusal.errors);
  });
  return (
    <form
      noValidate
      aria-label={text("title")}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      {props.children}
      <TextareaField
        label={props.label}
        maxLength={500}
        error={errors[field]?.message}
        {...form.register(field, {
          validate: (words) => words.trim() !== "" || required,
        })}
      />
      <Button
        type="submit"
        variant={isDanger ? "danger" : "primary"}
        busy={props.busy}
        className="sm:self-end"
      >
        {props.submit}
      </Button>
    </form>
  );
}
