// What a loan of a product would cost (LEND-2).
import * as contract from "#contract/lending.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { standingOn } from "#domain/lending/standing.ts";
import { sumOf, toKes } from "#domain/money.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { planLoan } from "./plan-loan.ts";
import { viewProduct } from "./products.ts";

export function quoteRoutes(routes: Routes): void {
  routes.read(contract.getLoanQuote, async (reader, { actor, query, now }) => {
    const today = nairobiDate(now);
    const { amount: amountCents, product_id: productId, instalments, tops_up: topsUp } = query;
    const planned = await planLoan(reader, {
      memberId: actor.id,
      amountCents,
      productId,
      instalments,
      topsUp: topsUp ?? null,
      today,
    });
    const { schedule, feeCents, paidOutCents } = planned;
    const interestCents = sumOf(schedule.rows, (row) => row.interestCents);
    return {
      product: viewProduct(planned.product),
      amount: toKes(amountCents),
      fee: toKes(feeCents),
      pays_off: toKes(planned.topsUp?.paysOffCents ?? 0n),
      paid_out: toKes(paidOutCents),
      instalments: standingOn(schedule, today).rows.map((row) => ({
        number: row.number ?? 0,
        due_on: row.dueOn,
        interest: toKes(row.interestCents),
        principal: toKes(row.principalCents),
        total: toKes(row.totalCents),
        balance: toKes(row.balanceCents),
      })),
      interest: toKes(interestCents),
      cost: toKes(interestCents + feeCents),
      total_amount: toKes(amountCents + interestCents),
      loan_limit: toKes(planned.limitCents),
      guarantee_needed: toKes(planned.guaranteeNeededCents),
    };
  });
}
