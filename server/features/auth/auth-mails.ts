// The words of the mails about signing in: plain text, to one person.
import type { Mail } from "#server/core/mail.ts";

type Addressee = { email: string; first_name: string };
type Letter = { to: Addressee; groupName: string };

export function activationMail({ to, groupName, link }: Letter & { link: string }): Mail {
  return write(to, groupName, `Activate your ${groupName} account`, [
    `Welcome to ${groupName}! Open this link to activate your account:`,
    link,
    "The link works once, within 72 hours. After that the Chairperson approves your membership.",
    "If you did not sign up, you can ignore this mail.",
  ]);
}

export function alreadyActivatedMail({ to, groupName, link }: Letter & { link: string }): Mail {
  return write(to, groupName, `Your ${groupName} account is already activated`, [
    "You asked for a new activation link, but your account is already activated. You can sign in here:",
    link,
    "If you have forgotten your password, choose “Forgot your password?” there.",
  ]);
}

export function resetMail({ to, groupName, link }: Letter & { link: string }): Mail {
  return write(to, groupName, `Set a new password for ${groupName}`, [
    "Somebody, most likely you, asked to set a new password. Open this link to do so:",
    link,
    "The link works once, within one hour. If it was not you, ignore this mail: your password stays as it is.",
  ]);
}

export function inactiveAccountMail({ to, groupName }: Letter): Mail {
  return write(to, groupName, `Your ${groupName} account is not active`, [
    "Somebody, most likely you, asked to set a new password. Your account is not active at the moment, so nobody can sign in with it.",
    "Please speak to the Chairperson if you think it should be.",
  ]);
}

export function passwordChangedMail({ to, groupName, when }: Letter & { when: string }): Mail {
  return write(to, groupName, `Your ${groupName} password was changed`, [
    `Your password was changed on ${when}.`,
    "If that was not you, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
  ]);
}

function write(to: Addressee, groupName: string, subject: string, paragraphs: string[]): Mail {
  const body = [`Hello ${to.first_name},`, ...paragraphs, groupName].join("\n\n");
  return { recipient: to.email, subject, body };
}
