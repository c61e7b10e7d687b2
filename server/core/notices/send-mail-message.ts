// The mail of a notice, handed to the SMTP server at most once (NOTE-4).
import { inTransaction, type Database } from "#server/db/connection.ts";
import { hasNotLeft, type Mailer } from "#server/platform/mailer.ts";
import { claimMail, type ClaimedMessage } from "./claim-messages.ts";
import { settleMessage, type Settled, type Settling } from "./settle-message.ts";

/** The message of a claimed mail; its text is erased once it has left. */
export async function sendClaimedMail(
  db: Database,
  mailer: Mailer,
  settling: Settling,
): Promise<void> {
  const { message, now } = settling;
  const settled = await deliver(db, mailer, message);
  await inTransaction(db, async (tx) => {
    if (settled.is === "sent" && message.mail_id !== null)
      await tx
        .updateTable("mails")
        .set({ sent_at: now, body: null, attachment: null })
        .where("id", "=", message.mail_id)
        .execute();
    await settleMessage(tx, settling, settled);
  });
}

/** Sends it now unless it is claimed. Returns false for a mail that belongs to no notice, and does nothing. */
export async function sendMailOfNotice(
  db: Database,
  mailer: Mailer,
  params: { mailId: number; claimer: string; now: Date },
): Promise<"notice" | "other"> {
  const own = await db
    .selectFrom("notice_messages")
    .select("id")
    .where("mail_id", "=", params.mailId)
    .executeTakeFirst();
  if (own === undefined) return "other";
  const message = await claimMail(db, params);
  if (message !== null) await sendClaimedMail(db, mailer, { ...params, message });
  return "notice";
}

async function deliver(
  db: Database,
  mailer: Mailer,
  { mail_id: mailId }: ClaimedMessage,
): Promise<Settled> {
  const mail = await db
    .selectFrom("mails")
    .selectAll()
    .where("id", "=", mailId ?? 0)
    .executeTakeFirst();
  if (mail === undefined || mail.body === null)
    return { is: "skipped", failure: "its text is no longer there" };
  try {
    const outcome = await mailer.deliver({ ...mail, body: mail.body, createdAt: mail.created_at });
    return outcome === "printed" ? { is: "skipped", failure: "no SMTP server" } : { is: "sent" };
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    const left = hasNotLeft(error);
    return {
      is: left === "no-connection" ? left : left === "refused" ? "again" : "unknown",
      failure,
    };
  }
}
