// Statements as rows of the tables, for tests that are not about reading files.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";

export type Line = {
  /** Nairobi, `yyyy-MM-dd` or with a time. */
  at: string;
  /** Money out is below 0. */
  cents: bigint;
  reference?: string | null;
  code?: string | null;
  kind?: "payment_in" | "payment_out" | "charge" | "internal" | "failed";
  details?: string;
};

const hash = (text: string) => createHash("sha256").update(text).digest();
let made = 0;

export async function addStatementAccount(db: Database, by: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO statement_accounts (name, kind, number, created_by, created_at)
    VALUES (${`Paybill ${++made}`}, 'mpesa_paybill', '247247', ${by}, now()) RETURNING id`.execute(
    db,
  );
  return rows[0]!.id;
}

/** One whole statement, or one with a break; returns its id and those of its lines. */
export async function addStatement(
  db: Database,
  statement: {
    accountId: number;
    by: number;
    from: string;
    to: string;
    openingCents: bigint;
    lines: readonly Line[];
    isBroken?: boolean;
    at?: Date;
  },
): Promise<{ id: number; lines: number[] }> {
  const { accountId, by, lines, openingCents } = statement;
  const counted = lines.filter(({ kind }) => kind !== "failed");
  const closing = counted.reduce((sum, { cents }) => sum + cents, openingCents);
  const breaks = statement.isBroken === true ? '[{"line": 3, "expected": 1, "printed": 2}]' : "[]";
  const { rows } = await sql<{ id: number }>`
    INSERT INTO statements (account_id, file_name, sha256, format, period_from, period_to, opening_cents, closing_cents, counts, breaks,
                            uploaded_by, uploaded_at)
    VALUES (${accountId}, ${`month-${++made}.csv`}, ${hash(String(made))}, 'bank', ${statement.from}, ${statement.to}, ${openingCents},
            ${closing}, '{}', ${breaks}::jsonb, ${by}, ${statement.at ?? new Date()}) RETURNING id`.execute(
    db,
  );
  const { id } = rows[0]!;
  const ids: number[] = [];
  for (const [index, line] of lines.entries()) {
    const at = line.at.length > 10 ? `${line.at}+03:00` : null;
    const kind = line.kind ?? (line.cents > 0n ? "payment_in" : "payment_out");
    const added = await sql<{ id: number }>`
      INSERT INTO statement_lines (account_id, identity, at, on_day, reference, code, details, kind, amount_cents, state, is_proved)
      VALUES (${accountId}, ${hash(`${made} ${index}`)}, ${at}, ${line.at.slice(0, 10)}, ${line.reference ?? null}, ${line.code ?? null},
              ${line.details ?? "Pay Bill from A MEMBER"}, ${kind}, ${line.cents},
              ${kind === "failed" || kind === "internal" ? "ignored" : "open"}, ${statement.isBroken !== true})
      RETURNING id`.execute(db);
    const lineId = added.rows[0]!.id;
    await sql`INSERT INTO statement_line_sources (statement_id, line, line_id) VALUES (${id}, ${index + 1}, ${lineId})`.execute(
      db,
    );
    ids.push(lineId);
  }
  return { id, lines: ids };
}

/** Matches a line with a payment or an entry, as an official does by hand. */
export async function matchLine(
  db: Database,
  match: {
    line: number;
    by: number;
    payment?: number;
    entry?: number;
    explanation?: string;
    at?: Date;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO statement_matches (line_id, payment_id, entry_id, matched_by, matched_at, reason, explanation)
    VALUES (${match.line}, ${match.payment ?? null}, ${match.entry ?? null}, ${match.by}, ${match.at ?? new Date(0)}, 'by_hand', ${match.explanation ?? null})
    RETURNING id`.execute(db);
  await sql`UPDATE statement_lines SET state = 'matched' WHERE id = ${match.line}`.execute(db);
  return rows[0]!.id;
}
