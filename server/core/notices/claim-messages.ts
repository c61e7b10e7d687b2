// Claims messages that are due, before their requests leave (NOTE-4). If a server dies with a claimed message, nobody
// can know whether it left, so it is not sent again.
import { sql, type SqlBool } from "kysely";
import { firstOfMonth, nairobiDate, nairobiMidnight } from "#domain/calendar.ts";
import { type NoticeChannel, quietUntil } from "#domain/notices/notice-choices.ts";
import { urgentEvents } from "#domain/notices/notice-events.ts";
import { aheadFrom, hasPassed } from "#domain/wrong-clock.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { isStopped } from "./sms/stopped-numbers.ts";
import { isStillTrue } from "./still-true.ts";

export type ClaimedMessage = {
  id: bigint;
  notice_id: bigint;
  member_id: number;
  event: string;
  kind: string;
  facts: unknown;
  about_id: bigint | null;
  notice_at: Date;
  text: string;
  parts: number;
  attempts: number;
  mail_id: number | null;
  first_tried_at: Date | null;
  /** For an SMS: the part of the month's cap reserved until its answer arrives. */
  reserved_units: bigint;
  phone: string | null;
  language: string;
  shows_amounts: boolean;
};

const CLAIM_MS = 60_000;
export const PROBE_EVERY_MS = 15 * 60_000;
const HELD_AGAIN_MS = 60_000;
/** A message held back for longer is out of date. */
const HELD_LONGEST_MS = 24 * 60 * 60_000;
/** Ten-thousandths of a shilling: the price of an SMS part until the gateway states one. */
export const FIRST_PRICE_UNITS = 8_000n;
const UNITS_PER_CENT = 100n;

type Claiming = {
  channel: NoticeChannel;
  claimer: string;
  most: number;
  now: Date;
  /** Only what somebody waits for, as in quiet hours. */
  isUrgent?: boolean;
};

/** In quiet hours only SMS that somebody waits for; none while the gateway has no balance; SMS as far as the month's cap allows. */
export function claimMessages(db: Database, params: Claiming): Promise<ClaimedMessage[]> {
  return inTransaction(db, async (tx) => {
    const { channel, now } = params;
    if (channel === "push" && (await isQuiet(tx, now))) return [];
    if (channel === "sms") return claimTexts(tx, { ...params, isUrgent: await isQuiet(tx, now) });
    return takeTrue(tx, await findDue(tx, params), params);
  });
}

/** The message of one mail, for the job that sends that mail; null when it is claimed or sent already. */
export function claimMail(
  db: Database,
  params: { mailId: number; claimer: string; now: Date },
): Promise<ClaimedMessage | null> {
  return inTransaction(db, async (tx) => {
    const { mailId, ...rest } = params;
    const found = await findDue(tx, { ...rest, channel: "email", most: 1 }, mailId);
    const [claimed] = await takeTrue(tx, found, { ...params, channel: "email" });
    return claimed ?? null;
  });
}

async function isQuiet(reader: Reader, now: Date): Promise<boolean> {
  const { quiet_from, quiet_to } = await reader
    .selectFrom("group_settings")
    .select(["quiet_from", "quiet_to"])
    .executeTakeFirstOrThrow();
  return quietUntil(now, { from: quiet_from.slice(0, 5), to: quiet_to.slice(0, 5) }) !== null;
}

/** Under the lock of the gateway's row, so that each of two servers counts what the other has reserved (NOTE-6). */
async function claimTexts(tx: Tx, params: Claiming): Promise<ClaimedMessage[]> {
  const { now } = params;
  const gateway = await lockGateway(tx);
  const isOut = gateway.balance_out_since !== null;
  if (isOut && isLater(gateway.probed_at, now, PROBE_EVERY_MS)) return [];
  const due = await findDue(tx, { ...params, most: isOut ? 1 : params.most });
  if (due.length === 0) return [];
  const price = gateway.last_price_units ?? FIRST_PRICE_UNITS;
  let left = (await readCapUnits(tx)) - (await usedThisMonth(tx, now));
  const taken: ClaimedMessage[] = [];
  for (const message of due) {
    const reserved = price * BigInt(message.parts);
    const { phone } = message;
    if (
      phone === null ||
      (await isStopped(tx, phone)) ||
      !(await isStillTrue(tx, message, "sms"))
    ) {
      await put(tx, message, { state: "skipped", now });
      continue;
    }
    if (reserved > left) {
      await hold(tx, message, now);
      continue;
    }
    left -= reserved;
    await take(tx, message, { ...params, reserved });
    taken.push({ ...message, reserved_units: reserved });
  }
  if (isOut && taken.length > 0)
    await tx.updateTable("sms_gateway").set({ probed_at: now }).execute();
  return taken;
}

export function lockGateway(tx: Tx) {
  return tx.selectFrom("sms_gateway").selectAll().forUpdate().executeTakeFirstOrThrow();
}

export async function readCapUnits(reader: Reader): Promise<bigint> {
  const { sms_monthly_cap_cents: cents } = await reader
    .selectFrom("group_settings")
    .select("sms_monthly_cap_cents")
    .executeTakeFirstOrThrow();
  return cents * UNITS_PER_CENT;
}

/** The cost of this month's SMS in Nairobi, and what is reserved for those on their way or unknown. */
export async function usedThisMonth(reader: Reader, now: Date): Promise<bigint> {
  const start = nairobiMidnight(firstOfMonth(nairobiDate(now)));
  const { used } = await reader
    .selectFrom("notice_messages")
    .select(
      sql<bigint>`coalesce(sum(coalesce(cost_units, 0) + reserved_units), 0)::bigint`.as("used"),
    )
    .where("channel", "=", "sms")
    .where("claimed_at", ">=", start)
    // What a clock that was ahead has sent is of no month of today.
    .where("claimed_at", "<=", aheadFrom(now))
    .executeTakeFirstOrThrow();
  return used;
}

async function findDue(
  tx: Tx,
  { channel, most, now, isUrgent = false }: Claiming,
  mailId: number | null = null,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    SELECT d.id, d.notice_id, d.member_id, n.event, n.kind, n.facts, n.about_id, n.created_at AS notice_at,
           coalesce(d.text, '') AS text, coalesce(d.parts, 1) AS parts, d.attempts, d.mail_id, d.first_tried_at, d.reserved_units,
           CASE WHEN d.keeps_recipient THEN d.recipient ELSE m.phone END AS phone, m.language, coalesce(p.shows_amounts, false) AS shows_amounts
      FROM notice_messages d JOIN notices n ON n.id = d.notice_id JOIN members m ON m.id = d.member_id
           LEFT JOIN notice_preferences p ON p.member_id = d.member_id
     WHERE d.channel = ${channel} AND ${isDue(now)}
       AND (d.state = 'waiting'
            OR d.state = 'held' AND d.created_at > ${new Date(now.getTime() - HELD_LONGEST_MS)})
       AND (NOT ${isUrgent} OR n.event = ANY (${urgentEvents}::text[]))
       AND (${mailId}::int IS NULL OR d.mail_id = ${mailId}::int)
     ORDER BY d.send_after, d.id LIMIT ${most}
       FOR UPDATE OF d SKIP LOCKED`.execute(tx);
  return rows;
}

/**
 * A condition on the messages `d`. None waits longer than a day: one that would was put off by a clock that was ahead, or
 * written by it.
 */
export const isDue = (now: Date) => sql<SqlBool>`(
  d.send_after <= ${now} OR d.send_after > ${new Date(now.getTime() + HELD_LONGEST_MS)} OR d.created_at > ${aheadFrom(now)})`;

/** Skips messages that are no longer true; claims the rest. */
async function takeTrue(
  tx: Tx,
  due: readonly ClaimedMessage[],
  params: { channel: NoticeChannel; claimer: string; now: Date },
): Promise<ClaimedMessage[]> {
  const taken: ClaimedMessage[] = [];
  for (const message of due) {
    if (await isStillTrue(tx, message, params.channel)) {
      await take(tx, message, { ...params, reserved: 0n });
      taken.push(message);
    } else await put(tx, message, { state: "skipped", now: params.now });
  }
  return taken;
}

async function take(
  tx: Tx,
  message: ClaimedMessage,
  { claimer, now, reserved }: { claimer: string; now: Date; reserved: bigint },
): Promise<void> {
  await tx
    .updateTable("notice_messages")
    .set({
      state: "sending",
      claimed_at: now,
      claimed_by: claimer,
      reserved_units: reserved,
      first_tried_at: message.first_tried_at ?? now,
      ...(message.phone !== null && message.mail_id === null && reserved > 0n
        ? { recipient: message.phone }
        : {}),
    })
    .where("id", "=", message.id)
    .execute();
}

async function put(tx: Tx, message: ClaimedMessage, to: { state: string; now: Date }) {
  await tx
    .updateTable("notice_messages")
    .set({ state: to.state, settled_at: to.now })
    .where("id", "=", message.id)
    .execute();
}

async function hold(tx: Tx, message: ClaimedMessage, now: Date): Promise<void> {
  await tx
    .updateTable("notice_messages")
    .set({ state: "held", send_after: new Date(now.getTime() + HELD_AGAIN_MS) })
    .where("id", "=", message.id)
    .execute();
}

/** Messages claimed by a server that died between request and answer become `unknown`. */
export async function giveUpAbandoned(db: Database, now: Date): Promise<void> {
  await db
    .updateTable("notice_messages")
    .set({ state: "unknown", settled_at: now, failure: "the server ended before the answer" })
    .where("state", "=", "sending")
    .where((each) =>
      each.or([
        each("claimed_at", "<", new Date(now.getTime() - CLAIM_MS)),
        each("claimed_at", ">", aheadFrom(now)),
      ]),
    )
    .execute();
}

function isLater(moment: Date | null, now: Date, afterMs: number): boolean {
  return moment !== null && !hasPassed({ since: moment, ms: afterMs }, now);
}
