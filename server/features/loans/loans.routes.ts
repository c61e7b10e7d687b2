// Loans, their applications and repayments: contract entry -> action or query.
import { LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import * as contract from "#contract/loans.ts";
import { toKes } from "#domain/money.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import type { Translate } from "#messages/translator.ts";
import { readLoanLimit } from "#server/core/lending/loans.ts";
import { decidingOn } from "#server/core/approvals/decide-payments.ts";
import { decisionOf } from "#server/core/approvals/verdicts.ts";
import { nothingOpen } from "#server/core/approvals/payment-rows.ts";
import { pageOf } from "#server/db/paging.ts";
import { contestedReply } from "#server/core/approvals/contested.ts";
import {
  confirmPayment,
  inNameOfMember,
  ofPayment,
  payerOf,
} from "#server/core/approvals/payments.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { decideLoanApplication, decidingOffice } from "./decide-application.ts";
import { applyForLoan, borrowerOf, tellLoanEntered } from "./loan-application.ts";
import {
  payLoan,
  readLoanPayments,
  readOpenLoanPayments,
  readOwnLoanPayments,
} from "./loan-payments.ts";
import {
  isLoan,
  isOwnLoan,
  readBorrowersOffice,
  readOpenApplications,
  readOwnLoans,
} from "./loans.ts";
import { changeRoutes } from "./loan-changes.routes.ts";
import { guarantorRoutes } from "./guarantors.ts";
import { portfolioRoutes } from "./portfolio.ts";
import { paymentQuoteRoutes } from "./payment-quote.ts";
import { productRoutes } from "./products.ts";
import { quoteRoutes } from "./quote.ts";
import { scheduleRoutes } from "./schedule.ts";

export function loanRoutes(routes: Routes): void {
  productRoutes(routes);
  quoteRoutes(routes);
  scheduleRoutes(routes);
  paymentQuoteRoutes(routes);
  portfolioRoutes(routes);
  guarantorRoutes(routes);
  changeRoutes(routes);

  routes.read(contract.getLoans, async (reader, { actor, query, now, t }) => {
    const today = nairobiDate(now);
    const own = await readOwnLoans(reader, { memberId: actor.id, page: pageOf(query), t, today });
    return {
      loans: own.loans,
      pending_loans: own.applications,
      loan_limit: toKes(await readLoanLimit(reader, { memberId: actor.id })),
      ...withCount(own.count),
    };
  });

  applicationRoutes(routes);
  repaymentRoutes(routes);
}

function applicationRoutes(routes: Routes): void {
  routes.write(
    contract.applyForLoan,
    async (tx, { body, ...by }) => {
      const borrower = await borrowerOf(tx, by.actor, body.member_id);
      const command = {
        amountCents: body.amount,
        // Without one the contract demands a product, whose type it is.
        loanType: body.loan_type ?? "normal_loan",
        borrower,
        ...wantedOf(body),
      };
      const loan = await applyForLoan(tx, by, command);
      const waits = loan.status !== "rejected";
      const entered = { id: loan.loan_id, borrower, amount: body.amount, waits, now: by.now };
      const reported = borrower.enteredBy === null ? null : await tellLoanEntered(tx, entered);
      if (!waits) {
        const reason = { reason: loan.reject_reason ?? "" };
        return { detail: by.t("done.loans.rejectedAtOnce", reason), loan };
      }
      const detail =
        reported === null ? by.t(appliedBy(by.actor), { amount: body.amount }) : by.t(reported);
      return { detail, loan };
    },
    inNameOfMember,
  );

  routes.read(contract.getLoanApplications, async (reader, { actor, query, t }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    // Start-up requests the approvals for everybody; without an office there is nothing to approve.
    if (office === null) return { pending_loans: [], ...(page === null ? {} : { count: 0 }) };
    const open = await readOpenApplications(reader, {
      office,
      callerId: actor.id,
      page,
      t,
    });
    return { pending_loans: open.applications, ...withCount(open.count) };
  });

  routes.write(
    contract.decideLoanApplication,
    async (tx, { body, id, ...by }) => {
      const loan = await decideLoanApplication(tx, by, decisionOf(id, body));
      return { detail: tellApplication(by.t, loan), loan };
    },
    { exists: mayDecide },
  );
}

function repaymentRoutes(routes: Routes): void {
  routes.write(
    contract.payLoan,
    async (tx, { body, id, ...by }) => {
      const payer = await payerOf(tx, by.actor, body.member_id);
      const loan_payment = await payLoan(tx, by, {
        loanId: id,
        amountCents: body.amount_paid,
        reference: body.payment_Reference_Code,
        payer,
        ...(body.paid_on === undefined ? {} : { paidOn: body.paid_on }),
        ...(body.early === undefined ? {} : { early: body.early }),
      });
      const paid = {
        id: loan_payment.payment_id,
        kind: LOAN_PAYMENT,
        payer,
        body,
        now: by.now,
      } as const;
      const detail = by.t(await confirmPayment(tx, paid));
      return { detail, loan_payment, ...(await contestedReply(tx, paid.id)) };
    },
    {
      ...inNameOfMember,
      // Whose loan it must be depends on the body; the action refuses any other.
      exists: (reader, id, actor) =>
        officeOf(actor) === null ? isOwnLoan(reader, id, actor.id) : isLoan(reader, id),
    },
  );

  routes.read(contract.getLoanPayments, async (reader, { actor, query, t }) => {
    const page = pageOf(query);
    const params = { memberId: actor.id, period: query, page, t };
    const { payments, count } = await readOwnLoanPayments(reader, params);
    return { loan_payments: payments, ...withCount(count) };
  });

  routes.read(contract.getLoanPaymentApprovals, async (reader, { actor, query, t }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    if (office === null) return { ...nothingOpen(page), pending_loans: [] };
    const requested = { callerId: actor.id, page, t };
    const { applications } = await readOpenApplications(reader, { ...requested, office });
    if (office === "Chairperson") return { ...nothingOpen(page), pending_loans: applications };
    const { evidence } = query;
    const open = await readOpenLoanPayments(reader, { ...requested, office, evidence });
    return { ...open, pending_loans: applications };
  });

  routes.writeTogether(
    contract.decideLoanPayment,
    decidingOn(LOAN_PAYMENT, readLoanPayments, (detail, loan_payment) => ({
      detail,
      loan_payment,
    })),
    ofPayment(LOAN_PAYMENT),
  );
}

/** The loan of a product that is applied for, if it is one, and who is to guarantee it. */
function wantedOf(body: BodyOf<typeof contract.applyForLoan>) {
  const { product_id: productId, instalments = 0, tops_up: topsUp, guarantors = [] } = body;
  const wantedGuarantors = guarantors.map(({ member_id: memberId, amount: amountCents }) => ({
    memberId,
    amountCents,
  }));
  return productId === undefined
    ? { guarantors: wantedGuarantors }
    : { guarantors: wantedGuarantors, wanted: { productId, instalments, topsUp: topsUp ?? null } };
}

/** Who decides on an application of that member (LOAN-8). */
function appliedBy({ office }: Actor) {
  if (office === "Treasurer") return "done.loans.appliedByTreasurer";
  if (office === "Sec-Gen") return "done.loans.appliedBySecGen";
  return "done.loans.applied";
}

/** Refuses anybody who may not decide on the application; a Chairperson also for an unknown one. */
async function mayDecide(reader: Reader, id: number, actor: Actor): Promise<boolean> {
  const borrowersOffice = await readBorrowersOffice(reader, id);
  if (borrowersOffice !== undefined) decidingOffice(actor, borrowersOffice);
  else if (officeOf(actor) === "Chairperson") throw refuse("forbidden");
  return borrowersOffice !== undefined;
}

function withCount(count: number | undefined): { count?: number } {
  return count === undefined ? {} : { count };
}

function tellApplication(
  t: Translate,
  { status, member: { full_name: member }, loan_name: loan }: contract.Loan,
): string {
  if (status === "active") return t("done.loans.paidOut", { loan, member });
  if (status === "rejected") return t("done.loans.rejected", { loan, member });
  return t("done.loans.waits", { loan, member });
}
