// The loan portfolio of a day (LEND-11): today's unless another day is chosen.
import { getLoanPortfolio } from "#contract/loan-portfolio.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { type Portfolio, portfolioOf } from "#domain/lending/portfolio.ts";
import { toKes } from "#domain/money.ts";
import { can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { MOST_ITEMS, type OwedLoan, readPortfolio } from "#server/core/lending/portfolio.ts";
import type { Routes } from "#server/http/endpoint-route.ts";

export function portfolioRoutes(routes: Routes): void {
  routes.read(getLoanPortfolio, async (reader, { actor, query, now, t }) => {
    const today = nairobiDate(now);
    const date = query.date ?? today;
    if (date > today) throw refuse("date-in-future").at("date");
    const withItems = can(actor, "members.read-accounts");
    const most = withItems ? MOST_ITEMS : 0;
    const { groups, items } = await readPortfolio(reader, {
      day: date,
      most,
      bucket: query.bucket ?? null,
    });
    return {
      date,
      ...viewPortfolio(portfolioOf(groups)),
      ...(withItems ? { items: items.map((item) => viewItem(item, t)) } : {}),
    };
  });
}

function viewPortfolio(portfolio: Portfolio) {
  const { par30, par30WithRescheduled, rescheduled } = portfolio;
  return {
    loans: portfolio.loans,
    principal: toKes(portfolio.principalCents),
    interest: toKes(portfolio.interestCents),
    overdue: {
      principal: toKes(portfolio.overduePrincipalCents),
      interest: toKes(portfolio.overdueInterestCents),
    },
    par30: viewRisk(par30),
    par30_with_rescheduled: viewRisk(par30WithRescheduled),
    ageing: portfolio.ageing.map(({ bucket, loans, principalCents, overdueCents }) => ({
      bucket,
      loans,
      principal: toKes(principalCents),
      overdue: toKes(overdueCents),
    })),
    rescheduled: { loans: rescheduled.loans, principal: toKes(rescheduled.principalCents) },
  };
}

const viewRisk = ({ principalCents, basisPoints }: Portfolio["par30"]) => ({
  principal: toKes(principalCents),
  percent: basisPoints / 100,
});

const viewItem = (item: OwedLoan, t: Translate) => ({
  loan: { loan_id: item.id, loan_name: t(nameOfLoan(item)) },
  member: item.member,
  principal: toKes(BigInt(item.principal)),
  interest: toKes(BigInt(item.interest)),
  overdue_principal: toKes(BigInt(item.overdue_principal)),
  overdue_interest: toKes(BigInt(item.overdue_interest)),
  days_late: item.days_late,
  oldest_due_on: item.oldest_due_on,
  rescheduled: item.is_rescheduled,
});
