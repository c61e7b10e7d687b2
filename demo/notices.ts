// The notices of the demo group in its last month, and when members read them. Before that month, the group's only
// channel was the list in the application.
import { sql } from "kysely";
import type { Language } from "#domain/language.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { keepLanguage } from "#server/core/members/keep-language.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { claimMessages, type ClaimedMessage } from "#server/core/notices/claim-messages.ts";
import { dispatchNotices } from "#server/core/notices/dispatch-notices.ts";
import { sendClaimedMail } from "#server/core/notices/send-mail-message.ts";
import type { SmsOutcome } from "#server/core/notices/sms/africas-talking.ts";
import { takeReport } from "#server/core/notices/sms/delivery-reports.ts";
import { settleText } from "#server/core/notices/sms/settle-text.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import { changeGroupSettings } from "#server/features/group/settings.ts";
import { sendMonthPage } from "#server/features/notices/month-page.ts";
import { markRead } from "#server/features/notices/notices.actions.ts";
import { sendDigest } from "#server/features/notices/remind-of-dates.ts";
import type { Mailer } from "#server/platform/mailer.ts";
import type { DemoGroup, Happening } from "./demo-group.ts";
import { demoPeople, demoPerson } from "./people.ts";
import type { Moments } from "./story.ts";

/** A whole month, so that a first day is always among them. */
export const NOTICE_DAYS = 31;

/** They get their notices in Swahili. */
const IN_SWAHILI = ["juma.mwakio", "mwende.kilonzo", "pendo.charo", "rehema.said", "barasa.wekesa"];

export function notices({ daysAgo }: Moments): Happening[] {
  const days = Array.from({ length: NOTICE_DAYS + 1 }, (_, ago) => ago);
  const begin = daysAgo(NOTICE_DAYS, 0);
  return [
    { at: begin, happen: ({ database }) => openChannels(database.db, begin) },
    ...IN_SWAHILI.map((who) => speaks(who, "sw", daysAgo(NOTICE_DAYS, 0.02))),
    ...days.flatMap((ago) => [
      monthPage(daysAgo(ago, 10 / 60)),
      // An empty event: what follows it sends the notices that waited for the end of the night.
      { at: daysAgo(ago, 7 + 1 / 60), happen: async () => undefined },
      digest(daysAgo(ago, 8)),
    ]),
    ...reading(daysAgo),
    hasNoQuietHours(daysAgo(1, 18.5)),
  ];
}

function digest(at: Date): Happening {
  return { at, happen: ({ database }) => sendDigest(database.db, at) };
}

/** The page of the month contains the log's fingerprint, which comes from the tree, so the seals come first. */
function monthPage(at: Date): Happening {
  return {
    at,
    happen: async ({ database: { db } }) => {
      await sealAudit(db);
      await sendMonthPage(db, at);
    },
  };
}

function speaks(who: string, language: Language, at: Date): Happening {
  return {
    at,
    happen: ({ act, idOf }) =>
      act({ who, right: "own.secure", at }, async (tx, { now, origin }) => {
        const member = await lockMember(tx, idOf(who));
        if (member !== undefined) await keepLanguage(tx, member, { language, now, origin });
      }),
  };
}

/** Most members look at the list every few days; some never do. */
function reading(daysAgo: Moments["daysAgo"]): Happening[] {
  return demoPeople.flatMap(({ username, joinedMonthsAgo }, index) => {
    if (joinedMonthsAgo === null || index % 9 === 4) return [];
    const everyDays = 4 + (index % 5);
    const looks = Math.floor(NOTICE_DAYS / everyDays);
    return Array.from({ length: looks }, (_, look) =>
      looksAtList(username, daysAgo(2 + (index % 3) + look * everyDays, 18 + (index % 11) / 5)),
    );
  });
}

function looksAtList(who: string, at: Date): Happening {
  return {
    at,
    happen: ({ act }: DemoGroup) =>
      act({ who, right: "own.secure", at }, (tx, by) =>
        markRead(tx, { ...by, query: undefined, body: {}, sessionId: 0, id: 0, code: "bank" }),
      ),
  };
}

/** Without quiet hours, somebody who tries the demo at night sees at once what it sends. */
function hasNoQuietHours(at: Date): Happening {
  const deed = {
    who: "chairperson",
    right: "settings.write",
    at,
    changesMembership: true,
  } as const;
  const body = { quiet_from: "00:00", quiet_to: "00:00" };
  return {
    at,
    happen: ({ act }) =>
      act(deed, (tx, by) =>
        changeGroupSettings(tx, {
          ...by,
          query: undefined,
          body,
          sessionId: 0,
          id: 0,
          code: "bank",
        }),
      ),
  };
}

// Sends the notices of the demo group's last month without a gateway and a mail server, because the numbers and
// addresses are invented.

const claimer = "demo";
const AT_ONCE = 1_000;
const PRICE_UNITS = 8_000n;

/** Earlier notices count as dispatched and read, because they had no channel. */
async function openChannels(db: Database, now: Date): Promise<void> {
  await sql`UPDATE notices SET dispatched_at = ${now}, read_at = ${now}`.execute(db);
  await sendMails(db, now);
}

/** Sends the notices that are due at this moment. Answers and reports come some seconds later, or not at all. */
export async function sendNotices(db: Database, { at, today }: { at: Date; today: Date }) {
  if (!(await somethingWaits(db))) return;
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

/** False after most of what happens, which no notice follows. */
async function somethingWaits(db: Database): Promise<boolean> {
  const { rows } = await sql`
    SELECT WHERE EXISTS (SELECT FROM notices WHERE dispatched_at IS NULL)
              OR EXISTS (SELECT FROM notice_messages WHERE channel = 'sms' AND state IN ('waiting', 'held'))`.execute(
    db,
  );
  return rows.length > 0;
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
  // Sending erases the text of every mail. This writes it back, so that the demo's page shows it.
  const [ids, bodies] = [sent.map(({ id }) => id), sent.map(({ body }) => body)];
  await sql`
    UPDATE mails SET body = sent.body FROM unnest(${ids}::int[], ${bodies}::text[]) AS sent (id, body)
     WHERE mails.id = sent.id`.execute(db);
}

/** The mail of an earlier notice was sent right after the notice. */
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

/**
 * Most texts arrive. Some phones are off, and the network reports nothing; a few were off for too long, and it reports
 * so.
 */
function reportedOf({ id }: ClaimedMessage): string | null {
  if (id % 29n === 3n) return null;
  return id % 97n === 7n ? "Failed" : "Success";
}
