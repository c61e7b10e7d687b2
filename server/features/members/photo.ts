// A member's own photo: redrawn, stored under a random name, and served only as a picture.
import { randomBytes } from "node:crypto";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { uploadPhoto } from "#contract/members.ts";
import { can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readActor } from "#server/core/identity/sessions.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { OwnFileReader } from "#server/core/file-reader/file-reader.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { holdMembership } from "#server/db/locks.ts";
import type { UploadForm } from "#server/http/uploads.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { photoAddress, readUser, showsPhoto } from "./users.queries.ts";

/** Replaces the member's photo. Redraws it before the transaction opens, because that takes long. */
export async function replacePhoto(
  db: Database,
  files: Pick<OwnFileReader, "redrawPicture">,
  request: SignedInRequest,
  sent: Buffer,
): Promise<ReplyOf<typeof uploadPhoto>> {
  const picture = await files.redrawPicture(sent);
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

/** Stores the picture under a new name, so that browsers may cache it for ever. */
async function keepPhoto(
  tx: Tx,
  { actor, now, origin }: SignedInRequest,
  redrawn: Uint8Array,
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
    .values({ name, member_id: actor.id, bytes: Buffer.from(redrawn), created_at: now })
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

export const photoForm: UploadForm = {
  field: "photo",
  filesMost: 1,
  bytesMax: 2 * 1024 * 1024,
  fieldsMost: 5,
  missing: () => refuse("photo-unreadable").at("photo"),
};
