// Tells every official of a change of status or office (safety 1: nobody changes roles in silence).
import { formatDay, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import type { Tx } from "#server/db/connection.ts";
import { sendMails, type Mail } from "./mail.ts";

type Change = { memberId: number; sentence: string; by: string; groupName: string; now: Date };

/** Call after the change, in its transaction. The member it is about hears of it in a mail of their own. */
export async function tellOfficials(tx: Tx, change: Change): Promise<void> {
  const officials = await tx
    .selectFrom("members")
    .select(["email", "first_name"])
    .where("office", "is not", null)
    .where("id", "<>", change.memberId)
    .orderBy("id")
    .execute();
  if (officials.length === 0) return;
  const mails = officials.map((official) => notice(official, change));
  await sendMails(tx, { mails, now: change.now });
}

function notice(to: { email: string; first_name: string }, change: Change): Mail {
  const { sentence, groupName, now } = change;
  const when = `${formatDay(nairobiDate(now))} at ${nairobiIso(now).slice(11, 16)}`;
  return {
    recipient: to.email,
    subject: `${groupName}: ${sentence.replace(/\.$/, "")}`,
    body: [
      `Hello ${to.first_name},`,
      sentence,
      `Done by ${change.by} on ${when}.`,
      "You receive this because you are an official. If something looks wrong, speak to the other officials.",
      groupName,
    ].join("\n\n"),
  };
}
