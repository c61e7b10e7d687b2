// Fetches the payments of the last two days from M-PESA (MPESA-4), page by page: checks lines, and adds what no callback
// told of.
import type { DarajaReply } from "#domain/mpesa/daraja-reply.ts";
import { readPulled } from "#domain/mpesa/live-payments.ts";
import { aheadFrom } from "#domain/wrong-clock.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { lockPulls } from "#server/db/locks.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import type { Daraja } from "./daraja-client.ts";
import { takeCheckedPayments } from "./live-lines.ts";
import { newRequest, type RequestHandler } from "./requests.ts";

const PULLED_EVERY_MS = 10 * 60_000;
const BACK_MS = 48 * 3_600_000;
const PAGES_MOST = 100;

/** Queues the next pull if the last was begun ten minutes ago, on whichever server gets to it. */
export async function pullWhenDue(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockPulls(tx);
    const recent = await tx
      .selectFrom("daraja_requests")
      .select("id")
      .where("subject_kind", "=", "pull")
      .where("attempt", "=", 0)
      .where("created_at", ">", new Date(now.getTime() - PULLED_EVERY_MS))
      .where("created_at", "<=", aheadFrom(now))
      .limit(1)
      .executeTakeFirst();
    if (recent === undefined) await pullUpTo(tx, now);
  });
}

/** The subject of a pull is the second up to which it asks. */
export function pullUpTo(tx: Tx, now: Date): Promise<bigint> {
  const id = BigInt(Math.floor(now.getTime() / 1_000));
  return newRequest(tx, { kind: "pull", subject: { kind: "pull", id }, now });
}

/** The attempt of a page is how many payments the pages before had. */
export function pullingPayments(settings: DarajaSettings): RequestHandler {
  return {
    prepare: async (_tx, { request }) => {
      const to = new Date(Number(request.subject.id) * 1_000);
      const from = new Date(to.getTime() - BACK_MS);
      return (daraja) => daraja.pull({ from, to, offset: request.attempt });
    },
    onReply: async (tx, { request, reply, now }) => {
      if (reply.kind !== "taken") return;
      const { payments, rows } = readPulled(reply.body);
      await takeCheckedPayments(tx, settings, { payments, now });
      if (rows === 0 || (await countPages(tx, request.subject.id)) >= PAGES_MOST) return;
      const attempt = request.attempt + rows;
      await newRequest(tx, { kind: "pull", subject: request.subject, attempt, now });
    },
    onResult: async () => ({ refused: "no_result" }),
    onTimeout: async () => undefined,
  };
}

/** Fetches all pages at once, for the command; returns the last reply, and how many payments there were. */
export async function pullNow(
  db: Database,
  daraja: Daraja,
  now: Date,
): Promise<{ reply: DarajaReply; payments: number }> {
  const from = new Date(now.getTime() - BACK_MS);
  for (let page = 0, offset = 0; ; page++) {
    const reply = await daraja.pull({ from, to: now, offset });
    if (reply.kind !== "taken") return { reply, payments: offset };
    const { payments, rows } = readPulled(reply.body);
    await inTransaction(db, (tx) => takeCheckedPayments(tx, daraja.settings, { payments, now }));
    offset += rows;
    if (rows === 0 || page === PAGES_MOST) return { reply, payments: offset };
  }
}

/** Pages are bounded, should M-PESA send the same one again and again. */
async function countPages(tx: Tx, id: bigint): Promise<number> {
  const { count } = await tx
    .selectFrom("daraja_requests")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("subject_kind", "=", "pull")
    .where("subject_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(count);
}
