// A member's own photo: redrawn, stored under a name nobody can guess, and served as a picture only.
import { randomBytes } from "node:crypto";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { uploadPhoto } from "#contract/members.ts";
import { can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { holdMembership } from "#server/db/locks.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { readActor } from "#server/core/identity/sessions.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { redrawPicture } from "#server/platform/picture.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { photoAddress, showsPhoto } from "./photo-address.ts";
import { readUser } from "./users.queries.ts";

/** Replaces the member's photo. It is redrawn before the transaction opens, since that takes long. */
export async function replacePhoto(
  db: Database,
  request: SignedInRequest,
  sent: Buffer,
): Promise<ReplyOf<typeof uploadPhoto>> {
  const picture = await redrawPicture(sent);
  if (picture === null) throw refuse("photo-unreadable").at("photo");
  return inTransaction(db, async (tx) => {
    await holdMembership(tx);
    if (!can(await readActor(tx, request.actor.id), "own.write")) throw refuse("forbidden");
    await keepPhoto(tx, request, picture);
    return {
      detail: request.t("done.accounts.photoChanged"),
      user: await readUser(tx, request.actor.id, {
        callerId: request.actor.id,
        t: request.t,
      }),
    };
  });
}

/** Keeps the picture under a new name, so that browsers may keep what they have under the old one. */
async function keepPhoto(
  tx: Tx,
  { actor, now, origin }: SignedInRequest,
  bytes: Buffer,
): Promise<void> {
  const name = `${randomBytes(16).toString("hex")}.webp`;
  await lockMember(tx, actor.id);
  const old = await tx
    .deleteFrom("member_photos")
    .where("member_id", "=", actor.id)
    .returning("name")
    .executeTakeFirst();
  await tx
    .insertInto("member_photos")
    .values({ name, member_id: actor.id, bytes, created_at: now })
    .execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "members.change-photo",
    subject: "member",
    subjectId: actor.id,
    before: { photo: old === undefined ? null : photoAddress(old.name) },
    after: { photo: photoAddress(name) },
    address: origin.address,
  });
}

/** The picture of that name; refuses with `not-found`, also when the member has left. */
export async function readPhoto(reader: Reader, name: string): Promise<Buffer> {
  if (!/^[0-9a-f]{32}\.webp$/.test(name)) throw refuse("not-found");
  const photo = await reader
    .selectFrom("member_photos")
    .innerJoin("members", "members.id", "member_photos.member_id")
    .select("bytes")
    .where("name", "=", name)
    .where(showsPhoto)
    .executeTakeFirst();
  if (photo === undefined) throw refuse("not-found");
  return photo.bytes;
}
