// The words of the mails about signing in: plain text, to one person.
import type { Mail } from "#server/core/mail/mail.ts";
import { sayMoment, stranger, writeMail, type Addressee } from "#server/core/mail/write-mail.ts";

type To = { to: Addressee; groupName: string };

export function activationMail({ to, groupName, link }: To & { link: string }): Mail {
  return writeMail(stranger(to), groupName, {
    en: [
      `Activate your ${groupName} account`,
      `Welcome to ${groupName}! Open this link to activate your account:`,
      link,
      "The link works once, within 72 hours. After that the Chairperson approves your membership.",
      "If you did not sign up, you can ignore this mail.",
    ],
    sw: [
      `Thibitisha akaunti yako ya ${groupName}`,
      `Karibu ${groupName}! Fungua kiungo hiki ili uthibitishe akaunti yako:`,
      link,
      "Kiungo kinatumika mara moja, ndani ya saa 72. Baada ya hapo Mwenyekiti anaidhinisha uanachama wako.",
      "Kama si wewe uliyejisajili, puuza barua pepe hii.",
    ],
  });
}

export function alreadyActivatedMail({ to, groupName, link }: To & { link: string }): Mail {
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} account is already activated`,
      "You asked for a new activation link, but your account is already activated. You can sign in here:",
      link,
      "If you have forgotten your password, choose “Forgot your password?” there.",
    ],
    sw: [
      `Akaunti yako ya ${groupName} imeshathibitishwa`,
      "Umeomba kiungo kipya cha kuthibitisha akaunti, lakini akaunti yako imeshathibitishwa. Unaweza kuingia hapa:",
      link,
      "Kama umesahau nenosiri lako, chagua “Umesahau nenosiri?” hapo.",
    ],
  });
}

export function resetMail({ to, groupName, link }: To & { link: string }): Mail {
  return writeMail(to, groupName, {
    en: [
      `Set a new password for ${groupName}`,
      "Somebody, most likely you, asked to set a new password. Open this link to do so:",
      link,
      "The link works once, within one hour. If it was not you, ignore this mail: your password stays as it is.",
    ],
    sw: [
      `Weka nenosiri jipya la ${groupName}`,
      "Mtu fulani, huenda ni wewe, ameomba kuweka nenosiri jipya. Fungua kiungo hiki ili kufanya hivyo:",
      link,
      "Kiungo kinatumika mara moja, ndani ya saa moja. Kama si wewe, puuza barua pepe hii: nenosiri lako linabaki lilivyo.",
    ],
  });
}

export function inactiveAccountMail({ to, groupName }: To): Mail {
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} account is not active`,
      "Somebody, most likely you, asked to set a new password. Your account is not active at the moment, so nobody can sign in with it.",
      "Please speak to the Chairperson if you think it should be.",
    ],
    sw: [
      `Akaunti yako ya ${groupName} si hai`,
      "Mtu fulani, huenda ni wewe, ameomba kuweka nenosiri jipya. Akaunti yako si hai kwa sasa, hivyo hakuna anayeweza kuingia nayo.",
      "Kama unaona inapaswa kuwa hai, tafadhali zungumza na Mwenyekiti.",
    ],
  });
}

export function passwordChangedMail({ to, groupName, now }: To & { now: Date }): Mail {
  const when = sayMoment(now);
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} password was changed`,
      `Your password was changed on ${when.en}.`,
      "If that was not you, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
    ],
    sw: [
      `Nenosiri lako la ${groupName} limebadilishwa`,
      `Nenosiri lako lilibadilishwa tarehe ${when.sw}.`,
      "Kama si wewe, chagua mara moja “Umesahau nenosiri?” kwenye fomu ya kuingia, kisha umwarifu Mwenyekiti.",
    ],
  });
}
