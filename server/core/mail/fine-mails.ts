// What a member is told of a fine; a late fine of the sweep is told in the same words.
import { formatKes, type Cents } from "#domain/money.ts";
import { inSwahili } from "./in-swahili.ts";
import type { Mail } from "./mail.ts";
import { writeMail, type Addressee } from "./write-mail.ts";

export function fineMail(
  to: Addressee,
  fine: { amountCents: Cents; description: string; groupName: string },
): Mail {
  const { description, groupName } = fine;
  const amount = formatKes(fine.amountCents);
  return writeMail(to, groupName, {
    en: [
      `${groupName}: a fine of ${amount}`,
      `You have been fined ${amount}: ${description}`,
      "You can see your fines and pay them when you sign in. If you think this is a mistake, please speak to an official.",
    ],
    sw: [
      `${groupName}: faini ya ${amount}`,
      `Umetozwa faini ya ${amount}: ${inSwahili(description)}`,
      "Unaweza kuona faini zako na kuzilipa ukiingia. Kama unaona hili ni kosa, tafadhali zungumza na afisa.",
    ],
  });
}
