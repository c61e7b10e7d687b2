// Applying for a loan (LOAN-4 to LOAN-6).
import type { Loan } from "#contract/loans.ts";
import { flatInterest } from "#domain/loans/loan-terms.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupBalance } from "#server/core/ledger/bank.ts";
import { readGroupSettings, type LoanType } from "#server/core/members/group-settings.ts";
import { readLoanLimit } from "#server/core/ledger/loans.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readLoan } from "./loans.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Keeps an application with the group's terms of today. Refuses while a loan is in default or an application of the
 * type waits, and above the group balance; above the member's limit it is kept as rejected, with the reason.
 */
export async function applyForLoan(
  tx: Tx,
  by: By,
  command: { amountCents: Cents; loanType: LoanType },
): Promise<Loan> {
  const memberId = by.actor.id;
  // Applications of one member come one after the other: the limit and the number count them.
  await lockMember(tx, memberId);
  const earlier = await tx
    .selectFrom("loans")
    .select(["number", "loan_type", "status"])
    .where("member_id", "=", memberId)
    .execute();
  if (earlier.some((loan) => loan.status === "default")) throw refuse("loan-in-default");
  const waits = earlier.some(
    ({ loan_type: type, status }) =>
      type === command.loanType && (status === "pending" || status === "pending_approval"),
  );
  if (waits) throw refuse("loan-already-pending", { type: command.loanType });
  if (command.amountCents > (await readGroupBalance(tx)))
    throw refuse("loan-above-group-balance").at("amount");
  const limitCents = await readLoanLimit(tx, { memberId });
  const refusedBecause =
    command.amountCents > limitCents
      ? inEnglish("descriptions.loanAboveLimit", { limit: limitCents })
      : null;
  const terms = (await readGroupSettings(tx)).loanTerms[command.loanType];
  const { id } = await tx
    .insertInto("loans")
    .values({
      member_id: memberId,
      number: 1 + Math.max(0, ...earlier.map((loan) => loan.number)),
      loan_type: command.loanType,
      amount_cents: command.amountCents,
      interest_cents: flatInterest(command.amountCents, terms.rateBasisPoints),
      rate_bp: terms.rateBasisPoints,
      term_months: terms.months,
      applied_at: by.now,
      refused_because: refusedBecause,
      status: refusedBecause === null ? "pending" : "rejected",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: memberId,
    action: "loans.apply",
    subject: "loan",
    subjectId: id,
    after: {
      amount: toKes(command.amountCents),
      loan_type: command.loanType,
      status: refusedBecause === null ? "pending" : "rejected",
      ...(refusedBecause === null ? {} : { reason: refusedBecause }),
    },
    address: by.origin.address,
  });
  return readLoan(tx, { id, callerId: memberId, t: by.t });
}
