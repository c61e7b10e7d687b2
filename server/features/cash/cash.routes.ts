// The money at hand: what the books have of it, and counting it (CASH-1 to CASH-4).
import * as contract from "#contract/cash.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { Proposed } from "#contract/proposals.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { whyNotCounted } from "#domain/cash/count.ts";
import { toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { approvingOffice, describeCount, propose } from "#server/core/approvals/proposals.ts";
import { readCashCents } from "#server/core/ledger/bank.ts";
import { requireMeetings } from "#server/core/meetings/require-meetings.ts";
import { inSnapshot, type Tx } from "#server/db/connection.ts";
import { lockBank } from "#server/db/locks.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { readCash } from "./read-cash.ts";

export function cashRoutes(routes: Routes): void {
  routes.read(contract.getCash, async (db, { query, now }) => {
    const today = nairobiDate(now);
    const date = query.date ?? today;
    if (date > today) throw refuse("date-in-future").at("date");
    return inSnapshot(db, (reader) => readCash(reader, date));
  });

  routes.write(contract.countCash, (tx, { body, ...by }) => proposeCount(tx, by, body));
}

/** Refuses a difference without a reason, and a second count while one waits. */
async function proposeCount(
  tx: Tx,
  by: SpokenTo,
  { counted: countedCents, reason }: BodyOf<typeof contract.countCash>,
): Promise<Proposed> {
  await requireMeetings(tx);
  // Of two who count at once the second finds the first.
  await lockBank(tx);
  const waits = await tx
    .selectFrom("proposals")
    .select("id")
    .where("kind", "=", "cash_count")
    .where("outcome", "is", null)
    .executeTakeFirst();
  if (waits !== undefined) throw refuse("count-waits");
  const booksCents = await readCashCents(tx);
  const refusal = whyNotCounted({ countedCents, booksCents, reason: reason ?? null });
  if (refusal !== null) throw refusal;
  const body = {
    counted: toKes(countedCents),
    books_seen: toKes(booksCents),
    reason: reason ?? null,
  };
  return propose(tx, by, {
    kind: "cash_count",
    body,
    concernsId: null,
    description: describeCount(body),
    what: "cash",
    amountCents: countedCents,
    byOffice: approvingOffice(by),
  });
}
