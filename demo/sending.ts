// Sends the notices of the demo group's last month, without a gateway and a mail server: nobody lives at these numbers and
// addresses.
import { sql } from "kysely";
import { claimMessages, type ClaimedMessage } from "#server/core/notices/claim-messages.ts";
import { dispatchNotices } from "#server/core/notices/dispatch-notices.ts";
import { sendClaimedMail } from "#server/core/notices/send-mail-message.ts";
import type { SmsOutcome } from "#server/core/notices/sms/africas-talking.ts";
import { takeReport } from "#server/core/notices/sms/delivery-reports.ts";
import { settleText } from "#server/core/notices/sms/settle-text.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import type { Mailer } from "#server/platform/mailer.ts";
import { demoPerson } from "./people.ts";

const claimer = "demo";
const AT_ONCE = 1_000;
const PRICE_UNITS = 8_000n;

/** What came before had no channel, and has been read. */
export async function openChannels(db: Database, now: Date): Promise<void> {
  await sql`UPDATE notices SET dispatched_at = ${now}, read_at = ${now}`.execute(db);
  await sendMails(db, now);
}

/** Sends what is due at this moment; the answers and the reports come some seconds later, or not at all. */
export async function sendNotices(db: Database, { at, today }: { at: Date; today: Date }) {
  const later = (seconds: number) =>
    new Date(Math.min(at.getTime() + seconds * 1_000, today.getTime()));
  const channels = { email: true, sms: true, push: false };
  const dispatched = await dispatchNotices(db, { channels, now: later(1) });
  if (dispatched > 0) await sendMails(db, later(2));
  const texts = await claimMessages(db, {
    channel: "sms",
    claimer,
    most: AT_ONCE,
    now: later(1),
  });
  for (const message of texts)
    await inTransaction(db, async (tx) => {
      const outcome = outcomeOf(message);
      await settleText(tx, { message, claimer, now: later(2) }, outcome);
      const status = reportedOf(message);
      if (outcome.is === "accepted" && outcome.gatewayId !== null && status !== null)
        await takeReport(
          tx,
          { gatewayId: outcome.gatewayId, status, failureReason: null },
          later(9),
        );
    });
}

async function sendMails(db: Database, now: Date): Promise<void> {
  const mails = await claimMessages(db, { channel: "email", claimer, most: AT_ONCE, now });
  const sent: { id: number; body: string }[] = [];
  const mailer: Mailer = {
    deliver: async ({ id, body }) => {
      sent.push({ id, body });
      return "sent";
    },
    close: () => undefined,
  };
  for (const message of mails)
    await sendClaimedMail(db, mailer, { message, claimer, now: laterOf(message.notice_at, now) });
  // Their text is erased as of every mail that left; on the demo's page they are to be read.
  const [ids, bodies] = [sent.map(({ id }) => id), sent.map(({ body }) => body)];
  await sql`
    UPDATE mails SET body = sent.body FROM unnest(${ids}::int[], ${bodies}::text[]) AS sent (id, body)
     WHERE mails.id = sent.id`.execute(db);
}

/** The mail of an old notice went out with it. */
function laterOf(noticeAt: Date, now: Date): Date {
  const soon = new Date(noticeAt.getTime() + 2_000);
  return soon < now ? soon : now;
}

const wrongNumber = international("fatuma.hassan");
const optedOut = international("ekai.lokwang");

function international(username: string): string {
  return `+254${demoPerson(username).phone.slice(1)}`;
}

function outcomeOf({ id, phone, parts }: ClaimedMessage): SmsOutcome {
  if (phone === wrongNumber)
    return { is: "wrong-number", failure: "403 InvalidPhoneNumber", costUnits: 0n };
  if (phone === optedOut) return { is: "opted-out", failure: "406 UserInBlacklist", costUnits: 0n };
  const gatewayId = `ATXid_month_${String(id).padStart(6, "0")}`;
  return { is: "accepted", gatewayId, costUnits: PRICE_UNITS * BigInt(parts) };
}

/** Most texts arrive; of some phones, which are off, the network does not say, and one was off for too long. */
function reportedOf({ id }: ClaimedMessage): string | null {
  if (id % 29n === 3n) return null;
  return id % 97n === 7n ? "Failed" : "Success";
}
