// Setting aside one of two lines with the same receipt (STAT-60), or one that is there twice (STAT-67), and bringing it back.
import { sql } from "kysely";
import { single } from "#domain/assert.ts";
import { officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { matchLines } from "./matching.ts";

/**
 * The line stands for nothing from then on, and its twin confirms its payment alone. Refuses a line without a twin that
 * stands and without one alike in another file, and one that is matched.
 */
export async function setAside(
  tx: Tx,
  by: By,
  { lineId, reason }: { lineId: number; reason: string },
): Promise<void> {
  const office = officeOf(by.actor);
  if (office !== "Treasurer" && office !== "Sec-Gen") throw refuse("forbidden");
  await sql`SELECT lock_matching(true)`.execute(tx);
  const line = await tx
    .selectFrom("statement_lines")
    .select("state")
    .where("id", "=", lineId)
    .where("state", "<>", "withdrawn")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (line === undefined) throw refuse("not-found");
  if (line.state === "matched") throw refuse("line-already-matched");
  const twins = await readTwins(tx, lineId);
  if (twins.length === 0) throw refuse("line-without-twin");
  await tx
    .insertInto("statement_set_asides")
    .values({ line_id: lineId, office, set_by: by.actor.id, set_at: by.now, reason })
    .execute();
  // A transfer that was only supposed gives way.
  await sql`UPDATE statement_lines SET pair_id = NULL, state = 'open' WHERE pair_id = ${lineId}`.execute(
    tx,
  );
  await sql`UPDATE statement_lines SET pair_id = NULL, state = 'ignored' WHERE id = ${lineId}`.execute(
    tx,
  );
  await matchLines(tx, { lineIds: twins, now: by.now });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "statement-lines.set-aside",
    subject: "statement_line",
    subjectId: lineId,
    after: { office, reason, twins: twins.join(", ") },
    address: by.origin.address,
  });
}

/**
 * The line stands again, and its payments come apart where it has a twin. Refuses while an approved payment is matched with
 * a line of the same receipt. Returns who set it aside and why, for the caller's audit row.
 */
export async function bringBack(
  tx: Tx,
  by: By,
  lineId: number,
): Promise<{ office: string; reason: string }> {
  await sql`SELECT lock_matching(true)`.execute(tx);
  const { rows } = await sql`
    SELECT FROM statement_twins t JOIN statement_matches m ON m.line_id = t.twin_id AND m.undone_at IS NULL
      JOIN payments p ON p.id = m.payment_id
     WHERE t.line_id = ${lineId} AND p.status = 'approved' LIMIT 1`.execute(tx);
  if (rows.length > 0) throw refuse("set-aside-in-use");
  const undone = await tx
    .updateTable("statement_set_asides")
    .set({ undone_by: by.actor.id, undone_at: by.now })
    .where("line_id", "=", lineId)
    .where("undone_at", "is", null)
    .returning(["office", "reason"])
    .execute();
  await sql`UPDATE statement_lines SET state = 'open' WHERE id = ${lineId}`.execute(tx);
  await matchLines(tx, { lineIds: [lineId], now: by.now });
  return single(undone);
}

/** The lines with its receipt, of which none is set aside; without any, those alike. */
async function readTwins(tx: Tx, lineId: number): Promise<number[]> {
  const { rows } = await sql<{ twins: number[]; alike: number[] }>`
    SELECT ARRAY(SELECT twin_id FROM standing_twins() WHERE line_id = l.id ORDER BY 1) AS twins, ${alikeTo("l")} AS alike
      FROM statement_lines l WHERE l.id = ${lineId}`.execute(tx);
  const { twins, alike } = single(rows);
  return twins.length > 0 ? twins : alike;
}

/**
 * The ids of the standing lines of an open line's account with its day and amount, if no file has both: a file that does shows two
 * movements (STAT-67).
 */
export const alikeTo = (line: string) => sql<number[]>`ARRAY(
  SELECT o.id FROM statement_lines o
   WHERE ${sql.ref(`${line}.state`)} = 'open' AND o.account_id = ${sql.ref(`${line}.account_id`)} AND o.on_day = ${sql.ref(`${line}.on_day`)}
     AND o.amount_cents = ${sql.ref(`${line}.amount_cents`)} AND o.id <> ${sql.ref(`${line}.id`)} AND o.state <> 'withdrawn' AND o.kind <> 'failed'
     AND NOT EXISTS (SELECT FROM statement_set_asides aside WHERE aside.line_id = o.id AND aside.undone_at IS NULL)
     AND NOT EXISTS (SELECT FROM statement_line_sources one JOIN statement_line_sources other USING (statement_id)
                       JOIN statements s ON s.id = one.statement_id
                      WHERE one.line_id = ${sql.ref(`${line}.id`)} AND other.line_id = o.id AND s.withdrawn_at IS NULL)
   ORDER BY o.id)`;
