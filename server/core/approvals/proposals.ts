// What needs a second official is proposed instead of being done: money out of the bank (BOOK-20), fines above the limit
// (BOOK-27), one or within 24 hours, what moves or counts cash (CASH-2), what moves funds (FUND-4), and undoing the match of an approved payment (STAT-29). Weaker settings: guarded-settings.ts.
import { sql } from "kysely";
import type { ProposalKind, Proposed } from "#contract/proposals.ts";
import { assert } from "#domain/assert.ts";
import { type Cents, fromKes, toKes } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import { Message, message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notice, notifyOfficials } from "#server/core/notices/notify.ts";
import { knownBy } from "#server/core/notices/write-notices.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { By, SpokenTo } from "#server/platform/request.ts";

/** `By`, with the language of the answer. */

/** The request as its body was read; `concernsId` is the member who leaves by an exit or a clearing, or is fined. */
type Requested = {
  kind: Exclude<ProposalKind, "setting">;
  body: unknown;
  concernsId: number | null;
};

/** `Requested`, with the official's words and what is at stake. */
type Proposing = Requested & {
  /** What an official wrote, or the program; the proposal has its English words. */
  description: string | Message;
  what: "bank" | "cash" | "fund" | "fine" | "match";
  amountCents: Cents;
  /** A fine that is not above the limit by itself: with the official's others of 24 hours it comes to `countedCents`. */
  summed?: { countedCents: Cents; aboveCents: Cents };
  /** The office that proposes it, if only the other of the two approving offices agrees to it. */
  byOffice?: Office;
  /** The line whose match is to be undone (STAT-29). */
  lineId?: number;
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
 * Posts, then checks whether the entry moved cash or funds, which is always for both offices (CASH-2, FUND-4), took more out of the bank than
 * `second_person_above` allows one person, or is of a fine above `fine_limit`, by itself or with the official's others of 24 hours. If so, the change has passed every check,
 * rolls back, and is proposed instead.
 */
export async function postOrPropose<Posted extends { entryId: number }>(
  tx: Tx,
  by: SpokenTo,
  asked: Requested,
  post: () => Promise<Posted>,
): Promise<Posted> {
  const limits = {
    bank: await readSecondPersonLimit(tx, "bank"),
    fine: await readSecondPersonLimit(tx, "fine"),
  };
  const posted = await post();
  const { finedId, countedCents, ...stake } = await readAtStake(tx, posted.entryId);
  if (stake.what === "cash" || stake.what === "fund")
    throw proposedInstead(by, { ...asked, ...stake, byOffice: approvingOffice(by) });
  const { what } = stake;
  const aboveCents = limits[what];
  if (aboveCents === null || countedCents <= aboveCents) return posted;
  throw proposedInstead(by, {
    ...asked,
    ...stake,
    concernsId: asked.concernsId ?? finedId,
    ...(stake.amountCents <= aboveCents ? { summed: { countedCents, aboveCents } } : {}),
  });
}

/** The office of whoever proposes what only the other one agrees to. */
export function approvingOffice({ actor }: By): "Treasurer" | "Sec-Gen" {
  const { office } = actor;
  assert(office === "Treasurer" || office === "Sec-Gen", `${office} is no approving office`);
  return office;
}

/** Undoes the change in progress, and proposes it in a transaction of its own. */
export function proposedInstead(by: SpokenTo, proposing: Proposing): ProposedInstead {
  return new ProposedInstead((again) => propose(again, by, proposing));
}

/** The limit in force; null is off. */
export async function readSecondPersonLimit(
  reader: Reader,
  what: "bank" | "fine",
): Promise<Cents | null> {
  const { rows } = await sql<{ cents: Cents | null }>`
    SELECT second_person_limit(${what}) AS cents`.execute(reader);
  return rows[0]?.cents ?? null;
}

/** What the official charged without another's agreement within 24 hours, in cents (BOOK-27). */
export async function readFinedAlone(reader: Reader, by: By): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    SELECT fined_alone(${by.actor.id}, ${by.now}) AS cents`.execute(reader);
  return rows[0]?.cents ?? 0n;
}

/**
 * The entry's description, and what it is about: the cents of the fine that it charges or reverses, those of the fund or the cash
 * that it moves, or those out of the bank (below 0: paid in). `countedCents` is compared with the limit: of a fine being charged, the official's sum of 24
 * hours, with it.
 */
export async function readAtStake(
  reader: Reader,
  entryId: number,
): Promise<{
  description: string;
  what: "bank" | "cash" | "fund" | "fine";
  amountCents: Cents;
  countedCents: Cents;
  finedId: number | null;
}> {
  const [cashCents, fundCents] = [movedOn("cash"), movedOn("restricted_funds")];
  const amountCents = sql<Cents>`coalesce(fines.amount_cents, ${fundCents}, ${cashCents}, (
    SELECT -sum(p.amount_cents)::bigint FROM postings p
     WHERE p.entry_id = entries.id AND p.account = 'bank'), 0)`;
  return reader
    .selectFrom("entries")
    .leftJoin("entries as reversed", "reversed.id", "entries.reverses")
    .leftJoin("fines", (join) =>
      join.on(sql<boolean>`fines.id = CASE 'fine' WHEN entries.source_kind THEN entries.source_id
        WHEN reversed.source_kind THEN reversed.source_id END`),
    )
    .select([
      "entries.description",
      sql<"bank" | "cash" | "fund" | "fine">`CASE WHEN fines.id IS NOT NULL THEN 'fine'
        WHEN ${fundCents} IS NOT NULL THEN 'fund' WHEN ${cashCents} IS NOT NULL THEN 'cash' ELSE 'bank' END`.as(
        "what",
      ),
      amountCents.as("amountCents"),
      sql<Cents>`greatest(${amountCents}, CASE entries.source_kind
        WHEN 'fine' THEN fined_alone(fines.charged_by, fines.charged_at) END)`.as("countedCents"),
      "fines.member_id as finedId",
    ])
    .where("entries.id", "=", entryId)
    .executeTakeFirstOrThrow();
}

const movedOn = (account: "cash" | "restricted_funds") =>
  sql`(SELECT max(abs(p.amount_cents)) FROM postings p WHERE p.entry_id = entries.id AND p.account = ${account})`;

/** Stores it for the other official, with its audit row, and notifies them. */
export async function propose(tx: Tx, by: SpokenTo, command: Proposing): Promise<Proposed> {
  const { kind, what, amountCents, summed } = command;
  const written = command.description;
  const description = written instanceof Message ? inEnglish(written) : written;
  const { id } = await tx
    .insertInto("proposals")
    .values({
      kind,
      asked: JSON.stringify(command.body, asOnTheWire),
      description,
      amount_cents: amountCents,
      concerns_id: command.concernsId,
      line_id: command.lineId,
      proposed_office: command.byOffice,
      proposed_by: by.actor.id,
      proposed_at: by.now,
      proposed_from: by.origin.address,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const leaver = command.concernsId === null ? "" : await nameOf(tx, command.concernsId);
  const proposal = { kind, description, asked: command.body, leaver };
  const described = written instanceof Message ? written : describeProposal(proposal);
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "proposals.propose",
    subject: "proposal",
    subjectId: id,
    after: { kind, description: described, amount: toKes(amountCents) },
    address: by.origin.address,
  });
  const facts = {
    by: await nameOf(tx, by.actor.id),
    amount: amountCents,
    what: described,
  };
  const news = {
    bank: { letter: letter("moneyProposed", facts), notice: notice("money_proposed", facts) },
    fine: { letter: letter("fineProposed", facts), notice: notice("fine_proposed", facts) },
    cash: { letter: letter("cashProposed", facts), notice: notice("cash_proposed", facts) },
    fund: { letter: letter("fundProposed", facts), notice: notice("fund_proposed", facts) },
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
    fine:
      summed === undefined
        ? by.t("done.proposals.fineProposed", { amount: amountCents })
        : by.t("done.proposals.finesOfDayProposed", {
            sum: summed.countedCents,
            limit: summed.aboveCents,
          }),
    cash: by.t("done.proposals.cashProposed"),
    fund: by.t("done.proposals.fundProposed"),
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
    case "cash_count":
      return describeCount(asked as ProposedCount);
    case "reversal":
      return message("descriptions.reversal", asked as { id: number; reason: string });
  }
}

/** A count as it is proposed: KES, and what the books had then. */
export type ProposedCount = { counted: number; books_seen: number; reason: string | null };

/** What a count says in the journal. */
export function describeCount({ counted, books_seen, reason }: ProposedCount): Message {
  const facts = { counted: fromKes(counted), books: fromKes(books_seen) };
  return reason === null
    ? message("descriptions.cashCount", facts)
    : message("descriptions.cashCountBecause", { ...facts, reason });
}

/** Every bigint of a body is an amount in cents (contract/fields.ts): converts it back to KES, as it was sent. */
function asOnTheWire(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? toKes(value) : value;
}
