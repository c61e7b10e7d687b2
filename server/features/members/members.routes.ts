// Members: who they are, their status and office, one's own profile and photo (MEM-16, MEM-29).
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import * as members from "#contract/members.ts";
import { changeLanguage } from "#contract/members.ts";
import { countActiveMembers } from "#server/core/members/member-directory.ts";
import type { FileReader } from "#server/core/spreadsheets/file-reader.ts";
import type { Database } from "#server/db/connection.ts";
import { endpointRoutes, type Routes } from "#server/http/endpoint-route.ts";
import type { Config } from "#server/platform/config.ts";
import { countDueSettings } from "#server/core/approvals/guarded-settings.ts";
import {
  agreeToOfficeOf,
  listOfficeProposals,
  mayAnswerOffice,
  objectToOfficeOf,
} from "./answer-office.ts";
import { giveOffice, takeOffice } from "./change-office.ts";
import { approveMembers, changeStatus } from "./change-status.ts";
import { changeNameOf } from "./change-name.ts";
import { confirmClaimOf, listClaims, mayConfirmClaim } from "./confirm-claim.ts";
import { changeOwnLanguage } from "#server/core/members/keep-language.ts";
import { confirmOtherPhone } from "./other-phone.ts";
import { readPhoto, replacePhoto, PHOTO_BYTES_MAX, receivePhoto } from "./photo.ts";
import {
  changeOwnProfile,
  confirmNewEmail,
  type ProfileParts,
  putEmailBack,
  readProfile,
  validateProfileChange,
} from "./profile.ts";
import { listUsers, memberExists, photoRoute, readOwnUser } from "./users.queries.ts";

type MemberParts = ProfileParts & {
  db: Database;
  now: () => Date;
  config: Pick<Config, "smtpUrl">;
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
  routes.read(members.getOfficeProposals, listOfficeProposals);
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
  routes.read(members.getClaims, (reader, request) => listClaims(reader, request));
  routes.write(members.confirmClaim, confirmClaimOf, {
    exists: mayConfirmClaim,
    // The invitation may give an office with it.
    changesMembership: true,
  });
  routes.write(members.changeName, changeNameOf, { exists: memberExists });
  routes.public(members.undoEmail, (db, request) => putEmailBack(db, parts, request));
  routes.write(changeLanguage, changeOwnLanguage);
  routes.public(members.confirmEmail, (db, request) => confirmNewEmail(db, parts, request));
  await photoRoutes(app, parts);
}

/** In their own scope, so that every other route accepts JSON only. */
async function photoRoutes(app: FastifyInstance, parts: MemberParts): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 5, parts: 6, fileSize: PHOTO_BYTES_MAX },
    });
    // Other content types are not parsed; reading the file then answers 415.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    endpointRoutes(scope, parts).handle(members.uploadPhoto, async (db, input, request) =>
      replacePhoto(db, parts.fileReader.for(input.actor.id), input, await receivePhoto(request)),
    );
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
