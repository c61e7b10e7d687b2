// A member's statement: contract entry -> query.
import * as contract from "#contract/transactions.ts";
import { accountOwner } from "#server/core/identity/account-owner.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readTransactions } from "#server/core/ledger/transactions.ts";

export function transactionRoutes(routes: Routes): void {
  routes.read(contract.getTransactions, async (reader, { actor, query, t }) =>
    readTransactions(reader, {
      memberId: await accountOwner(reader, actor, query.member),
      kind: query.kind ?? null,
      start: query.start_date ?? null,
      end: query.end_date ?? null,
      page: pageOf(query),
      t,
    }),
  );
}
