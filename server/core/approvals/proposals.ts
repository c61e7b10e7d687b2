// Money out of the bank that needs a second official (BOOK-20, BOOK-26): proposed instead of posted.
import { sql } from "kysely";
import type { ProposalKind, Proposed } from "#contract/proposals.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { message, type Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficials, notice } from "#server/core/mail/notify.ts";
import { knownBy } from "#server/core/notices/write-notices.ts";
import { nameOf } from "#server/core/members/office-proposals.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** `By`, with the language of the answer. */
export type SpokenTo = By & Pick<SignedInRequest, "t">;

/** The request as its body was read; `concernsId` is the member who leaves by an exit or a clearing. */
type Requested = {
  kind: Exclude<ProposalKind, "setting">;
  body: unknown;
  concernsId: number | null;
};

/**
 * Thrown to undo a change that needs a second person: it rolls the transaction back, and `propose` runs in a new one
 * under the same rights and idempotency key (http/write-request.ts).
 */
export class ProposedInstead extends Error {
  readonly propose: (tx: Tx) => Promise<Proposed>;
  constructor(propose: (tx: Tx) => Promise<Proposed>) {
    super("a second person is needed");
    this.propose = propose;
  }
}

/**
 * Posts, then checks whether the entry took more out of the bank than `second_person_above` allows one person. If so,
 * the change has passed every check, rolls back, and is proposed instead.
 */
export async function postOrPropose<Posted extends { entryId: number }>(
  tx: Tx,
  by: SpokenTo,
  asked: Requested,
  post: () => Promise<Posted>,
): Promise<Posted> {
  const aboveCents = await readSecondPersonAbove(tx, by.now);
  const posted = await post();
  if (aboveCents === null) return posted;
  const { description, takenCents } = await readTaken(tx, posted.entryId);
  if (takenCents <= aboveCents) return posted;
  throw new ProposedInstead((again) =>
    propose(again, by, { ...asked, description, amountCents: takenCents }),
  );
}

/** The limit in force at that moment; null is off. */
async function readSecondPersonAbove(reader: Reader, at: Date): Promise<Cents | null> {
  const { rows } = await sql<{ cents: Cents | null }>`
    SELECT second_person_above(${at}) AS cents`.execute(reader);
  return rows[0]?.cents ?? null;
}

/** The entry's description, and how many cents it takes out of the bank (below 0: pays in). */
export async function readTaken(
  reader: Reader,
  entryId: number,
): Promise<{ description: string; takenCents: Cents }> {
  return reader
    .selectFrom("entries")
    .select([
      "description",
      sql<Cents>`(SELECT coalesce(-sum(amount_cents), 0)::bigint FROM postings
        WHERE entry_id = entries.id AND account = 'bank')`.as("takenCents"),
    ])
    .where("id", "=", entryId)
    .executeTakeFirstOrThrow();
}

async function propose(
  tx: Tx,
  by: SpokenTo,
  command: Requested & { description: string; amountCents: Cents },
): Promise<Proposed> {
  const { kind, description, amountCents } = command;
  const { id } = await tx
    .insertInto("proposals")
    .values({
      kind,
      asked: JSON.stringify(command.body, asOnTheWire),
      description,
      amount_cents: amountCents,
      concerns_id: command.concernsId,
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
  await notifyOfficials(tx, {
    letter: letter("moneyProposed", facts),
    notice: knownBy(notice("money_proposed", facts), { proposal: id }),
    exceptMember: by.actor.id,
    now: by.now,
  });
  const detail = by.t("done.proposals.proposed", { amount: amountCents });
  return { detail, status: "proposed", id };
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
