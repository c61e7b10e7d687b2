// A mail to every official, of what each of them has to know.
import type { Tx } from "#server/db/connection.ts";
import { readGroupSettings } from "./group-settings.ts";
import { sendMails } from "./mail.ts";

/** `paragraphs` stand between the greeting and the group's name. Before there is an official, nobody is told. */
export async function mailOfficials(
  tx: Tx,
  given: { subject: string; paragraphs: readonly string[]; now: Date },
): Promise<void> {
  const officials = await tx
    .selectFrom("members")
    .select(["email", "first_name"])
    .where("office", "is not", null)
    .orderBy("id")
    .execute();
  if (officials.length === 0) return;
  const { name } = await readGroupSettings(tx);
  const mails = officials.map((official) => ({
    recipient: official.email,
    subject: `${name}: ${given.subject}`,
    body: [`Hello ${official.first_name},`, ...given.paragraphs, name].join("\n\n"),
  }));
  await sendMails(tx, { mails, now: given.now });
}
