// The first start of a group: its setup, and what is left of it (MEM-32, MEM-33, MEM-38).
import { settingNames } from "#contract/choices.ts";
import * as contract from "#contract/setup.ts";
import { readGroupSettings, toColumns, viewSettings } from "#server/core/members/group-settings.ts";
import {
  isSetupOpen,
  endSetupLinks,
  findSetupLink,
  markOf,
} from "#server/core/members/setup-links.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Config } from "#server/platform/config.ts";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { setUpGroup as endpoint, sayHowGroupBegins } from "#contract/setup.ts";
import { refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { noteDevice } from "#server/core/identity/known-devices.ts";
import {
  addAccount,
  orTellTaken,
  validateAccount,
  validateUnfinishedAccount,
} from "#server/core/identity/new-account.ts";
import { openSession } from "#server/core/identity/sessions.ts";
import { readClosedYears } from "#server/core/ledger/journal.ts";
import { letter, sendLetter } from "#server/core/mail/letters.ts";
import { lockMember, lockAccount } from "#server/core/members/member-directory.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { lockMembership } from "#server/db/locks.ts";
import type { Passwords } from "#server/platform/password-hash.ts";
import type { PublicRequest, SignedInRequest } from "#server/platform/request.ts";

export function setupRoutes(
  routes: Routes,
  parts: SetupParts & { config: Pick<Config, "smtpUrl"> },
): void {
  routes.public(contract.getSetup, async (reader) => ({
    open: await isSetupOpen(reader),
    group_name: (await readGroupSettings(reader)).name,
  }));
  routes.public(contract.setUpGroup, (db, request) => setUpGroup(db, parts, request), {
    alsoWrong: (db, sent) => validateUnfinishedSetup(db, parts, sent),
  });
  routes.write(contract.sayHowGroupBegins, sayBegins);
  routes.write(contract.sendTestMail, (tx, request) => mailTest(tx, parts.config, request));
}

// Setting a group up: its terms and its first Chairperson, in one transaction (MEM-33); then how it begins (MEM-38).

export type SetupParts = {
  config: Pick<Config, "publicUrl">;
  passwords: Passwords;
  throttle: Throttle;
};

type Request = PublicRequest<unknown, BodyOf<typeof endpoint>>;

/** Refuses with `setup-link-dead` before anything else is checked. Of two who set the group up at once, one does. */
export async function setUpGroup(
  db: Database,
  { config, passwords, throttle }: SetupParts,
  request: Request,
): Promise<ReplyOf<typeof endpoint>> {
  const { body, now, origin } = request;
  const { chairperson: form } = body;
  await throttle.take("token-address", origin.address);
  await requireSetupLink(db, body.token);
  const errors = await validateAccount(db, form, { now });
  if (Object.keys(errors).length > 0) throw refuseFields(inChairperson(errors));
  const passwordHash = await passwords.hash(form.password);
  const { publicUrl } = config;
  return orTellTaken(db, { form, now, tell: inChairperson }, () =>
    inTransaction(db, (tx) => found(tx, request, { passwordHash, publicUrl })),
  );
}

async function found(
  tx: Tx,
  request: Request,
  { passwordHash, publicUrl }: { passwordHash: string; publicUrl: string },
): Promise<ReplyOf<typeof endpoint>> {
  const { body, now, origin, t } = request;
  await lockMembership(tx);
  const link = await requireSetupLink(tx, body.token);
  await endSetupLinks(tx, now);
  const changed = await changeTerms(tx, body.group);
  const { memberId: id } = await addAccount(tx, {
    form: body.chairperson,
    passwordHash,
    language: body.group.language ?? request.language,
    publicUrl,
    now,
    origin,
    invitation: null,
    isFounder: true,
    sendsCode: false,
  });
  await tx.insertInto("founding").values({ member_id: id, founded_at: now }).execute();
  const by = { now, actorId: id, address: origin.address };
  await recordAudit(tx, {
    ...by,
    actorId: null,
    action: "setup.found",
    subject: "member",
    subjectId: id,
    after: {
      status: "active",
      is_active: true,
      office: "Chairperson",
      link: markOf(link.token_hash),
    },
  });
  if (changed !== null)
    await recordAudit(tx, {
      ...by,
      action: "settings.change",
      subject: "group_settings",
      subjectId: null,
      ...changed,
    });
  const member = await lockMember(tx, id);
  await noteDevice(tx, { member, now, origin, publicUrl });
  const { token } = await openSession(tx, { memberId: id, now, origin });
  await recordAudit(tx, { ...by, action: "sessions.open", subject: "member", subjectId: id });
  const { name: group } = await readGroupSettings(tx);
  return { detail: t("done.setup.founded", { group }), access: token };
}

/** The link of a token while the group can be set up; refuses otherwise, whatever the reason. */
async function requireSetupLink(reader: Reader, token: string) {
  const link = await findSetupLink(reader, token);
  if (link === undefined || !(await isSetupOpen(reader))) throw refuse("setup-link-dead");
  return link;
}

type Terms = Request["body"]["group"];

/** Gives what was changed, as the audit log tells it; null when nothing was. */
async function changeTerms(tx: Tx, terms: Terms) {
  const { language: _, ...settings } = terms;
  const before = viewSettings(await readGroupSettings(tx));
  const columns = Object.entries(toColumns(settings)).filter(([, value]) => value !== undefined);
  if (columns.length > 0)
    await tx.updateTable("group_settings").set(Object.fromEntries(columns)).execute();
  const after = viewSettings(await readGroupSettings(tx));
  const names = settingNames.filter((name) => before[name] !== after[name]);
  if (names.includes("financial_year_start") && (await readClosedYears(tx)).length > 0)
    throw refuse("year-start-after-closing").at("group.financial_year_start");
  if (names.length === 0) return null;
  const single = (view: typeof before) =>
    Object.fromEntries(names.map((name) => [name, view[name]]));
  return { before: single(before), after: single(after) };
}

/** What else is wrong with a setup that its schema refuses. A dead link is reported first: 403 comes before 400. */
export async function validateUnfinishedSetup(
  db: Database,
  { throttle }: SetupParts,
  { address, now, body }: { address: string; now: Date; body: Record<string, unknown> },
): Promise<FieldErrors> {
  await throttle.take("token-address", address);
  const token = body["token"];
  await requireSetupLink(db, typeof token === "string" ? token.trim() : "");
  const chairperson = body["chairperson"];
  if (typeof chairperson !== "object" || chairperson === null) return {};
  const sent = chairperson as Record<string, unknown>;
  return inChairperson(await validateUnfinishedAccount(db, sent, { now }));
}

function inChairperson(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, faults]) => [`chairperson.${field}`, faults]),
  );
}

// What is done after the Chairperson has signed in: how the group begins, and whether mail arrives (MEM-38).

type Begins = SignedInRequest<unknown, BodyOf<typeof sayHowGroupBegins>>;

export async function sayBegins(
  tx: Tx,
  { actor, body, now, origin, t }: Begins,
): Promise<{ detail: string }> {
  const { begins } = body;
  const detail = t(begins === "new" ? "done.setup.beginsNew" : "done.setup.bringsBooks");
  const before = await tx.selectFrom("founding").select("begins").executeTakeFirst();
  // A group that began by `npm run appoint` has nothing to be asked.
  if (before === undefined || before.begins === begins) return { detail };
  await tx.updateTable("founding").set({ begins }).execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "setup.begins",
    subject: "founding",
    subjectId: null,
    before: { begins: before.begins },
    after: { begins },
    address: origin.address,
  });
  return { detail };
}

/** Without an SMTP server the mail is stored, and the test is not done. */
export async function mailTest(
  tx: Tx,
  { smtpUrl }: { smtpUrl: string | null },
  { actor, now, origin, t }: SignedInRequest,
): Promise<{ detail: string }> {
  const member = await lockAccount(tx, actor.id);
  await sendLetter(tx, { to: member, letter: letter("trial"), now });
  if (smtpUrl !== null) await tx.updateTable("founding").set({ mail_tested_at: now }).execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "setup.test-mail",
    subject: "founding",
    subjectId: null,
    address: origin.address,
  });
  const detail =
    smtpUrl === null
      ? t("done.setup.testMailStored")
      : t("done.setup.testMail", { email: member.email ?? "" });
  return { detail };
}
