// Accepting a sheet, which posts all of it in this one transaction (OPEN-31 to OPEN-37). Runs under `lockMembership`.
import type { PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { readBegunBooks } from "#server/core/opening/begun-books.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockOpenings } from "#server/db/locks.ts";
import { bringGroup } from "./bring-group.ts";
import { bringLoans } from "./bring-loans.ts";
import { bringMembers } from "./bring-members.ts";
import {
  decide,
  lockProposed,
  requireOffice,
  tellAcceptance,
  type OpeningRow,
} from "./decide-opening.ts";
import type { Bringing, By } from "./bringing.ts";
import { takeTime } from "./in-batches.ts";
import { fromStoredBook } from "./stored-book.ts";

/**
 * Refuses another sum of savings than was seen, a day that the books have begun by, and what became of accounts and addresses
 * since; 409 where the savings fall by a quarter since a sheet was taken back, unless confirmed.
 */
export async function acceptOpening(
  tx: Tx,
  by: By,
  seen: { id: number; totalSavingsSeenCents: Cents; isConfirmed: boolean },
): Promise<void> {
  await takeTime(tx);
  await lockOpenings(tx);
  const opening = await lockProposed(tx, seen.id);
  const office = requireOffice(by);
  if (opening.proposed_by === by.actor.id) throw refuse("proposal-is-own");
  if (opening.savings_cents !== seen.totalSavingsSeenCents)
    throw refuse("figures-changed").at("total_savings_seen");
  await requireEmptyBooks(tx, opening.cut_over_on);
  if (!seen.isConfirmed) await requireNoFall(tx, opening);
  const book = fromStoredBook(opening.book);
  const bringing: Bringing = {
    ...by,
    openingId: opening.id,
    proposedBy: opening.proposed_by,
    cutOver: opening.cut_over_on,
    description: inEnglish("descriptions.broughtForward"),
  };
  await decide(tx, by, { id: opening.id, outcome: "accepted", office, reason: null });
  const memberIds = await bringMembers(tx, bringing, book.members);
  await bringLoans(tx, bringing, book.loans, memberIds);
  await bringGroup(tx, bringing, book, memberIds);
  await tellAcceptance(tx, by, opening, office);
}

async function requireEmptyBooks(tx: Tx, cutOver: PlainDate): Promise<void> {
  const { standing, first } = await readBegunBooks(tx, cutOver);
  if (standing !== null) throw refuse("opening-stands", { date: { day: standing } });
  if (first !== null)
    throw refuse("opening-after-books", { date: { day: cutOver }, first: { day: first } });
}

async function requireNoFall(tx: Tx, opening: OpeningRow): Promise<void> {
  const before = await tx
    .selectFrom("openings")
    .select("savings_cents")
    .where("status", "=", "taken_back")
    .orderBy("taken_back_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (before === undefined) return;
  const now = before.savings_cents;
  const after = opening.savings_cents;
  if (now > 0n && after * 4n <= now * 3n)
    throw refuse("opening-savings-fall", {
      now,
      after,
      savings_now: toKes(now),
      savings_after: toKes(after),
    });
}
