// Loans, their applications and repayments: contract entry -> action or query.
import * as contract from "#contract/loans.ts";
import { formatKes, toKes } from "#domain/money.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { readLoanLimit } from "#server/core/ledger/loans.ts";
import { decisionOf } from "#server/core/approvals/decision.ts";
import { pageOf } from "#server/db/paging.ts";
import { paymentExists } from "#server/core/approvals/payments.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { applyForLoan } from "./apply-for-loan.ts";
import { decideLoanApplication, judgingOffice } from "./decide-application.ts";
import * as queries from "./loans.queries.ts";
import { decideLoanPayment, payLoan } from "./repay-loan.ts";

export function loanRoutes(routes: Routes): void {
  routes.read(contract.getLoans, async (reader, { actor, query }) => {
    const own = await queries.readOwnLoans(reader, { memberId: actor.id, page: pageOf(query) });
    return {
      loans: own.loans,
      pending_loans: own.applications,
      loan_limit: toKes(await readLoanLimit(reader, { memberId: actor.id })),
      ...withCount(own.count),
    };
  });

  routes.write(contract.applyForLoan, async (tx, { body, ...by }) => {
    const loan = await applyForLoan(tx, by, { amountCents: body.amount, loanType: body.loan_type });
    const detail =
      loan.status === "rejected"
        ? `Your application was rejected. ${loan.reject_reason}`
        : `Your application for ${formatKes(body.amount)} was received and waits for ${judgesOf(by.actor)}.`;
    return { detail, loan };
  });

  routes.read(contract.getLoanApplications, async (reader, { actor, query }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    // Start-up asks for the approvals whoever signs in; who holds no office has nothing to approve.
    if (office === null) return { pending_loans: [], ...(page === null ? {} : { count: 0 }) };
    const open = await queries.readOpenApplications(reader, { office, callerId: actor.id, page });
    return { pending_loans: open.applications, ...withCount(open.count) };
  });

  routes.write(
    contract.decideLoanApplication,
    async (tx, { body, id, ...by }) => {
      const loan = await decideLoanApplication(tx, by, decisionOf(id, body));
      return { detail: tellApplication(loan), loan };
    },
    { exists: mayJudge },
  );

  routes.write(
    contract.payLoan,
    async (tx, { body, id, ...by }) => {
      const loan_payment = await payLoan(tx, by, {
        loanId: id,
        amountCents: body.amount_paid,
        reference: body.payment_Reference_Code,
      });
      return {
        detail: `Your payment of ${formatKes(body.amount_paid)} was received and waits for the Treasurer and the Sec-Gen to approve it.`,
        loan_payment,
      };
    },
    { exists: (reader, id, actor) => queries.isOwnLoan(reader, id, actor.id) },
  );

  routes.read(contract.getLoanPayments, async (reader, { actor, query }) => {
    const page = pageOf(query);
    const given = { memberId: actor.id, period: query, page };
    const { payments, count } = await queries.readOwnLoanPayments(reader, given);
    return { loan_payments: payments, ...withCount(count) };
  });

  routes.read(contract.getLoanPaymentApprovals, async (reader, { actor, query }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    if (office === null)
      return { pending_approvals: [], pending_loans: [], ...(page === null ? {} : { count: 0 }) };
    const asked = { callerId: actor.id, page };
    const { applications } = await queries.readOpenApplications(reader, { ...asked, office });
    if (office === "Chairperson")
      return {
        pending_approvals: [],
        pending_loans: applications,
        ...(page === null ? {} : { count: 0 }),
      };
    const open = await queries.readOpenLoanPayments(reader, { ...asked, office });
    return {
      pending_approvals: open.payments,
      pending_loans: applications,
      ...withCount(open.count),
    };
  });

  routes.write(
    contract.decideLoanPayment,
    async (tx, { body, id, ...by }) => {
      const loan_payment = await decideLoanPayment(tx, by, decisionOf(id, body));
      return { detail: tellPayment(loan_payment), loan_payment };
    },
    { exists: (reader, id) => paymentExists(reader, "loan_payment", id), refusesUnknown: true },
  );
}

/** Who judges an application of that member (LOAN-8). */
function judgesOf({ office }: Actor): string {
  if (office === "Treasurer") return "the Chairperson, who judges in your place, and the Sec-Gen";
  if (office === "Sec-Gen") return "the Treasurer and the Chairperson, who judges in your place";
  return "the Treasurer and the Sec-Gen";
}

/** Refuses who may not judge the application: of the Chairperson also one that nobody made. */
async function mayJudge(reader: Reader, id: number, actor: Actor): Promise<boolean> {
  const borrowersOffice = await queries.readBorrowersOffice(reader, id);
  if (borrowersOffice !== undefined) judgingOffice(actor, borrowersOffice);
  else if (officeOf(actor) === "Chairperson") throw refuse("forbidden");
  return borrowersOffice !== undefined;
}

function withCount(count: number | undefined): { count?: number } {
  return count === undefined ? {} : { count };
}

function tellApplication({ status, user, loan_name }: contract.Loan): string {
  if (status === "active") return `${loan_name} of ${user} is approved and paid out.`;
  if (status === "rejected") return `${loan_name} of ${user} is rejected.`;
  return `Your approval is recorded. ${loan_name} of ${user} now waits for the other office.`;
}

function tellPayment({ status, user }: contract.LoanPayment): string {
  if (status === "approved")
    return `The loan payment of ${user} is approved and stands in the books.`;
  if (status === "rejected") return `The loan payment of ${user} is rejected.`;
  return `Your approval is recorded. The loan payment of ${user} now waits for the other office.`;
}
