// Tells every official of a change of status or office (SAFE-16: nobody changes roles in silence).
import type { Tx } from "#server/db/connection.ts";
import { sendMails } from "./mail.ts";
import { changeMail, type Change } from "./notice-mails.ts";

/** Call after the change, in its transaction. The member it is about hears of it in a mail of their own. */
export async function tellOfficials(tx: Tx, change: Change & { memberId: number }): Promise<void> {
  const officials = await tx
    .selectFrom("members")
    .select(["email", "first_name", "language"])
    .where("office", "is not", null)
    .where("id", "<>", change.memberId)
    .orderBy("id")
    .execute();
  if (officials.length === 0) return;
  const mails = officials.map((official) => changeMail(official, change));
  await sendMails(tx, { mails, now: change.now });
}
