import { useState } from "react";
import { passwordForm } from "#domain/members/password-form.ts";
import { useForm } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormErrors } from "#web/ui/form.tsx";
import { PasswordField } from "#web/ui/field.tsx";
import {
  linesOf,
  type NewPasswordFields,
  refusalOf,
  setNewPassword,
  showFieldErrors,
  signInNextAs,
  useAuthTexts,
} from "./auth-forms.ts";
import { fill } from "#web/ui/texts.tsx";
import { showToast, showToastOnNextPage } from "#web/ui/toaster.tsx";

type NewPasswordFormProps = {
  token: string;
  onSaved: () => void;
  /** For a used link: opens the form that requests another. */
  onAskAgain: () => void;
};

export function NewPasswordForm({ token, onSaved, onAskAgain }: NewPasswordFormProps) {
  const all = useAuthTexts();
  const texts = all.newPassword;
  const form = useForm<NewPasswordFields>({
    mode: "onTouched",
    defaultValues: { new_password: "", confirm_new_password: "" },
  });
  const [problem, setProblem] = useState<{ detail: string; strays: string[] }>();
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      const { detail, email = "" } = await setNewPassword(token, values);
      signInNextAs(email);
      showToastOnNextPage("success", detail || texts.done);
      onSaved();
    } catch (error) {
      const refusal = refusalOf(error);
      showToast("error", refusal.detail);
      const strays = showFieldErrors(form, refusal.errors);
      const aboutFields = Object.keys(refusal.errors).length > strays.length;
      if (refusal.status === 400 && !aboutFields) setProblem({ detail: texts.failedHelp, strays });
    }
  });

  const field = (name: keyof NewPasswordFields, label: string) => ({
    label,
    error: linesOf(errors[name]),
    autoComplete: "new-password",
    ...form.register(name, {
      validate: (value, fields) => {
        if (value === "") return fill(texts.required, { label });
        if (
          name === "confirm_new_password" &&
          passwordForm(value) !== passwordForm(fields.new_password)
        ) {
          return all.signUp.mismatch;
        }
        return true;
      },
    }),
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 text-start"
    >
      {problem && (
        <>
          <FormErrors
            title={problem.detail}
            errors={problem.strays.map((message) => ({ message }))}
          />
          <Button variant="secondary" onClick={onAskAgain}>
            {texts.askAgain}
          </Button>
        </>
      )}
      <PasswordField {...field("new_password", texts.newPassword)} help={all.signUp.passwordHelp} />
      <PasswordField {...field("confirm_new_password", texts.confirm)} />
      <Button type="submit" busy={isSubmitting}>
        {texts.submit}
      </Button>
    </form>
  );
}
