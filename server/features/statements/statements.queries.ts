// Statements as their lists and pages show them, and the accounts they are of.
import { sql } from "kysely";
import type { Statement, addStatementAccount, StatementAccount } from "#contract/statements.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { single } from "#domain/assert.ts";
import { coverageOf } from "#domain/statements/coverage.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
import { type Reader, violatedConstraint, type Tx } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import type { Download } from "#server/http/answer-read.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { doubtKinds, type DoubtKind, type Readings } from "#domain/statements/readings.ts";
import type { ColumnMapping } from "#domain/statements/statement-file.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readCoverage, readUploadersWords, wordOf } from "#server/core/bank-lines/coverage.ts";
import type { By } from "#server/platform/request.ts";

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
  { accountId, callerId, page }: { accountId: number | null; callerId: number; page: Page | null },
): Promise<{ statements: Statement[]; count?: number }> {
  let rows = selectStatements(reader)
    .orderBy("period_to", "desc")
    .orderBy("id", "desc")
    .$if(accountId !== null, (query) => query.where("account_id", "=", accountId));
  rows = inPage(rows, page);
  const statements = await tell(reader, await rows.execute(), callerId);
  if (page === null) return { statements };
  const { count } = await reader
    .selectFrom("statements")
    .select((row) => row.fn.countAll<bigint>().as("count"))
    .$if(accountId !== null, (query) => query.where("account_id", "=", accountId))
    .executeTakeFirstOrThrow();
  return { statements, count: Number(count) };
}

/** Refuses with `not-found`. */
export async function readStatement(
  reader: Reader,
  { id, callerId }: { id: number; callerId: number },
): Promise<Statement> {
  const row = await selectStatements(reader).where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  return single(await tell(reader, [row], callerId));
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
    // A header takes only plain letters.
    name: row.file_name.replaceAll(/[^\x20-\x7e]/g, "_"),
    mediaType: "application/octet-stream",
    content: new Uint8Array(row.content),
  };
}

async function tell(
  reader: Reader,
  rows: readonly StatementRow[],
  callerId: number,
): Promise<Statement[]> {
  const gaps = await readGaps(reader, [...new Set(rows.map(({ account_id }) => account_id))]);
  return rows.map((row) => {
    const counts = row.counts as { new: number; known: number; failed: number };
    return {
      id: row.id,
      account_id: row.account_id,
      file_name: row.file_name,
      // Only the import writes it.
      format: row.format as Statement["format"],
      sha256: row.sha256.toString("hex"),
      period: { from: row.period_from, to: row.period_to },
      // The database knows no other (statements_period_source).
      period_source: row.period_source as Statement["period_source"],
      complete_to: row.period_source === "uploader" ? row.period_to : null,
      opening: kesOrNull(row.opening_cents),
      closing: kesOrNull(row.closing_cents),
      opening_printed: row.opening_printed,
      closing_printed: row.closing_printed,
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
      own_item: isOwnItem({
        memberId: row.uploaded_by,
        callerId,
        deciderIds: row.acceptances.map(({ by }) => by.member_id),
      }),
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

// Where the group's money is outside the application (STAT-1).

/** In the order in which they were added. */
export async function readStatementAccounts(reader: Reader): Promise<StatementAccount[]> {
  const rows = await reader.selectFrom("statement_accounts").selectAll().orderBy("id").execute();
  const coverage = new Map((await readCoverage(reader)).map((each) => [each.accountId, each]));
  const words = await readUploadersWords(reader);
  return rows.map((row) => {
    const { coveredTo = null, balance = null, gaps = [] } = coverage.get(row.id) ?? {};
    return {
      id: row.id,
      name: row.name,
      // The database knows no other (statement_accounts_kind).
      kind: row.kind as StatementAccount["kind"],
      number: row.number,
      covered_to: coveredTo,
      covered_by_word_of: wordOf(words, row.id, coveredTo),
      gaps: gaps.map(({ from, to }) => ({ from, to })),
      balance: balance === null ? null : toKes(balance),
      mapping: row.mapping as ColumnMapping | null,
      readings: (row.readings ?? {}) as Readings,
    };
  });
}

/** Refuses a name that is already used. */
export async function addAccount(
  tx: Tx,
  by: By,
  { name, kind, number }: BodyOf<typeof addStatementAccount>,
): Promise<StatementAccount> {
  const added = await tx
    .insertInto("statement_accounts")
    .values({ name, kind, number: number ?? null, created_by: by.actor.id, created_at: by.now })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === "statement_accounts_name_key")
        throw refuse("already-in-use", { label: "Name" }).at("name");
      throw error;
    });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "statement-accounts.add",
    subject: "statement_account",
    subjectId: added.id,
    after: { account_name: name, account_kind: kind, account_number: number ?? null },
    address: by.origin.address,
  });
  return {
    id: added.id,
    name,
    kind,
    number: number ?? null,
    covered_to: null,
    covered_by_word_of: null,
    gaps: [],
    balance: null,
    mapping: null,
    readings: {},
  };
}

/** What was answered of an account's files, as the audit log has it. */
export const writtenReadings = (readings: Readings): string =>
  Object.keys(doubtKinds)
    .flatMap((kind) => {
      const choice = readings[kind as DoubtKind];
      return choice === undefined ? [] : [`${kind}: ${choice}`];
    })
    .join(", ") || "-";

/** Sets how files are read that can be read in two ways; what is left out is asked again (STAT-68). */
export async function changeReadings(
  tx: Tx,
  by: By,
  { id, readings }: { id: number; readings: Readings },
): Promise<StatementAccount> {
  const row = await readAccountRow(tx, id, { lock: true });
  const before = writtenReadings((row.readings ?? {}) as Readings);
  await tx
    .updateTable("statement_accounts")
    .set({ readings: JSON.stringify(readings) })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "statement-accounts.readings",
    subject: "statement_account",
    subjectId: id,
    before: { readings: before },
    after: { account_name: row.name, readings: writtenReadings(readings) },
    address: by.origin.address,
  });
  return single((await readStatementAccounts(tx)).filter((account) => account.id === id));
}

export async function accountExists(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("statement_accounts")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

/** The row of an account; `lock` keeps every other import of it waiting. Refuses with `not-found`. */
export async function readAccountRow(reader: Reader, id: number, { lock }: { lock: boolean }) {
  const rows = reader.selectFrom("statement_accounts").selectAll().where("id", "=", id);
  const row = await (lock ? rows.forNoKeyUpdate() : rows).executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  return row;
}

/** The single account with the number that a file tells; null where there is none, or several. */
export async function findAccount(reader: Reader, number: string | null) {
  if (number === null) return null;
  const rows = await reader
    .selectFrom("statement_accounts")
    .select(["id", "name", "number"])
    .where("number", "is not", null)
    .execute();
  const found = rows.filter((row) => plainNumber(row.number) === plainNumber(number));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Without what people and banks write between the digits, and the zeros that a workbook drops. */
const plainNumber = (number: string | null) =>
  (number ?? "").replaceAll(/[^\p{L}\d]/gu, "").replace(/^0+/, "");
