// Outgoing mail: written in the transaction of the change it reports, and sent by the job queue after the commit.
import type { Tx } from "#server/db/connection.ts";
import { addJobs } from "#server/db/job-queue.ts";

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
