// Deciding on an application; the second approval pays the loan out (LOAN-7).
import type { Loan } from "#contract/loans.ts";
import { assert } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { guaranteeNeeded } from "#domain/lending/guarantees.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { type Actor, type Office, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import {
  approvalView,
  decide,
  itemStatus,
  officeDecidingLoan,
} from "#domain/approvals/two-officials.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { lockBorrowerAndLoan } from "#server/core/lending/loans.ts";
import { readSavings, requireGuaranteed, tellReleased } from "#server/core/lending/guarantees.ts";
import { readProducts } from "#server/core/lending/products.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import { type Decision, requireAmountSeen } from "#server/core/approvals/verdicts.ts";
import { toVerdictColumns, toVerdicts } from "#server/core/verdicts/verdict-columns.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { readLoan } from "./loans.ts";
import { type Locked, payOut } from "./pay-out.ts";

/**
 * Records one office's verdict. The second approval checks limit, borrower and bank again, and disburses the loan in
 * the same transaction; if any check refuses, nothing changes. Refuses an official whose verdict is not due
 * (`mayJudge`), and an approval before enough is guaranteed.
 */
export async function decideLoanApplication(
  tx: Tx,
  by: SpokenTo,
  decision: Decision,
): Promise<Loan> {
  const locked = await lockBorrowerAndLoan(tx, decision.id);
  const { loan, borrower } = locked;
  const { office, isActing } = decidingOffice(by.actor, borrower.office as Office | null);
  if (loan.withdrawn_at !== null) throw refuse("withdrawn-already");
  if (loan.refused_because !== null) throw refuse("item-decided", { status: "rejected" });
  // A loan from the group's book never had an application here (OPEN-35).
  if (loan.opening_id !== null)
    throw refuse("item-decided", { status: loan.status === "rejected" ? "rejected" : "approved" });
  const verdicts = decide(toVerdicts(loan), {
    office,
    memberId: by.actor.id,
    action: decision.action,
    reason: decision.reason,
    at: by.now,
  });
  requireAmountSeen(decision, loan.amount_cents);
  const { approvalDate } = approvalView(verdicts);
  const decided = itemStatus(verdicts);
  const columns = {
    ...toVerdictColumns(verdicts),
    ...(isActing ? { [actingColumn[office]]: true } : {}),
  };
  const needed = decision.action === "approved" ? await requireGuarantors(tx, loan) : null;
  if (approvalDate !== null)
    await payOut(tx, locked, { columns, at: approvalDate, by, guaranteeNeededCents: needed });
  else
    await tx
      .updateTable("loans")
      .set({ ...columns, status: decided })
      .where("id", "=", loan.id)
      .execute();
  if (decided === "rejected")
    await tellOfRejection(tx, locked, { office, reason: decision.reason ?? "", now: by.now });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: `loan-applications.${decision.action === "approved" ? "approve" : "reject"}`,
    subject: "loan",
    subjectId: loan.id,
    before: { status: loan.status },
    after: {
      status: approvalDate === null ? decided : "active",
      office,
      ...(isActing ? { acting_for: office } : {}),
      ...(decision.reason === null ? {} : { reason: decision.reason }),
      ...(needed === null || approvalDate === null ? {} : { guarantee_needed: toKes(needed) }),
    },
    address: by.origin.address,
  });
  return readLoan(tx, { id: loan.id, callerId: by.actor.id, t: by.t, today: nairobiDate(by.now) });
}

/** What must be guaranteed now; refuses an approval before it is agreed (LEND-7). Null of a plain loan. */
async function requireGuarantors(tx: Tx, loan: Locked["loan"]): Promise<Cents | null> {
  if (loan.product_id === null) return null;
  const product = (await readProducts(tx, [loan.product_id])).get(loan.product_id);
  assert(product !== undefined, `loan ${loan.id} has a product`);
  const { freeCents } = await readSavings(tx, {
    memberId: loan.member_id,
    besidesLoan: loan.tops_up ?? 0,
  });
  const free = { amountCents: loan.amount_cents, freeSavingsCents: freeCents };
  const cents = guaranteeNeeded(product.guarantee, free);
  const needed = { cents, people: product.guarantorsLeast };
  await requireGuaranteed(tx, { loanId: loan.id, needed });
  return cents;
}

const actingColumn = { Treasurer: "treasurer_acting", "Sec-Gen": "sec_gen_acting" } as const;

/**
 * LOAN-8: by the offices that caller and borrower hold now. Refuses the borrower's own office, and a Chairperson who
 * does not act for it.
 */
export function decidingOffice(actor: Actor, borrowersOffice: Office | null) {
  const decider = officeOf(actor);
  const deciding = officeDecidingLoan({ decider, borrower: borrowersOffice });
  if (deciding !== null) return deciding;
  throw decider === "Treasurer" || decider === "Sec-Gen"
    ? refuse("loan-of-own-office", { office: decider })
    : refuse("forbidden");
}

async function tellOfRejection(
  tx: Tx,
  { borrower, loan }: Locked,
  { now, ...rejection }: { office: "Treasurer" | "Sec-Gen"; reason: string; now: Date },
): Promise<void> {
  const facts = { ...rejection, type: loan.loan_type, amount: loan.amount_cents };
  const about = { kind: "loan", id: loan.id } as const;
  const mail = { to: borrower, letter: letter("loanRejected", facts) };
  const to = { memberId: borrower.id, about, occasion: `loan_rejected:${loan.id}`, mail, now };
  await tell(tx, "loan_rejected", to, facts);
  await tellReleased(tx, { loanIds: [loan.id], now });
}
