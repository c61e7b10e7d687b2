// The officials hear of each step of an opening by mail (OPEN-40). Call after the change, in its transaction.
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { openingLetters, type BookFacts } from "#server/core/mail/composed-letters.ts";
import { sendLetters, type Letter } from "#server/core/mail/letters.ts";
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
  await tellOthers(tx, by, written);
}

export async function tellOfAcceptance(tx: Tx, by: By, book: Book): Promise<void> {
  await tellOthers(tx, by, openingLetters.accepted(await factsOf(tx, by, book)));
}

export async function tellOfEnd(
  tx: Tx,
  by: By,
  end: Common & { reason: string; which: "refused" | "take-back-asked" | "taken-back" },
): Promise<void> {
  const { which, reason, cutOver } = end;
  const facts = { by: await nameOf(tx, by.actor.id), date: { day: cutOver }, reason };
  await tellOthers(tx, by, openingLetters[which](facts));
}

async function factsOf(
  tx: Tx,
  by: By,
  { cutOver, members, savingsCents }: Book,
): Promise<BookFacts> {
  const name = await nameOf(tx, by.actor.id);
  return { by: name, date: { day: cutOver }, members, savings: savingsCents };
}

/** Every official but the one who did it; each waits on a screen of theirs, so a mail is enough. */
async function tellOthers(tx: Tx, by: By, written: Letter): Promise<void> {
  const officials = await tx
    .selectFrom("members")
    .select(["email", "first_name", "language", "email_verified_at"])
    .where("office", "is not", null)
    .where("id", "<>", by.actor.id)
    .orderBy("id")
    .execute();
  const letters = officials.map((to) => ({ to, letter: written }));
  await sendLetters(tx, { letters, now: by.now });
}
