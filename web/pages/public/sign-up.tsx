import { useState } from "react";
import { useGroupName } from "#web/api/group-name.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { type SignUpAnswer, useAuthTexts } from "#web/features/auth/auth-forms.ts";
import { SignUpForm, SignedUp } from "#web/features/auth/sign-up-form.tsx";
import { LanguageSwitch, ThemeSwitch } from "#web/ui/switches.tsx";
import { HomeLink } from "./public-frame.tsx";

/** /sign-up: a welcome banner next to the form (SCR-1). */
export function SignUpPage() {
  const { signUp: texts } = useAuthTexts();
  usePageTitle(texts.title, useGroupName());
  const [done, setDone] = useState<{ email: string; answer: SignUpAnswer }>();

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(22rem,5fr)_7fr]">
      <WelcomeBanner />
      <main className="flex flex-col justify-center px-4 py-8 md:px-12 lg:px-16">
        <div className="mx-auto w-full max-w-[750px]">
          {done === undefined ? (
            <>
              <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <h1 className="text-2xl tracking-tight">{texts.title}</h1>
                <p className="text-muted">
                  {texts.haveAccount}{" "}
                  <a
                    href="/?open=sign-in"
                    className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
                  >
                    {texts.signIn}
                  </a>
                </p>
              </div>
              <SignUpForm onSignedUp={(email, answer) => setDone({ email, answer })} />
            </>
          ) : (
            <SignedUp
              email={done.email}
              isMailed={done.answer.mailed !== false}
              next={done.answer.mailed === false ? done.answer.detail : undefined}
            />
          )}
        </div>
      </main>
    </div>
  );
}

function WelcomeBanner() {
  const { welcome } = useAuthTexts();

  return (
    <header className="relative flex flex-col gap-6 overflow-hidden bg-forest px-4 py-6 text-on-forest md:px-12 lg:p-12">
      <div className="relative z-10 flex flex-wrap items-center justify-between gap-x-4">
        <HomeLink />
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <div className="relative z-10 lg:mt-auto">
        <h2 className="text-2xl tracking-tight lg:text-3xl">
          {welcome.titleLines.map((line) => (
            <span key={line} className="inline-block">
              {line}&nbsp;
            </span>
          ))}
        </h2>
        <p className="mt-3 max-w-prose text-on-forest-muted lg:text-lg">{welcome.text}</p>
        <ol className="mt-8 hidden flex-col gap-5 lg:flex">
          {welcome.steps.map((step, index) => (
            <li key={step.title} className="flex gap-4">
              <span
                aria-hidden
                className="flex size-9 flex-none items-center justify-center rounded-full border-2 border-marigold font-bold tabular-nums"
              >
                {index + 1}
              </span>
              <span>
                <strong className="block font-semibold">{step.title}</strong>
                <span className="text-on-forest-muted">{step.text}</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
      <Rings />
    </header>
  );
}

/** Growth rings behind the text, cut off by the banner's edge. */
function Rings() {
  return (
    <svg
      viewBox="0 0 400 400"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
      className="pointer-events-none absolute -end-24 -top-24 h-72 lg:-end-32 lg:-top-32 lg:h-[32rem]"
    >
      {[190, 158, 128, 98, 70, 44].map((radius, ring) => (
        <circle
          key={radius}
          cx={200 - ring * 3}
          cy={200 + ring * 5}
          r={radius}
          strokeOpacity="0.2"
        />
      ))}
      <circle cx="182" cy="230" r="16" fill="var(--marigold)" stroke="none" />
    </svg>
  );
}
