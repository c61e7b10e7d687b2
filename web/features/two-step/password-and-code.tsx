import { useTranslations } from "use-intl";
import { showFieldErrors, useForm } from "#web/api/use-form.ts";
import { Button, type ButtonVariant } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";

type Fields = { current_password: string; code: string };

type PasswordAndCodeProps = {
  submit: string;
  variant?: ButtonVariant;
  busy: boolean;
  /** Gives the refusals by field; none after success. */
  send: (fields: Fields) => Promise<Record<string, string[]>>;
};

/** Both steps of a sign-in once more, before what a thief of the session must not do. */
export function PasswordAndCode({ submit, variant, busy, send }: PasswordAndCodeProps) {
  const text = useTranslations("twoStep");
  const form = useForm<Fields>({ defaultValues: { current_password: "", code: "" } });
  const { errors } = form.formState;
  const press = form.handleSubmit(async (fields) => showFieldErrors(form, await send(fields)));

  return (
    <form noValidate onSubmit={(event) => void press(event)} className="flex flex-col gap-4">
      <PasswordField
        label={text("password")}
        help={text("passwordHelp")}
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register("current_password", {
          required: text("required", { label: text("password") }),
        })}
      />
      <TextField
        label={text("code")}
        help={text("anyCodeHelp")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.code?.message}
        {...form.register("code", { required: text("required", { label: text("code") }) })}
      />
      <Button type="submit" variant={variant ?? "primary"} busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
