// A member's statement, and the receipt of a payment: contract entry -> query.
import * as contract from "#contract/transactions.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import { findMember, toPerson } from "#server/core/members/member-directory.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readReceipt } from "#server/core/ledger/receipts.ts";
import { readTransactions } from "#server/core/ledger/transactions.ts";

export function transactionRoutes(routes: Routes, { publicUrl }: { publicUrl: string }): void {
  routes.read(contract.getTransactions, async (reader, { actor, query, t }) => {
    const memberId = await accountOwner(reader, actor, query.member);
    const statement = await readTransactions(reader, {
      memberId,
      kind: query.kind ?? null,
      start: query.start_date ?? null,
      end: query.end_date ?? null,
      page: pageOf(query),
      isOwn: memberId === actor.id,
      t,
    });
    if (query.member === undefined) return statement;
    const member = await findMember(reader, memberId);
    return member === undefined
      ? statement
      : { ...statement, member: toPerson({ ...member, member_id: memberId }) };
  });
  routes.read(contract.getReceipt, async (reader, { actor, query, t }) => ({
    receipt: await readReceipt(reader, { ...query, actor, publicUrl, t }),
  }));
}
