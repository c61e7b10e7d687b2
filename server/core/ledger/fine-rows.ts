// A member's fines as every list shows them.
import { sql } from "kysely";
import type { Fine } from "#contract/fines.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";

/** A member's fines, newest first. */
export async function readFines(
  reader: Reader,
  params: { memberId: number; page: Page | null; t: Translate },
): Promise<{ fines: Fine[]; count: number | undefined }> {
  const ofMember = reader.selectFrom("fines").where("member_id", "=", params.memberId);
  let rows = ofMember
    .select([
      "id",
      "amount_cents",
      "description",
      "charged_on",
      "late_since",
      "late_months",
      "opening_id",
      sql<Cents>`amount_cents - paid_cents - written_off_cents`.as("unpaid_cents"),
    ])
    .orderBy("id", "desc");
  rows = inPage(rows, params.page);
  const count =
    params.page === null
      ? undefined
      : await ofMember.select(sql<bigint>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return {
    fines: (await rows.execute()).map((row) => ({
      id: row.id,
      amount: toKes(row.amount_cents),
      outstanding: toKes(row.unpaid_cents),
      description: descriptionOf(row, params.t),
      date: row.charged_on,
    })),
    count: count === undefined ? undefined : Number(count.count),
  };
}

/**
 * A late fine says what it was charged for, a fine from the group's book says so; any other shows the official's
 * text.
 */
function descriptionOf(
  fine: {
    description: string;
    late_since: PlainDate | null;
    late_months: number | null;
    opening_id: number | null;
  },
  t: Translate,
): string {
  if (fine.opening_id !== null) return t("descriptions.finesBroughtForward");
  const { late_since: since, late_months: months } = fine;
  return since === null || months === null
    ? fine.description
    : t("descriptions.lateFine", { since: { day: since }, months });
}
