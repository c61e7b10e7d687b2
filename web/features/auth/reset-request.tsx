import { useState } from "react";
import { Alert } from "#web/ui/alert.tsx";
import { requestPasswordReset } from "./auth-calls.ts";
import { useAuthTexts } from "./auth-texts.ts";
import { EmailForm } from "./email-form.tsx";

/** The inside of the 'Reset password' modal (MEM-6): the same words whether the address is known or not. */
export function ResetRequest() {
  const texts = useAuthTexts().reset;
  const [sent, setSent] = useState(false);

  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{texts.text}</p>
      <EmailForm
        label={texts.email}
        submit={texts.submit}
        send={requestPasswordReset}
        onSent={() => setSent(true)}
      />
      {sent && <Alert tone="note">{texts.next}</Alert>}
    </div>
  );
}
