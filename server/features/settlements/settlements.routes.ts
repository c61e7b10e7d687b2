// Exits and clearings: contract entry -> action or query.
import type { BodyOf } from "#contract/endpoint.ts";
import * as contract from "#contract/settlements.ts";
import { isMember } from "#server/core/members/member-directory.ts";
import { postOrPropose, type By, type SpokenTo } from "#server/core/approvals/proposals.ts";
import { countDueSettings } from "#server/core/approvals/setting-proposals.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import { readInput } from "#server/http/read-request.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readPreview } from "./settlement-figures.ts";
import { settleMember } from "./settlements.actions.ts";

export function settlementRoutes(routes: Routes): void {
  routes.read(contract.previewSettlement, (reader, { actor, now, query, t }) =>
    readPreview(reader, { actor, now, memberId: query.member, t }),
  );

  // Status and office change, so all that relies on them waits.
  const aboutSomebody = {
    changesMembership: true,
    // A waiting change of `second_person_above` may have come to count.
    prepare: (db: Database, { now }: { now: Date }) => countDueSettings(db, now),
    existsInBody: (reader: Reader, body: Record<string, unknown>) =>
      isMember(reader, body["member_id"]),
  };

  routes.write(
    contract.exitMember,
    (tx, { body, ...by }) => letGo(tx, by, "exit", body, exitOf(body)),
    aboutSomebody,
  );

  routes.write(
    contract.clearMember,
    (tx, { body, ...by }) => letGo(tx, by, "clearing", body, clearingOf(body)),
    aboutSomebody,
  );
}

type Command = Parameters<typeof settleMember>[2];

function exitOf(body: BodyOf<typeof contract.exitMember>): Command {
  const loans = body.non_cleared_loans.map((loan) => ({
    id: loan.loan_id,
    balanceCents: loan.current_balance,
  }));
  return {
    memberId: body.member_id,
    kind: "exit",
    seen: {
      loans,
      contributionsCents: body.total_contributions,
      shareCents: body.overall_shared_interest,
      givenCents: body.actual_shared_interest,
    },
  };
}

function clearingOf(body: BodyOf<typeof contract.clearMember>): Command {
  return { memberId: body.member_id, kind: "clear", seen: null };
}

async function letGo(
  tx: Tx,
  by: SpokenTo,
  kind: "exit" | "clearing",
  body: unknown,
  command: Command,
) {
  const requested = { kind, body, concernsId: command.memberId };
  const { entryId, done, settlement } = await postOrPropose(tx, by, requested, () =>
    settle(tx, by, command),
  );
  return { detail: by.t(done), settlement, entry_id: entryId };
}

async function settle(tx: Tx, by: By, command: Command) {
  const { entry_id: entryId, ...left } = await settleMember(tx, by, command);
  return { ...left, entryId };
}

/** How what was proposed is done once another official agrees (BOOK-20). */
export const proposedSettlements = {
  exit: {
    right: "exits.settle",
    post: (tx: Tx, by: By, requested: unknown) =>
      settle(tx, by, exitOf(readInput(contract.exitMember.body!, requested))),
  },
  clearing: {
    right: "exits.settle",
    post: (tx: Tx, by: By, requested: unknown) =>
      settle(tx, by, clearingOf(readInput(contract.clearMember.body!, requested))),
  },
} as const;
