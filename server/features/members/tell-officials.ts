// Tells every official of a change of status or office (safety 1: nobody changes roles in silence).
import { formatDay, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { sendMail } from "#server/core/mail.ts";
import type { Tx } from "#server/db/connection.ts";
import { officialsNotice } from "./member-mails.ts";

/** Call after the change, in its transaction. The member it is about hears of it in a mail of their own. */
export async function tellOfficials(
  tx: Tx,
  change: { memberId: number; sentence: string; by: string; groupName: string; now: Date },
): Promise<void> {
  const { now, groupName } = change;
  const officials = await tx
    .selectFrom("members")
    .select(["email", "first_name"])
    .where("office", "is not", null)
    .where("id", "<>", change.memberId)
    .orderBy("id")
    .execute();
  const when = `${formatDay(nairobiDate(now))} at ${nairobiIso(now).slice(11, 16)}`;
  for (const official of officials) {
    await sendMail(tx, { ...officialsNotice(official, groupName, { ...change, when }), now });
  }
}
