// The words of what every official is told: a change of status or office, or what each of them has to know.
import type { Language } from "#domain/language.ts";
import type { Message } from "#messages/message.ts";
import { translatorFor } from "#messages/translator.ts";
import type { Mail } from "./mail.ts";
import { sayMoment, writeMail, type Addressee, type Letters } from "./write-mail.ts";

/** `said` is what was done, as whoever did it read it; `by` is a username, or null for whoever runs the server. */
export type Change = { said: Message; by: string | null; groupName: string; now: Date };

export function changeMail(to: Addressee, { said, by, groupName, now }: Change): Mail {
  const when = sayMoment(now);
  const [english, swahili] = [translatorFor("en")(said), translatorFor("sw")(said)];
  const subject = (sentence: string) => `${groupName}: ${sentence.replace(/\.$/, "")}`;
  return writeMail(to, groupName, {
    en: [
      subject(english),
      english,
      `Done by ${by ?? "the server's operator"} on ${when.en}.`,
      "You receive this because you are an official. If something looks wrong, speak to the other officials.",
    ],
    sw: [
      subject(swahili),
      swahili,
      `Limefanywa na ${by ?? "anayesimamia seva"} tarehe ${when.sw}.`,
      "Unapokea barua pepe hii kwa sababu wewe ni afisa. Kama kuna kitu si sawa, zungumza na maafisa wengine.",
    ],
  });
}

/** The group's name goes before the subject. */
export function noticeMail(to: Addressee, groupName: string, { en, sw }: Letters): Mail {
  const named = ([subject, ...paragraphs]: Letters[Language]) =>
    [`${groupName}: ${subject}`, ...paragraphs] as const;
  return writeMail(to, groupName, { en: named(en), sw: named(sw) });
}
