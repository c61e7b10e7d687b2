// The officials hear of each step of an opening, by the bell and by mail (OPEN-40). Call after the change, in its transaction.
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { openingLetters, type BookFacts } from "#server/core/mail/composed-letters.ts";
import type { Letter } from "#server/core/mail/letters.ts";
import { notice, notifyOfficials, type NoticeContent } from "#server/core/mail/notify.ts";
import { nameOf } from "#server/core/members/office-proposals.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "./bringing.ts";

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

export async function tellOfAcceptance(tx: Tx, by: By, book: Book): Promise<void> {
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
