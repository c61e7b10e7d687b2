import { useState } from "react";
import { useWatch } from "react-hook-form";
import { clearSession } from "#web/api/session-token.ts";
import { useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LoadingOverlay } from "#web/ui/button.tsx";
import { Form, useFirstFocus } from "#web/ui/form.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import {
  beginSession,
  linesOf,
  loadUser,
  refusalOf,
  takeSignInAs,
  useAuthTexts,
} from "./auth-forms.ts";
import { showToast } from "#web/ui/toaster.tsx";

type SignInFormProps = {
  onForgot: () => void;
  onSignUp: () => void;
  /** Called when the session exists and the user data is loaded: open the dashboard. */
  onSignedIn: () => void;
};

export function SignInForm({ onForgot, onSignUp, onSignedIn }: SignInFormProps) {
  const texts = useAuthTexts().signIn;
  const [known] = useState(takeSignInAs);
  const form = useForm({
    mode: "onTouched",
    defaultValues: { email: known, password: "", code: "" },
  });
  // The modal focuses its first field, which has the address already.
  useFirstFocus(() => known !== "" && requestAnimationFrame(() => form.setFocus("password")));
  const [loading, setLoading] = useState(false);
  const [refused, setRefused] = useState(false);
  const [asksForCode, setAsksForCode] = useState(false);
  const { errors } = form.formState;
  const { email, password, code } = useWatch({ control: form.control });
  const filled = email?.trim() !== "" && password !== "" && (!asksForCode || code !== "");

  const refuse = (message: string) => {
    setLoading(false);
    showToast("error", message);
    form.setFocus("password", { shouldSelect: true });
  };

  const submit = form.handleSubmit(async (values) => {
    setLoading(true);
    setRefused(false);
    try {
      await beginSession({ ...values, email: values.email.trim() });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.asksForCode) {
        setLoading(false);
        setAsksForCode(true);
        // At first it is a question, not an error.
        if (asksForCode) showToast("error", refusal.detail);
        return requestAnimationFrame(() => form.setFocus("code", { shouldSelect: true }));
      }
      setRefused(refusal.status === 401);
      return refuse(refusal.status === 401 ? texts.wrong : refusal.detail);
    }
    try {
      await loadUser();
      onSignedIn();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status === 401) clearSession();
      refuse(refusal.status === 401 ? texts.again : refusal.detail);
    }
  });

  return (
    <>
      <Form onSubmit={submit}>
        <TextField
          label={texts.identifier}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          error={linesOf(errors.email)}
          {...form.register("email", {
            validate: (value) => value.trim() !== "" || texts.identifierRequired,
          })}
        />
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={linesOf(errors.password)}
          {...form.register("password", { required: texts.passwordRequired })}
        />
        {asksForCode && (
          <TextField
            label={texts.code}
            help={texts.codeHelp}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register("code")}
          />
        )}
        {refused && <Alert tone="note">{texts.hint}</Alert>}
        <Button type="submit" disabled={!filled} busy={loading}>
          {texts.submit}
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Button variant="quiet" className="-mx-4 underline underline-offset-4" onClick={onForgot}>
            {texts.forgot}
          </Button>
          <span className="flex items-center text-muted">
            {texts.newHere}
            <Button
              variant="quiet"
              className="px-2 underline underline-offset-4"
              onClick={onSignUp}
            >
              {texts.signUp}
            </Button>
          </span>
        </div>
      </Form>
      <LoadingOverlay open={loading} label={texts.loading} />
    </>
  );
}
