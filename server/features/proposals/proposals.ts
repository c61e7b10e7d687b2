// What waits for a second official: routes, then what they read and write.
import * as contract from "#contract/proposals.ts";
import {
  type By,
  countDueSettings,
  countSetting,
  describeProposal,
  readTaken,
  settingChange,
  shownValue,
  type SpokenTo,
} from "#server/core/approvals/proposals.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import { pageOf, inPage, type Page } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { ProposalKind, GuardedSetting, Proposal } from "#contract/proposals.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { whyNot, type Action } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import type { Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { actorColumns, toActor } from "#server/core/identity/sessions.ts";
import { sql } from "kysely";
import { nairobiIso } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";

/** `postings`: how each kind is done directly, by the features that do it. */
export function proposalRoutes(routes: Routes, db: Database, postings: DirectPostings): void {
  routes.read(contract.getProposals, async (reader, { actor, now, query, t }) => {
    await countDueSettings(db, now);
    const params = { callerId: actor.id, page: pageOf(query), t };
    const { proposals, count } = await readProposals(reader, params);
    return { proposals, ...(count === undefined ? {} : { count }) };
  });

  // An exit changes a status, and a setting is changed by itself.
  const deciding = {
    changesMembership: true,
    prepare: (prepared: Database, { now }: { now: Date }) => countDueSettings(prepared, now),
  };

  routes.write(contract.agreeToProposal, (tx, { id, ...by }) => agree(tx, by, { id, postings }), {
    ...deciding,
    exists: (reader, id, actor) =>
      mayDecide(reader, { id, actorId: actor.id, whyNot: whyNotAgree }),
  });

  routes.write(
    contract.refuseProposal,
    (tx, { id, body, ...by }) => refuseIt(tx, by, { id, reason: body.reason }),
    {
      ...deciding,
      exists: (reader, id, actor) =>
        mayDecide(reader, { id, actorId: actor.id, whyNot: whyNotRefuse }),
    },
  );
}

// Agreeing to what another official proposed, and refusing it (BOOK-20, MEM-28). Runs under `lockMembership`.

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

// What waits for a second official, as its list shows it.

/** Newest first; `count` of all that wait, for a page. */
export async function readProposals(
  reader: Reader,
  { callerId, page, t }: { callerId: number; page: Page | null; t: Translate },
): Promise<{ proposals: Proposal[]; count: number | undefined }> {
  let rows = reader
    .selectFrom("proposals")
    .innerJoin("members", "members.id", "proposals.proposed_by")
    .leftJoin("members as leaver", "leaver.id", "proposals.concerns_id")
    .selectAll("proposals")
    .select(personColumns)
    .select([
      "leaver.username as leaver_username",
      sql<string>`leaver.first_name || ' ' || leaver.last_name`.as("leaver_name"),
      "leaver.reg_number as leaver_reg_number",
    ])
    .where("outcome", "is", null)
    .orderBy("proposals.id", "desc");
  rows = inPage(rows, page);
  const proposals = (await rows.execute()).map((row): Proposal => {
    const setting = row.setting as GuardedSetting | null;
    return {
      id: row.id,
      kind: row.kind as ProposalKind,
      description: descriptionOf(row, t),
      amount: row.amount_cents === null ? null : toKes(row.amount_cents),
      proposed_by: toPerson(row),
      proposed_at: nairobiIso(row.proposed_at),
      effective_at: row.effective_at === null ? null : nairobiIso(row.effective_at),
      ...requestOf(row),
      member:
        row.concerns_id === null
          ? null
          : {
              id: row.concerns_id,
              username: row.leaver_username ?? "",
              full_name: row.leaver_name,
              reg_number: row.leaver_reg_number ?? "",
            },
      change:
        setting === null
          ? null
          : {
              setting,
              before: shownValue(setting, row.old_value),
              after: shownValue(setting, row.new_value),
            },
      may_agree: whyNotAgree(row, callerId) === null,
      may_refuse: whyNotRefuse(row, callerId) === null,
    };
  });
  if (page === null) return { proposals, count: undefined };
  const { count } = await reader
    .selectFrom("proposals")
    .select((proposal) => proposal.fn.countAll<bigint>().as("count"))
    .where("outcome", "is", null)
    .executeTakeFirstOrThrow();
  return { proposals, count: Number(count) };
}

/** Of a ledger entry: its type, and the day that was asked for. */
function requestOf({
  kind,
  asked,
}: {
  kind: string;
  asked: unknown;
}): Pick<Proposal, "type" | "date"> {
  if (kind !== "ledger_entry") return { type: null, date: null };
  const { type, date } = asked as { type: Proposal["type"]; date?: string };
  return { type, date: date ?? null };
}

/** The record is English; in other languages it is said from what was proposed. What an official typed stays. */
function descriptionOf(
  row: {
    kind: string;
    description: string;
    asked: unknown;
    leaver_name: string;
    setting: string | null;
    old_value: bigint | null;
    new_value: bigint | null;
  },
  t: Translate,
): string {
  if (t === inEnglish) return row.description;
  const kind = row.kind as ProposalKind;
  if (kind === "setting")
    return t(
      settingChange(row.setting as GuardedSetting, {
        before: row.old_value,
        after: row.new_value,
      }),
    );
  const text = describeProposal({ ...row, kind, leaver: row.leaver_name });
  return typeof text === "string" ? text : t(text);
}
