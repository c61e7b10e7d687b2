// Sends mails: each is an entry of the catalogue with its facts (messages/*/mails.ts), in its reader's language.
import { languageOf } from "#domain/language.ts";
import { mails } from "#messages/en/mails.ts";
import { Message, type Fact, type FactsOf, type MessageKey } from "#messages/message.ts";
import { translatorFor } from "#messages/translator.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Database, Tx } from "#server/db/connection.ts";
import { addJobs } from "#server/db/job-queue.ts";

type Mails = typeof mails;

/** The entries that are mails: those with a subject. */
export type MailKey = {
  [Key in keyof Mails]: Mails[Key] extends { subject: string } ? Key : never;
}[keyof Mails];

type ParagraphOf<Key extends MailKey> = Exclude<keyof Mails[Key], "subject"> & string;

type FactsIn<Params> = Params extends [infer Facts] ? Facts : unknown;
type Takes<Key> = Key extends MessageKey ? (facts: FactsIn<FactsOf<Key>>) => void : never;
type TakenByAll<Takers> = [Takers] extends [(facts: infer Facts) => void] ? Facts : never;

/** The facts of the subject and these paragraphs, without the group's name. */
type MailFacts<Key extends MailKey, Paragraph extends string> = Omit<
  TakenByAll<Takes<`mails.${Key}.${Paragraph | "subject"}`>>,
  "group"
>;

/** A mail before its language is known. */
export type Letter = readonly [subject: Message, ...paragraphs: Message[]];

/** A mail of the catalogue: all its paragraphs in their order, or only those named. */
export function letter<
  const Key extends MailKey,
  const Paragraph extends ParagraphOf<Key> = ParagraphOf<Key>,
>(
  key: Key,
  ...[facts, paragraphs]: keyof MailFacts<Key, Paragraph> extends never
    ? [facts?: Readonly<Record<string, never>>, paragraphs?: readonly Paragraph[]]
    : [facts: MailFacts<Key, Paragraph>, paragraphs?: readonly Paragraph[]]
): Letter {
  const all = Object.keys(mails[key]).filter((name) => name !== "subject");
  const filled = (facts ?? {}) as Readonly<Record<string, Fact>>;
  const at = (name: string) => new Message(`mails.${key}.${name}` as MessageKey, filled);
  return [at("subject"), ...(paragraphs ?? all).map(at)];
}

/**
 * `language` as stored. `first_name` is null for an unproven
 * address: whoever entered it must not be able to put their own words into our mail to a stranger (SAFE-20).
 */
export type Addressee = {
  /** Null for members from the group's book without an address: they get no mail (OPEN-50). */
  email: string | null;
  first_name: string | null;
  language: string;
  /** Null if the address is unproven, as `first_name` is. */
  email_verified_at?: Date | null;
};

/** A person at an unproven address. */
export function stranger(to: { email: string; language: string }): Addressee & { email: string } {
  return { email: to.email, first_name: null, language: to.language };
}

/** The text between the greeting and the group's name. */
export function writeMail(
  to: Addressee & { email: string },
  groupName: string,
  [subject, ...paragraphs]: Letter,
): Mail {
  const t = translatorFor(languageOf(to.language));
  const say = ({ key, facts }: Message) => t(new Message(key, { ...facts, group: groupName }));
  const greeting =
    to.first_name === null || to.email_verified_at === null
      ? t("mails.greeting.unnamed")
      : t("mails.greeting.named", { name: to.first_name });
  return {
    recipient: to.email,
    subject: say(subject),
    body: [greeting, ...paragraphs.map(say), groupName].join("\n\n"),
  };
}

/** Sends a mail once the transaction has committed. */
export async function sendLetter(
  tx: Tx,
  params: { to: Addressee; letter: Letter; now: Date },
): Promise<void> {
  await sendLetters(tx, { letters: [params], now: params.now });
}

// Each mail is four parameters of a query that takes at most 65,535.
const AT_ONCE = 1_000;

/** The same for many mails, each to its own addressee; skips members without an address. */
export async function sendLetters(
  tx: Tx,
  params: { letters: readonly { to: Addressee; letter: Letter }[]; now: Date },
): Promise<void> {
  await mailLetters(tx, { ...params, letters: params.letters.filter(hasAddress) });
}

/** A mail to send, with or without a file. */
export type Posted = {
  to: Addressee;
  letter: Letter;
  attachment?: MailAttachment | undefined;
  /** A last paragraph with a token, which is stored nowhere else. */
  link?: Message | undefined;
};

/** The same where everybody has an address; returns the ids of the mails in their order. */
export async function mailLetters(
  tx: Tx,
  { letters, now }: { letters: readonly Posted[]; now: Date },
): Promise<number[]> {
  if (letters.length === 0) return [];
  const { name } = await readGroupSettings(tx);
  const ids: number[] = [];
  for (let sent = 0; sent < letters.length; sent += AT_ONCE) {
    const mails = letters
      .slice(sent, sent + AT_ONCE)
      .map(({ to, letter: written, attachment, link }) => ({
        ...writeMail(
          { ...to, email: to.email ?? "" },
          name,
          link === undefined ? written : [...written, link],
        ),
        attachment,
      }));
    ids.push(...(await sendMails(tx, { mails, now })));
  }
  return ids;
}

function hasAddress({ to }: { to: Addressee }): boolean {
  return to.email !== null;
}

// Outgoing mail: written in the transaction of the change it reports, and sent by the job queue after the commit.

/** An attached file: `content` in base64. Erased once the mail has left. */
export type MailAttachment = { name: string; mediaType: string; content: string };

/** Plain text; one recipient. */
export type Mail = {
  recipient: string;
  subject: string;
  body: string;
  attachment?: MailAttachment | undefined;
};

export async function sendMail(tx: Tx, mail: Mail & { now: Date }): Promise<void> {
  await sendMails(tx, { mails: [mail], now: mail.now });
}

/** The same for some hundred mails at once, at least one; returns their ids in the same order. */
export async function sendMails(
  tx: Tx,
  params: { mails: readonly Mail[]; now: Date },
): Promise<number[]> {
  const stored = await tx
    .insertInto("mails")
    .values(
      params.mails.map((mail) => ({
        recipient: mail.recipient,
        // A name may hold a line break; a header may not.
        subject: mail.subject.replaceAll(/\s+/g, " "),
        body: mail.body,
        attachment: mail.attachment === undefined ? null : JSON.stringify(mail.attachment),
        created_at: params.now,
      })),
    )
    .returning("id")
    .execute();
  await addJobs(
    tx,
    stored.map(({ id }) => ({ name: "send-mail", payload: { mailId: id }, key: `mail-${id}` })),
  );
  return stored.map(({ id }) => id);
}

/** Removes mails of more than 30 days ago. */
export async function removeMails(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000);
  await db.deleteFrom("mails").where("created_at", "<", before).execute();
}
