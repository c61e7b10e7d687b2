// A member's own photo: redrawn, kept as a file under a name nobody can guess, and served as a picture only.
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { uploadPhoto } from "#contract/members.ts";
import { can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit.ts";
import { holdMembership } from "#server/core/locks.ts";
import { lockMember } from "#server/core/member-directory.ts";
import { readActor } from "#server/core/sessions.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { redrawPicture } from "#server/platform/picture.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { photoAddress } from "./photo-address.ts";
import { readUser } from "./users.queries.ts";

/** Replaces the member's photo. The old file goes once the new one is committed. */
export async function replacePhoto(
  db: Database,
  photoRoot: string,
  request: SignedInRequest,
  sent: Buffer,
): Promise<ReplyOf<typeof uploadPhoto>> {
  const picture = await redrawPicture(sent);
  if (picture === null) throw refuse("photo-unreadable").at("photo");
  const name = `${randomBytes(16).toString("hex")}.webp`;
  await mkdir(photoRoot, { recursive: true });
  await writeFile(join(photoRoot, name), picture, { flag: "wx", flush: true });
  const { oldName, user } = await inTransaction(db, (tx) => keepPhoto(tx, request, name)).catch(
    async (error: unknown) => {
      await rm(join(photoRoot, name), { force: true });
      throw error;
    },
  );
  if (oldName !== null) await rm(join(photoRoot, oldName), { force: true });
  return { detail: "Your photo has been changed.", user };
}

async function keepPhoto(tx: Tx, { actor, now, origin }: SignedInRequest, name: string) {
  await holdMembership(tx);
  if (!can(await readActor(tx, actor.id), "own.write")) throw refuse("forbidden");
  const member = await lockMember(tx, actor.id);
  await tx.updateTable("members").set({ photo_path: name }).where("id", "=", member.id).execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "members.change-photo",
    subject: "member",
    subjectId: member.id,
    before: { photo: member.photo_path === null ? null : photoAddress(member.photo_path) },
    after: { photo: photoAddress(name) },
    address: origin.address,
  });
  return { oldName: member.photo_path, user: await readUser(tx, member.id) };
}

/** The picture of that name; refuses with `not-found`. */
export async function readPhoto(photoRoot: string, name: string): Promise<Buffer> {
  if (!/^[0-9a-f]{32}\.webp$/.test(name)) throw refuse("not-found");
  try {
    return await readFile(join(photoRoot, name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw refuse("not-found");
    throw error;
  }
}
