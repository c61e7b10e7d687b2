// Openings as the contract has them: whose word each has, and what their members answered.
import { sql } from "kysely";
import type { Opening } from "#contract/opening.ts";
import type { Person } from "#contract/people.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import { countAnswers } from "#server/core/opening/answer-counts.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/value-list.ts";

/** Newest first; each is a whole sheet, so there are few. */
const LISTED_MOST = 100;

export async function openingExists(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("openings")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function readOpenings(reader: Reader): Promise<Opening[]> {
  return toOpenings(reader, await selectOpenings(reader).limit(LISTED_MOST).execute());
}

export async function readOpening(reader: Reader, id: number): Promise<Opening> {
  const rows = await selectOpenings(reader).where("openings.id", "=", id).execute();
  const [opening] = await toOpenings(reader, rows);
  if (opening === undefined) throw refuse("not-found");
  return opening;
}

/** Without its book. */
function selectOpenings(reader: Reader) {
  return reader
    .selectFrom("openings")
    .select(["id", "status", "cut_over_on", "members", "loans", "totals", "savings_cents"])
    .select(["difference_cents", "difference_reason", "proposed_by", "proposed_at"])
    .select(["outcome", "decided_by", "decided_office", "decided_at", "reason"])
    .orderBy("id", "desc");
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOpenings>["execute"]>>[number];
type Decision = NonNullable<Opening["accepted"]>;

async function toOpenings(reader: Reader, rows: readonly Row[]): Promise<Opening[]> {
  if (rows.length === 0) return [];
  const takenBack = await reader
    .selectFrom("opening_take_backs")
    .selectAll()
    .where(
      "opening_id",
      "=",
      anyOf(
        "int",
        rows.map(({ id }) => id),
      ),
    )
    .orderBy("said_at")
    .execute();
  const answers = await countAnswers(
    reader,
    rows.map(({ id }) => id),
  );
  const people = await readPeople(reader, [
    ...rows.flatMap(({ proposed_by, decided_by }) => [proposed_by, decided_by ?? proposed_by]),
    ...takenBack.map(({ member_id }) => member_id),
  ]);
  // The database keeps every member.
  const person = (id: number) => people.get(id)!;
  return rows.map((row) => {
    const decision: Decision | null =
      row.decided_by === null || row.decided_at === null
        ? null
        : {
            office: row.decided_office as Office,
            by: person(row.decided_by),
            at: nairobiIso(row.decided_at),
            reason: row.reason,
          };
    return {
      id: row.id,
      // The database admits only these words.
      status: row.status as Opening["status"],
      date: row.cut_over_on,
      members: row.members,
      loans: row.loans,
      totals: row.totals as Opening["totals"],
      total_savings: toKes(row.savings_cents),
      difference: toKes(row.difference_cents),
      difference_reason: row.difference_reason,
      proposed: { by: person(row.proposed_by), at: nairobiIso(row.proposed_at) },
      accepted: row.outcome === "accepted" ? decision : null,
      refused: row.outcome === "refused" ? decision : null,
      taken_back: takenBack
        .filter(({ opening_id }) => opening_id === row.id)
        .map((each) => ({
          office: each.office as Office,
          by: person(each.member_id),
          at: nairobiIso(each.said_at),
          reason: each.reason,
        })),
      ...(answers.get(row.id) ?? { confirmed: 0, disputed: 0, open: row.members }),
    };
  });
}

async function readPeople(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Person>> {
  const rows = await reader
    .selectFrom("members")
    .select(personColumns)
    .where(sql<number>`members.id`, "=", anyOf("int", [...new Set(ids)]))
    .execute();
  return new Map(rows.map((row) => [row.member_id, toPerson(row)]));
}
