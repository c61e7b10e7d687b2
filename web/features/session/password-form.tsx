import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { signIn } from "#endpoints/auth.ts";
import { ApiError, callEndpoint } from "#web/api/call.ts";
import { clearSession, storeSessionToken } from "#web/api/session-token.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField, PasswordField } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { leaveForStart } from "./session.tsx";

/** Signs the same member in again. */
export function PasswordForm({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const text = useTranslations("dashboard.session");
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [code, setCode] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password === "") return setRefusal(text("passwordRequired"));
    setBusy(true);
    try {
      const body = { email, password, code };
      const { access } = await callEndpoint(signIn, { body, ignoreLoading: true });
      storeSessionToken(access);
      onSignedIn();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.asksForCode) setCode((typed) => typed ?? "");
      const isWrong = error.status === 401 && !error.asksForCode;
      setRefusal(isWrong ? text("wrong") : error.detail);
      setBusy(false);
    }
  };

  return (
    <Form onSubmit={submit}>
      <PasswordField
        label={text("password")}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={code === undefined ? refusal : undefined}
      />
      {code !== undefined && (
        <TextField
          label={text("code")}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={refusal}
        />
      )}
      {/* For password managers, which look for the name beside the password. */}
      <input
        type="text"
        autoComplete="username"
        value={email}
        readOnly
        aria-hidden
        tabIndex={-1}
        className="sr-only"
      />
      <Button type="submit" busy={busy}>
        {text("goOn")}
      </Button>
      <Button variant="quiet" onClick={leave}>
        {text("leave")}
      </Button>
    </Form>
  );
}

function leave(): void {
  clearSession();
  leaveForStart();
}
