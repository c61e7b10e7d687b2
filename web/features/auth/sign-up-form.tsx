import { useState, type ChangeEvent } from "react";
import { useForm } from "#web/api/use-form.ts";
import { useDraft } from "#web/api/use-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { FormErrors } from "#web/ui/form-errors.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { fill } from "#web/ui/texts.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import { refusalOf, signUp, type SignUpFields } from "./auth-calls.ts";
import { useAuthTexts } from "./auth-texts.ts";
import { emailShape, linesOf, showFieldErrors } from "./field-errors.ts";

// In the order of the form.
const empty: SignUpFields = {
  first_name: "",
  last_name: "",
  username: "",
  RegNo: "",
  email: "",
  phone: "",
  password: "",
  confirm_password: "",
};

/** SCR-25: eight fields, all required; the server's errors are listed under each. */
export function SignUpForm({ onSignedUp }: { onSignedUp: (email: string) => void }) {
  const texts = useAuthTexts().signUp;
  const form = useForm<SignUpFields>({ mode: "onTouched", defaultValues: empty });
  const forget = useDraft(form, "sign-up", ["password", "confirm_password"]);
  const [strays, setStrays] = useState<string[]>([]);
  const { errors, isSubmitting } = form.formState;

  const send = async (values: SignUpFields) => {
    setStrays([]);
    try {
      const { detail } = await signUp(values);
      showToast("success", detail || texts.done);
      forget();
      onSignedUp(values.email);
    } catch (error) {
      const refusal = refusalOf(error);
      showToast("error", refusal.detail || texts.failed);
      setStrays(showFieldErrors(form, refusal.errors));
    }
  };
  // What the server alone knows, as that a username is taken, is told in the same round as what is missing here.
  const submit = form.handleSubmit(send, async () => {
    const values = form.getValues();
    if (Object.values(values).some((value) => value.trim() !== "")) await send(values);
  });

  const field = (name: keyof SignUpFields, label: string) => ({
    label,
    error: linesOf(errors[name]),
    ...form.register(name, {
      validate: (value, all) => {
        if (value.trim() === "") return fill(texts.required, { label });
        if (name === "email" && !emailShape.test(value.trim())) return texts.emailShape;
        if (name === "confirm_password" && value !== all.password) return texts.mismatch;
        return true;
      },
    }),
  });
  // In the order of the form, in which the first wrong field gets the focus.
  const fields = {
    first_name: field("first_name", texts.firstName),
    last_name: field("last_name", texts.lastName),
    username: field("username", texts.username),
    RegNo: field("RegNo", texts.regNo),
    email: field("email", texts.email),
    phone: field("phone", texts.phone),
    password: field("password", texts.password),
    confirm_password: field("confirm_password", texts.confirmPassword),
  };
  const numericOnly = (event: ChangeEvent<HTMLInputElement>) => {
    event.target.value = event.target.value.replace(/[^\d+ ]/g, "");
    return fields.phone.onChange(event);
  };
  const plain = { autoCapitalize: "none", spellCheck: false } as const;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 md:grid-cols-2">
      {strays.length > 0 && (
        <div className="md:col-span-2">
          <FormErrors errors={strays.map((message) => ({ message }))} />
        </div>
      )}
      <TextField {...fields.first_name} autoComplete="given-name" />
      <TextField {...fields.last_name} autoComplete="family-name" />
      <TextField {...fields.username} {...plain} autoComplete="nickname" />
      <TextField {...fields.RegNo} {...plain} autoComplete="off" help={texts.regNoHelp} />
      <TextField {...fields.email} {...plain} type="email" autoComplete="email" />
      <TextField
        {...fields.phone}
        onChange={(event) => void numericOnly(event)}
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        help={texts.phoneHelp}
      />
      <PasswordField {...fields.password} autoComplete="new-password" help={texts.passwordHelp} />
      <PasswordField {...fields.confirm_password} autoComplete="new-password" />
      <Button type="submit" busy={isSubmitting} className="md:col-span-2">
        {texts.submit}
      </Button>
    </form>
  );
}
