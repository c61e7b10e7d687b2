// The decision on a proposed sheet, saved and reported to the audit log; refusing one (OPEN-31).
import type { PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { officeOf, type Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { openingLetters, type BookFacts } from "#server/core/mail/composed-letters.ts";
import type { Letter } from "#server/core/mail/letters.ts";
import { notice, notifyOfficials, type NoticeContent } from "#server/core/notices/notify.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";

/** Nobody else decides on it until the transaction ends; refuses with `not-found`. */
export async function lockOpening(tx: Tx, id: number) {
  const opening = await tx
    .selectFrom("openings")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (opening === undefined) throw refuse("not-found");
  return opening;
}

export type OpeningRow = Awaited<ReturnType<typeof lockOpening>>;

/** The same, and refuses one that does not wait for a decision. */
export async function lockProposed(tx: Tx, id: number): Promise<OpeningRow> {
  const opening = await lockOpening(tx, id);
  if (opening.status !== "proposed") throw refuse("opening-is-decided");
  return opening;
}

/** The office by which somebody acts; the endpoint lets only officials through. */
export function requireOffice(by: By): Office {
  const office = officeOf(by.actor);
  if (office === null) throw refuse("forbidden");
  return office;
}

export async function refuseOpening(
  tx: Tx,
  by: By,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { cut_over_on: cutOver } = await lockProposed(tx, id);
  await decide(tx, by, { id, outcome: "refused", office: requireOffice(by), reason });
  await tellOfEnd(tx, by, { which: "refused", cutOver, reason });
}

/** Saves the decision; an acceptance is reported to the audit log once all is posted. */
export async function decide(
  tx: Tx,
  by: By,
  decision: {
    id: number;
    outcome: "accepted" | "refused";
    office: Office;
    /** What an official wrote, or the program; the opening has its English words. */
    reason: string | Message | null;
  },
): Promise<void> {
  const { id, outcome, office, reason } = decision;
  await tx
    .updateTable("openings")
    .set({
      outcome,
      decided_by: by.actor.id,
      decided_office: office,
      decided_at: by.now,
      reason: reason instanceof Message ? inEnglish(reason) : reason,
    })
    .where("id", "=", id)
    .execute();
  if (outcome === "refused") await tellDecision(tx, by, { id, outcome, after: { office, reason } });
}

export async function tellAcceptance(
  tx: Tx,
  by: By,
  opening: OpeningRow,
  office: Office,
): Promise<void> {
  const after = {
    office,
    date: opening.cut_over_on,
    total_savings: toKes(opening.savings_cents),
    difference: toKes(opening.difference_cents),
  };
  await tellDecision(tx, by, { id: opening.id, outcome: "accepted", after });
  const { members, cut_over_on: cutOver, savings_cents: savingsCents } = opening;
  await tellOfAcceptance(tx, by, { cutOver, members, savingsCents });
}

async function tellDecision(
  tx: Tx,
  by: By,
  decided: { id: number; outcome: "accepted" | "refused"; after: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: decided.outcome === "accepted" ? "openings.accept" : "openings.refuse",
    subject: "opening",
    subjectId: decided.id,
    after: decided.after,
    address: by.origin.address,
  });
}

// The officials hear of each step of an opening, by the bell and by mail (OPEN-40). Call after the change, in its transaction.

type Common = { cutOver: PlainDate };
type Book = Common & { members: number; savingsCents: Cents };

/** What does not balance is reported with its reason. */
export async function tellOfProposal(
  tx: Tx,
  by: By,
  sheet: Book & { differenceCents: Cents; differenceReason: string | null },
): Promise<void> {
  const { differenceCents: difference, differenceReason: reason } = sheet;
  const facts = await factsOf(tx, by, sheet);
  const written =
    reason === null
      ? openingLetters.proposed(facts)
      : openingLetters["proposed-unbalanced"]({ ...facts, difference, reason });
  await notifyOthers(tx, by, { letter: written, notice: notice("opening_proposed", facts) });
}

async function tellOfAcceptance(tx: Tx, by: By, book: Book): Promise<void> {
  const facts = await factsOf(tx, by, book);
  const { date } = facts;
  const accepted = notice("opening_accepted", { by: facts.by, date });
  await notifyOthers(tx, by, { letter: openingLetters.accepted(facts), notice: accepted });
}

export async function tellOfEnd(
  tx: Tx,
  by: By,
  end: Common & { reason: string; which: "refused" | "take-back-asked" | "taken-back" },
): Promise<void> {
  const { which, reason, cutOver } = end;
  const facts = { by: await nameOf(tx, by.actor.id), date: { day: cutOver }, reason };
  const ended = notice(endings[which], facts);
  await notifyOthers(tx, by, { letter: openingLetters[which](facts), notice: ended });
}

const endings = {
  refused: "opening_refused",
  "take-back-asked": "opening_take_back_requested",
  "taken-back": "opening_taken_back",
} as const;

async function factsOf(
  tx: Tx,
  by: By,
  { cutOver, members, savingsCents }: Book,
): Promise<BookFacts> {
  const name = await nameOf(tx, by.actor.id);
  return { by: name, date: { day: cutOver }, members, savings: savingsCents };
}

/** Every official but the one who did it. */
function notifyOthers(
  tx: Tx,
  by: By,
  what: { letter: Letter; notice: NoticeContent },
): Promise<void> {
  return notifyOfficials(tx, { ...what, exceptMember: by.actor.id, now: by.now });
}
