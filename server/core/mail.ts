// Outgoing mail: written in the transaction of what it tells of, and sent by the job queue once that has committed.
import type { Tx } from "#server/db/connection.ts";
import { addJob } from "./job-queue.ts";

/** Plain text; one recipient. */
export type Mail = { recipient: string; subject: string; body: string };

export async function sendMail(tx: Tx, mail: Mail & { now: Date }): Promise<void> {
  const { id } = await tx
    .insertInto("mails")
    .values({
      recipient: mail.recipient,
      // A name may hold a line break; a header may not.
      subject: mail.subject.replaceAll(/\s+/g, " "),
      body: mail.body,
      created_at: mail.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addJob(tx, { name: "send-mail", payload: { mailId: id }, key: `mail-${id}` });
}
