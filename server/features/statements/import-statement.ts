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
import type { Readings } from "#domain/statements/readings.ts";
import type { ColumnMapping } from "#domain/statements/statement-file.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readKnown } from "#server/core/bank-lines/known-lines.ts";
import { takeLines } from "#server/core/bank-lines/take-lines.ts";
import { reportLackingLines } from "#server/core/daraja/lacking-lines.ts";
import { holdCallers } from "#server/core/identity/sessions.ts";
import { storable, type Upload } from "#server/core/bank-files/uploaded-lines.ts";
import type { Database, Tx } from "#server/db/connection.ts";
import type { By, SignedInRequest } from "#server/platform/request.ts";
import {
  findAccount,
  readAccountRow,
  readStatement,
  writtenReadings,
} from "./statements.queries.ts";
import { requireOneAccount } from "./one-account.ts";
import {
  countLines,
  knownUpload,
  readUpload,
  rememberedOf,
  tellNotRead,
  type ReceivedStatement,
  type StatementReader,
  tellProblems,
  tellUnprinted,
} from "./read-upload.ts";

/**
 * Reads the file, and returns what imports it. Refuses an account that is none (404), a file that is no statement, one
 * that names another of our accounts, and one with a line that cannot be read, whose problems it tells. The same file
 * again is the statement that stands already.
 */
export async function readImport(
  db: Database,
  files: StatementReader,
  request: SignedInRequest,
  received: ReceivedStatement,
): Promise<(tx: Tx) => Promise<ReplyOf<typeof importStatement>>> {
  const { account_id: accountId } = received;
  if (accountId === undefined) throw refuse("statement-account-needed").at("account_id");
  const account = await readAccountRow(db, accountId, { lock: false });
  // Before the transaction opens: reading may take seconds.
  const read = await readUpload(files, received, {
    stored: rememberedOf(account),
    now: request.now,
  });
  const upload = completed(await knownUpload(db, read), received, request.now);
  const named = await findAccount(db, upload.accountNumber);
  if (named !== null && named.id !== accountId)
    throw refuse("statement-of-another-account", {
      printed: upload.accountNumber ?? "",
      name: named.name,
    }).at("account_id");
  await requireOneAccount(db, upload, accountId);
  if (upload.problems.length > 0)
    throw refuse("statement-lines-unreadable", {
      count: upload.problems.length,
      problems: tellProblems(upload.problems, request.t),
    });
  return async (tx) => {
    // Thousands of lines on a machine that is busy with other things.
    await sql`SET LOCAL statement_timeout = '60s'`.execute(tx);
    const actor = single(await holdCallers(tx, [request]));
    if (!can(actor, "statements.write")) throw refuse("forbidden");
    const locked = await readAccountRow(tx, accountId, { lock: true });
    const standing = await findSame(tx, accountId, upload);
    const known = await readKnown(tx, accountId, upload.lines);
    const counts = countLines(upload, known);
    const statementId =
      standing ?? (await store(tx, request, { account: locked, upload, known, counts, received }));
    return {
      detail: [
        request.t("done.statements.imported", { added: counts.new, known: counts.known }),
        ...tellUnprinted(upload, request.t),
        ...tellNotRead(upload.notRead, request.t).map(({ detail }) => detail),
      ].join(" "),
      counts,
      statement: await readStatement(tx, { id: statementId, callerId: actor.id }),
    };
  };
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
  account: { id: number; name: string; readings: unknown };
  upload: Upload;
  known: Awaited<ReturnType<typeof readKnown>>;
  counts: ReturnType<typeof countLines>;
  received: ReceivedStatement;
};

async function store(tx: Tx, by: By, storing: Storing): Promise<number> {
  const { account, upload, known, counts, received } = storing;
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
      opening_printed: upload.isOpeningPrinted,
      closing_printed: upload.isClosingPrinted,
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
  const { lines, matched, transfers } = await takeLines(tx, {
    accountId,
    source: { kind: "file", statementId: id, isProof, known },
    lines: upload.lines,
    now: by.now,
  });
  if (upload.format === "bank" && upload.mapping !== null)
    await tx
      .updateTable("statement_accounts")
      .set({ mapping: JSON.stringify(plainMapping(upload.mapping)) })
      .where("id", "=", accountId)
      .execute();
  const answered = await rememberReadings(tx, account, received.readings ?? {});
  if (isProof) await reportLackingLines(tx, { accountId, now: by.now });
  const withTwins = await countTwins(
    tx,
    lines.map((line) => line.id),
  );
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
      ...answered,
      ...(withTwins > 0 ? { lines_with_twins: withTwins } : {}),
    },
    address: by.origin.address,
  });
  return id;
}

/** Remembers what was answered of the account's files, and gives it for the audit log; nothing if it was known. */
async function rememberReadings(tx: Tx, account: Storing["account"], sent: Readings) {
  const stored = (account.readings ?? {}) as Readings;
  const all = { ...stored, ...sent };
  if (writtenReadings(all) === writtenReadings(stored)) return {};
  await tx
    .updateTable("statement_accounts")
    .set({ readings: JSON.stringify(all) })
    .where("id", "=", account.id)
    .execute();
  return { readings: writtenReadings(all) };
}

/** How many of the lines have a receipt that stands on another line too (STAT-60). */
async function countTwins(tx: Tx, lineIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT line_id)::int AS count FROM standing_twins() WHERE line_id = ANY (${[...lineIds]}::int[])`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

const plainMapping = (mapping: ColumnMapping) =>
  Object.fromEntries(
    Object.entries(mapping).map(([key, heading]: [string, string | null]) => [
      key,
      heading === null ? null : storable(heading, 200),
    ]),
  );
