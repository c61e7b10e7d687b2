// Signs in by email or phone (MEM-8). Every refusal is the same answer and takes the same time.
import { createHash } from "node:crypto";
import type { BodyOf } from "#contract/endpoint.ts";
import type { signIn } from "#contract/auth.ts";
import { languageOf } from "#domain/language.ts";
import { plainText } from "#domain/members/names.ts";
import { normalisePhone } from "#domain/members/contacts.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { keepLanguage } from "#server/core/members/keep-language.ts";
import { holdMembership } from "#server/db/locks.ts";
import {
  findMemberByEmail,
  hasAccount,
  type AccountRow,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import { openSession } from "#server/core/identity/sessions.ts";
import { attemptsFrom, noteDevice } from "#server/core/identity/known-devices.ts";
import { findTwoStep, spendCode } from "#server/core/identity/two-step.ts";
import type { SecretBox } from "#server/platform/secrets.ts";
import { forgetAttempts } from "#server/core/requests/throttle.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import type { PublicRequest } from "#server/platform/request.ts";
import type { SignInParts } from "./mailed-links.ts";

type SignIn = PublicRequest<unknown, BodyOf<typeof signIn>>;

/** Opens a session. Refuses with `login-failed` whatever the reason. */
export async function signInMember(
  db: Database,
  { throttle, log, config, passwords, secrets }: SignInParts,
  request: SignIn,
): Promise<{ access: string; detail: string }> {
  const { body, origin } = request;
  await throttle.take("sign-in-address", origin.address);
  const name = readName(body.email);
  const member = await findAccount(db, name);
  const account = await attemptsFrom(db, { memberId: member?.id ?? 0, origin });
  await throttle.takeAttempt(member === undefined ? unknownAccount(name.value) : account);
  const match = await passwords.match(member?.password_hash ?? null, body.password);
  const matches = match !== "no";
  if (member === undefined || !hasAccount(member) || !matches || !mayEnter(member)) {
    log.info({ memberId: member?.id ?? null, address: origin.address }, "sign-in refused");
    const reason = message(matches ? "audited.notActive" : "audited.wrongPassword");
    await inTransaction(db, (tx) => recordRefusal(tx, request, { member, reason }));
    throw refuse("login-failed");
  }
  const needsCode = (await findTwoStep(db, member.id)) !== undefined;
  if (needsCode && body.code === undefined) throw refuse("two-step-required");
  const isOld = match === "as-typed" || passwords.isOld(member.password_hash);
  const newHash = isOld ? await passwords.hash(body.password) : null;
  const access = await inTransaction(db, (tx) =>
    enter(tx, request, {
      member,
      account,
      newHash,
      needsCode,
      secrets,
      publicUrl: config.publicUrl,
    }),
  );
  if (access === null) {
    log.info({ memberId: member.id, address: origin.address }, "sign-in code refused");
    const reason = message("audited.wrongCode");
    await inTransaction(db, (tx) => recordRefusal(tx, request, { member, reason }));
    throw refuse("two-step-code-refused");
  }
  return { access, detail: request.t("done.accounts.signedIn") };
}

/** Whoever signed up or claimed an account must have proven it first; the founder may do it later (MEM-33). */
function mayEnter(member: MemberRow): boolean {
  return member.is_active && member.is_proven;
}

type Entering = {
  member: AccountRow;
  /** The key that counted the attempt. */
  account: string;
  newHash: string | null;
  needsCode: boolean;
  secrets: SecretBox;
  publicUrl: string;
};

/**
 * Opens the session of a member whose password was right, unless something has changed since it was checked. Null
 * when the code is wrong: the attempt then stays counted like a wrong password.
 */
async function enter(
  tx: Tx,
  { body, now, origin, chosenLanguage }: SignIn,
  { member, account, newHash, needsCode, secrets, publicUrl }: Entering,
): Promise<string | null> {
  await holdMembership(tx);
  const still = await tx
    .selectFrom("members")
    .select(["id", "password_hash", "is_active", "language"])
    .where("id", "=", member.id)
    // Sign-ins of one member run one after the other, so that both count the existing sessions.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (still?.is_active !== true || still.password_hash !== member.password_hash)
    throw refuse("login-failed");
  const isOn = (await findTwoStep(tx, member.id)) !== undefined;
  if (isOn !== needsCode) throw refuse(isOn ? "two-step-required" : "login-failed");
  const code = body.code ?? "";
  if (needsCode && !(await spendCode(tx, secrets, { memberId: member.id, code, now }))) return null;
  if (newHash !== null) await changeMember(tx, member.id, { password_hash: newHash });
  const language = chosenLanguage ?? languageOf(still.language);
  await keepLanguage(tx, still, { language, now, origin });
  await forgetAttempts(tx, account);
  await noteDevice(tx, { member: { ...member, language }, now, origin, publicUrl });
  const { token, sessionsEnded } = await openSession(tx, { memberId: member.id, now, origin });
  await recordAudit(tx, {
    now,
    actorId: member.id,
    action: "sessions.open",
    subject: "member",
    subjectId: member.id,
    ...(sessionsEnded === 0 ? {} : { after: { sessions_ended: sessionsEnded } }),
    address: origin.address,
  });
  return token;
}

/** Nobody is identified, so there is no actor; the typed name is not stored, because it may be a password. */
async function recordRefusal(
  tx: Tx,
  { now, origin }: SignIn,
  { member, reason }: { member: MemberRow | undefined; reason: Message },
): Promise<void> {
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "sessions.refuse",
    subject: "member",
    subjectId: member?.id ?? null,
    after: { reason },
    address: origin.address,
  });
}

type Name = { kind: "email" | "phone"; value: string };

function readName(text: string): Name {
  if (text.includes("@")) return { kind: "email", value: plainText(text).toLowerCase() };
  return { kind: "phone", value: normalisePhone(text) ?? text };
}

function findAccount(reader: Reader, name: Name): Promise<MemberRow | undefined> {
  if (name.kind === "email") return findMemberByEmail(reader, name.value);
  return (
    reader
      .selectFrom("members")
      .selectAll()
      .where("phone", "=", name.value)
      // Until the Chairperson has approved or confirmed the member with this phone, it proves nothing (MEM-12).
      .where((each) =>
        each.or([each("status", "<>", "pending_approval"), each("confirmed_at", "is not", null)]),
      )
      .executeTakeFirst()
  );
}

/** Unknown names are counted like accounts, so that the wait reveals nothing. */
function unknownAccount(name: string): string {
  return `nobody-${createHash("sha256").update(name).digest("base64url")}`;
}
