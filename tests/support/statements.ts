// Statements as an official uploads them, M-PESA's old export of a paybill over HTTP, and as rows of the tables, for tests
// that are not about reading files.
import { csvOf, type Movement, oldOrganisation } from "./statement-files.ts";
import { holdToContract } from "./hold-answer.ts";
import type { Answer, TestGroup } from "./test-group.ts";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";

export type WrittenStatement = {
  /** In cents. */
  opening: bigint;
  movements: readonly Movement[];
  /** Both days included, as the file prints its period. */
  from: string;
  to: string;
};

/** The file of a paybill, oldest line first. */
export function paybillStatement({ opening, movements, from, to }: WrittenStatement): string {
  const rows = oldOrganisation({ opening, movements }).map(([label = "", ...cells]) =>
    label === "Time Period:"
      ? [label, `From ${printed(from)} 00:00:00 To ${printed(to)} 23:59:59`]
      : [label, ...cells],
  );
  return csvOf(rows);
}

const printed = (day: string) => day.split("-").toReversed().join("-");

/** A payment of a member to the paybill. */
export function paidIn(receipt: string, at: string, kes: number, typed = "M001"): Movement {
  const from = "25470****111 - ALICE **** WANJIRU";
  return {
    receipt,
    at,
    cents: BigInt(kes) * 100n,
    details: `Pay Bill from ${from} Acc. ${typed}`,
    otherParty: from,
    account: typed,
    reason: "Pay Bill",
  };
}

export function paidOut(receipt: string, at: string, kes: number): Movement {
  const details = "Business Payment to 254700000003 - DANIEL KIPROTICH via API";
  return { receipt, at, cents: BigInt(-kes) * 100n, details };
}

export function charged(receipt: string, at: string, kes: number): Movement {
  return {
    receipt,
    at,
    cents: BigInt(-kes) * 100n,
    details: "Pay Bill Charge",
    reason: "Pay Bill Charge",
  };
}

/** Sends a file with the other parts of its form. */
export async function uploadStatement(
  group: Pick<TestGroup, "url">,
  params: {
    token: string;
    file: string | Uint8Array;
    name?: string;
    path?: string;
    fields?: Record<string, string>;
    language?: "en" | "sw";
  },
): Promise<Answer> {
  const { token, file, name = "statement.csv", path = "/api/statements/", fields = {} } = params;
  const { language = "en" } = params;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), name);
  const response = await fetch(group.url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Accept-Language": language },
    body: form,
  });
  const answer = {
    status: response.status,
    body: await response.json(),
    headers: response.headers,
  };
  holdToContract({ method: "POST", path, ...answer });
  return answer;
}

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
