// What needs a second official is proposed instead of being done: money out of the bank (BOOK-20), fines above the limit
// (BOOK-27), and undoing the match of an approved payment (STAT-29). Weaker settings: guarded-settings.ts.
import { sql } from "kysely";
import type { ProposalKind, Proposed } from "#contract/proposals.ts";
import { type Cents, toKes } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notice, notifyOfficials } from "#server/core/mail/notify.ts";
import { knownBy } from "#server/core/notices/write-notices.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** `By`, with the language of the answer. */
export type SpokenTo = By & Pick<SignedInRequest, "t">;

/** The request as its body was read; `concernsId` is the member who leaves by an exit or a clearing, or is fined. */
type Requested = {
  kind: Exclude<ProposalKind, "setting">;
  body: unknown;
  concernsId: number | null;
};

/** `Requested`, with the official's words and what is at stake. */
type Proposing = Requested & {
  description: string;
  what: "bank" | "fine" | "match";
  amountCents: Cents;
  /** The line whose match is to be undone, and the office that proposes it (STAT-29). */
  undoing?: { lineId: number; office: Office };
};

/**
 * Thrown to undo a change that needs a second person: it rolls the transaction back, and `propose` runs in a new one
 * under the same rights and idempotency key (http/endpoint-route.ts).
 */
export class ProposedInstead extends Error {
  readonly propose: (tx: Tx) => Promise<Proposed>;
  constructor(propose: (tx: Tx) => Promise<Proposed>) {
    super("a second person is needed");
    this.propose = propose;
  }
}

/**
 * Posts, then checks whether the entry took more out of the bank than `second_person_above` allows one person, or is of
 * a fine above `fine_limit`. If so, the change has passed every check, rolls back, and is proposed instead.
 */
export async function postOrPropose<Posted extends { entryId: number }>(
  tx: Tx,
  by: SpokenTo,
  asked: Requested,
  post: () => Promise<Posted>,
): Promise<Posted> {
  const limits = {
    bank: await readSecondPersonLimit(tx, "bank", by.now),
    fine: await readSecondPersonLimit(tx, "fine", by.now),
  };
  const posted = await post();
  const { finedId, ...stake } = await readAtStake(tx, posted.entryId);
  const aboveCents = limits[stake.what];
  if (aboveCents === null || stake.amountCents <= aboveCents) return posted;
  throw proposedInstead(by, { ...asked, ...stake, concernsId: asked.concernsId ?? finedId });
}

/** Undoes the change in progress, and proposes it in a transaction of its own. */
export function proposedInstead(by: SpokenTo, proposing: Proposing): ProposedInstead {
  return new ProposedInstead((again) => propose(again, by, proposing));
}

/** The limit in force at that moment; null is off. */
export async function readSecondPersonLimit(
  reader: Reader,
  what: "bank" | "fine",
  at: Date,
): Promise<Cents | null> {
  const { rows } = await sql<{ cents: Cents | null }>`
    SELECT second_person_limit(${what}, ${at}) AS cents`.execute(reader);
  return rows[0]?.cents ?? null;
}

/** The entry's description, and what it is about: the cents of the fine that it charges or reverses, or those out of the bank (below 0: paid in). */
export async function readAtStake(
  reader: Reader,
  entryId: number,
): Promise<{
  description: string;
  what: "bank" | "fine";
  amountCents: Cents;
  finedId: number | null;
}> {
  return reader
    .selectFrom("entries")
    .leftJoin("entries as reversed", "reversed.id", "entries.reverses")
    .leftJoin("fines", (join) =>
      join.on(sql<boolean>`fines.id = CASE 'fine' WHEN entries.source_kind THEN entries.source_id
        WHEN reversed.source_kind THEN reversed.source_id END`),
    )
    .select([
      "entries.description",
      sql<"bank" | "fine">`CASE WHEN fines.id IS NULL THEN 'bank' ELSE 'fine' END`.as("what"),
      sql<Cents>`coalesce(fines.amount_cents, (
        SELECT -sum(p.amount_cents)::bigint FROM postings p
         WHERE p.entry_id = entries.id AND p.account = 'bank'), 0)`.as("amountCents"),
      "fines.member_id as finedId",
    ])
    .where("entries.id", "=", entryId)
    .executeTakeFirstOrThrow();
}

async function propose(tx: Tx, by: SpokenTo, command: Proposing): Promise<Proposed> {
  const { kind, description, what, amountCents, undoing } = command;
  const { id } = await tx
    .insertInto("proposals")
    .values({
      kind,
      asked: JSON.stringify(command.body, asOnTheWire),
      description,
      amount_cents: amountCents,
      concerns_id: command.concernsId,
      line_id: undoing?.lineId,
      proposed_office: undoing?.office,
      proposed_by: by.actor.id,
      proposed_at: by.now,
      proposed_from: by.origin.address,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "proposals.propose",
    subject: "proposal",
    subjectId: id,
    after: { kind, description, amount: toKes(amountCents) },
    address: by.origin.address,
  });
  const leaver = command.concernsId === null ? "" : await nameOf(tx, command.concernsId);
  const facts = {
    by: await nameOf(tx, by.actor.id),
    amount: amountCents,
    what: describeProposal({ kind, description, asked: command.body, leaver }),
  };
  const news = {
    bank: { letter: letter("moneyProposed", facts), notice: notice("money_proposed", facts) },
    fine: { letter: letter("fineProposed", facts), notice: notice("fine_proposed", facts) },
    match: { letter: letter("unmatchProposed", facts), notice: notice("unmatch_proposed", facts) },
  }[what];
  await notifyOfficials(tx, {
    letter: news.letter,
    notice: knownBy(news.notice, { proposal: id }),
    exceptMember: by.actor.id,
    now: by.now,
  });
  const details = {
    bank: by.t("done.proposals.proposed", { amount: amountCents }),
    fine: by.t("done.proposals.fineProposed", { amount: amountCents }),
    match: by.t("done.proposals.unmatchProposed"),
  };
  return { detail: details[what], status: "proposed", id };
}

/** What takes the money: the official's own words, or the system's name for it. `leaver` is a full name. */
export function describeProposal(proposal: {
  kind: Requested["kind"];
  description: string;
  asked: unknown;
  leaver: string;
}): string | Message {
  const { kind, description, asked, leaver } = proposal;
  switch (kind) {
    case "ledger_entry":
    case "fines":
    case "unmatch":
      return description;
    case "exit":
      return message("descriptions.exitOf", { member: leaver });
    case "clearing":
      return message("descriptions.clearingOf", { member: leaver });
    case "reversal":
      return message("descriptions.reversal", asked as { id: number; reason: string });
  }
}

/** Every bigint of a body is an amount in cents (contract/fields.ts): converts it back to KES, as it was sent. */
function asOnTheWire(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? toKes(value) : value;
}
