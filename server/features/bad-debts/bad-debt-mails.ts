// The words of the mail to a member who left in debt, when some of it is recovered.
import { formatKes, type Cents } from "#domain/money.ts";
import type { Mail } from "#server/core/mail/mail.ts";
import { writeMail, type Addressee } from "#server/core/mail/write-mail.ts";

export function recoveryMail(
  to: Addressee,
  groupName: string,
  { amountCents, leftCents }: { amountCents: Cents; leftCents: Cents },
): Mail {
  const amount = formatKes(amountCents);
  const left = formatKes(leftCents);
  const isPaidBack = leftCents === 0n;
  return writeMail(to, groupName, {
    en: [
      `${groupName} has received ${amount} from you`,
      `${groupName} has received ${amount} towards what you owe.`,
      isPaidBack
        ? "You have paid everything back, and your membership is cleared. Thank you."
        : `You still owe ${left}.`,
      "If something is not right, please speak to an official.",
    ],
    sw: [
      `${groupName} imepokea ${amount} kutoka kwako`,
      `${groupName} imepokea ${amount} za kulipa unachodaiwa.`,
      isPaidBack
        ? "Umelipa kila ulichodaiwa, na akaunti yako imemalizika. Asante."
        : `Bado unadaiwa ${left}.`,
      "Kama kuna kitu si sawa, tafadhali zungumza na afisa.",
    ],
  });
}
