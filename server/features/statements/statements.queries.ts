// Statements as their lists and pages show them.
import { sql } from "kysely";
import type { Statement } from "#contract/statements.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { single } from "#domain/assert.ts";
import { coverageOf } from "#domain/statements/coverage.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import type { Download } from "#server/http/download.ts";

type PersonJson = Parameters<typeof toPerson>[0];

/** A person beside a row, as `toPerson` reads it; null where there is none. */
const personOf = (column: string) => sql<PersonJson>`(
  SELECT json_build_object('member_id', m.id, 'username', m.username, 'first_name', m.first_name, 'last_name', m.last_name,
                           'reg_number', m.reg_number) FROM members m WHERE m.id = ${sql.ref(column)})`;

type Acceptance = { office: "Treasurer" | "Sec-Gen"; by: PersonJson; at: string; reason: string };

function selectStatements(reader: Reader) {
  return reader
    .selectFrom("statements")
    .selectAll("statements")
    .select([
      personOf("statements.uploaded_by").as("uploader"),
      personOf("statements.withdrawn_by").as("withdrawer"),
      sql<Acceptance[]>`coalesce((
        SELECT json_agg(json_build_object('office', a.office, 'by', ${personOf("a.member_id")}, 'at', a.accepted_at, 'reason', a.reason)
                        ORDER BY a.accepted_at, a.office DESC)
          FROM statement_acceptances a WHERE a.statement_id = statements.id), '[]')`.as(
        "acceptances",
      ),
    ]);
}

/** In cents; or that nothing in the file could prove it. */
type StoredBreak = { line: number; expected: number; printed: number } | { unprovable: true };

type StatementRow = Awaited<
  ReturnType<ReturnType<typeof selectStatements>["executeTakeFirstOrThrow"]>
>;

/** The newest period first; `count` for a page. */
export async function readStatements(
  reader: Reader,
  { accountId, page }: { accountId: number | null; page: Page | null },
): Promise<{ statements: Statement[]; count?: number }> {
  let rows = selectStatements(reader)
    .orderBy("period_to", "desc")
    .orderBy("id", "desc")
    .$if(accountId !== null, (query) => query.where("account_id", "=", accountId));
  rows = inPage(rows, page);
  const statements = await tell(reader, await rows.execute());
  if (page === null) return { statements };
  const { count } = await reader
    .selectFrom("statements")
    .select((row) => row.fn.countAll<bigint>().as("count"))
    .$if(accountId !== null, (query) => query.where("account_id", "=", accountId))
    .executeTakeFirstOrThrow();
  return { statements, count: Number(count) };
}

/** Refuses with `not-found`. */
export async function readStatement(reader: Reader, id: number): Promise<Statement> {
  const row = await selectStatements(reader).where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  return single(await tell(reader, [row]));
}

export async function statementExists(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("statements")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

/** The file as it came; refuses with `not-found`. */
export async function readStatementContent(reader: Reader, id: number): Promise<Download> {
  const row = await reader
    .selectFrom("statement_files")
    .innerJoin("statements", "statements.id", "statement_files.statement_id")
    .select(["file_name", "content"])
    .where("statements.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  return {
    // A header takes plain letters alone.
    name: row.file_name.replaceAll(/[^\x20-\x7e]/g, "_"),
    mediaType: "application/octet-stream",
    content: new Uint8Array(row.content),
  };
}

async function tell(reader: Reader, rows: readonly StatementRow[]): Promise<Statement[]> {
  const gaps = await readGaps(reader, [...new Set(rows.map(({ account_id }) => account_id))]);
  return rows.map((row) => {
    const counts = row.counts as { new: number; known: number; failed: number };
    return {
      id: row.id,
      account_id: row.account_id,
      file_name: row.file_name,
      // Written by the import alone.
      format: row.format as Statement["format"],
      sha256: row.sha256.toString("hex"),
      period: { from: row.period_from, to: row.period_to },
      opening: kesOrNull(row.opening_cents),
      closing: kesOrNull(row.closing_cents),
      counts: { new: counts.new, known: counts.known, failed: counts.failed, error: 0 },
      breaks: (row.breaks as StoredBreak[]).flatMap((each) =>
        "unprovable" in each
          ? []
          : [
              {
                line: each.line,
                expected: toKes(BigInt(each.expected)),
                printed: toKes(BigInt(each.printed)),
              },
            ],
      ),
      is_provable: !(row.breaks as StoredBreak[]).some((each) => "unprovable" in each),
      gaps: gaps.get(row.id) ?? [],
      state: stateOf(row),
      accepted: row.acceptances.map(({ office, by, at, reason }) => ({
        office,
        by: toPerson(by),
        at: nairobiIso(new Date(at)),
        reason,
      })),
      uploaded_by: toPerson(row.uploader),
      uploaded_at: nairobiIso(row.uploaded_at),
      withdrawn:
        row.withdrawn_at === null
          ? null
          : {
              by: toPerson(row.withdrawer),
              at: nairobiIso(row.withdrawn_at),
              reason: row.withdrawn_reason ?? "",
            },
    };
  });
}

function stateOf(row: StatementRow): Statement["state"] {
  if (row.withdrawn_at !== null) return "withdrawn";
  if (row.accepted_at !== null) return "accepted";
  return row.is_proof ? "whole" : "broken";
}

const kesOrNull = (cents: Cents | null) => (cents === null ? null : toKes(cents));

/** The days missing before each statement that was not withdrawn, whether it adds up or not. */
async function readGaps(
  reader: Reader,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, { from: PlainDate; to: PlainDate }[]>> {
  const gaps = new Map<number, { from: PlainDate; to: PlainDate }[]>();
  if (accountIds.length === 0) return gaps;
  const rows = await reader
    .selectFrom("statements")
    .select(["id", "account_id", "period_from as from", "period_to as to", "counts"])
    .select(["opening_cents as opening", "closing_cents as closing"])
    .where("withdrawn_at", "is", null)
    .where("account_id", "in", accountIds)
    .execute();
  for (const accountId of accountIds) {
    const ofAccount = rows
      .filter(({ account_id }) => account_id === accountId)
      .map(({ counts, ...each }) => ({
        ...each,
        sharesLines: (counts as { known: number }).known > 0,
      }));
    for (const { before, from, to } of coverageOf(ofAccount).gaps)
      gaps.set(before, [...(gaps.get(before) ?? []), { from, to }]);
  }
  return gaps;
}
