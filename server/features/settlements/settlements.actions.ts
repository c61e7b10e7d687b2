// Letting a member leave: paid what is due, or owing what is not (EXIT-1, EXIT-9). Runs under `lockMembership`.
import type { Settlement } from "#contract/settlements.ts";
import { nairobiDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import { writeOffFines } from "#server/core/ledger/fines.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { keepAChairperson } from "#server/core/members/last-chairperson.ts";
import { lockBank } from "#server/db/locks.ts";
import { lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { dropProposal, tellOfficeLost } from "#server/core/members/office-proposals.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { whyNotSettle, type SettlementKind } from "./may-leave.ts";
import { auditLeaving } from "./settlement-audit.ts";
import { settlementEntry } from "./settlement-entry.ts";
import {
  lockLoansOwed,
  readSettlementFigures,
  type SettlementFigures,
} from "./settlement-figures.ts";
import { tellOfLeaving } from "./tell-of-leaving.ts";
import {
  insertSettlement,
  markLoansSettled,
  openBadDebt,
  readSettlement,
} from "./settlements.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin };

/** What the official's screen showed, to be compared with the server's own figures. */
export type FiguresSeen = {
  loans: readonly { id: number; balanceCents: Cents }[];
  contributionsCents: Cents;
  shareCents: Cents;
  givenCents: Cents;
};

/**
 * An exit (`seen` given) or a clearing. Everything is computed after the locks of the member, their loans and the bank.
 * Refuses oneself, who has left, who waits for verdicts, the last Chairperson, figures that are no longer true, and a
 * payout above what the bank holds.
 */
export async function settleMember(
  tx: Tx,
  by: By,
  command: { memberId: number; kind: SettlementKind; seen: FiguresSeen | null },
): Promise<{ done: Message; settlement: Settlement; entry_id: number }> {
  const { kind, seen } = command;
  const { actor, now } = by;
  const today = nairobiDate(now);
  const member = await lockMember(tx, command.memberId);
  await lockLoansOwed(tx, member.id);
  await lockBank(tx);
  const figures = await readSettlementFigures(tx, member, today);
  const refusal = whyNotSettle({ actorId: actor.id, member, figures, kind });
  if (refusal !== null) throw refusal;
  await keepAChairperson(tx, member);
  if (seen !== null && !areTrue(seen, figures)) throw refuse("figures-changed");
  const { dueCents } = figures.outcome;
  if (dueCents > 0n) await requireInBank(tx, { amountCents: dueCents, date: today });

  const finesCents = await writeOffFines(tx, member.id);
  const facts = { member, kind, figures, finesCents };
  const settlementId = await insertSettlement(tx, { ...facts, settledBy: actor.id, now });
  await markLoansSettled(tx, settlementId, figures.outcome.loans);
  if (dueCents < 0n)
    await openBadDebt(tx, { settlementId, memberId: member.id, amountCents: -dueCents, now });
  const after = {
    ...(dueCents < 0n
      ? { status: "dormant", has_cleared: false }
      : { status: "cleared", has_cleared: true }),
    office: null,
    exited_on: today,
  };
  await tx.updateTable("members").set(after).where("id", "=", member.id).execute();
  await dropProposal(tx, member, { actorId: actor.id, now, address: by.origin.address });
  await tellOfficeLost(tx, { member, by: actor, now });
  const entry = settlementEntry({ ...facts, settlementId, today });
  const entryId = await writeEntry(tx, entry, { authorId: actor.id, now });

  const settlement = await readSettlement(tx, settlementId);
  const done = tell(member, dueCents);
  await auditLeaving(tx, { by, member, after, figures, settlement });
  await tellOfLeaving(tx, { ...facts, done, by: actor.username, now });
  return { done, settlement, entry_id: entryId };
}

function tell(member: MemberRow, dueCents: Cents): Message {
  const left = howTheyLeft(`${member.first_name} ${member.last_name}`, dueCents);
  return member.office === null
    ? left
    : message("done.members.withoutOffice", { change: left, office: member.office });
}

function howTheyLeft(member: string, dueCents: Cents): Message {
  if (dueCents < 0n) return message("done.members.leftOwing", { member, amount: -dueCents });
  if (dueCents === 0n) return message("done.members.leftEven", { member });
  return message("done.members.leftPaid", { member, amount: dueCents });
}

/** Whether every figure that was sent is the server's own; the order of the loans does not matter. */
function areTrue(seen: FiguresSeen, figures: SettlementFigures): boolean {
  const owed = new Map(figures.loans.map((loan) => [loan.id, loan.balanceCents]));
  return (
    seen.contributionsCents === figures.contributionsCents &&
    seen.shareCents === figures.shareCents &&
    seen.givenCents === figures.givenCents &&
    seen.loans.length === owed.size &&
    new Set(seen.loans.map((loan) => loan.id)).size === owed.size &&
    seen.loans.every((loan) => owed.get(loan.id) === loan.balanceCents)
  );
}
