// The words of the mails about two-step sign-in: plain text, to the member it is about.
import type { Language } from "#domain/language.ts";
import type { Mail } from "#server/core/mail/mail.ts";
import { sayMoment, writeMail, type Addressee } from "#server/core/mail/write-mail.ts";

export type TwoStepChange = "turn-on" | "turn-off" | "new-codes" | "reset";

type Words = { subject: string; sentence: string };

const words: Record<TwoStepChange, Record<Language, Words>> = {
  "turn-on": {
    en: {
      subject: "was turned on",
      sentence: "Signing in to your account now asks for a code of your authenticator app.",
    },
    sw: {
      subject: "kumewashwa",
      sentence:
        "Kuanzia sasa, unapoingia kwenye akaunti yako unaombwa msimbo wa programu yako ya uthibitishaji.",
    },
  },
  "turn-off": {
    en: {
      subject: "was turned off",
      sentence: "Signing in to your account no longer asks for a code: your password is enough.",
    },
    sw: {
      subject: "kumezimwa",
      sentence: "Unapoingia kwenye akaunti yako huombwi msimbo tena: nenosiri lako linatosha.",
    },
  },
  "new-codes": {
    en: {
      subject: "has new recovery codes",
      sentence: "You have new recovery codes. The older ones no longer work.",
    },
    sw: {
      subject: "kuna misimbo mipya ya dharura",
      sentence: "Una misimbo mipya ya dharura. Ya zamani haifanyi kazi tena.",
    },
  },
  reset: {
    en: {
      subject: "was turned off by the Chairperson",
      sentence:
        "The Chairperson turned off two-step sign-in for your account, and every device was signed out. Sign in with your password, and set it up again in your profile.",
    },
    sw: {
      subject: "kumezimwa na Mwenyekiti",
      sentence:
        "Mwenyekiti amezima kuingia kwa hatua mbili kwenye akaunti yako, na umeondolewa kwenye vifaa vyote. Ingia kwa nenosiri lako, kisha uiweke upya kwenye wasifu wako.",
    },
  },
};

export function twoStepMail(
  to: Addressee,
  groupName: string,
  { change, now }: { change: TwoStepChange; now: Date },
): Mail {
  const { en, sw } = words[change];
  const when = sayMoment(now);
  return writeMail(to, groupName, {
    en: [
      `Your two-step sign-in to ${groupName} ${en.subject}`,
      en.sentence,
      `This was done on ${when.en}.`,
      "If it was not you, and you did not ask for it, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
    ],
    sw: [
      `Kuingia kwako kwa hatua mbili kwenye ${groupName} ${sw.subject}`,
      sw.sentence,
      `Hili lilifanywa tarehe ${when.sw}.`,
      "Kama si wewe, na hukuomba hili, chagua mara moja “Umesahau nenosiri?” kwenye fomu ya kuingia, kisha umwarifu Mwenyekiti.",
    ],
  });
}
