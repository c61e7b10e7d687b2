// Runs every invariant on one snapshot of the database.
import { sql } from "kysely";
import type { Database } from "#server/db/connection.ts";
import { invariants } from "./invariants.ts";

export type Breach = { name: string; holds: string; offenders: { id: number; found: string }[] };
export type Verdict = { checked: number; breaches: Breach[] };

const SHOWN = 20;

/** The invariants that do not hold, each with its first offenders; reads only. */
export async function verifyBooks(db: Database): Promise<Verdict> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
      return judgeBooks(async (text) => (await sql.raw<Offender>(text).execute(tx)).rows);
    });
}

type Offender = { id: number | bigint | string; found: string };

/** The same by any way to ask the database, which sees to it that all questions see one state. */
export async function judgeBooks(
  ask: (text: string) => Promise<readonly Offender[]>,
): Promise<Verdict> {
  const breaches: Breach[] = [];
  for (const { name, holds, sql: text } of invariants) {
    const rows = await ask(`SELECT id, found FROM (${text}) offenders ORDER BY id LIMIT ${SHOWN}`);
    const offenders = rows.map(({ id, found }) => ({ id: Number(id), found }));
    if (offenders.length > 0) breaches.push({ name, holds, offenders });
  }
  return { checked: invariants.length, breaches };
}
