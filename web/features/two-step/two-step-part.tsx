import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import {
  getTwoStep,
  renewRecoveryCodes,
  stopTwoStep,
  confirmTwoStep,
  startTwoStep,
} from "#endpoints/two-step.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, type ButtonVariant } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toaster.tsx";

type Door = "set-up" | "renew" | "turn-off";

/** Whether one's own sign-in needs a code, and how to change that. */
export function TwoStepPart() {
  const text = useTranslations("twoStep");
  const found = useEndpoint(getTwoStep);
  const [door, setDoor] = useState<Door | null>(null);
  const close = () => setDoor(null);

  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton className="h-28" />;
  const { enabled, demanded, recovery_codes_left: count } = found.data;
  return (
    <div className="space-y-4">
      {demanded && !enabled && <Alert tone="waiting">{text("demanded")}</Alert>}
      <div className="flex items-start justify-between gap-4 max-sm:flex-col-reverse max-sm:gap-2">
        <p className="text-muted">{text("about")}</p>
        <Badge tone={enabled ? "good" : "note"}>{text(enabled ? "on" : "off")}</Badge>
      </div>
      {enabled && <p>{text("codesLeft", { count })}</p>}
      {enabled && demanded && <p className="text-sm text-muted">{text("storedOn")}</p>}
      <div className="flex flex-wrap gap-3">
        {!enabled && (
          <Button className="w-full sm:w-auto" onClick={() => setDoor("set-up")}>
            {text("setUp")}
          </Button>
        )}
        {enabled && (
          <Button variant="secondary" onClick={() => setDoor("renew")}>
            {text("renew")}
          </Button>
        )}
        {enabled && !demanded && (
          <Button variant="secondary" onClick={() => setDoor("turn-off")}>
            {text("turnOff")}
          </Button>
        )}
      </div>
      <Modal open={door === "set-up"} onClose={close} title={text("setUpTitle")} width="small">
        <SetUp onDone={close} />
      </Modal>
      <Modal open={door === "renew"} onClose={close} title={text("renewTitle")} width="small">
        <RenewCodes onDone={close} />
      </Modal>
      <Modal open={door === "turn-off"} onClose={close} title={text("turnOffTitle")} width="small">
        <TurnOff onDone={close} />
      </Modal>
    </div>
  );
}

/** New recovery codes; the older ones stop working. */
function RenewCodes({ onDone }: { onDone: () => void }) {
  const text = useTranslations("twoStep");
  const renew = useAction(renewRecoveryCodes);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordAndCode
      submit={text("renew")}
      busy={renew.busy}
      send={async (body) => {
        const outcome = await renew.run({ body });
        if (outcome.ok) setCodes(outcome.reply.recovery_codes);
        return outcome.ok ? {} : outcome.error.errors;
      }}
    />
  );
}

/** After this the password is enough to sign in. */
function TurnOff({ onDone }: { onDone: () => void }) {
  const text = useTranslations("twoStep");
  const stop = useAction(stopTwoStep);
  return (
    <PasswordAndCode
      submit={text("turnOff")}
      variant="danger"
      busy={stop.busy}
      send={async (body) => {
        const outcome = await stop.run({ body });
        if (outcome.ok) onDone();
        return outcome.ok ? {} : outcome.error.errors;
      }}
    />
  );
}

type Fields = { current_password: string; code: string };

type PasswordAndCodeProps = {
  submit: string;
  variant?: ButtonVariant;
  busy: boolean;
  /** Returns the refusals by field; none after success. */
  send: (fields: Fields) => Promise<Record<string, string[]>>;
};

/** Both steps of a sign-in again, before anything that the thief of a session must not do. */
function PasswordAndCode({ submit, variant, busy, send }: PasswordAndCodeProps) {
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

type Started = ReplyOf<typeof startTwoStep>;

/** Three steps: the password, the app with its first code, the recovery codes. */
function SetUp({ onDone }: { onDone: () => void }) {
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
    <Form onSubmit={submit}>
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
    </Form>
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
    <Form onSubmit={submit}>
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
    </Form>
  );
}

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void };

/** The codes for a lost phone, to copy or download: the server cannot show them again. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = useTranslations("twoStep");
  const lines = codes.join("\n");

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines);
      showToast("success", text("copied"));
    } catch {
      // Browsers refuse it on pages without https.
      showToast("error", text("copyFailed"));
    }
  };

  return (
    <div className="flex flex-col gap-4">
      <p>{text("codesText")}</p>
      <ul
        aria-label={text("codesLabel")}
        className="grid gap-x-6 gap-y-1 rounded-control border border-line p-4 font-mono select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          {text("copy")}
        </Button>
        <Button variant="secondary" onClick={() => download(`${lines}\n`)}>
          {text("download")}
        </Button>
      </div>
      <Button onClick={onDone}>{text("done")}</Button>
    </div>
  );
}

function download(content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "akiba-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(address);
}
