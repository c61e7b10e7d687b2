// Members: who they are, their status and office, one's own profile and photo (MEM-16, MEM-29).
import type { FastifyInstance } from "fastify";
import * as members from "#contract/members.ts";
import { changeLanguage } from "#contract/members.ts";
import { countActiveMembers } from "#server/core/members/member-directory.ts";
import type { FileReader } from "#server/core/file-reader/file-reader.ts";
import type { Database } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { receiveFile, uploadRoutes } from "#server/http/uploads.ts";
import type { Config } from "#server/platform/config.ts";
import { countDueSettings } from "#server/core/approvals/guarded-settings.ts";
import { agreeToOfficeOf, mayAnswerOffice, objectToOfficeOf } from "./answer-office.ts";
import { giveOffice, takeOffice } from "./change-office.ts";
import { approveMembers, changeStatus } from "./change-status.ts";
import { changeNameOf } from "./change-name.ts";
import { confirmAccountOf, handOverReset } from "./confirm-account.ts";
import { confirmClaimOf, listClaims, mayConfirmClaim } from "./confirm-claim.ts";
import { changeOwnLanguage } from "#server/core/members/keep-language.ts";
import { objectWithLink, showObjectionLink } from "./objection-link.ts";
import { confirmOtherPhone } from "./other-phone.ts";
import { listOfficeProposals } from "./list-proposals.ts";
import { photoForm, readPhoto, replacePhoto } from "./photo.ts";
import {
  changeOwnProfile,
  confirmNewEmail,
  type ProfileParts,
  putEmailBack,
  readProfile,
  validateProfileChange,
} from "./profile.ts";
import { readOfficials } from "./officials.ts";
import {
  photoAddress,
  photoName,
  listUsers,
  memberExists,
  photoRoute,
  readOwnUser,
} from "./users.queries.ts";

type MemberParts = ProfileParts & {
  db: Database;
  now: () => Date;
  config: Pick<Config, "smtpUrl" | "publicUrl">;
  fileReader: FileReader;
};

export async function memberRoutes(
  app: FastifyInstance,
  routes: Routes,
  parts: MemberParts,
): Promise<void> {
  const aboutSomebody = { exists: memberExists, changesMembership: true };
  const hasSmtp = parts.config.smtpUrl !== null;
  routes.read(members.getUserData, (reader, { actor, t, now }) =>
    readOwnUser(reader, actor.id, { callerId: actor.id, t, hasSmtp, now }),
  );
  routes.read(members.getUsers, (reader, { actor, query, t }) =>
    listUsers(reader, query, { callerId: actor.id, t }),
  );
  routes.read(members.getActiveUserCount, async (reader) => ({
    active_users_count: await countActiveMembers(reader),
  }));
  routes.read(members.getOfficials, (reader) =>
    readOfficials(reader, { name: photoName, addressOf: photoAddress }),
  );
  routes.write(
    members.manageUser,
    (tx, request) => {
      const { action, reject_reason: reason } = request.body;
      return changeStatus(tx, request, { action, reason });
    },
    aboutSomebody,
  );
  routes.write(members.approveMembers, approveMembers, { changesMembership: true });
  routes.write(
    members.deactivateUser,
    (tx, request) => changeStatus(tx, request, { action: "deactivate", reason: undefined }),
    aboutSomebody,
  );
  routes.write(members.assignRole, giveOffice, {
    ...aboutSomebody,
    // A waiting change of the delay may be due.
    prepare: (db, { now }) => countDueSettings(db, now),
  });
  routes.write(members.removeRole, takeOffice, {
    ...aboutSomebody,
    prepare: (db, { now }) => countDueSettings(db, now),
  });
  routes.read(members.getOfficeProposals, async (reader, request) => {
    await countDueSettings(parts.db, request.now);
    return listOfficeProposals(reader, request);
  });
  // The right is checked before the body, and again under the lock.
  routes.write(members.agreeToOffice, agreeToOfficeOf, {
    exists: (reader, id, actor) =>
      mayAnswerOffice(reader, id, { actor, now: parts.now(), answer: "agree" }),
    changesMembership: true,
  });
  routes.write(members.objectToOffice, objectToOfficeOf, {
    exists: (reader, id, actor) =>
      mayAnswerOffice(reader, id, { actor, now: parts.now(), answer: "object" }),
    changesMembership: true,
  });
  routes.read(members.getProfile, readProfile);
  routes.write(
    members.changeProfile,
    (tx, request, hash: string | null) => changeOwnProfile(tx, parts, request, hash),
    {
      prepare: (db, request) => validateProfileChange(db, parts, request),
    },
  );
  routes.write(members.confirmPhone, confirmOtherPhone, { exists: memberExists });
  routes.write(members.confirmAccount, confirmAccountOf, {
    exists: memberExists,
    // The invitation may give an office with it.
    changesMembership: true,
  });
  routes.write(
    members.handOverReset,
    (tx, request) =>
      handOverReset(tx, { publicUrl: parts.config.publicUrl, hasMail: hasSmtp }, request),
    { exists: memberExists, changesMembership: true },
  );
  routes.read(members.getClaims, (reader, request) => listClaims(reader, hasSmtp, request));
  routes.write(members.confirmClaim, (tx, request) => confirmClaimOf(tx, hasSmtp, request), {
    exists: mayConfirmClaim,
    // The invitation may give an office with it.
    changesMembership: true,
  });
  routes.write(members.changeName, changeNameOf, { exists: memberExists });
  routes.public(members.readObjectionLink, (db, request) => showObjectionLink(db, parts, request));
  routes.public(members.objectByLink, (db, request) => objectWithLink(db, parts, request));
  routes.public(members.undoEmail, (db, request) => putEmailBack(db, parts, request));
  routes.write(changeLanguage, changeOwnLanguage);
  routes.public(members.confirmEmail, (db, request) => confirmNewEmail(db, parts, request));
  await photoRoutes(app, parts);
}

async function photoRoutes(app: FastifyInstance, parts: MemberParts): Promise<void> {
  await uploadRoutes(app, parts, photoForm, (uploads, scope) => {
    uploads.handle(members.uploadPhoto, async (db, input, request) => {
      const sent = await receiveFile(request, photoForm);
      return replacePhoto(db, parts.fileReader.for(input.actor.id), input, sent);
    });
    scope.get<{ Params: { name: string } }>(photoRoute, async (request, reply) => {
      const picture = await readPhoto(parts.db, request.params.name);
      return reply
        .type("image/webp")
        .header("Content-Disposition", 'inline; filename="photo.webp"')
        .header("Cache-Control", "private, max-age=3600")
        .send(picture);
    });
  });
}
