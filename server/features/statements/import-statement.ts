// Importing a statement: its file, its lines as far as they are new, and the payments that they
// confirm (STAT-3, STAT-11).
import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { importStatement } from "#contract/statements.ts";
import { single } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { completedTo } from "#domain/statements/period.ts";
import type { ColumnMapping } from "#domain/statements/statement-file.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { holdCallers } from "#server/core/identity/sessions.ts";
import { matchLines } from "#server/core/statements/matching.ts";
import { storable, type Upload } from "#server/core/statements/uploaded-lines.ts";
import { type Database, inTransaction, type Tx } from "#server/db/connection.ts";
import { rowTable } from "#server/db/prepared-queries/prepared-query.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { type By, findAccount, readAccountRow, readStatement } from "./statements.queries.ts";
import {
  countLines,
  momentOf,
  readKnown,
  readUpload,
  type ReceivedStatement,
  type StatementReader,
  tellProblems,
} from "./read-upload.ts";

/**
 * Refuses an account that is none (404), a file that is no statement, one that names another of our accounts, and one
 * with a line that cannot be read, whose problems it tells. The same file again is the statement that stands already.
 */
export async function importUpload(
  db: Database,
  files: StatementReader,
  request: SignedInRequest,
  received: ReceivedStatement,
): Promise<ReplyOf<typeof importStatement>> {
  const { account_id: accountId } = received;
  if (accountId === undefined) throw refuse("statement-account-needed").at("account_id");
  const account = await readAccountRow(db, accountId, { lock: false });
  const stored = account.mapping as ColumnMapping | null;
  // Before the transaction opens: reading may take seconds.
  const upload = completed(await readUpload(files, received, stored), received, request.now);
  const named = await findAccount(db, upload.accountNumber);
  if (named !== null && named.id !== accountId)
    throw refuse("statement-of-another-account", {
      printed: upload.accountNumber ?? "",
      name: named.name,
    }).at("account_id");
  if (upload.problems.length > 0)
    throw refuse("statement-lines-unreadable", {
      count: upload.problems.length,
      problems: tellProblems(upload.problems, request.t),
    });
  return inTransaction(db, async (tx) => {
    // Thousands of lines on a machine that is busy with other things.
    await sql`SET LOCAL statement_timeout = '60s'`.execute(tx);
    const actor = single(await holdCallers(tx, [request]));
    if (!can(actor, "statements.write")) throw refuse("forbidden");
    await readAccountRow(tx, accountId, { lock: true });
    const standing = await findSame(tx, accountId, upload);
    const known = await readKnown(tx, accountId, upload.lines);
    const counts = countLines(upload, known);
    const statementId =
      standing ?? (await store(tx, request, { account, upload, counts, received }));
    return {
      detail: request.t("done.statements.imported", { added: counts.new, known: counts.known }),
      counts,
      statement: await readStatement(tx, statementId),
    };
  });
}

/** With the day up to which the uploader says that the file is complete (STAT-53). */
export function completed(upload: Upload, { complete_to }: ReceivedStatement, now: Date): Upload {
  if (complete_to === undefined || upload.problems.length > 0) return upload;
  return completedTo(upload, { completeTo: complete_to, today: nairobiDate(now) });
}

/** The statement of the same file that covers these days already. */
async function findSame(
  tx: Tx,
  accountId: number,
  { sha256, period }: Upload,
): Promise<number | null> {
  const same = await tx
    .selectFrom("statements")
    .select("id")
    .where("account_id", "=", accountId)
    .where("sha256", "=", sha256)
    .where("period_from", "<=", period.from)
    .where("period_to", ">=", period.to)
    .where("withdrawn_at", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return same?.id ?? null;
}

type Storing = {
  account: { id: number; name: string };
  upload: Upload;
  counts: ReturnType<typeof countLines>;
  received: ReceivedStatement;
};

async function store(tx: Tx, by: By, storing: Storing): Promise<number> {
  const { account, upload, counts, received } = storing;
  const accountId = account.id;
  const found = upload.breaks.map(({ line, expectedCents, printedCents }) => ({
    line,
    expected: Number(expectedCents),
    printed: Number(printedCents),
  }));
  // What nothing proves is no proof either, though no balance of it is wrong.
  const breaks = upload.isProvable ? found : [{ unprovable: true }];
  const { id } = await tx
    .insertInto("statements")
    .values({
      account_id: accountId,
      file_name: received.fileName,
      sha256: upload.sha256,
      format: upload.format,
      period_from: upload.period.from,
      period_to: upload.period.to,
      period_source: upload.periodSource,
      opening_cents: upload.opening,
      closing_cents: upload.closing,
      counts: JSON.stringify({ new: counts.new, known: counts.known, failed: counts.failed }),
      breaks: JSON.stringify(breaks),
      uploaded_by: by.actor.id,
      uploaded_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("statement_files")
    .values({ statement_id: id, content: received.bytes })
    .execute();
  const isProof = breaks.length === 0;
  const lineIds = await storeLines(tx, { accountId, statementId: id, isProof, upload });
  if (upload.format === "bank" && upload.mapping !== null)
    await tx
      .updateTable("statement_accounts")
      .set({ mapping: JSON.stringify(plainMapping(upload.mapping)) })
      .where("id", "=", accountId)
      .execute();
  const { matched, transfers } = isProof
    ? await matchLines(tx, { lineIds, now: by.now })
    : { matched: 0, transfers: 0 };
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "statements.import",
    subject: "statement",
    subjectId: id,
    after: {
      statement_account: account.name,
      file_name: received.fileName,
      sha256: upload.sha256.toString("hex"),
      start_date: upload.period.from,
      end_date: upload.period.to,
      ...(upload.periodSource === "uploader" ? { complete_to: upload.period.to } : {}),
      lines_added: counts.new,
      lines_known: counts.known,
      lines_failed: counts.failed,
      lines_matched: matched,
      transfers,
      breaks: found.length,
    },
    address: by.origin.address,
  });
  return id;
}

const plainMapping = (mapping: ColumnMapping) =>
  Object.fromEntries(
    Object.entries(mapping).map(([key, heading]: [string, string | null]) => [
      key,
      heading === null ? null : storable(heading, 200),
    ]),
  );

const lineColumns = {
  line: "int",
  identity: "bytea",
  at: "timestamptz",
  on_day: "date",
  reference: "text",
  code: "text",
  details: "text",
  party: "text",
  account_typed: "text",
  kind: "text",
  amount_cents: "bigint",
  balance_cents: "bigint",
} as const;

const sourceColumns = { line: "int", identity: "bytea" } as const;

/** A statement of 50,000 lines holds up nobody while its values are written out. */
const LINES_AT_ONCE = 10_000;

/** Adds the lines that no earlier file had, in the order of time; gives the ids of all lines of the statement. */
async function storeLines(
  tx: Tx,
  storing: { accountId: number; statementId: number; isProof: boolean; upload: Upload },
): Promise<number[]> {
  const { accountId, statementId, isProof, upload } = storing;
  const rows = inOrderOfTime(upload.lines).map((line) => ({
    line: line.line,
    identity: line.identity,
    at: momentOf(line),
    on_day: line.at.slice(0, 10),
    reference: line.reference,
    code: line.code,
    details: line.details,
    party: line.party,
    account_typed: line.accountTyped,
    kind: line.kind,
    amount_cents: line.amountCents,
    balance_cents: line.balanceCents,
  }));
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE)
    await sql`
    INSERT INTO statement_lines (account_id, identity, at, on_day, reference, code, details, party, account_typed, kind,
                                 amount_cents, balance_cents, state, is_proved)
    SELECT ${accountId}::int, identity, at, on_day, reference, code, details, party, account_typed, kind, amount_cents, balance_cents,
           CASE WHEN kind IN ('failed', 'internal') THEN 'ignored' ELSE 'open' END, ${isProof}::boolean
      FROM ${rowTable("sent", lineColumns, rows.slice(at, at + LINES_AT_ONCE))} ORDER BY place
        ON CONFLICT ON CONSTRAINT statement_lines_once DO NOTHING`.execute(tx);
  const identified = rows.map(({ line, identity }) => ({ line, identity }));
  const { rows: sources } = await sql<{ line_id: number }>`
    INSERT INTO statement_line_sources (statement_id, line, line_id)
    SELECT ${statementId}::int, sent.line, l.id
      FROM ${rowTable("sent", sourceColumns, identified)}
      JOIN statement_lines l ON l.account_id = ${accountId}::int AND l.identity = sent.identity
    RETURNING line_id`.execute(tx);
  // What stood in a withdrawn statement stands again, and what only a broken one had may be proved now.
  await sql`
    UPDATE statement_lines l
       SET is_proved = l.is_proved OR ${isProof}::boolean,
           state = CASE WHEN l.state <> 'withdrawn' THEN l.state
                        WHEN l.kind IN ('failed', 'internal')
                          OR EXISTS (SELECT FROM statement_set_asides aside WHERE aside.line_id = l.id AND aside.undone_at IS NULL) THEN 'ignored'
                        ELSE 'open' END
      FROM statement_line_sources o
     WHERE o.statement_id = ${statementId}::int AND l.id = o.line_id
       AND (l.state = 'withdrawn' OR (NOT l.is_proved AND ${isProof}::boolean))`.execute(tx);
  return sources.map(({ line_id }) => line_id);
}

function inOrderOfTime(lines: Upload["lines"]): Upload["lines"] {
  const isNewestFirst = (lines[0]?.at ?? "") > (lines.at(-1)?.at ?? "");
  const asPrinted = isNewestFirst ? lines.toReversed() : lines;
  return asPrinted.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
