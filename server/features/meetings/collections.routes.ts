// Cash that is collected at a meeting: contract entry -> action or query (CASH-5, CASH-6).
import * as contract from "#contract/collections.ts";
import { single } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { can, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { readCollections } from "#server/core/approvals/read-collections.ts";
import { toMeeting } from "#server/core/meetings/read-meetings.ts";
import { inSnapshot, type Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { sendCollection, type ValidateKinds } from "./collect.ts";
import { decideOnCollection } from "./decide-collection.ts";
import { readSheet } from "./sheet.ts";

export function collectionRoutes(routes: Routes, validate: ValidateKinds): void {
  routes.read(contract.getSheet, (db, { id, now, t }) =>
    inSnapshot(db, async (reader) =>
      readSheet(reader, await findMeeting(reader, id), { today: nairobiDate(now), t }),
    ),
  );

  routes.write(
    contract.collect,
    async (tx, { id: meetingId, body, ...by }) => {
      const { id, totalCents: total } = await sendCollection(tx, by, { meetingId, body }, validate);
      return {
        detail: by.t("done.meetings.collected", { total }),
        collection: single(await readCollections(tx, { ids: [id], t: by.t })),
      };
    },
    { exists: isMeeting },
  );

  routes.read(contract.getCollections, (db, { id: meetingId, actor, t }) =>
    inSnapshot(db, async (reader) => {
      await findMeeting(reader, meetingId);
      const own = can(actor, "members.read-accounts") ? {} : { memberId: actor.id };
      return { collections: await readCollections(reader, { meetingId, ...own, t }) };
    }),
  );

  routes.read(contract.getCollectionApprovals, async (reader, { actor, t }) => {
    const office = officeOf(actor);
    if (office !== "Treasurer" && office !== "Sec-Gen") return { pending_approvals: [] };
    const openTo = { office, callerId: actor.id };
    return { pending_approvals: await readCollections(reader, { openTo, t }) };
  });

  routes.write(
    contract.decideCollection,
    async (tx, { id, body, ...by }) => {
      const done = await decideOnCollection(tx, by, { id, body });
      return {
        detail: by.t(done),
        collection: single(await readCollections(tx, { ids: [id], t: by.t })),
      };
    },
    { exists: isCollection },
  );
}

async function findMeeting(reader: Reader, id: number) {
  const row = await reader
    .selectFrom("meetings")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  return toMeeting(row);
}

async function isMeeting(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("meetings")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

async function isCollection(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("collections")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
