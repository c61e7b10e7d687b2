// The mails of the database as they can be read.
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";

/** The last ones, newest last; the text of a mail that was sent is no longer stored. */
export async function readMails(
  db: Database,
  command: { last: number; recipient: string | undefined },
) {
  let query = db.selectFrom("mails").selectAll().orderBy("id", "desc").limit(command.last);
  if (command.recipient !== undefined)
    query = query.where(sql`lower(recipient)`, "=", command.recipient.toLowerCase());
  const mails = await query.execute();
  return mails
    .toReversed()
    .map((mail) => ({ ...mail, body: mail.body ?? "(sent; its text is no longer kept)" }));
}
