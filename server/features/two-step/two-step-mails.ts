// The words of the mails about two-step sign-in: plain text, to the member it is about.
import { formatDay, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import type { Mail } from "#server/core/mail.ts";

export type TwoStepChange = "turn-on" | "turn-off" | "new-codes" | "reset";

type Words = { subject: string; sentence: string };

const words: Record<TwoStepChange, Words> = {
  "turn-on": {
    subject: "was turned on",
    sentence: "Signing in to your account now asks for a code of your authenticator app.",
  },
  "turn-off": {
    subject: "was turned off",
    sentence: "Signing in to your account no longer asks for a code: your password is enough.",
  },
  "new-codes": {
    subject: "has new recovery codes",
    sentence: "You have new recovery codes. The older ones no longer work.",
  },
  reset: {
    subject: "was turned off by the Chairperson",
    sentence:
      "The Chairperson turned off two-step sign-in for your account, and every device was signed out. Sign in with your password, and set it up again in your profile.",
  },
};

export function twoStepMail(
  to: { email: string; first_name: string },
  groupName: string,
  { change, now }: { change: TwoStepChange; now: Date },
): Mail {
  const { subject, sentence } = words[change];
  const when = `${formatDay(nairobiDate(now))} at ${nairobiIso(now).slice(11, 16)}`;
  return {
    recipient: to.email,
    subject: `Your two-step sign-in to ${groupName} ${subject}`,
    body: [
      `Hello ${to.first_name},`,
      sentence,
      `This was done on ${when}.`,
      "If it was not you, and you did not ask for it, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
      groupName,
    ].join("\n\n"),
  };
}
