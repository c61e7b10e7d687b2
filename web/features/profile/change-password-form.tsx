import { useTranslations } from "use-intl";
import { changePassword } from "#contract/auth.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";

type Fields = { current_password: string; new_password: string; confirm_new_password: string };

const empty: Fields = { current_password: "", new_password: "", confirm_new_password: "" };

/** A new password of one's own; ends every other session (MEM-9). */
export function ChangePasswordForm({ username }: { username: string }) {
  const text = useTranslations("profile");
  const change = useAction(changePassword);
  const form = useForm<Fields>({ defaultValues: empty });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await change.run({ body: fields });
    if (outcome.ok) form.reset(empty);
    else showFieldErrors(form, outcome.error.errors);
  });

  const field = (name: keyof Fields, label: string, autoComplete: string) => ({
    label,
    autoComplete,
    error: errors[name]?.message,
    ...form.register(name, {
      validate: (value, { new_password }) => {
        if (value === "") return text("required", { label });
        return name !== "confirm_new_password" || value === new_password || text("passwordsDiffer");
      },
    }),
  });

  return (
    <Form onSubmit={submit}>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field("current_password", text("currentPassword"), "current-password")} />
      <PasswordField
        {...field("new_password", text("newPassword"), "new-password")}
        help={text("newPasswordHelp")}
      />
      <PasswordField {...field("confirm_new_password", text("confirmPassword"), "new-password")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{text("passwordNote")}</p>
        <Button type="submit" busy={change.busy} className="w-full sm:w-auto">
          {text("changePassword")}
        </Button>
      </div>
    </Form>
  );
}
