// The words of the mails about membership and email addresses: plain text, to one person.
import type { ManageAction } from "#domain/members/member-status.ts";
import { officeInSwahili } from "#domain/words-sw.ts";
import type { Mail } from "#server/core/mail/mail.ts";
import { stranger, writeMail, type Addressee, type Letters } from "#server/core/mail/write-mail.ts";

/** What a change of status means to the member themselves; who was turned away may never have proven their address. */
export function statusMail(
  member: Addressee & { email_verified_at: Date | null },
  groupName: string,
  change: { action: ManageAction; reason: string | undefined; lostOffice: string | null },
): Mail {
  const { lostOffice } = change;
  const to = member.email_verified_at === null ? stranger(member) : member;
  const { en, sw } = statusLetters[change.action](groupName, change.reason ?? "");
  if (lostOffice === null) return writeMail(to, groupName, { en, sw });
  return writeMail(to, groupName, {
    en: [...en, `You are no longer ${lostOffice}.`],
    sw: [...sw, `Wewe si ${officeInSwahili(lostOffice)} tena.`],
  });
}

const ifMistaken = {
  en: "If you think this is a mistake, please speak to the Chairperson.",
  sw: "Kama unaona hili ni kosa, tafadhali zungumza na Mwenyekiti.",
};

const statusLetters: Record<ManageAction, (groupName: string, reason: string) => Letters> = {
  approve: (groupName) => ({
    en: [
      `Welcome to ${groupName}`,
      `Your membership of ${groupName} has been approved. You can now pay contributions, apply for loans and read the group's reports.`,
    ],
    sw: [
      `Karibu ${groupName}`,
      `Uanachama wako wa ${groupName} umeidhinishwa. Sasa unaweza kulipa michango, kuomba mikopo na kusoma ripoti za kikundi.`,
    ],
  }),
  reject: (groupName, reason) => ({
    en: [
      `Your application to ${groupName}`,
      `Your application to join ${groupName} was not approved. The reason given: ${reason}`,
      ifMistaken.en,
    ],
    sw: [
      `Ombi lako la kujiunga na ${groupName}`,
      `Ombi lako la kujiunga na ${groupName} halikuidhinishwa. Sababu iliyotolewa: ${reason}`,
      ifMistaken.sw,
    ],
  }),
  activate: (groupName) => ({
    en: [
      `Your ${groupName} account is active again`,
      "Your account has been activated. You can sign in again.",
    ],
    sw: [
      `Akaunti yako ya ${groupName} ni hai tena`,
      "Akaunti yako imewashwa. Unaweza kuingia tena.",
    ],
  }),
  dormant: (groupName) => ({
    en: [
      `Your membership of ${groupName} is dormant`,
      "Your membership is now dormant: you can pay and repay, but not borrow.",
      ifMistaken.en,
    ],
    sw: [
      `Uanachama wako wa ${groupName} ni tuli`,
      "Uanachama wako sasa ni tuli: unaweza kulipa na kurejesha, lakini si kukopa.",
      ifMistaken.sw,
    ],
  }),
  deactivate: (groupName) => ({
    en: [
      `Your ${groupName} account was deactivated`,
      "Your account has been deactivated, so you can no longer sign in.",
      ifMistaken.en,
    ],
    sw: [
      `Akaunti yako ya ${groupName} imezimwa`,
      "Akaunti yako imezimwa, hivyo huwezi kuingia tena.",
      ifMistaken.sw,
    ],
  }),
  lift_dormancy: (groupName) => ({
    en: [
      `Your membership of ${groupName} is active again`,
      "Your membership is no longer dormant. You can borrow again.",
    ],
    sw: [
      `Uanachama wako wa ${groupName} ni hai tena`,
      "Uanachama wako si tuli tena. Unaweza kukopa tena.",
    ],
  }),
};

/** To the new address, which is not proven yet. */
export function confirmEmailMail(to: Addressee, groupName: string, link: string): Mail {
  return writeMail(stranger(to), groupName, {
    en: [
      `Confirm your email for ${groupName}`,
      "Open this link to use this email address for your account from now on:",
      link,
      "The link works once, within 24 hours. If you did not ask for this, you can ignore this mail.",
    ],
    sw: [
      `Thibitisha barua pepe yako ya ${groupName}`,
      "Fungua kiungo hiki ili akaunti yako itumie anwani hii ya barua pepe kuanzia sasa:",
      link,
      "Kiungo kinatumika mara moja, ndani ya saa 24. Kama hukuomba hili, puuza barua pepe hii.",
    ],
  });
}

export function emailChangeRequestedMail(to: Addressee, groupName: string, newEmail: string): Mail {
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} email is about to change`,
      `Somebody signed in as you asked to use ${newEmail} for your account instead of this address. It changes once that address is confirmed.`,
      "If that was not you, change your password now: that also stops the change.",
    ],
    sw: [
      `Barua pepe yako ya ${groupName} inakaribia kubadilishwa`,
      `Mtu aliyeingia kwenye akaunti yako ameomba itumie ${newEmail} badala ya anwani hii. Itabadilika anwani hiyo ikithibitishwa.`,
      "Kama si wewe, badilisha nenosiri lako sasa: hilo pia linazuia badiliko hili.",
    ],
  });
}

/** To the old address, with the way back to it. */
export function emailChangedMail(
  to: Addressee,
  groupName: string,
  { newEmail, link }: { newEmail: string; link: string },
): Mail {
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} email was changed`,
      `Your account now uses ${newEmail}; mail no longer comes to this address.`,
      "If that was not you, open this link within 7 days. It puts this address back, signs out every device, and lets you set a new password:",
      link,
      "Tell the Chairperson as well.",
    ],
    sw: [
      `Barua pepe yako ya ${groupName} imebadilishwa`,
      `Akaunti yako sasa inatumia ${newEmail}; barua pepe haziji tena kwa anwani hii.`,
      "Kama si wewe, fungua kiungo hiki ndani ya siku 7. Kinarudisha anwani hii, kinaondoa vifaa vyote, na kukuwezesha kuweka nenosiri jipya:",
      link,
      "Mwarifu Mwenyekiti pia.",
    ],
  });
}

/** To the address that is back. */
export function emailPutBackMail(to: Addressee, groupName: string, link: string): Mail {
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} account uses this address again`,
      "Every device was signed out, and the old password no longer signs in. Open this link to set a new one:",
      link,
      "The link works once, within one hour. After that choose “Forgot your password?” on the sign-in form.",
      "If signing in then asks for a code that you do not have, the Chairperson can turn off two-step sign-in for you.",
    ],
    sw: [
      `Akaunti yako ya ${groupName} inatumia anwani hii tena`,
      "Vifaa vyote vimeondolewa, na nenosiri la zamani haliingii tena. Fungua kiungo hiki ili uweke jipya:",
      link,
      "Kiungo kinatumika mara moja, ndani ya saa moja. Baada ya hapo chagua “Umesahau nenosiri?” kwenye fomu ya kuingia.",
      "Kama kuingia kutakuomba msimbo usio nao, Mwenyekiti anaweza kukuzimia kuingia kwa hatua mbili.",
    ],
  });
}

/** To the address that the account no longer uses. */
export function emailTakenBackMail(to: Addressee, groupName: string): Mail {
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} account no longer uses this address`,
      "The earlier address was put back by the link that was mailed to it, and every device was signed out.",
      "If you did not expect this, speak to the Chairperson.",
    ],
    sw: [
      `Akaunti yako ya ${groupName} haitumii anwani hii tena`,
      "Anwani ya awali imerudishwa kwa kiungo kilichotumwa kwake, na vifaa vyote vimeondolewa.",
      "Kama hukutarajia hili, zungumza na Mwenyekiti.",
    ],
  });
}

/** `phone` is shown by its last digits only. */
export function phoneAskedMail(to: Addressee, groupName: string, phone: string): Mail {
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} phone is about to change`,
      `You asked to sign in with another phone (${phone}). Until the Chairperson has confirmed it, the old one signs in.`,
      "If that was not you, change your password now: that also stops the change.",
    ],
    sw: [
      `Simu yako ya ${groupName} inakaribia kubadilishwa`,
      `Umeomba kuingia kwa simu nyingine (${phone}). Hadi Mwenyekiti aithibitishe, ya zamani ndiyo inayotumika kuingia.`,
      "Kama si wewe, badilisha nenosiri lako sasa: hilo pia linazuia badiliko hili.",
    ],
  });
}

/** To the officials, of whom the Chairperson confirms it. */
export function phoneAskedNotice(name: string): Letters {
  return {
    en: [
      `${name} has another phone`,
      `${name} asked to sign in with another phone. The Chairperson confirms it under Admin, after hearing from ${name} that it is theirs.`,
    ],
    sw: [
      `${name} ana simu nyingine`,
      `${name} ameomba kuingia kwa simu nyingine. Mwenyekiti anaithibitisha kwenye Usimamizi, baada ya kusikia kutoka kwa ${name} kwamba ni yake.`,
    ],
  };
}

export function phoneConfirmedMail(to: Addressee, groupName: string, phone: string): Mail {
  return writeMail(to, groupName, {
    en: [
      `Your ${groupName} phone was changed`,
      `Your account now uses the phone ${phone}: you can sign in with it.`,
      "If you did not ask for this, tell the Chairperson at once.",
    ],
    sw: [
      `Simu yako ya ${groupName} imebadilishwa`,
      `Akaunti yako sasa inatumia simu ${phone}: unaweza kuingia nayo.`,
      "Kama hukuomba hili, mwarifu Mwenyekiti mara moja.",
    ],
  });
}
