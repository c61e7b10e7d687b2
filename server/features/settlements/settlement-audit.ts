// The audit row of a member's leaving: what they and their loans were before and after, and every figure (SAFE-10).
import type { Settlement } from "#contract/settlements.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SettlementFigures } from "./settlement-figures.ts";

export async function auditLeaving(
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
      has_cleared: member.has_cleared,
      office: member.office,
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
