// Turns the demo group's events about money into actions of the application: contributions, loans, fines and expenses.
import { CONTRIBUTION, FINE_PAYMENT, LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { payContribution } from "#server/features/contributions/contributions.ts";
import { payFine } from "#server/features/fines/fines.ts";
import { postEntry } from "#server/features/ledger-entries/post-entry.ts";
import { decideLoanApplication } from "#server/features/loans/decide-application.ts";
import { applyForLoan } from "#server/features/loans/loan-application.ts";
import { payLoan } from "#server/features/loans/loan-payments.ts";
import { request, type Happening } from "./demo-group.ts";
import type { GroupEvent } from "./group-life.ts";
import { MONTHS, type DemoMember, type Moments } from "./story.ts";

type Event<Kind> = Extract<GroupEvent<DemoMember>, { kind: Kind }>;

export function contribute(event: Event<"contributes">, { month }: Moments): Happening[] {
  const { at, member, cents: amountCents, verdicts } = event;
  return request({
    at,
    verdicts,
    right: "contributions.decide",
    decide: (group, ...verdict) => group.decidePayment(CONTRIBUTION, ...verdict),
    ask: async ({ act, newReference }) => {
      const deed = { who: member.username, right: "contributions.pay", at } as const;
      const paid = { amountCents, month: month(MONTHS - event.forMonth), paidAt: at };
      const reference = newReference(at);
      const stored = await act(deed, (tx, by) => payContribution(tx, by, { ...paid, reference }));
      return stored.contribution_id;
    },
  });
}

export function borrow({ at, member, loan, verdicts }: Event<"borrows">): Happening[] {
  const command = { amountCents: loan.cents, loanType: loan.type };
  return request({
    at,
    verdicts,
    right: "loan-applications.decide",
    decide: ({ act }, deed, decision) =>
      act(deed, (tx, by) => decideLoanApplication(tx, by, decision)),
    ask: async ({ act, loanIds }) => {
      const deed = { who: member.username, right: "loans.apply", at } as const;
      const stored = await act(deed, (tx, by) => applyForLoan(tx, by, command));
      loanIds.set(loan, stored.loan_id);
      return stored.loan_id;
    },
  });
}

export function repay(event: Event<"repays">): Happening[] {
  const { at, member, loan, cents: amountCents, verdicts } = event;
  return request({
    at,
    verdicts,
    right: "loan-payments.decide",
    decide: (group, ...verdict) => group.decidePayment(LOAN_PAYMENT, ...verdict),
    ask: async ({ act, loanIds, newReference }) => {
      const loanId = loanIds.get(loan);
      if (loanId === undefined) throw new Error(`${member.username} repays what was not lent`);
      const deed = { who: member.username, right: "loans.repay", at } as const;
      const payment = { amountCents, reference: newReference(at), loanId };
      const stored = await act(deed, (tx, by) => payLoan(tx, by, payment));
      return stored.payment_id;
    },
  });
}

export function chargeFine({ at, member, fine }: Event<"is fined">): Happening {
  const charged_user = { id: null, username: member.username };
  const { by, cents: amount, description } = fine;
  const deed = { who: by, right: "fines.charge", at } as const;
  return {
    at,
    happen: ({ act }) =>
      act(deed, (tx, by) => postEntry(tx, by, { type: "fine", charged_user, amount, description })),
  };
}

export function payFines(event: Event<"pays a fine">): Happening[] {
  const { at, member, cents: amountCents, verdicts } = event;
  return request({
    at,
    verdicts,
    right: "fine-payments.decide",
    decide: (group, ...verdict) => group.decidePayment(FINE_PAYMENT, ...verdict),
    ask: async ({ act, newReference }) => {
      const deed = { who: member.username, right: "fines.pay", at } as const;
      const reference = newReference(at);
      const stored = await act(deed, (tx, by) => payFine(tx, by, { amountCents, reference }));
      return stored.payment_id;
    },
  });
}

export function spend({ at, expense }: Event<"spends">): Happening {
  const { category, cents: amount, description } = expense;
  const deed = { who: "treasurer", right: "entries.post", at } as const;
  return {
    at,
    happen: ({ act }) =>
      act(deed, (tx, by) => postEntry(tx, by, { type: "expense", category, amount, description })),
  };
}
