// Agreeing to what another official proposed, and refusing it (BOOK-20, MEM-28). Runs under `lockMembership`.
import type { ProposalKind } from "#contract/proposals.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { whyNot, type Action } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import type { Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readTaken, type By, type SpokenTo } from "#server/core/approvals/proposals.ts";
import { countSetting } from "#server/core/approvals/setting-proposals.ts";
import { actorColumns, toActor } from "#server/core/identity/actor.ts";
import type { Reader, Tx } from "#server/db/connection.ts";

/** The direct way to do what was proposed: the right it needs, and the action itself, from what was asked. */
export type DirectPosting = {
  right: Action;
  post: (tx: Tx, by: By, command: unknown) => Promise<{ entryId: number; done: Message }>;
};

export type DirectPostings = Record<Exclude<ProposalKind, "setting">, DirectPosting>;

type People = { proposed_by: number; concerns_id: number | null };

/** Two people: the one who proposed it does not agree to it, nor does the one whom it lets go. */
export function whyNotAgree({ proposed_by, concerns_id }: People, actorId: number): Refusal | null {
  if (actorId === proposed_by) return refuse("proposal-is-own");
  return actorId === concerns_id ? refuse("proposal-concerns-oneself") : null;
}

/** Who proposed it may take it back; the one whom it lets go does not decide on it. */
export function whyNotRefuse({ concerns_id }: People, actorId: number): Refusal | null {
  return actorId === concerns_id ? refuse("proposal-concerns-oneself") : null;
}

/** Whether the proposal is there; refuses who may not decide it so (403 comes before what is sent). */
export async function mayDecide(
  reader: Reader,
  params: { id: number; actorId: number; whyNot: typeof whyNotAgree },
): Promise<boolean> {
  const found = await reader
    .selectFrom("proposals")
    .select(["proposed_by", "concerns_id"])
    .where("id", "=", params.id)
    .executeTakeFirst();
  const refusal = found === undefined ? null : params.whyNot(found, params.actorId);
  if (refusal !== null) throw refusal;
  return found !== undefined;
}

/**
 * Does what was proposed, by the same way as when it is asked directly: every figure, balance and right is checked now,
 * that of the one who proposed it too, who is the author of the entry. Refuses a proposal that is decided, and one that
 * would take another amount out of the bank than was agreed to.
 */
export async function agree(
  tx: Tx,
  by: SpokenTo,
  { id, postings }: { id: number; postings: DirectPostings },
): Promise<{ detail: string; entry_id: number | null }> {
  const proposal = await lockWaiting(tx, id);
  const refusal = whyNotAgree(proposal, by.actor.id);
  if (refusal !== null) throw refusal;
  const decided = { outcome: "agreed", decided_by: by.actor.id, decided_at: by.now };
  if (proposal.kind === "setting") {
    await decide(tx, id, decided);
    await audit(tx, by, {
      id,
      action: "proposals.agree",
      after: { proposal: proposal.description },
    });
    await countSetting(tx, proposal, by.now);
    return { detail: by.t("done.proposals.settingCounts"), entry_id: null };
  }
  const { right, post } = postings[proposal.kind as keyof DirectPostings];
  const proposer = await readProposer(tx, proposal.proposed_by);
  if (whyNot(proposer, right) !== null) throw refuse("proposer-lost-right");
  const author = {
    actor: proposer,
    now: by.now,
    origin: { ...by.origin, address: proposal.proposed_from },
  };
  const posted = await post(tx, author, proposal.asked);
  const { takenCents } = await readTaken(tx, posted.entryId);
  if (takenCents !== proposal.amount_cents) throw refuse("figures-changed");
  await decide(tx, id, { ...decided, entry_id: posted.entryId });
  await audit(tx, by, { id, action: "proposals.agree", after: { entry_id: posted.entryId } });
  return { detail: by.t(posted.done), entry_id: posted.entryId };
}

export async function refuseIt(
  tx: Tx,
  by: SpokenTo,
  { id, reason }: { id: number; reason: string },
): Promise<{ detail: string }> {
  const proposal = await lockWaiting(tx, id);
  const refusal = whyNotRefuse(proposal, by.actor.id);
  if (refusal !== null) throw refusal;
  const decided = { outcome: "refused", decided_by: by.actor.id, decided_at: by.now, reason };
  await decide(tx, id, decided);
  await audit(tx, by, { id, action: "proposals.refuse", after: { reason } });
  return { detail: by.t("done.proposals.refused") };
}

/** Of two who decide at once the second finds it decided. */
async function lockWaiting(tx: Tx, id: number) {
  const proposal = await tx
    .selectFrom("proposals")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (proposal === undefined) throw refuse("not-found");
  if (proposal.outcome !== null) throw refuse("proposal-decided");
  return proposal;
}

async function readProposer(reader: Reader, id: number) {
  const row = await reader
    .selectFrom("members")
    .select(actorColumns)
    .where("members.id", "=", id)
    .executeTakeFirstOrThrow();
  return toActor(row);
}

async function decide(
  tx: Tx,
  id: number,
  decided: {
    outcome: string;
    decided_by: number;
    decided_at: Date;
    reason?: string;
    entry_id?: number;
  },
): Promise<void> {
  await tx.updateTable("proposals").set(decided).where("id", "=", id).execute();
}

async function audit(
  tx: Tx,
  by: By,
  change: { id: number; action: AuditAction; after: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: change.action,
    subject: "proposal",
    subjectId: change.id,
    after: change.after,
    address: by.origin.address,
  });
}
