// A mail to every official, of what each of them has to know.
import type { Tx } from "#server/db/connection.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { sendMails } from "./mail.ts";
import { noticeMail } from "./notice-mails.ts";
import type { Letters } from "./write-mail.ts";

/** The group's name goes before the subject. Before there is an official, nobody is told. */
export async function mailOfficials(
  tx: Tx,
  { letters, now }: { letters: Letters; now: Date },
): Promise<void> {
  const officials = await tx
    .selectFrom("members")
    .select(["email", "first_name", "language"])
    .where("office", "is not", null)
    .orderBy("id")
    .execute();
  if (officials.length === 0) return;
  const { name } = await readGroupSettings(tx);
  const mails = officials.map((official) => noticeMail(official, name, letters));
  await sendMails(tx, { mails, now });
}
