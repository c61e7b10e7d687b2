// Alters single columns of single rows and takes rows away, as the owner of the database could, to find what no invariant sees.
import type { Client } from "pg";

type Column = {
  table: string;
  column: string;
  type: string;
  /** PostgreSQL computes it, or refuses to update it. */
  is_fixed: boolean;
  /** The words that a check of the table admits. */
  admitted: string[] | null;
};

/** The name under which a row that was taken away is reported. */
export const GONE = "(a row taken away)";
const ROWS = 3;

/** Every table of the schema with its columns. */
export async function readTables(client: Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(
    `SELECT c.relname AS table, a.attname AS column, t.typname AS type, a.attgenerated <> '' OR a.attidentity <> '' AS is_fixed,
            (SELECT array_agg(DISTINCT word[1]) FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-zA-Z_. -]+)''', 'g') word
              WHERE k.conrelid = c.oid AND k.contype = 'c' AND a.attnum = ANY (k.conkey)) AS admitted
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname, a.attnum`,
  );
  const tables = new Map<string, Column[]>();
  for (const each of rows) tables.set(each.table, [...(tables.get(each.table) ?? []), each]);
  return tables;
}

const others: Readonly<Record<string, readonly string[]>> = {
  int4: ["# + 1", "# - 1", "1", "0"],
  int8: ["# + 1", "# - 1", "1", "0"],
  bool: ["NOT #", "true"],
  text: ["# || 'x'", "'x'"],
  date: ["# + 1", "# - 1", "'2026-01-01'"],
  timestamptz: ["# + interval '1 hour'", "# - interval '1 hour'", "'2026-01-01'"],
  time: ["# + interval '1 hour'"],
  bytea: ["sha256(#)", "sha256('x')"],
  jsonb: [`# || '{"x": 1}'`, "# || '[1]'", "'{}'"],
  _text: ["array_append(#, 'sms')", "'{sms}'"],
};

/** Values that differ from the present one, the likeliest to be admitted first. */
function valuesFor({ table, column, type, admitted }: Column): string[] {
  const name = `"${column}"`;
  return [
    ...(others[type] ?? []).map((value) => value.replaceAll("#", name)),
    ...(admitted ?? []).map((word) => `'${word}'`),
    `(SELECT o.${name} FROM ${table} o WHERE o.${name} IS DISTINCT FROM ${table}.${name} LIMIT 1)`,
  ];
}

/**
 * In some rows of a table for which \`where\` holds, takes the row away, alters each column and empties it, each by itself and undone
 * afterwards. Returns how many rows there were, and the alterations that PostgreSQL admitted and of which \`sees\` is false.
 */
export async function alterEach(
  client: Client,
  columns: readonly Column[],
  { where, sees }: { where: string; sees: (column: string) => Promise<boolean> },
): Promise<{ rows: number; unseen: { column: string; change: string }[] }> {
  const table = columns[0]?.table ?? "";
  const { rows } = await client.query<{ ctid: string }>(
    `SELECT ctid::text AS ctid FROM ${table} WHERE ${where} ORDER BY ctid LIMIT 400`,
  );
  const picked = new Set(
    Array.from(
      { length: ROWS },
      (_, at) => rows[Math.floor((at * (rows.length - 1)) / (ROWS - 1))],
    ),
  );
  const unseen: { column: string; change: string }[] = [];
  /** Whether PostgreSQL admitted the change. */
  const change = async (column: string, statement: string): Promise<boolean> => {
    await client.query("BEGIN");
    try {
      const changed = await client.query(statement).catch(() => null);
      if (changed === null || changed.rowCount === 0) return false;
      if (!(await sees(column))) unseen.push({ column, change: statement });
      return true;
    } finally {
      await client.query("ROLLBACK");
    }
  };
  for (const row of picked) {
    if (row === undefined) continue;
    const here = `ctid = '${row.ctid}'`;
    await change(GONE, `DELETE FROM ${table} WHERE ${here}`);
    for (const each of columns) {
      if (each.is_fixed) continue;
      const name = `"${each.column}"`;
      for (const value of valuesFor(each))
        if (
          await change(
            each.column,
            `UPDATE ${table} SET ${name} = ${value} WHERE ${here} AND ${name} IS DISTINCT FROM ${value}`,
          )
        )
          break;
      await change(
        each.column,
        `UPDATE ${table} SET ${name} = NULL WHERE ${here} AND ${name} IS NOT NULL`,
      );
    }
  }
  return { rows: rows.length, unseen };
}
