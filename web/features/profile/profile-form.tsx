import { Camera } from "lucide-react";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { changeProfile, type OwnUser, uploadPhoto, type User } from "#endpoints/members.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { showToast } from "#web/ui/toaster.tsx";

type ProfileFormProps = { user: OwnUser; pendingEmail: string | null };

type Details = { first_name: string; last_name: string; phone: string; email: string };
type Fields = Details & { current_password: string; code: string };

/** One's own names, phone and email; another phone or email needs the password, and waits for confirmation (MEM-13). */
export function ProfileForm({ user, pendingEmail }: ProfileFormProps) {
  const text = useTranslations("profile");
  const change = useAction(changeProfile);
  const form = useForm<Fields>({ defaultValues: fieldsOf(user) });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);

  const [phone, email] = form.watch(["phone", "email"]);
  const asksForPassword = phone.trim() !== user.phone || email.trim() !== (user.email ?? "");

  const submit = form.handleSubmit(async ({ current_password, code, ...details }) => {
    const steps = asksForPassword ? { current_password, code } : {};
    const outcome = await change.run({ body: { ...details, ...steps } });
    if (outcome.ok) form.reset(fieldsOf(outcome.reply.user));
    else showFieldErrors(form, outcome.error.errors);
  });

  const field = (name: keyof Details, label: string) => ({
    label,
    optional: name === "email" && user.email === null,
    error: errors[name]?.message,
    ...form.register(name, {
      validate: (value) =>
        value.trim() !== "" ||
        (name === "email" && user.email === null) ||
        text("required", { label }),
    }),
  });

  return (
    <Form onSubmit={submit}>
      {pendingEmail !== null && (
        <Alert tone="waiting">{text("pendingEmail", { email: pendingEmail })}</Alert>
      )}
      {user.pending_phone !== undefined && (
        <Alert tone="waiting">{text("pendingPhone", { phone: user.pending_phone })}</Alert>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("first_name", text("firstName"))}
          autoComplete="given-name"
          maxLength={60}
        />
        <TextField
          {...field("last_name", text("lastName"))}
          autoComplete="family-name"
          maxLength={60}
        />
        <TextField
          {...field("phone", text("phone"))}
          type="tel"
          autoComplete="tel"
          help={text("phoneHelp")}
        />
        <TextField
          {...field("email", text("email"))}
          type="email"
          autoComplete="email"
          help={text("emailHelp")}
        />
        {asksForPassword && (
          <PasswordField
            label={text("currentPassword")}
            help={text("stepUpHelp")}
            autoComplete="current-password"
            error={errors.current_password?.message}
            {...form.register("current_password", {
              required: text("required", { label: text("currentPassword") }),
            })}
          />
        )}
        {asksForPassword && user.two_step === "on" && (
          <TextField
            label={text("code")}
            help={text("codeHelp")}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.code?.message}
            {...form.register("code", { required: text("required", { label: text("code") }) })}
          />
        )}
      </div>
      <div className="flex justify-end">
        <Button type="submit" busy={change.busy} className="w-full sm:w-auto">
          {text("save")}
        </Button>
      </div>
    </Form>
  );
}

function fieldsOf({ first_name, last_name, phone, email }: OwnUser): Fields {
  return { first_name, last_name, phone, email: email ?? "", current_password: "", code: "" };
}

const types = ["image/png", "image/jpeg", "image/webp"];
const largestBytes = 2 * 1024 * 1024;

/** One's own photo: sent as soon as it is chosen (MEM-29). */
export function PhotoForm({ user, mayChange }: { user: User; mayChange: boolean }) {
  const text = useTranslations("profile");
  const input = useRef<HTMLInputElement>(null);
  const upload = useAction(uploadPhoto);
  const name = `${user.first_name} ${user.last_name}`;

  const send = async (file: File | undefined) => {
    if (file === undefined) return;
    if (!types.includes(file.type)) return showToast("error", text("photoType"));
    if (file.size > largestBytes) return showToast("error", text("photoTooLarge"));
    const form = new FormData();
    form.append("photo", file);
    await upload.run({ form });
  };

  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} photo={user.photo} size="large" />
      <div className="min-w-0">
        <p className="truncate text-lg font-semibold">{name}</p>
        {mayChange && (
          <>
            <input
              ref={input}
              type="file"
              accept={types.join(",")}
              hidden
              onChange={(event) => {
                void send(event.target.files?.[0]);
                // The same file may be chosen again.
                event.target.value = "";
              }}
            />
            <Button
              variant="secondary"
              icon={<Camera aria-hidden />}
              busy={upload.busy}
              className="mt-2"
              onClick={() => input.current?.click()}
            >
              {text(user.photo === null ? "choosePhoto" : "changePhoto")}
            </Button>
            <p className="mt-1 text-sm text-muted">{text("photoHelp")}</p>
          </>
        )}
      </div>
    </div>
  );
}
