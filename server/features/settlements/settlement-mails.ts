// The words of the mail to a member who leaves: every figure, and what they were paid or still owe.
import { formatKes, type Cents } from "#domain/money.ts";
import type { Mail } from "#server/core/mail/mail.ts";
import { writeMail, type Addressee } from "#server/core/mail/write-mail.ts";

type Figures = {
  contributionsCents: Cents;
  /** Their part of the interest. */
  givenCents: Cents;
  loansCents: Cents;
  /** Unpaid fines, written off. */
  finesCents: Cents;
  /** What they were paid; below 0 what they still owe. */
  dueCents: Cents;
};

export function leavingMail(to: Addressee, groupName: string, figures: Figures): Mail {
  const { contributionsCents, givenCents, loansCents, finesCents, dueCents } = figures;
  const hasFines = finesCents > 0n;
  const owes = dueCents < 0n;
  return writeMail(to, groupName, {
    en: [
      `You have left ${groupName}`,
      `You have left ${groupName}. This is how your account was settled:`,
      [
        `Your contributions: ${formatKes(contributionsCents)}`,
        `Your part of the interest: ${formatKes(givenCents)}`,
        `Your loans: ${formatKes(loansCents)}`,
        ...(hasFines ? [`Unpaid fines, no longer asked for: ${formatKes(finesCents)}`] : []),
      ].join("\n"),
      owes
        ? `You still owe the group ${formatKes(-dueCents)}. Please speak to an official about paying it back.`
        : `You have been paid ${formatKes(dueCents)}, and nothing is owed on either side.`,
      "You can still sign in and read your records. If something is not right, please speak to an official.",
    ],
    sw: [
      `Umeondoka kwenye ${groupName}`,
      `Umeondoka kwenye ${groupName}. Hivi ndivyo hesabu yako ilivyomalizwa:`,
      [
        `Michango yako: ${formatKes(contributionsCents)}`,
        `Sehemu yako ya riba: ${formatKes(givenCents)}`,
        `Mikopo yako: ${formatKes(loansCents)}`,
        ...(hasFines ? [`Faini zisizolipwa, ambazo hudaiwi tena: ${formatKes(finesCents)}`] : []),
      ].join("\n"),
      owes
        ? `Bado unadaiwa na kikundi ${formatKes(-dueCents)}. Tafadhali zungumza na afisa kuhusu kuzilipa.`
        : `Umelipwa ${formatKes(dueCents)}, na hakuna anayemdai mwenzake.`,
      "Bado unaweza kuingia na kusoma rekodi zako. Kama kuna kitu si sawa, tafadhali zungumza na afisa.",
    ],
  });
}
