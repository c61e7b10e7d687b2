import { useState } from "react";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import {
  activate,
  refusalOf,
  resendActivation,
  signInNextAs,
} from "#web/features/auth/auth-calls.ts";
import { showToast, showToastOnNextPage } from "#web/ui/toaster.tsx";
import { useAuthTexts } from "./auth-forms.ts";
import { EmailForm } from "./email-form.tsx";

/** One press sends the token (SCR-25); for a used or old one it offers a new link. */
export function Activation({ token, onActivated }: { token: string; onActivated: () => void }) {
  const texts = useAuthTexts().activate;
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);

  const verify = async () => {
    setSending(true);
    try {
      const { detail, email = "" } = await activate(token);
      signInNextAs(email);
      showToastOnNextPage("success", detail || texts.done);
      onActivated();
    } catch (error) {
      const refusal = refusalOf(error);
      showToast("error", refusal.detail || texts.failed);
      setFailed(refusal.status === 400);
      setSending(false);
    }
  };

  return (
    <div className="flex flex-col gap-4">
      <Button busy={sending} onClick={() => void verify()}>
        {texts.submit}
      </Button>
      {failed && (
        <div className="flex flex-col gap-4 border-t border-line pt-4 text-start">
          <Alert tone="waiting" live>
            {texts.failedHelp}
          </Alert>
          <EmailForm
            label={texts.email}
            submit={texts.resend}
            send={resendActivation}
            onSent={() => setFailed(false)}
          />
          <p className="text-sm text-muted">{texts.alreadyActive}</p>
        </div>
      )}
    </div>
  );
}
