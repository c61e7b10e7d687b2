// What waits for a second official: routes, then what they read and write.
import * as contract from "#contract/proposals.ts";
import {
  couldBeRefused,
  countDueSettings,
  countSetting,
  settingChange,
  shownValue,
} from "#server/core/approvals/guarded-settings.ts";
import { objectToSetting, weighObjection } from "#server/core/approvals/object-to-setting.ts";
import { describeProposal, readAtStake } from "#server/core/approvals/proposals.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import { pageOf, inPage, type Page } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Person } from "#contract/people.ts";
import type { ProposalKind, GuardedSetting, Proposal } from "#contract/proposals.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { whyNot, type Action, type Actor } from "#domain/permissions.ts";
import { refuse, Refusal } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { actorColumns, toActor } from "#server/core/identity/sessions.ts";
import { readMakersOf } from "#server/core/offices/voices.ts";
import { sql } from "kysely";
import { nairobiIso } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { personColumns, personIn, toPerson } from "#server/core/members/member-directory.ts";
import type { By, SpokenTo } from "#server/platform/request.ts";

/** `postings`: how each kind is done directly, by the features that do it. */
export function proposalRoutes(
  routes: Routes,
  { db, now }: { db: Database; now: () => Date },
  postings: DirectPostings,
): void {
  routes.read(contract.getProposals, async (reader, { actor, now: at, query, t }) => {
    await countDueSettings(db, at);
    const params = { caller: actor, now: at, page: pageOf(query), t };
    const { proposals, count } = await readProposals(reader, params);
    return { proposals, ...(count === undefined ? {} : { count }) };
  });

  // An exit changes a status, and a setting is changed by itself.
  const deciding = {
    changesMembership: true,
    prepare: (prepared: Database, request: { now: Date }) =>
      countDueSettings(prepared, request.now),
  };

  routes.write(contract.agreeToProposal, (tx, { id, ...by }) => agree(tx, by, { id, postings }), {
    ...deciding,
    exists: (reader, id, actor) => mayDecide(reader, { id, actor, whyNot: whyNotAgree }),
  });

  routes.write(
    contract.objectToProposal,
    async (tx, { id, body, actor, now, origin, t }) => {
      const by = { actor, now, address: origin.address };
      const { outcome, counts, count } = await objectToSetting(tx, { id, ...body, ...by });
      const done =
        outcome !== null
          ? message("done.proposals.refused")
          : counts
            ? message("done.members.officeObjection", { count })
            : message("done.members.officeObjectionNoted");
      return { detail: t(done), objections: count };
    },
    {
      ...deciding,
      exists: async (reader, id, actor) => {
        await mayObject(reader, { id, actor, now: now() });
        return true;
      },
    },
  );

  routes.write(
    contract.refuseProposal,
    (tx, { id, body, ...by }) => refuseIt(tx, by, { id, reason: body.reason }),
    {
      ...deciding,
      exists: (reader, id, actor) => mayDecide(reader, { id, actor, whyNot: whyNotRefuse }),
    },
  );
}

// Agreeing to what another official proposed, and refusing it (BOOK-20, MEM-28). Runs under `lockMembership`.

/** The direct way to do what was proposed: the right it needs, and the action itself, from what was asked. */
export type DirectPosting = {
  right: Action | ((command: unknown, proposal: { byOffice: string | null }) => Action);
  /** `amountCents` is what it came to, if it posts none or several, or the entry does not say. */
  post: (
    tx: Tx,
    by: By,
    command: unknown,
    proposalId: number,
  ) => Promise<
    | { entryId: number; done: Message }
    | { entryId: number | null; amountCents: Cents; done: Message }
  >;
};

export type DirectPostings = Record<Exclude<ProposalKind, "setting">, DirectPosting>;

type People = {
  proposed_by: number;
  concerns_id: number | null;
  proposed_office: string | null;
};
type Official = Pick<Actor, "id" | "office">;

/**
 * Two people: the one who proposed it does not agree to it, nor does the one whom it concerns. Undoing a match (STAT-29) and what
 * moves or counts cash (CASH-2) or moves funds (FUND-4) is for the other approving office.
 */
export function whyNotAgree(proposal: People, { id, office }: Official): Refusal | null {
  if (id === proposal.proposed_by) return refuse("proposal-is-own");
  if (id === proposal.concerns_id) return refuse("proposal-concerns-oneself");
  const isOther =
    office !== proposal.proposed_office && (office === "Treasurer" || office === "Sec-Gen");
  return proposal.proposed_office === null || isOther ? null : refuse("proposal-for-other-office");
}

/** Who proposed it may take it back; the one whom it concerns does not decide on it. */
export function whyNotRefuse({ concerns_id }: People, { id }: Official): Refusal | null {
  return id === concerns_id ? refuse("proposal-concerns-oneself") : null;
}

/** Refuses who may not object (403 comes before what is sent). */
async function mayObject(
  reader: Reader,
  { id, actor, now }: { id: number; actor: Actor; now: Date },
): Promise<void> {
  try {
    await weighObjection(reader, id, { actor, now });
  } catch (error) {
    // What was sent comes first.
    if (!(error instanceof Refusal) || error.kind !== "invalid") throw error;
  }
}

/** Whether the proposal is there; refuses who may not decide it so (403 comes before what is sent). */
export async function mayDecide(
  reader: Reader,
  params: { id: number; actor: Official; whyNot: typeof whyNotAgree },
): Promise<boolean> {
  const found = await reader
    .selectFrom("proposals")
    .select(["proposed_by", "concerns_id", "proposed_office"])
    .where("id", "=", params.id)
    .executeTakeFirst();
  const refusal = found === undefined ? null : params.whyNot(found, params.actor);
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
  const refusal = whyNotAgree(proposal, by.actor);
  if (refusal !== null) throw refusal;
  // MEM-44.
  const makers = await readMakersOf(tx, by.actor.id, by.now);
  if (makers.has(proposal.proposed_by)) throw refuse("office-owed-to-proposer");
  const decided = { outcome: "agreed", decided_by: by.actor.id, decided_at: by.now };
  if (proposal.kind === "setting") {
    await decide(tx, id, decided);
    await audit(tx, by, {
      id,
      action: "proposals.agree",
      after: { proposal: proposal.description },
    });
    await countSetting(tx, proposal, { at: by.now, now: by.now });
    return { detail: by.t("done.proposals.settingCounts"), entry_id: null };
  }
  const { right, post } = postings[proposal.kind as keyof DirectPostings];
  const proposer = await readProposer(tx, proposal.proposed_by);
  const byOffice = proposal.proposed_office;
  const needed = typeof right === "string" ? right : right(proposal.asked, { byOffice });
  if (whyNot(proposer, needed) !== null) throw refuse("proposer-lost-right");
  const author = {
    actor: proposer,
    now: by.now,
    origin: { ...by.origin, address: proposal.proposed_from },
  };
  const posted = await post(tx, author, proposal.asked, id);
  const { amountCents } = "amountCents" in posted ? posted : await readAtStake(tx, posted.entryId);
  if (amountCents !== proposal.amount_cents) throw refuse("figures-changed");
  await decide(tx, id, { ...decided, entry_id: posted.entryId });
  const office = proposal.proposed_office === null ? {} : { office: by.actor.office };
  const after = { entry_id: posted.entryId, ...office };
  await audit(tx, by, { id, action: "proposals.agree", after });
  return { detail: by.t(posted.done), entry_id: posted.entryId };
}

export async function refuseIt(
  tx: Tx,
  by: SpokenTo,
  { id, reason }: { id: number; reason: string },
): Promise<{ detail: string }> {
  const proposal = await lockWaiting(tx, id);
  const refusal = whyNotRefuse(proposal, by.actor);
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
    entry_id?: number | null;
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
  { caller, now, page, t }: { caller: Official; now: Date; page: Page | null; t: Translate },
): Promise<{ proposals: Proposal[]; count: number | undefined }> {
  let rows = reader
    .selectFrom("proposals")
    .innerJoin("members", "members.id", "proposals.proposed_by")
    .selectAll("proposals")
    .select(personColumns)
    .select([
      sql<Person | null>`CASE WHEN proposals.kind = 'unmatch' THEN (
        SELECT ${personIn("p.member_id")} FROM statement_matches t JOIN payments p ON p.id = t.payment_id
         WHERE t.id = (proposals.asked -> 'match_ids' ->> 0)::int)
        ELSE ${personIn("proposals.concerns_id")} END`.as("concerned"),
      sql<boolean>`CASE proposals.kind
        WHEN 'ledger_entry' THEN proposals.asked ->> 'type' IN ('fund_spending', 'fund_transfer')
        WHEN 'reversal' THEN EXISTS (SELECT FROM postings p
          WHERE p.entry_id = (proposals.asked ->> 'id')::int AND p.account = 'restricted_funds') ELSE false END`.as(
        "of_funds",
      ),
      couldBeRefused.as("could_be_refused"),
      sql<Person[] | null>`CASE WHEN proposals.kind = 'fines' THEN (
        SELECT json_agg(${personIn("fined.id")} ORDER BY fined.place)
          FROM (SELECT id::int, place FROM jsonb_array_elements_text(proposals.asked -> 'members')
                       WITH ORDINALITY AS listed (id, place)) fined) END`.as("fined"),
    ])
    .where("outcome", "is", null)
    .orderBy("proposals.id", "desc");
  rows = inPage(rows, page);
  const makers = await readMakersOf(reader, caller.id, now);
  const proposals = (await rows.execute()).map((row): Proposal => {
    const setting = row.setting as GuardedSetting | null;
    return {
      id: row.id,
      kind: row.kind as ProposalKind,
      description: descriptionOf(row, t),
      amount: row.amount_cents === null ? null : toKes(row.amount_cents),
      proposed_by: toPerson(row),
      proposed_at: nairobiIso(row.proposed_at),
      ...countingOfProposal(row),
      ...movesOf(row),
      ...requestOf(row),
      member: row.concerned,
      ...(row.fined === null ? {} : { members: row.fined }),
      change:
        setting === null
          ? null
          : {
              setting,
              before: shownValue(setting, row.old_value),
              after: shownValue(setting, row.new_value),
            },
      own_item: [row.concerned, ...(row.fined ?? [])].some(
        (about) =>
          about !== null &&
          isOwnItem({
            memberId: about.id,
            callerId: caller.id,
            deciderIds: [row.proposed_by],
          }),
      ),
      may_agree: whyNotAgree(row, caller) === null && !makers.has(row.proposed_by),
      may_refuse: whyNotRefuse(row, caller) === null,
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

/**
 * Money waits for an agreement. A setting counts by time, unless nobody but its proposer holds an office: then nobody could
 * refuse it.
 */
function countingOfProposal(row: { effective_at: Date | null; could_be_refused: boolean }) {
  const at = row.could_be_refused ? row.effective_at : null;
  return { effective_at: at === null ? null : nairobiIso(at), needs_agreement: at === null };
}

/** What both offices move. */
function movesOf(row: {
  kind: string;
  proposed_office: string | null;
  of_funds: boolean;
}): Pick<Proposal, "moves_cash" | "moves_funds"> {
  if (row.proposed_office === null || row.kind === "unmatch") return {};
  return row.of_funds ? { moves_funds: true } : { moves_cash: true };
}

/** Of a ledger entry or fines: the type, and the day that was asked for. */
function requestOf({
  kind,
  asked,
}: {
  kind: string;
  asked: unknown;
}): Pick<Proposal, "type" | "date"> {
  if (kind !== "ledger_entry" && kind !== "fines") return { type: null, date: null };
  const { type, date } = asked as { type?: Proposal["type"]; date?: string };
  return { type: type ?? null, date: date ?? null };
}

/** The record is English; in other languages it is said from what was proposed. What an official typed stays. */
function descriptionOf(
  row: {
    kind: string;
    description: string;
    asked: unknown;
    concerned: Person | null;
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
  const text = describeProposal({ ...row, kind, leaver: row.concerned?.full_name ?? "" });
  return typeof text === "string" ? text : t(text);
}
