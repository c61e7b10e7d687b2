import { useState } from "react";
import { useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import {
  emailShape,
  linesOf,
  refusalOf,
  requestPasswordReset,
  showFieldErrors,
  useAuthTexts,
} from "./auth-forms.ts";

type EmailFormProps = {
  label: string;
  submit: string;
  /** Asks the server to mail this address. */
  send: (email: string) => Promise<{ detail: string }>;
  onSent: () => void;
};

/** One address, to which a link is sent. */
export function EmailForm({ label, submit, send, onSent }: EmailFormProps) {
  const texts = useAuthTexts();
  const form = useForm({ mode: "onTouched", defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;

  const onSubmit = form.handleSubmit(async ({ email }) => {
    try {
      const { detail } = await send(email.trim());
      showToast("success", detail || texts.reset.done);
      onSent();
    } catch (error) {
      const refusal = refusalOf(error);
      showToast("error", refusal.detail);
      showFieldErrors(form, refusal.errors);
    }
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="flex flex-col gap-4 text-start"
    >
      <TextField
        label={label}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        error={linesOf(errors.email)}
        {...form.register("email", {
          validate: (value) => {
            if (value.trim() === "") return texts.reset.required;
            return emailShape.test(value.trim()) || texts.signUp.emailShape;
          },
        })}
      />
      <Button type="submit" busy={isSubmitting}>
        {submit}
      </Button>
    </form>
  );
}

/** The content of the 'Reset password' modal (MEM-6): the same words whether the address is known or not. */
export function ResetRequest() {
  const texts = useAuthTexts().reset;
  const [sent, setSent] = useState(false);

  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{texts.text}</p>
      <EmailForm
        label={texts.email}
        submit={texts.submit}
        send={requestPasswordReset}
        onSent={() => setSent(true)}
      />
      {sent && <Alert tone="note">{texts.next}</Alert>}
    </div>
  );
}
