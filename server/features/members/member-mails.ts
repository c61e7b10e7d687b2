// The words of the mails about membership, offices and email addresses: plain text, to one person.
import type { ManageAction } from "#domain/members/member-status.ts";
import type { Mail } from "#server/core/mail.ts";

type Addressee = { email: string; first_name: string };

/** What a change of status means to the member themselves. */
export function statusMail(
  to: Addressee,
  groupName: string,
  change: { action: ManageAction; reason: string | undefined; lostOffice: string | null },
): Mail {
  const [subject, ...paragraphs] = statusWords[change.action](groupName, change.reason ?? "");
  const lost = change.lostOffice === null ? [] : [`You are no longer ${change.lostOffice}.`];
  return write(to, groupName, subject, [...paragraphs, ...lost]);
}

type Words = [subject: string, ...paragraphs: string[]];

const statusWords: Record<ManageAction, (groupName: string, reason: string) => Words> = {
  approve: (groupName) => [
    `Welcome to ${groupName}`,
    `Your membership of ${groupName} has been approved. You can now pay contributions, apply for loans and read the group's reports.`,
  ],
  reject: (groupName, reason) => [
    `Your application to ${groupName}`,
    `Your application to join ${groupName} was not approved. The reason given: ${reason}`,
    "If you think this is a mistake, please speak to the Chairperson.",
  ],
  activate: (groupName) => [
    `Your ${groupName} account is active again`,
    "Your account has been activated. You can sign in again.",
  ],
  dormant: (groupName) => [
    `Your membership of ${groupName} is dormant`,
    "Your membership is now dormant: you can pay and repay, but not borrow.",
    "If you think this is a mistake, please speak to the Chairperson.",
  ],
  deactivate: (groupName) => [
    `Your ${groupName} account was deactivated`,
    "Your account has been deactivated, so you can no longer sign in.",
    "If you think this is a mistake, please speak to the Chairperson.",
  ],
  lift_dormancy: (groupName) => [
    `Your membership of ${groupName} is active again`,
    "Your membership is no longer dormant. You can borrow again.",
  ],
};

/** A member is given an office, or loses one. */
export function officeMail(
  to: Addressee,
  groupName: string,
  change: { office: string; given: boolean },
): Mail {
  const sentence = change.given
    ? `You are now ${change.office} of ${groupName}.`
    : `You are no longer ${change.office} of ${groupName}.`;
  return write(to, groupName, sentence.slice(0, -1), [sentence]);
}

export function confirmEmailMail(to: Addressee, groupName: string, link: string): Mail {
  return write(to, groupName, `Confirm your email for ${groupName}`, [
    "Open this link to use this email address for your account from now on:",
    link,
    "The link works once, within 24 hours. If you did not ask for this, you can ignore this mail.",
  ]);
}

export function emailChangeAskedMail(to: Addressee, groupName: string, newEmail: string): Mail {
  return write(to, groupName, `Your ${groupName} email is about to change`, [
    `Somebody signed in as you asked to use ${newEmail} for your account instead of this address. It changes once that address is confirmed.`,
    "If that was not you, change your password now: that also stops the change.",
  ]);
}

export function emailChangedMail(to: Addressee, groupName: string, newEmail: string): Mail {
  return write(to, groupName, `Your ${groupName} email was changed`, [
    `Your account now uses ${newEmail}; mail no longer comes to this address.`,
    "If that was not you, tell the Chairperson at once.",
  ]);
}

function write(to: Addressee, groupName: string, subject: string, paragraphs: string[]): Mail {
  const body = [`Hello ${to.first_name},`, ...paragraphs, groupName].join("\n\n");
  return { recipient: to.email, subject, body };
}
