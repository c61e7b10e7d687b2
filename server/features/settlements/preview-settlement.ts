// What letting a member leave would come to, for the official who is about to (EXIT-3).
import type { ReplyOf } from "#contract/endpoint.ts";
import type { previewSettlement } from "#contract/settlements.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { readBankCents } from "#server/core/ledger/bank.ts";
import { isLastChairperson } from "#server/core/members/last-chairperson.ts";
import { findMember, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { offeredSettlement, whyNotSettle } from "./may-leave.ts";
import { readSettlementFigures } from "./settlement-figures.ts";

/** Refuses with `not-found` nobody's id. */
export async function readPreview(
  reader: Reader,
  params: { actor: Actor; now: Date; memberId: number; t: Translate },
): Promise<ReplyOf<typeof previewSettlement>> {
  const member = await findMember(reader, params.memberId);
  if (member === undefined) throw refuse("not-found");
  const figures = await readSettlementFigures(reader, member, nairobiDate(params.now));
  const action = offeredSettlement(member, figures);
  const { dueCents } = figures.outcome;
  let reason: Refusal | null = whyNotSettle({
    actorId: params.actor.id,
    member,
    figures,
    kind: action === "exit" ? "exit" : "clear",
  });
  if (reason === null && (await isLastChairperson(reader, member)))
    reason = refuse("last-chairperson");
  if (reason === null && dueCents > 0n && (await readBankCents(reader)) < dueCents)
    reason = refuse("bank-too-low");
  return {
    member: toPerson({ ...member, member_id: member.id }),
    action,
    ...(reason === null ? {} : { reason: sayRefusal(params.t, reason) }),
    non_cleared_loans: figures.loans.map((loan) => ({
      loan_id: loan.id,
      current_balance: toKes(loan.balanceCents),
    })),
    total_contributions: toKes(figures.contributionsCents),
    overall_shared_interest: toKes(figures.shareCents),
    actual_shared_interest: toKes(figures.givenCents),
    unpaid_fines: toKes(figures.unpaidFinesCents),
    amount_due: toKes(dueCents),
  };
}
