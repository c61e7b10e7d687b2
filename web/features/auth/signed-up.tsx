import { useState } from "react";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { fill } from "#web/ui/texts.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import { refusalOf, resendActivation } from "./auth-calls.ts";
import { useAuthTexts } from "./auth-texts.ts";
import { LetterDrawing } from "./letter-drawing.tsx";

/** What comes after signing up: the mail, and what to do when it does not arrive. */
export function SignedUp({ email, waits = true }: { email: string; waits?: boolean }) {
  const texts = useAuthTexts().signUp;
  const [sending, setSending] = useState(false);

  const resend = async () => {
    setSending(true);
    try {
      showToast("success", (await resendActivation(email)).detail);
    } catch (error) {
      showToast("error", refusalOf(error).detail);
    }
    setSending(false);
  };

  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <LetterDrawing />
      <h3 className="text-xl" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {texts.sentTitle}
      </h3>
      <p className="max-w-prose">{fill(texts.sentText, { email })}</p>
      <p className="max-w-prose text-muted">{waits ? texts.sentNext : texts.sentThenIn}</p>
      <p className="mt-4 text-sm text-muted">{texts.notArrived}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="secondary" busy={sending} onClick={() => void resend()}>
          {texts.resend}
        </Button>
        <a href="/" className={buttonClass("quiet")}>
          {texts.close}
        </a>
      </div>
    </div>
  );
}
