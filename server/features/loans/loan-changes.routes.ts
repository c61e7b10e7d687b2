// Changes of loans: contract entry -> action or query (LEND-9, LEND-10).
import * as contract from "#contract/loan-changes.ts";
import { officeOf } from "#domain/permissions.ts";
import { fromKes } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { decisionOf } from "#server/core/approvals/verdicts.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { answerChange, askChange, decideChange } from "./change-loan.ts";
import { isChange, isVisible, readChange, readVisibleChanges } from "./loan-changes.ts";
import { isLoan, isOwnLoan } from "./loans.ts";

export function changeRoutes(routes: Routes): void {
  routes.read(contract.getLoanChanges, async (reader, { actor, query, now, t }) => {
    const which = { ofLoan: query.loan_id ?? null, actor };
    return { changes: await readVisibleChanges(reader, { which, now, t }) };
  });

  routes.write(
    contract.askLoanChange,
    async (tx, { body, id: loanId, ...by }) => {
      const id = await askChange(tx, by, { loanId, body });
      const change = await readChange(tx, { id, now: by.now, t: by.t });
      return { detail: by.t("done.loanChanges.asked", { loan: change.loan.loan_name }), change };
    },
    {
      exists: (reader, id, actor) =>
        officeOf(actor) === null ? isOwnLoan(reader, id, actor.id) : isLoan(reader, id),
    },
  );

  routes.write(
    contract.decideLoanChange,
    async (tx, { body, id, ...by }) => {
      await decideChange(tx, by, decisionOf(id, body));
      const change = await readChange(tx, { id, now: by.now, t: by.t });
      return { detail: tellDecided(by.t, change), change };
    },
    { exists: isChange },
  );

  routes.write(
    contract.answerLoanChange,
    async (tx, { body, id, ...by }) => {
      const { answer, member_id: memberId = by.actor.id } = body;
      await answerChange(tx, by, { id, answer, memberId });
      const change = await readChange(tx, { id, now: by.now, t: by.t });
      const loan = change.loan.loan_name;
      const detail =
        answer === "yes"
          ? by.t("done.loanChanges.agreed", { loan })
          : by.t("done.loanChanges.ended", { loan });
      return { detail, change };
    },
    { exists: isVisible },
  );
}

function tellDecided(t: Translate, { status, kind, amount, loan }: contract.LoanChange): string {
  const facts = { loan: loan.loan_name };
  if (status === "rejected") return t("done.loanChanges.rejected", facts);
  if (status !== "approved") return t("done.loanChanges.approved", facts);
  return kind === "reschedule"
    ? t("done.loanChanges.rescheduled", facts)
    : t("done.loanChanges.called", { ...facts, amount: fromKes(amount) });
}
