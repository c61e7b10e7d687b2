// A member's fines as every list shows them.
import { sql } from "kysely";
import type { Fine } from "#contract/fines.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Page } from "#server/db/paging.ts";

/** A member's fines, newest first. */
export async function readFines(
  reader: Reader,
  given: { memberId: number; page: Page | null },
): Promise<{ fines: Fine[]; count: number | undefined }> {
  const ofMember = reader.selectFrom("fines").where("member_id", "=", given.memberId);
  let rows = ofMember
    .select([
      "id",
      "amount_cents",
      "description",
      "charged_on",
      sql<Cents>`amount_cents - paid_cents - written_off_cents`.as("unpaid_cents"),
    ])
    .orderBy("id", "desc");
  if (given.page !== null) rows = rows.limit(given.page.limit).offset(given.page.offset);
  const count =
    given.page === null
      ? undefined
      : await ofMember.select(sql<bigint>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return {
    fines: (await rows.execute()).map((row) => ({
      id: row.id,
      amount: toKes(row.amount_cents),
      outstanding: toKes(row.unpaid_cents),
      description: row.description,
      date: row.charged_on,
    })),
    count: count === undefined ? undefined : Number(count.count),
  };
}
