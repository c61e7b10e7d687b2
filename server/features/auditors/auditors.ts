// The auditor's seat: routes, then what they read and write.
import * as contract from "#contract/auditors.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import { pageOf, inPage, type Page } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Config } from "#server/platform/config.ts";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { enterAsAuditor, inviteAuditor, Auditor, getOwnSeat } from "#contract/auditors.ts";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import {
  endAuditorSessions,
  openAuditorSession,
  seatLasts,
  auditorIdOf,
} from "#server/core/identity/auditor-sessions.ts";
import { inTransaction, type Database, type Tx, type Reader } from "#server/db/connection.ts";
import type { PublicRequest, SignedInRequest } from "#server/platform/request.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import type { Actor } from "#domain/permissions.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";

export function auditorRoutes(
  routes: Routes,
  { config, throttle }: { config: Pick<Config, "publicUrl">; throttle: Throttle },
): void {
  routes.read(contract.getAuditors, async (reader, { query, now }) => {
    const { auditors, count } = await readAuditors(reader, { now, page: pageOf(query) });
    return { auditors, ...(count === undefined ? {} : { count }) };
  });
  routes.write(contract.inviteAuditor, (tx, by) => invite(tx, by, config.publicUrl));
  routes.write(contract.endAuditor, end, { exists: auditorExists });
  routes.public(contract.enterAsAuditor, (db, request) => enter(db, throttle, request));
  routes.read(contract.getOwnSeat, (reader, { actor }) => readOwnSeat(reader, actor));
}

// Opens an auditor's seat, enters it and ends it (MEM-40).

const DAY_MS = 24 * 60 * 60_000;

/** Returns the url this once: only the hash of its token is stored. */
export async function invite(
  tx: Tx,
  by: SignedInRequest<unknown, BodyOf<typeof inviteAuditor>>,
  publicUrl: string,
): Promise<ReplyOf<typeof inviteAuditor>> {
  const { name, days } = by.body;
  const expiresAt = new Date(by.now.getTime() + days * DAY_MS);
  const token = newToken();
  const { id } = await tx
    .insertInto("auditors")
    .values({ name, invited_by: by.actor.id, invited_at: by.now, expires_at: expiresAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("auditor_links")
    .values({ auditor_id: id, token_hash: hashToken(token) })
    .execute();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "auditors.invite",
    subject: "auditor",
    subjectId: id,
    after: { name, days, expires_at: nairobiIso(expiresAt) },
    address: by.origin.address,
  });
  return {
    detail: by.t("done.auditors.invited", { name, until: { day: nairobiDate(expiresAt) } }),
    auditor: {
      id,
      name,
      url: `${publicUrl}/auditor/${token}`,
      expires_at: nairobiIso(expiresAt),
    },
  };
}

/** Opens a session of the seat. Refuses an unknown or ended token with `auditor-seat-over`. */
export async function enter(
  db: Database,
  throttle: Throttle,
  { body, now, origin, t }: PublicRequest<unknown, BodyOf<typeof enterAsAuditor>>,
): Promise<ReplyOf<typeof enterAsAuditor>> {
  await throttle.take("token-address", origin.address);
  const access = await inTransaction(db, async (tx) => {
    const seat = await tx
      .selectFrom("auditors")
      .innerJoin("auditor_links", "auditor_links.auditor_id", "auditors.id")
      .select(["auditors.id", "name", "expires_at", "ended_at"])
      .where("token_hash", "=", hashToken(body.token))
      .forNoKeyUpdate("auditors")
      .executeTakeFirst();
    if (seat === undefined || !seatLasts(seat, now)) throw refuse("auditor-seat-over");
    const token = await openAuditorSession(tx, { auditorId: seat.id, now, origin });
    await tx
      .updateTable("auditors")
      .set({ last_entered_at: now })
      .where("id", "=", seat.id)
      .execute();
    await recordAudit(tx, {
      now,
      actorId: null,
      action: "auditors.enter",
      subject: "auditor",
      subjectId: seat.id,
      after: { name: seat.name },
      address: origin.address,
    });
    return token;
  });
  return { access, detail: t("done.auditors.entered") };
}

/** Ends the seat with its link and its sessions. Refuses one that has ended already with `auditor-seat-ended`. */
export async function end(tx: Tx, by: SignedInRequest): Promise<{ detail: string }> {
  const seat = await tx
    .selectFrom("auditors")
    .select(["name", "expires_at", "ended_at"])
    .where("id", "=", by.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!seatLasts(seat, by.now)) throw refuse("auditor-seat-ended");
  await tx
    .updateTable("auditors")
    .set({ ended_at: by.now, ended_by: by.actor.id })
    .where("id", "=", by.id)
    .execute();
  await endAuditorSessions(tx, by.id);
  await tx.deleteFrom("auditor_links").where("auditor_id", "=", by.id).execute();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "auditors.end",
    subject: "auditor",
    subjectId: by.id,
    after: { name: seat.name },
    address: by.origin.address,
  });
  return { detail: by.t("done.auditors.ended", { name: seat.name }) };
}

// The current seats, and an auditor's own.

/** Newest first; `count` of all current seats, for a page. */
export async function readAuditors(
  reader: Reader,
  { now, page }: { now: Date; page: Page | null },
): Promise<{ auditors: Auditor[]; count: number | undefined }> {
  const lasting = reader
    .selectFrom("auditors")
    .where("ended_at", "is", null)
    .where("expires_at", ">", now);
  let rows = lasting
    .innerJoin("members", "members.id", "auditors.invited_by")
    .select(["auditors.id", "name", "invited_at", "expires_at", "last_entered_at"])
    .select(personColumns)
    .orderBy("auditors.id", "desc");
  rows = inPage(rows, page);
  const count =
    page === null
      ? undefined
      : await lasting
          .select((each) => each.fn.countAll<bigint>().as("count"))
          .executeTakeFirstOrThrow();
  return {
    auditors: (await rows.execute()).map((row) => ({
      id: row.id,
      name: row.name,
      invited_by: toPerson(row),
      invited_at: nairobiIso(row.invited_at),
      expires_at: nairobiIso(row.expires_at),
      last_entered_at: row.last_entered_at === null ? null : nairobiIso(row.last_entered_at),
    })),
    count: count === undefined ? undefined : Number(count.count),
  };
}

export async function auditorExists(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("auditors")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function readOwnSeat(
  reader: Reader,
  actor: Actor,
): Promise<ReplyOf<typeof getOwnSeat>> {
  const seat = await reader
    .selectFrom("auditors")
    .select(["id", "name", "expires_at"])
    .where("id", "=", auditorIdOf(actor))
    .executeTakeFirstOrThrow();
  return { id: seat.id, name: seat.name, expires_at: nairobiIso(seat.expires_at) };
}
