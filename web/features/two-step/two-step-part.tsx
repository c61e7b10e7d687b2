import { useState } from "react";
import { useTranslations } from "use-intl";
import { getTwoStep, renewRecoveryCodes, stopTwoStep } from "#contract/two-step.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, type ButtonVariant } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { RecoveryCodes, SetUp } from "./set-up.tsx";

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
