// The job that sends one mail.
import { randomUUID } from "node:crypto";
import { sendMailOfNotice } from "#server/core/notices/send-mail-message.ts";
import type { Database } from "#server/db/connection.ts";
import type { Mailer } from "#server/platform/mailer.ts";

/** That of a notice is sent once at most. Its text is erased once it has left, since it may carry a token; a printed mail is stored to be read. */
export async function deliverMail(
  db: Database,
  mailer: Mailer,
  params: { mailId: number; now: Date },
): Promise<void> {
  const sent = await sendMailOfNotice(db, mailer, { ...params, claimer: `mail ${randomUUID()}` });
  if (sent === "notice") return;
  const mail = await db
    .selectFrom("mails")
    .selectAll()
    .where("id", "=", params.mailId)
    .executeTakeFirst();
  if (mail === undefined || mail.body === null || mail.sent_at !== null) return;
  const outcome = await mailer.deliver({ ...mail, body: mail.body, createdAt: mail.created_at });
  if (outcome === "printed") return;
  await db
    .updateTable("mails")
    .set({ sent_at: params.now, body: null, attachment: null })
    .where("id", "=", mail.id)
    .execute();
}
