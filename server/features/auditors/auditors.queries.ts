// The current seats, and an auditor's own.
import type { Auditor, getOwnSeat } from "#contract/auditors.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { auditorIdOf } from "#server/core/identity/auditor-sessions.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";

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
