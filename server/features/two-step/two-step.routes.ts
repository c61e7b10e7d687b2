// Two-step sign-in for whoever wants it, and for officials where the group demands it.
import * as contract from "#contract/two-step.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import { findTwoStep } from "#server/core/identity/two-step.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import {
  resetMembersTwoStep,
  confirmOwnTwoStep,
  countAttempt,
  validatePassword,
  renewOwnCodes,
  startOwnTwoStep,
  stopOwnTwoStep,
  type TwoStepParts,
} from "./two-step.actions.ts";

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
