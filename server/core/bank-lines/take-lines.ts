// The one way in for lines of a bank or of M-PESA, whoever brings them (STAT-3, STAT-11).
//
// | Source | How a line is known again                         | When it proves             | Balances and days that it claims |
// | ------ | ------------------------------------------------- | -------------------------- | -------------------------------- |
// | file   | `readKnown`: receipt, balance, reference, text    | if its statement is proof  | those of its statement           |
// | live   | `readKnownLive`: receipt and direction            | if M-PESA was asked itself | none                             |
import { sql } from "kysely";
import { assert } from "#domain/assert.ts";
import { dayOf } from "#domain/spreadsheets/table.ts";
import { isMpesaCode } from "#domain/statements/mpesa-details.ts";
import { mpesaCodeOf } from "#domain/statements/same-lines.ts";
import type { Tx } from "#server/db/connection.ts";
import { rowTable } from "#server/db/prepared-queries/prepared-query.ts";
import { momentOf, readKnownLive, type BankLine, type KnownLine } from "./known-lines.ts";
import { learnCodes } from "./learned-codes.ts";
import { isInFile } from "./lines-of-statement.ts";
import { matchLines, matchLinesOfStatement, undoMatches } from "./matching.ts";

/** A line as its source has it. */
type SentLine = BankLine & {
  /** Its row in the file, from 1; null of a live one. */
  line: number | null;
};

type FileSource = {
  kind: "file";
  statementId: number;
  /** Whether the statement adds up. */
  isProof: boolean;
  /** What `readKnown` says of the lines, in their order. */
  known: readonly (KnownLine | null)[];
};

type LiveSource = {
  kind: "live";
  /** Whether M-PESA answered a question of our own; what a callback says confirms nothing. */
  isChecked: boolean;
};

/** `contradicts`: the account has the receipt with another amount, and nothing was changed. */
type Fate = "new" | "known" | "contradicts";

export type Taken = {
  /** Of each line, in their order. */
  lines: { id: number; fate: Fate }[];
  /** Lines that were matched with a payment or an entry. */
  matched: number;
  /** Pairs of lines that are one transfer. */
  transfers: number;
};

/**
 * Stores the lines that the account does not have, says of the others that this source has them too, and matches what is proved. Amounts
 * are cents, below 0 for money out; moments are Nairobi's. A line of a file has its row, which is null of a live one; a live line is
 * known by its M-PESA receipt, so it needs that as its `reference`. Holds the account against whoever else brings lines of it.
 */
export async function takeLines(
  tx: Tx,
  delivery: {
    accountId: number;
    source: FileSource | LiveSource;
    lines: readonly SentLine[];
    now: Date;
  },
): Promise<Taken> {
  const { accountId, source, lines, now } = delivery;
  await tx
    .selectFrom("statement_accounts")
    .select("id")
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (source.kind === "live") return takeLive(tx, { accountId, source, lines, now });
  const ids = await takeFile(tx, { accountId, source, lines });
  if (source.isProof) await learnCodes(tx, { statementId: source.statementId, now });
  const lineIds = source.isProof ? ids : [];
  const { matched, transfers } = await matchLinesOfStatement(tx, { lineIds, now });
  const fate = (index: number) => (source.known[index] == null ? "new" : "known");
  return {
    lines: ids.map((id, index) => ({ id, fate: fate(index) })),
    matched: matched.length,
    transfers,
  };
}

/** A statement of 50,000 lines holds up nobody while its values are written out. */
const LINES_AT_ONCE = 10_000;

/** Of a line that no earlier file had: its statement, and its row there. */
const identityInFile = (statementId: number, line: string) =>
  sql`sha256(int4send(${statementId}::int) || int4send(${sql.ref(line)}))`;

/** The state of line `l` that no payment, entry or pair uses. */
const unusedState = sql`CASE WHEN l.kind IN ('failed', 'internal')
  OR EXISTS (SELECT FROM statement_set_asides aside WHERE aside.line_id = l.id AND aside.undone_at IS NULL) THEN 'ignored' ELSE 'open' END`;

/** M-PESA denied line `l`, and no file had it so far. */
const isOnlyDenied = sql`(l.live = 'denied' AND l.state = 'ignored' AND l.pair_id IS NULL)`;

/** Adds the lines that nothing brought before, in the order of time; returns the ids of all, in their order. */
async function takeFile(
  tx: Tx,
  {
    accountId,
    source,
    lines,
  }: { accountId: number; source: FileSource; lines: readonly SentLine[] },
): Promise<number[]> {
  const { statementId, isProof, known } = source;
  const rows = inOrderOfTime(lines.filter((_, index) => known[index] == null)).map(rowOf);
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE)
    await sql`
    INSERT INTO statement_lines (account_id, identity, at, on_day, reference, code, details, party, account_typed, kind,
                                 amount_cents, balance_cents, state, is_proved)
    SELECT ${accountId}::int, ${identityInFile(statementId, "line")}, at, on_day, reference, code, details, party, account_typed, kind,
           amount_cents, balance_cents,
           CASE WHEN kind IN ('failed', 'internal') THEN 'ignored' ELSE 'open' END, ${isProof}::boolean
      FROM ${rowTable("sent", lineColumns, rows.slice(at, at + LINES_AT_ONCE))} ORDER BY place`.execute(
      tx,
    );
  const sources = lines.map((line, index) => ({
    line: line.line,
    line_id: known[index]?.id ?? null,
    code: codeInFile(line, known[index] ?? null),
  }));
  const { rows: stored } = await sql<{ line: number; line_id: number }>`
    INSERT INTO statement_line_sources (statement_id, line, line_id, code)
    SELECT ${statementId}::int, sent.line, coalesce(sent.line_id, l.id), sent.code
      FROM ${rowTable("sent", sourceColumns, sources)}
      LEFT JOIN statement_lines l
        ON sent.line_id IS NULL AND l.account_id = ${accountId}::int AND l.identity = ${identityInFile(statementId, "sent.line")}
    RETURNING line, line_id`.execute(tx);
  // What stood in a withdrawn statement stands again, and what only a broken one had may be proved now. What M-PESA denied is there after all.
  await sql`
    UPDATE statement_lines l
       SET is_proved = l.is_proved OR ${isProof}::boolean,
           live_only = l.live_only AND NOT ${isProof}::boolean,
           state = CASE WHEN l.state = 'withdrawn' OR ${isOnlyDenied} THEN ${unusedState} ELSE l.state END
      FROM statement_line_sources o
     WHERE o.statement_id = ${statementId}::int AND l.id = o.line_id
       AND (l.state = 'withdrawn' OR ${isOnlyDenied} OR ((l.live_only OR NOT l.is_proved) AND ${isProof}::boolean))`.execute(
    tx,
  );
  const byRow = new Map(stored.map(({ line, line_id }) => [line, line_id]));
  return lines.map(({ line }) => {
    const id = byRow.get(line ?? 0);
    assert(id !== undefined, `row ${line} of statement ${statementId} was stored`);
    return id;
  });
}

/** The M-PESA code that the file has of a known line, which was brought without one (STAT-70). */
function codeInFile(line: SentLine, known: KnownLine | null): string | null {
  const code = mpesaCodeOf(line);
  const isNew = known?.isWithoutCode === true && line.kind !== "failed";
  return isNew && code !== null && isMpesaCode(code) ? code : null;
}

/** Of a line that M-PESA itself brought before any file: what it is known by. */
const identityLive = (accountId: number) =>
  sql`sha256(convert_to(concat_ws(' ', 'live', ${accountId}::int, reference, sign(amount_cents)), 'UTF8'))`;

async function takeLive(
  tx: Tx,
  delivery: {
    accountId: number;
    source: LiveSource;
    lines: readonly SentLine[];
    now: Date;
  },
): Promise<Taken> {
  const { accountId, source, lines, now } = delivery;
  const { isChecked } = source;
  const before = await readKnownLive(tx, accountId, lines);
  const rows = inOrderOfTime(lines.filter((_, index) => before[index] === null)).map(rowOf);
  await sql`
    INSERT INTO statement_lines (account_id, identity, at, on_day, reference, code, details, party, account_typed, kind,
                                 amount_cents, state, is_proved, live, live_only)
    SELECT ${accountId}::int, ${identityLive(accountId)}, at, on_day, reference, code, details, party, account_typed, kind, amount_cents,
           'open', false, 'told', true
      FROM ${rowTable("sent", lineColumns, rows)} ORDER BY place
        ON CONFLICT (account_id, identity) DO NOTHING`.execute(tx);
  // One delivery may have a receipt twice.
  const known = await readKnownLive(tx, accountId, lines);
  const taken = known.map((line, index) => {
    assert(line !== null, `a line of ${String(lines[index]?.reference)} was stored`);
    const contradicts = line.amountCents !== lines[index]?.amountCents;
    const fate: Fate = contradicts ? "contradicts" : before[index] === null ? "new" : "known";
    return { id: line.id, fate };
  });
  const agreeing = taken.flatMap(({ id, fate }) => (fate === "contradicts" ? [] : [id]));
  const proved = await sayLive(tx, agreeing, { isChecked });
  const { matched, transfers } = await matchLines(tx, { lineIds: proved, now });
  return { lines: taken, matched: matched.length, transfers };
}

/** Returns the lines that are proved by it. A line that was withdrawn, or denied before it was checked, stands again. */
async function sayLive(
  tx: Tx,
  lineIds: readonly number[],
  { isChecked }: { isChecked: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_new_proof: boolean }>`
    WITH before AS MATERIALIZED (SELECT id, is_proved FROM statement_lines WHERE id = ANY (${[...lineIds]}::int[]))
    UPDATE statement_lines l
       SET live = CASE WHEN ${isChecked}::boolean THEN 'checked' ELSE coalesce(l.live, 'told') END,
           is_proved = l.is_proved OR ${isChecked}::boolean,
           live_only = NOT ${isInFile("l.id", { isProof: true })},
           state = CASE WHEN l.state = 'withdrawn' OR (${isChecked}::boolean AND ${isOnlyDenied}) THEN ${unusedState} ELSE l.state END
      FROM before
     WHERE l.id = before.id AND (l.live IS NULL OR l.state = 'withdrawn' OR (${isChecked}::boolean AND l.live <> 'checked'))
    RETURNING l.id, l.is_proved AND NOT before.is_proved AS is_new_proof`.execute(tx);
  return rows.filter((row) => row.is_new_proof).map(({ id }) => id);
}

/** M-PESA answered that there is no such receipt, or that it is of another amount: what only a callback says is ignored from now on. */
export async function denyLines(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE statement_lines l SET live = 'denied', state = CASE WHEN ${isInFile("l.id", { isProof: false })} THEN l.state ELSE 'ignored' END
     WHERE l.id = ANY (${[...lineIds]}::int[]) AND l.live = 'told'`.execute(tx);
}

/**
 * M-PESA said the line's receipt with another amount too: without a file, it proves nothing from now on, and payments that wait for
 * approval are no longer matched with it. What was approved by it stays.
 */
export async function contradictLine(tx: Tx, lineId: number, now: Date): Promise<void> {
  const { rows } = await sql`
    UPDATE statement_lines l SET live = CASE l.live WHEN 'checked' THEN 'told' ELSE l.live END, is_proved = false
     WHERE l.id = ${lineId} AND l.live IS NOT NULL AND NOT ${isInFile("l.id", { isProof: true })}
       AND NOT EXISTS (
         SELECT FROM statement_matches m LEFT JOIN payments p ON p.id = m.payment_id
          WHERE m.line_id = l.id AND m.undone_at IS NULL AND p.status IS DISTINCT FROM 'pending' AND p.status IS DISTINCT FROM 'pending_approval')
    RETURNING l.id`.execute(tx);
  if (rows.length > 0) await undoMatches(tx, { why: "apart", lineIds: [lineId], now, by: null });
}

const lineColumns = {
  line: "int",
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

const sourceColumns = { line: "int", line_id: "int", code: "text" } as const;

const rowOf = (line: SentLine) => ({
  line: line.line,
  at: momentOf(line),
  on_day: dayOf(line.at),
  reference: line.reference,
  code: line.code,
  details: line.details,
  party: line.party,
  account_typed: line.accountTyped,
  kind: line.kind,
  amount_cents: line.amountCents,
  balance_cents: line.balanceCents,
});

function inOrderOfTime<Line extends BankLine>(lines: readonly Line[]): readonly Line[] {
  const isNewestFirst = (lines[0]?.at ?? "") > (lines.at(-1)?.at ?? "");
  const asPrinted = isNewestFirst ? lines.toReversed() : lines;
  return asPrinted.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
