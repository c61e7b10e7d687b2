// What a member is told of a fine; a late fine of the sweep is told in the same words.
import type { Language } from "#domain/language.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import type { Message } from "#messages/message.ts";
import { translatorFor } from "#messages/translator.ts";
import type { Mail } from "./mail.ts";
import { writeMail, type Addressee } from "./write-mail.ts";

/** `why` is what an official wrote, or what the sweep charged it for. */
export function fineMail(
  to: Addressee,
  fine: { amountCents: Cents; why: string | Message; groupName: string },
): Mail {
  const { why, groupName } = fine;
  const said = (language: Language) =>
    typeof why === "string" ? why : translatorFor(language)(why);
  const amount = formatKes(fine.amountCents);
  return writeMail(to, groupName, {
    en: [
      `${groupName}: a fine of ${amount}`,
      `You have been fined ${amount}: ${said("en")}`,
      "You can see your fines and pay them when you sign in. If you think this is a mistake, please speak to an official.",
    ],
    sw: [
      `${groupName}: faini ya ${amount}`,
      `Umetozwa faini ya ${amount}: ${said("sw")}`,
      "Unaweza kuona faini zako na kuzilipa ukiingia. Kama unaona hili ni kosa, tafadhali zungumza na afisa.",
    ],
  });
}
