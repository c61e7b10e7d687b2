// Openings as the contract has them: whose word each has, what their members answered, and the book that each stores.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { Opening, getOpeningMembers } from "#contract/opening.ts";
import type { Person } from "#contract/people.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { hasFolded } from "#domain/folding.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { OwnMapping } from "#domain/opening/own-book.ts";
import type { OpeningLoan, OpeningBook } from "#domain/opening/opening-book.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";

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

export async function readOpenings(reader: Reader, callerId: number): Promise<Opening[]> {
  return toOpenings(reader, callerId, await selectOpenings(reader).limit(LISTED_MOST).execute());
}

export async function readOpening(
  reader: Reader,
  { id, callerId }: { id: number; callerId: number },
): Promise<Opening> {
  const rows = await selectOpenings(reader).where("openings.id", "=", id).execute();
  const [opening] = await toOpenings(reader, callerId, rows);
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
    .select(
      sql<string | null>`nullif(concat_ws(', ', book -> 'own_mapping' ->> 'sheet', (
        SELECT string_agg(other ->> 'sheet', ', ') FROM jsonb_array_elements(book #> '{own_mapping,others}') other)), '')`.as(
        "own_sheet",
      ),
    )
    .orderBy("id", "desc");
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOpenings>["execute"]>>[number];
type Decision = NonNullable<Opening["accepted"]>;

async function toOpenings(
  reader: Reader,
  callerId: number,
  rows: readonly Row[],
): Promise<Opening[]> {
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
      own_sheet: row.own_sheet,
      proposed: { by: person(row.proposed_by), at: nairobiIso(row.proposed_at) },
      own_item: isOwnItem({
        memberId: row.proposed_by,
        callerId,
        deciderIds: [
          row.decided_by,
          ...takenBack
            .filter(({ opening_id }) => opening_id === row.id)
            .map(({ member_id }) => member_id),
        ],
      }),
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

// What a sheet says of each member, for the office that holds it beside the group's own book (OPEN-31).

/** In the order of the sheet, as it was proposed: what an account that stands already knows better is not taken from there. */
export async function readOpeningMembers(
  reader: Reader,
  id: number,
  query: QueryOf<typeof getOpeningMembers>,
): Promise<ReplyOf<typeof getOpeningMembers>> {
  const opening = await reader
    .selectFrom("openings")
    .select("book")
    .where("id", "=", id)
    .executeTakeFirst();
  if (opening === undefined) throw refuse("not-found");
  const { members, loans } = fromStoredBook(opening.book);
  const owed = owedByRegNumber(loans);
  const found = members
    .map((member) => ({ ...member, name: `${member.firstName} ${member.lastName}` }))
    .filter(({ name, regNumber }) =>
      [name, regNumber].some((written) => hasFolded(written, query.search ?? "")),
    );
  const page = pageOf(query);
  const shown = page === null ? found : found.slice(page.offset, page.offset + page.limit);
  return {
    members: shown.map((member) => ({
      reg_number: member.regNumber,
      name: member.name,
      savings: toKes(member.savingsCents),
      paid_up_to: member.paidUpTo,
      loans: toKes(owed.get(member.regNumber) ?? 0n),
      fines: toKes(member.unpaidFinesCents),
    })),
    count: found.length,
  };
}

/** A loan's RegNo is written as its member's. */
function owedByRegNumber(loans: readonly OpeningLoan[]): ReadonlyMap<string, Cents> {
  const owed = new Map<string, Cents>();
  for (const { regNumber, amountCents, interestCents, paidCents } of loans)
    owed.set(regNumber, (owed.get(regNumber) ?? 0n) + amountCents + interestCents - paidCents);
  return owed;
}

/**
 * A sheet's book as the proposal stores it: JSON, with cents as text, since its numbers would not hold every cent; with `own_mapping`, how a
 * sheet of the group's own was read.
 */
export function toStoredBook(book: OpeningBook, mapping: OwnMapping | null = null): string {
  const stored = mapping === null ? book : { ...book, own_mapping: mapping };
  return JSON.stringify(stored, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

/** `stored` as the database gives it, parsed; only `toStoredBook` ever wrote it. */
export function fromStoredBook(stored: unknown): OpeningBook {
  return JSON.parse(JSON.stringify(stored), (key, value: unknown) =>
    /[cC]ents$/.test(key) && typeof value === "string" ? BigInt(value) : value,
  ) as OpeningBook;
}

/** The same for the same sheet and day, whatever its file was (OPEN-30). */
export function digestOf(book: OpeningBook, cutOver: PlainDate): Buffer {
  return createHash("sha256")
    .update(`${cutOver}\n${toStoredBook(book)}`)
    .digest();
}

/** How the sheet of the newest proposal was read; null if it was the template's, or there is none. */
export async function readLastMapping(reader: Reader): Promise<OwnMapping | null> {
  const last = await reader
    .selectFrom("openings")
    .select(sql<OwnMapping | null>`book -> 'own_mapping'`.as("mapping"))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.mapping ?? null;
}

// Whether the books have begun by the cut-over day, and whether another sheet stands (OPEN-32).

/** `standing`: the cut-over day of the sheet that stands; `first`: the first entry on or before `cutOver`. Null for none. */
export async function readBegunBooks(
  reader: Reader,
  cutOver: PlainDate,
): Promise<{ standing: PlainDate | null; first: PlainDate | null }> {
  // Entries that were taken back, and what took them back, are no books.
  const { rows } = await sql<{ standing: PlainDate | null; first: PlainDate | null }>`
    SELECT (SELECT cut_over_on FROM openings WHERE status = 'accepted') AS standing,
           (SELECT min(e.business_date) FROM entries e
             WHERE e.business_date <= ${cutOver}::date AND e.reverses IS NULL
               AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)) AS first`.execute(
    reader,
  );
  return rows[0] ?? { standing: null, first: null };
}

/** Refuses a day on which a sheet cannot be accepted (OPEN-32). */
export async function requireEmptyBooks(reader: Reader, cutOver: PlainDate): Promise<void> {
  const { standing, first } = await readBegunBooks(reader, cutOver);
  if (standing !== null) throw refuse("opening-stands", { date: { day: standing } });
  if (first !== null)
    throw refuse("opening-after-books", { date: { day: cutOver }, first: { day: first } });
}

// What the members of an opening said of their figures (OPEN-60): the newest answer of each counts.

/** In a query with `opening_members`: the member's newest answer in that opening, or null. */
const newestAnswer = sql<string | null>`(
  SELECT a.answer FROM opening_answers a
   WHERE a.opening_id = opening_members.opening_id AND a.member_id = opening_members.member_id
   ORDER BY a.id DESC LIMIT 1)`;

type AnswerCounts = { confirmed: number; disputed: number; open: number };

/** By the opening's id; the three add up to its members. A resolved dispute counts as confirmed. */
export async function countAnswers(
  reader: Reader,
  openingIds: readonly number[],
): Promise<ReadonlyMap<number, AnswerCounts>> {
  if (openingIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom((nested) =>
      nested
        .selectFrom("opening_members")
        .select(["opening_id", newestAnswer.as("answer")])
        .where("opening_id", "in", [...openingIds])
        .as("answered"),
    )
    .select("opening_id")
    .select([
      sql<bigint>`count(*) FILTER (WHERE answer IN ('yes', 'confirmed_on_paper', 'resolved'))`.as(
        "confirmed",
      ),
      sql<bigint>`count(*) FILTER (WHERE answer = 'no')`.as("disputed"),
      sql<bigint>`count(*) FILTER (WHERE answer IS NULL)`.as("open"),
    ])
    .groupBy("opening_id")
    .execute();
  return new Map(
    rows.map(({ opening_id: id, confirmed, disputed, open }) => [
      id,
      { confirmed: Number(confirmed), disputed: Number(disputed), open: Number(open) },
    ]),
  );
}
