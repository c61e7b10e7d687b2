// Two-step sign-in for whoever wants it, and for officials where the group demands it.
import * as contract from "#contract/two-step.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember, lockAccount, lockMember } from "#server/core/members/member-directory.ts";
import {
  describeSecret,
  findTwoStep,
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  plainCode,
  sealedFor,
  spendAppCode,
  spendCode,
} from "#server/core/identity/two-step.ts";
import type { Reader, Database, Tx } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type {
  confirmTwoStep,
  renewRecoveryCodes,
  startTwoStep,
  stopTwoStep,
  resetTwoStep,
} from "#contract/two-step.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Fact } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { requirePassword } from "#server/core/identity/passwords.ts";
import { attemptsFrom } from "#server/core/identity/known-devices.ts";
import { endSessions } from "#server/core/identity/sessions.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import { tell as tellMember } from "#server/core/notices/write-notices.ts";
import { forgetAttempts, type Throttle } from "#server/core/requests/throttle.ts";
import type { Passwords } from "#server/platform/password-hash.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import type { SecretBox } from "#server/platform/secrets.ts";

export function twoStepRoutes(routes: Routes, parts: TwoStepParts): void {
  routes.read(contract.getTwoStep, async (reader, { actor }) => ({
    enabled: (await findTwoStep(reader, actor.id)) !== undefined,
    recovery_codes_left: await countCodes(reader, actor.id),
    demanded: actor.office !== null && (await readGroupSettings(reader)).officialsNeedTwoStep,
  }));
  routes.write(
    contract.startTwoStep,
    (tx, input, hash: string) => startOwnTwoStep(tx, parts, input, hash),
    {
      prepare: (db, input) => validatePassword(db, parts, input),
    },
  );
  routes.write(contract.confirmTwoStep, (tx, input) => confirmOwnTwoStep(tx, parts, input), {
    prepare: (db, input) => countAttempt(db, parts, input),
  });
  routes.write(
    contract.renewRecoveryCodes,
    (tx, input, hash: string) => renewOwnCodes(tx, parts, input, hash),
    { prepare: (db, input) => validatePassword(db, parts, input) },
  );
  routes.write(
    contract.stopTwoStep,
    (tx, input, hash: string) => stopOwnTwoStep(tx, parts, input, hash),
    {
      prepare: (db, input) => validatePassword(db, parts, input),
    },
  );
  routes.write(contract.resetTwoStep, resetMembersTwoStep, {
    exists: async (reader, id) => (await findMember(reader, id)) !== undefined,
  });
}

async function countCodes(reader: Reader, memberId: number): Promise<number> {
  const { count } = await reader
    .selectFrom("recovery_codes")
    .select((code) => code.fn.countAll<bigint>().as("count"))
    .where("member_id", "=", memberId)
    .where("spent_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

// Turning two-step sign-in on and off. Each asks for the password again and is mailed to the member.

export type TwoStepParts = { passwords: Passwords; throttle: Throttle; secrets: SecretBox };

type Protected = SignedInRequest<unknown, { current_password: string }>;

/** Before the transaction opens, since it takes long and its failures must outlive a refusal. Gives the checked hash. */
export async function validatePassword(
  db: Database,
  parts: TwoStepParts,
  { actor, body, origin }: Protected,
): Promise<string> {
  const requested = { memberId: actor.id, password: body.current_password, origin };
  return (await requirePassword(db, parts, requested)).password_hash;
}

/** Guesses at a code are counted like guesses at the password. */
export async function countAttempt(
  db: Database,
  { throttle }: TwoStepParts,
  { actor, origin }: SignedInRequest,
): Promise<void> {
  await throttle.takeAttempt(await attemptsFrom(db, { memberId: actor.id, origin }));
}

/** A secret that waits for its first code; an older one that waited is worth nothing any more. */
export async function startOwnTwoStep(
  tx: Tx,
  { secrets }: TwoStepParts,
  { actor, now, origin, t }: SignedInRequest<unknown, BodyOf<typeof startTwoStep>>,
  checkedHash: string,
): Promise<ReplyOf<typeof startTwoStep>> {
  const member = await lockChecked(tx, actor.id, checkedHash);
  if ((await findTwoStep(tx, member.id)) !== undefined) throw refuse("two-step-is-on");
  const secret = newSecret();
  const stored = secrets.seal(secret, sealedFor(member.id));
  const columns = {
    secret: stored.bytes,
    is_sealed: stored.isSealed,
    last_step: 0,
    created_at: now,
  };
  await tx
    .insertInto("two_step")
    .values({ member_id: member.id, ...columns })
    .onConflict((waiting) => waiting.column("member_id").doUpdateSet(columns))
    .execute();
  await forgetAttempts(tx, await attemptsFrom(tx, { memberId: member.id, origin }));
  const { name: groupName } = await readGroupSettings(tx);
  const { uri, text } = describeSecret(secret, { groupName, email: member.email ?? member.phone });
  return { detail: t("done.twoStep.started"), secret: text, otpauth_url: uri };
}

/**
 * From now on a sign-in asks for a code, and whoever is signed in elsewhere did it without one, so those sessions end. Refuses with
 * `two-step-code-wrong`, and when nothing was started.
 */
export async function confirmOwnTwoStep(
  tx: Tx,
  { secrets }: TwoStepParts,
  request: SignedInRequest<unknown, BodyOf<typeof confirmTwoStep>>,
): Promise<ReplyOf<typeof confirmTwoStep>> {
  const { actor, now, body } = request;
  const memberId = actor.id;
  await lockMember(tx, memberId);
  if ((await findTwoStep(tx, memberId)) !== undefined) throw refuse("two-step-is-on");
  if (!(await spendAppCode(tx, secrets, { memberId, code: body.code, now })))
    throw refuse("two-step-code-wrong").at("code");
  await tx
    .updateTable("two_step")
    .set({ confirmed_at: now })
    .where("member_id", "=", memberId)
    .execute();
  const codes = await giveRecoveryCodes(tx, memberId);
  const sessionsEnded = await endSessions(tx, { memberId, except: request.sessionId });
  await tell(tx, request, "turn-on", { sessions_ended: sessionsEnded });
  return {
    detail: request.t("done.twoStep.on"),
    recovery_codes: codes,
  };
}

export async function renewOwnCodes(
  tx: Tx,
  { secrets }: TwoStepParts,
  request: SignedInRequest<unknown, BodyOf<typeof renewRecoveryCodes>>,
  checkedHash: string,
): Promise<ReplyOf<typeof renewRecoveryCodes>> {
  await requireBoth(tx, secrets, request, checkedHash);
  const codes = await giveRecoveryCodes(tx, request.actor.id);
  await tell(tx, request, "new-codes");
  return { detail: request.t("done.twoStep.codesRenewed"), recovery_codes: codes };
}

/** Refused to an official as long as the group demands it of officials. */
export async function stopOwnTwoStep(
  tx: Tx,
  { secrets }: TwoStepParts,
  request: SignedInRequest<unknown, BodyOf<typeof stopTwoStep>>,
  checkedHash: string,
): Promise<ReplyOf<typeof stopTwoStep>> {
  const { officialsNeedTwoStep } = await readGroupSettings(tx);
  if (officialsNeedTwoStep && request.actor.office !== null)
    throw refuse("two-step-kept-by-officials");
  await requireBoth(tx, secrets, request, checkedHash);
  await removeTwoStep(tx, request.actor.id);
  await tell(tx, request, "turn-off");
  return { detail: request.t("done.twoStep.off") };
}

/** Forgets authenticator and recovery codes. */
async function removeTwoStep(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom("two_step").where("member_id", "=", memberId).execute();
}

async function requireBoth(
  tx: Tx,
  secrets: SecretBox,
  { actor, now, body, origin }: SignedInRequest<unknown, { code: string }>,
  checkedHash: string,
): Promise<void> {
  await lockChecked(tx, actor.id, checkedHash);
  if ((await findTwoStep(tx, actor.id)) === undefined) throw refuse("two-step-is-off");
  if (!(await spendCode(tx, secrets, { memberId: actor.id, code: body.code, now })))
    throw refuse("two-step-code-wrong").at("code");
  await forgetAttempts(tx, await attemptsFrom(tx, { memberId: actor.id, origin }));
}

/** The password may have been changed since it was checked. */
async function lockChecked(tx: Tx, memberId: number, checkedHash: string) {
  const member = await lockAccount(tx, memberId);
  if (member.password_hash !== checkedHash)
    throw refuse("current-password-wrong").at("current_password");
  return member;
}

async function giveRecoveryCodes(tx: Tx, memberId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.deleteFrom("recovery_codes").where("member_id", "=", memberId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        member_id: memberId,
        code_hash: hashRecoveryCode(plainCode(code)),
      })),
    )
    .execute();
  return codes;
}

const letters = {
  "turn-on": (when: { moment: Fact }) => letter("twoStepOn", when),
  "turn-off": (when: { moment: Fact }) => letter("twoStepOff", when),
  "new-codes": (when: { moment: Fact }) => letter("twoStepNewCodes", when),
};

const events = {
  "turn-on": "two_step_on",
  "turn-off": "two_step_off",
  "new-codes": "two_step_codes",
} as const;

async function tell(
  tx: Tx,
  { actor, now, origin }: SignedInRequest,
  change: keyof typeof letters,
  after?: { sessions_ended: number },
): Promise<void> {
  const member = await lockMember(tx, actor.id);
  const changed = letters[change]({ moment: { at: now } });
  const mail = { to: member, letter: changed };
  await tellMember(tx, events[change], { memberId: member.id, mail, now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: `two-step.${change}`,
    subject: "member",
    subjectId: actor.id,
    ...(after === undefined ? {} : { after }),
    address: origin.address,
  });
}

// For a member who lost both the authenticator and the recovery codes: the Chairperson, who knows them, lets them in.

/** Ends the member's sessions too. Not for oneself, who turns it off with password and code; the officials are notified. */
export async function resetMembersTwoStep(
  tx: Tx,
  { actor, id, now, origin, t }: SignedInRequest,
): Promise<ReplyOf<typeof resetTwoStep>> {
  if (id === actor.id) throw refuse("two-step-reset-oneself");
  const member = await lockMember(tx, id);
  if ((await findTwoStep(tx, id)) === undefined) throw refuse("two-step-is-off");
  await removeTwoStep(tx, id);
  const sessionsEnded = await endSessions(tx, { memberId: id });
  const reset = letter("twoStepReset", { moment: { at: now } });
  const mail = { to: member, letter: reset };
  await tellMember(tx, "two_step_reset", { memberId: member.id, mail, now });
  const name = `${member.first_name} ${member.last_name}`;
  const done = message("done.twoStep.reset", { member: name });
  const by = actor.username;
  await notifyOfficialsOfChange(tx, { memberId: id, done, by, now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "two-step.reset",
    subject: "member",
    subjectId: id,
    after: { sessions_ended: sessionsEnded },
    address: origin.address,
  });
  return { detail: t(done) };
}
