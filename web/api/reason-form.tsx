import { useState, type ReactNode } from "react";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import type { ApiError } from "./call.ts";
import { ReasonField } from "./reason-field.tsx";
import { showFieldErrors, useDraft, useForm } from "./use-form.tsx";

type ReasonFormProps = {
  /** What the form does, above the field. */
  children: ReactNode;
  label: string;
  help?: string;
  /** The sentence if nothing is typed. */
  required: string;
  submit: string;
  isDanger?: boolean;
  busy: boolean;
  /** Restores the typed text when the same form opens again. */
  draft: string;
  /** The field's name on the server. */
  field?: "reason" | "words";
  /** Sends what is typed, with `run` of an action. */
  send: (typed: string) => Promise<{ ok: true } | { ok: false; error: ApiError }>;
  onDone: () => void;
  /** What stands below the sentence of a refusal. */
  below?: (refused: ApiError) => ReactNode;
};

/** One typed reason, and the button that acts with it. A refusal that is of no field stands above the field. */
export function ReasonForm(props: ReasonFormProps) {
  const { children, label, help, required, field = "reason", send, onDone, below } = props;
  const form = useForm<{ reason: string; words: string }>({
    defaultValues: { reason: "", words: "" },
  });
  const [refused, setRefused] = useState<ApiError | null>(null);
  useUnsaved(form.formState.isDirty);
  const forget = useDraft(form, props.draft);
  useFirstFocus(() => form.setFocus(field));
  const submit = form.handleSubmit(async (typed) => {
    const outcome = await send(typed[field]);
    if (outcome.ok) {
      forget();
      return onDone();
    }
    const { error } = outcome;
    showFieldErrors(form, error.errors);
    setRefused(field in error.errors ? null : error);
  });
  return (
    <Form onSubmit={submit}>
      {children}
      {refused !== null && (
        <Alert live tone="bad" title={refused.detail}>
          {below?.(refused)}
        </Alert>
      )}
      <ReasonField
        control={form.control}
        name={field}
        label={label}
        help={help}
        required={required}
      />
      <Button
        type="submit"
        variant={props.isDanger === true ? "danger" : "primary"}
        busy={props.busy}
        className="sm:self-end"
      >
        {props.submit}
      </Button>
    </Form>
  );
}
