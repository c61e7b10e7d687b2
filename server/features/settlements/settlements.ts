// Exits and clearings: a member leaves, paid what is due or owing what is not (EXIT-1, EXIT-9). Runs under
// `lockMembership`.
import type { BodyOf } from "#contract/endpoint.ts";
import * as contract from "#contract/settlements.ts";
import type { Settlement } from "#contract/settlements.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { JournalEntry } from "#domain/ledger/journal-entry.ts";
import { memberLeftOwing, memberPaidOut } from "#domain/ledger/settlement.ts";
import { splitRepayment } from "#domain/payments/payment-splits.ts";
import { type SettlementKind, whyNotSettle } from "#domain/members/leaving.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { tellReleased } from "#server/core/lending/guarantees.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { nameResolution, requireCarried } from "#server/core/meetings/name-resolution.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { isMember, lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { countDueSettings } from "#server/core/approvals/guarded-settings.ts";
import { postOrPropose } from "#server/core/approvals/proposals.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import { readInput } from "#server/http/read-request.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import { memberAccounts, readSettlingDay } from "#server/core/ledger/days-of-causes.ts";
import { writeOffFines } from "#server/core/ledger/fines.ts";
import {
  noReference,
  referenceIn,
  saveReference,
  type SentReference,
} from "#server/core/bank-lines/entry-references.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { leavingLetter } from "#server/core/mail/composed-letters.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import { dropProposal, stopClockOf } from "#server/core/offices/office-proposals.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { lockBank } from "#server/db/locks.ts";
import type { By, SpokenTo } from "#server/platform/request.ts";
import {
  insertSettlement,
  type LoanOwed,
  lockLoansOwed,
  markLoansSettled,
  openBadDebt,
  readPreview,
  readSettlement,
  readSettlementFigures,
  readLeavingFacts,
  type SettlementFigures,
} from "./settlement-figures.ts";

export function settlementRoutes(routes: Routes): void {
  routes.read(contract.previewSettlement, (reader, { actor, now, query, t }) =>
    readPreview(reader, { actor, now, memberId: query.member, t }),
  );

  // Status and office change, so all that relies on them waits.
  const aboutSomebody = {
    changesMembership: true,
    // A waiting change of `second_person_above` may have come to count.
    prepare: (db: Database, { now }: { now: Date }) => countDueSettings(db, now),
    existsInBody: (reader: Reader, body: Record<string, unknown>) =>
      isMember(reader, body["member_id"]),
  };

  routes.write(
    contract.exitMember,
    (tx, { body, ...by }) => letGo(tx, by, "exit", body, exitOf(body)),
    aboutSomebody,
  );

  routes.write(
    contract.clearMember,
    (tx, { body, ...by }) => letGo(tx, by, "clearing", body, clearingOf(body)),
    aboutSomebody,
  );
}

type Command = Parameters<typeof settleMember>[2];

function exitOf(body: BodyOf<typeof contract.exitMember>): Command {
  const loans = body.non_cleared_loans.map((loan) => ({
    id: loan.loan_id,
    balanceCents: loan.current_balance,
  }));
  return {
    memberId: body.member_id,
    kind: "exit",
    seen: {
      loans,
      contributionsCents: body.total_contributions,
      shareCents: body.overall_shared_interest,
      givenCents: body.actual_shared_interest,
    },
    sent: referenceIn(body),
    resolutionId: body.resolution_id,
  };
}

function clearingOf(body: BodyOf<typeof contract.clearMember>): Command {
  return {
    memberId: body.member_id,
    kind: "clear",
    seen: null,
    sent: referenceIn(body),
    resolutionId: body.resolution_id,
  };
}

async function letGo(
  tx: Tx,
  by: SpokenTo,
  kind: "exit" | "clearing",
  body: unknown,
  command: Command,
) {
  const requested = { kind, body, concernsId: command.memberId };
  const { entryId, done, settlement } = await postOrPropose(tx, by, requested, () =>
    settle(tx, by, command),
  );
  return { detail: by.t(done), settlement, entry_id: entryId };
}

async function settle(tx: Tx, by: By, command: Command) {
  const { entry_id: entryId, ...left } = await settleMember(tx, by, command);
  return { ...left, entryId };
}

/** How what was proposed is done once another official agrees (BOOK-20). */
export const proposedSettlements = {
  exit: {
    right: "exits.settle",
    post: (tx: Tx, by: By, requested: unknown) =>
      settle(tx, by, exitOf(readInput(contract.exitMember.body!, requested))),
  },
  clearing: {
    right: "exits.settle",
    post: (tx: Tx, by: By, requested: unknown) =>
      settle(tx, by, clearingOf(readInput(contract.clearMember.body!, requested))),
  },
} as const;

/** What the official's screen showed, to be compared with the server's own figures. */
type FiguresSeen = {
  loans: readonly { id: number; balanceCents: Cents }[];
  contributionsCents: Cents;
  shareCents: Cents;
  givenCents: Cents;
};

/**
 * An exit (`seen` given) or a clearing. Everything is computed after the locks of the member, their loans and the bank.
 * Refuses oneself, who has left, who holds an office, who waits for verdicts, figures that are no longer true, a
 * payout above what the bank holds, and the reference or day of no payout.
 */
export async function settleMember(
  tx: Tx,
  by: By,
  command: {
    memberId: number;
    kind: SettlementKind;
    seen: FiguresSeen | null;
    sent?: SentReference;
    /** The carried resolution that decided it (MEET-8). */
    resolutionId?: number | undefined;
  },
): Promise<{ done: Message; settlement: Settlement; entry_id: number }> {
  const { kind, seen, sent = noReference, resolutionId } = command;
  const { actor, now } = by;
  const today = nairobiDate(now);
  await requireCarried(tx, resolutionId);
  const member = await lockMember(tx, command.memberId);
  await lockLoansOwed(tx, member.id);
  await lockBank(tx);
  const on = await readSettlingDay(tx, { accounts: memberAccounts, memberIds: [member.id], today });
  const figures = await readSettlementFigures(tx, member, on);
  const leaving = await readLeavingFacts(tx, { actorId: actor.id, member, figures, today });
  const refusal = whyNotSettle(leaving, kind);
  if (refusal !== null) throw refusal;
  if (seen !== null && !areTrue(seen, figures)) throw refuse("figures-changed");
  const { dueCents } = figures.outcome;
  if (dueCents <= 0n && (sent.reference ?? sent.paidOn) !== null)
    throw refuse("nothing-paid-out").at(
      sent.reference === null ? "payment_date" : "payment_Reference_Code",
    );
  if (dueCents > 0n) await requireInBank(tx, { amountCents: dueCents, date: on });

  const finesCents = await writeOffFines(tx, member.id);
  const facts = { member, kind, figures, finesCents };
  const settlementId = await insertSettlement(tx, { ...facts, settledBy: actor.id, now });
  await markLoansSettled(tx, settlementId, figures.outcome.loans);
  await tellReleased(tx, { loanIds: figures.outcome.loans.map(({ id }) => id), now });
  if (dueCents < 0n)
    await openBadDebt(tx, { settlementId, memberId: member.id, amountCents: -dueCents, now });
  const after = {
    ...(dueCents < 0n
      ? { status: "dormant", has_cleared: false }
      : { status: "cleared", has_cleared: true }),
    exited_on: today,
  };
  await changeMember(tx, member.id, after);
  await dropProposal(tx, member, { actorId: actor.id, now, address: by.origin.address });
  // One voice less of those who might object (MEM-46).
  if (member.status === "active" && member.is_active)
    await stopClockOf(tx, actor.id, ["give", "take"]);
  const entry = settlementEntry({ ...facts, settlementId, on });
  const entryId = await writeEntry(tx, entry, { authorId: actor.id, now });

  await nameResolution(tx, by, { entryId, resolutionId });
  await saveReference(tx, { entryId, sent, now });
  const settlement = await readSettlement(tx, settlementId);
  const done = whatWasDone(`${member.first_name} ${member.last_name}`, dueCents);
  await auditLeaving(tx, { by, member, after, figures, settlement });
  await tellOfLeaving(tx, { ...facts, done, by: actor.username, now });
  return { done, settlement, entry_id: entryId };
}

function whatWasDone(member: string, dueCents: Cents): Message {
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

/** What a settlement posts (EXIT-6, EXIT-7), from the figures it was computed from. */
function settlementEntry(params: {
  settlementId: number;
  kind: SettlementKind;
  member: MemberRow;
  figures: SettlementFigures;
  finesCents: Cents;
  /** Today, or the newest day of what is settled (BOOK-30). */
  on: PlainDate;
}): JournalEntry {
  const { settlementId, kind, member, figures, finesCents, on } = params;
  const who = { member: `${member.first_name} ${member.last_name}` };
  const settlement = {
    settlementId,
    purpose: kind === "exit" ? ("exit" as const) : ("clearing" as const),
    businessDate: on,
    description:
      kind === "exit"
        ? inEnglish("descriptions.exitOf", who)
        : inEnglish("descriptions.clearingOf", who),
    memberId: member.id,
    contributionsCents: figures.contributionsCents,
    shareCents: figures.shareCents,
    shareGivenCents: figures.givenCents,
    loans: figures.loans.map((loan) => ({ loanId: loan.id, ...partsOwed(loan) })),
    unpaidFinesCents: finesCents,
  };
  return figures.outcome.dueCents < 0n ? memberLeftOwing(settlement) : memberPaidOut(settlement);
}

/** What of a loan's balance is principal and what interest: by its rows, or as a last repayment would split it. */
function partsOwed(loan: LoanOwed): { principalCents: Cents; interestCents: Cents } {
  const { principalLeftCents: principalCents, balanceCents } = loan;
  if (principalCents !== null)
    return { principalCents, interestCents: balanceCents - principalCents };
  return splitRepayment({
    loanPrincipalCents: loan.amountCents,
    loanTotalCents: loan.amountCents + loan.interestCents,
    paidBeforeCents: loan.repaidCents,
    paymentCents: loan.balanceCents,
  });
}

/** The audit row of a member's leaving: what they and their loans were before and after, and every figure (SAFE-10). */
async function auditLeaving(
  tx: Tx,
  params: {
    by: { actor: { id: number }; now: Date; origin: { address: string } };
    member: MemberRow;
    /** The member's columns as they are now. */
    after: Record<string, unknown>;
    figures: SettlementFigures;
    settlement: Settlement;
  },
): Promise<void> {
  const { by, member, after, figures, settlement } = params;
  const { member: _sameMember, ...facts } = settlement;
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: `members.${settlement.action}`,
    subject: "member",
    subjectId: member.id,
    before: {
      status: member.status,
      is_active: member.is_active,
      has_cleared: member.has_cleared,
      exited_on: member.exited_on,
      loans: figures.loans.map((loan) => loanState(loan.id, loan.status, loan.balanceCents)),
    },
    after: {
      ...after,
      settlement: facts,
      loans: figures.outcome.loans.map(({ id, remainingCents }) =>
        loanState(id, remainingCents === 0n ? "cleared" : "written_off", remainingCents),
      ),
    },
    address: by.origin.address,
  });
}

function loanState(loanId: number, status: string, balanceCents: Cents) {
  return { loan_id: loanId, status, current_balance: toKes(balanceCents) };
}

/** What is reported when a member leaves: to them how their account was settled, to the officials that it was done and by whom. */
async function tellOfLeaving(
  tx: Tx,
  params: {
    member: MemberRow;
    figures: SettlementFigures;
    finesCents: Cents;
    /** What was done, as the official who did it reads it. */
    done: Message;
    by: string;
    now: Date;
  },
): Promise<void> {
  const { member, figures, finesCents, done, by, now } = params;
  const { dueCents } = figures.outcome;
  const settled = { ...figures, finesCents, dueCents };
  await tell(
    tx,
    "left_group",
    { memberId: member.id, mail: { to: member, letter: leavingLetter(settled) }, now },
    { due: dueCents < 0n ? -dueCents : dueCents, owing: dueCents < 0n ? "yes" : "no" },
  );
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by, now });
}
