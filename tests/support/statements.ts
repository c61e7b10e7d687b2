// Statements for tests that are not about reading files: as an official uploads them (M-PESA's old export of a paybill,
// over HTTP), and as rows of the tables; and the open items between them and the books.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";
import { holdToContract } from "./hold-answer.ts";
import { csvOf, type Movement, oldOrganisation } from "./statement-files.ts";
import type { Answer, TestGroup } from "./test-group.ts";

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
    key?: string;
    language?: "en" | "sw";
  },
): Promise<Answer> {
  const { token, file, name = "statement.csv", path = "/api/statements/", fields = {} } = params;
  const { language = "en", key } = params;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), name);
  const response = await fetch(group.url + path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Accept-Language": language,
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
    },
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

/** What of line `l` a match is for. */
const partCents = (
  match: string,
) => `CASE WHEN ${match}.payment_id IS NULL OR ${match}.explanation IS NOT NULL THEN l.amount_cents
  ELSE (SELECT paid.amount_cents FROM payments paid WHERE paid.id = ${match}.payment_id) END`;

/**
 * Creates a function that computes the open items between books and statements from every line and entry. The fast way
 * must give the same.
 */
export const createItemsInFull = `
CREATE FUNCTION reconciliation_items_in_full(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint)
LANGUAGE sql STABLE AS $$
  WITH accounts AS MATERIALIZED (SELECT * FROM account_balances(reconciliation_items_in_full.day)),
  begun AS MATERIALIZED (SELECT min(opened_on) AS on_day FROM accounts),
  lines AS MATERIALIZED (
    SELECT l.id, l.account_id, m.cents AS amount_cents, l.kind, l.reference_key, l.pair_id, booked.id AS entry_id,
           coalesce(booked.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items_in_full.day, false) AS is_booked
      FROM statement_lines l JOIN accounts USING (account_id)
      CROSS JOIN LATERAL (
        SELECT own.entry_id, own.payment_id, ${partCents("own")} AS cents FROM statement_matches own
         WHERE own.line_id = l.id AND own.undone_at IS NULL
        UNION ALL
        SELECT NULL, NULL, l.amount_cents - coalesce(sum(${partCents("own")}), 0) FROM statement_matches own
         WHERE own.line_id = l.id AND own.undone_at IS NULL HAVING l.amount_cents <> coalesce(sum(${partCents("own")}), 0)) m
      LEFT JOIN entries booked ON booked.id = coalesce(m.entry_id, (
        SELECT e.id FROM entries e JOIN payments p ON p.id = m.payment_id
         WHERE e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose = p.kind))
     WHERE l.is_proved AND l.kind <> 'failed' AND l.on_day <= reconciliation_items_in_full.day),
  unbooked AS (
    SELECT l.id, sum(l.amount_cents)::bigint AS amount_cents FROM lines l
     WHERE NOT l.is_booked
       -- Both ends of a transfer between our accounts, and what moves within one, cancel out.
       AND NOT EXISTS (SELECT FROM lines other WHERE other.id = l.pair_id)
       AND NOT (l.kind = 'internal' AND 0 = (SELECT sum(other.amount_cents) FROM lines other
                 WHERE other.kind = 'internal' AND other.account_id = l.account_id
                   AND other.reference_key IS NOT DISTINCT FROM l.reference_key))
     GROUP BY l.id),
  cleared AS (SELECT entry_id, sum(amount_cents)::bigint AS cents FROM lines WHERE is_booked GROUP BY entry_id),
  booked AS (
    SELECT p.entry_id, sum(p.amount_cents)::bigint AS cents, max(c.cents) AS cleared_cents
      FROM postings p LEFT JOIN cleared c ON c.entry_id = p.entry_id
     WHERE p.account = 'bank' AND p.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items_in_full.day
     GROUP BY p.entry_id),
  open AS (
    SELECT b.entry_id,
           CASE WHEN b.cleared_cents IS NULL THEN b.cents ELSE later.cents - b.cleared_cents END AS cents,
           CASE WHEN b.cleared_cents IS NULL THEN 0 ELSE later.cents - b.cents END AS differing_cents
      FROM booked b JOIN entries e ON e.id = b.entry_id
      LEFT JOIN LATERAL (
        SELECT sum(${partCents("m")})::bigint AS cents FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
         WHERE m.undone_at IS NULL AND l.is_proved
           AND (m.entry_id = b.entry_id OR (e.source_kind = 'payment' AND m.payment_id = e.source_id))) later ON b.cleared_cents IS NOT NULL
     WHERE b.cents IS DISTINCT FROM b.cleared_cents AND b.cents <> 0
       -- An entry and its reversal, neither of them on a statement.
       AND NOT (b.cleared_cents IS NULL AND EXISTS (
         SELECT FROM booked other JOIN entries o ON o.id = other.entry_id
          WHERE other.cleared_cents IS NULL AND (o.reverses = b.entry_id OR o.id = e.reverses))))
  SELECT CASE WHEN amount_cents > 0 THEN 'in_not_booked' ELSE 'out_not_booked' END, id, NULL::int, abs(amount_cents) FROM unbooked
   WHERE amount_cents <> 0
  UNION ALL
  SELECT CASE WHEN cents > 0 THEN 'booked_in' ELSE 'booked_out' END, NULL, entry_id, abs(cents) FROM open WHERE cents <> 0
  UNION ALL
  SELECT 'differing', NULL, entry_id, differing_cents FROM open WHERE differing_cents <> 0
$$;`;
