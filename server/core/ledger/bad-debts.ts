// Reads bad debts.
import { sql } from "kysely";
import type { BadDebt } from "#contract/settlements.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { splitRecovery } from "#domain/payments/payment-splits.ts";
import { toKes } from "#domain/money.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Page } from "#server/db/paging.ts";
import type { Reader } from "#server/db/connection.ts";

function selectBadDebts(reader: Reader) {
  return reader
    .selectFrom("bad_debts")
    .innerJoin("members", "members.id", "bad_debts.member_id")
    .select([
      "bad_debts.id",
      "bad_debts.amount_cents",
      "bad_debts.recovered_cents",
      "bad_debts.created_at",
    ])
    .select(personColumns);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectBadDebts>["execute"]>>[number];

function toBadDebt(row: Row): BadDebt {
  const outstandingCents = row.amount_cents - row.recovered_cents;
  // The outstanding amount splits as if it were recovered at once.
  const { principalCents, interestCents } =
    outstandingCents === 0n
      ? { principalCents: 0n, interestCents: 0n }
      : splitRecovery({
          debtCents: row.amount_cents,
          recoveredBeforeCents: row.recovered_cents,
          recoveredCents: outstandingCents,
        });
  return {
    id: row.id,
    member: toPerson(row),
    status: outstandingCents === 0n ? "recovered" : "open",
    principal: toKes(principalCents),
    interest_receivable: toKes(interestCents),
    outstanding: toKes(outstandingCents),
    created_at: nairobiIso(row.created_at),
  };
}

export async function readBadDebt(reader: Reader, id: number): Promise<BadDebt> {
  const row = await selectBadDebts(reader).where("bad_debts.id", "=", id).executeTakeFirstOrThrow();
  return toBadDebt(row);
}

/** Newest first; `memberId` null reads everybody's. `count` only with a page. */
export async function readBadDebts(
  reader: Reader,
  params: { memberId: number | null; page: Page | null },
): Promise<{ debts: BadDebt[]; count?: number }> {
  const { memberId, page } = params;
  let rows = selectBadDebts(reader).orderBy("bad_debts.id", "desc");
  let counted = reader.selectFrom("bad_debts").select(sql<bigint>`count(*)`.as("count"));
  if (memberId !== null) {
    rows = rows.where("bad_debts.member_id", "=", memberId);
    counted = counted.where("member_id", "=", memberId);
  }
  if (page === null) return { debts: (await rows.execute()).map(toBadDebt) };
  rows = rows.limit(page.limit).offset(page.offset);
  const { count } = await counted.executeTakeFirstOrThrow();
  return { debts: (await rows.execute()).map(toBadDebt), count: Number(count) };
}
