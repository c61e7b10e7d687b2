// Bad debts: contract entry -> action or query.
import * as contract from "#contract/bad-debts.ts";
import { officeOf } from "#domain/permissions.ts";
import { accountOwner } from "#server/core/identity/actor.ts";
import { isMember } from "#server/core/members/member-directory.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { recoverBadDebt } from "./bad-debts.actions.ts";
import { readBadDebts } from "#server/core/ledger/bad-debts.ts";

export function badDebtRoutes(routes: Routes): void {
  routes.read(contract.getBadDebts, async (reader, { actor, query }) => {
    const everybody = query.member === undefined && officeOf(actor) !== null;
    const memberId = everybody ? null : await accountOwner(reader, actor, query.member);
    const debts = await readBadDebts(reader, { memberId, page: pageOf(query) });
    return { ...(query.member === undefined ? {} : { member_id: query.member }), ...debts };
  });

  routes.write(
    contract.recoverBadDebt,
    async (tx, { body, ...by }) => ({
      detail: by.t("done.books.badDebtRecovered"),
      ...(await recoverBadDebt(tx, by, {
        memberId: body.member_id,
        amountCents: body.recovered_amount,
      })),
    }),
    { existsInBody: (reader, body) => isMember(reader, body["member_id"]) },
  );
}
