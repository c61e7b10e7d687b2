import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { confirmTwoStep, startTwoStep } from "#contract/two-step.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Started = ReplyOf<typeof startTwoStep>;

/** In three steps: the password, the app with its first code, the recovery codes. */
export function SetUp({ onDone }: { onDone: () => void }) {
  const [started, setStarted] = useState<Started>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (started !== undefined) return <Confirm started={started} onCodes={setCodes} />;
  return <Start onStarted={setStarted} />;
}

function Start({ onStarted }: { onStarted: (started: Started) => void }) {
  const text = useTranslations("twoStep");
  const start = useAction(startTwoStep);
  const form = useForm({ defaultValues: { current_password: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    const outcome = await start.run({ body });
    if (outcome.ok) onStarted(outcome.reply);
    else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordField
        label={text("password")}
        help={text("passwordHelp")}
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register("current_password", {
          required: text("required", { label: text("password") }),
        })}
      />
      <Button type="submit" busy={start.busy}>
        {text("next")}
      </Button>
    </form>
  );
}

type ConfirmProps = { started: Started; onCodes: (codes: readonly string[]) => void };

function Confirm({ started, onCodes }: ConfirmProps) {
  const text = useTranslations("twoStep");
  const confirm = useAction(confirmTwoStep);
  const form = useForm({ defaultValues: { code: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    const outcome = await confirm.run({ body });
    if (outcome.ok) onCodes(outcome.reply.recovery_codes);
    else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>{text("scan")}</p>
      <QrCode text={started.otpauth_url} label={text("qrLabel")} />
      <div>
        <p className="text-sm text-muted">{text("orType")}</p>
        <p className="font-mono break-all select-all">
          {started.secret.replaceAll(/(.{4})/g, "$1 ")}
        </p>
        <a href={started.otpauth_url} className="text-brand underline underline-offset-4">
          {text("openApp")}
        </a>
      </div>
      <TextField
        label={text("code")}
        help={text("codeHelp")}
        autoComplete="one-time-code"
        inputMode="numeric"
        error={errors.code?.message}
        {...form.register("code", { required: text("required", { label: text("code") }) })}
      />
      <Button type="submit" busy={confirm.busy}>
        {text("confirm")}
      </Button>
    </form>
  );
}
