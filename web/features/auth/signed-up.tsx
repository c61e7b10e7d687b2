import { useState } from "react";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { fill } from "#web/ui/texts.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import { refusalOf, resendActivation } from "./auth-calls.ts";
import { useAuthTexts } from "./auth-forms.ts";

/** The step after signing up: the mail, and what to do when it does not arrive. */
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

/** An envelope sealed with a ring. Decorative. */
function LetterDrawing() {
  return (
    <svg viewBox="0 0 120 88" fill="none" aria-hidden className="h-24">
      <rect x="10" y="14" width="100" height="66" rx="8" fill="var(--brand-soft)" />
      <path
        d="M10 24 54 54a11 11 0 0 0 12 0l44-30M10 72l34-26M110 72 76 46"
        stroke="var(--brand)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <rect x="10" y="14" width="100" height="66" rx="8" stroke="var(--brand)" strokeWidth="2.5" />
      <circle cx="100" cy="20" r="14" fill="var(--marigold)" />
      <path
        d="m94 20 4.5 4.5 8-9"
        stroke="var(--on-marigold)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
