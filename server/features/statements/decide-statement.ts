// Accepting a statement that does not add up (STAT-4), and withdrawing one (STAT-7).
import { sql } from "kysely";
import type { Statement } from "#contract/statements.ts";
import { whyNotAlso } from "#domain/approvals/both-offices.ts";
import { officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { learnCodes } from "#server/core/bank-lines/learned-codes.ts";
import {
  dropLines,
  proveLines,
  readTwins,
  readUnproved,
} from "#server/core/bank-lines/lines-of-statement.ts";
import {
  matchLines,
  matchLinesOfStatement,
  undoMatches,
} from "#server/core/bank-lines/matching.ts";
import { reportLackingLines } from "#server/core/daraja/lacking-lines.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { readAccountRow, readStatement } from "./statements.queries.ts";

type Decision = { id: number; reason: string };

/**
 * One office's acceptance; with the second its lines count as evidence, and what they confirm is matched. Refuses a statement
 * that is whole, accepted or withdrawn, an office that has accepted it, and one person for both offices.
 */
export async function accept(tx: Tx, by: By, { id, reason }: Decision): Promise<Statement> {
  const statement = await lockStatement(tx, { id, callerId: by.actor.id });
  if (statement.state === "withdrawn") throw refuse("statement-is-withdrawn");
  if (statement.state !== "broken") throw refuse("statement-needs-no-acceptance");
  const office = officeOf(by.actor);
  if (office !== "Treasurer" && office !== "Sec-Gen") throw refuse("forbidden");
  const earlier = statement.accepted.map((each) => ({ office: each.office, byId: each.by.id }));
  const refusal = whyNotAlso(earlier, { office, id: by.actor.id });
  if (refusal !== null) throw refusal;
  await tx
    .insertInto("statement_acceptances")
    .values({
      statement_id: id,
      office,
      member_id: by.actor.id,
      accepted_at: by.now,
      reason,
    })
    .execute();
  const isSecond = statement.accepted.length === 1;
  if (isSecond) {
    await tx.updateTable("statements").set({ accepted_at: by.now }).where("id", "=", id).execute();
    const lineIds = await proveLines(tx, id);
    await learnCodes(tx, { statementId: id, now: by.now });
    await matchLinesOfStatement(tx, { lineIds, now: by.now });
    await reportLackingLines(tx, { accountId: statement.account_id, now: by.now });
  }
  await audit(tx, by, { id, action: "statements.accept", after: { office, reason } });
  return readStatement(tx, { id, callerId: by.actor.id });
}

type Blocking = { kind: string; id: number; reference: string | null };

/**
 * Its lines that no other source has are gone, and matches of lines that no other proves end. Refuses while an approved
 * payment or an entry rests on such a line, and names them; a statement that is withdrawn; one without a file is none.
 */
export async function withdraw(tx: Tx, by: By, { id, reason }: Decision): Promise<Statement> {
  const { state } = await lockStatement(tx, { id, callerId: by.actor.id });
  if (state === "withdrawn") throw refuse("statement-is-withdrawn");
  const blocking = await readBlocking(tx, id);
  if (blocking.length > 0) throw refuse("statement-in-use", { count: blocking.length, blocking });
  await tx
    .updateTable("statements")
    .set({ withdrawn_by: by.actor.id, withdrawn_at: by.now, withdrawn_reason: reason })
    .where("id", "=", id)
    .execute();
  const unproved = await readUnproved(tx, id);
  const undone = await undoMatches(tx, {
    now: by.now,
    by: by.actor.id,
    why: "withdrawn",
    lineIds: unproved,
  });
  await dropLines(tx, id);
  await matchLines(tx, { lineIds: await readTwins(tx, id), now: by.now });
  await audit(tx, by, {
    id,
    action: "statements.withdraw",
    after: { reason, lines_unmatched: undone },
  });
  return readStatement(tx, { id, callerId: by.actor.id });
}

/** Approved payments and entries on lines that only this statement proves; at most 100. */
async function readBlocking(tx: Tx, statementId: number): Promise<Blocking[]> {
  const { rows } = await sql<Blocking>`
    SELECT CASE WHEN m.entry_id IS NULL THEN p.kind ELSE 'entry' END AS kind, coalesce(m.entry_id, p.id) AS id,
           coalesce(p.reference, l.reference) AS reference
      FROM statement_line_sources o
      JOIN statement_lines l ON l.id = o.line_id
      JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
      LEFT JOIN payments p ON p.id = m.payment_id
     WHERE o.statement_id = ${statementId} AND (m.entry_id IS NOT NULL OR p.status = 'approved')
       AND l.live IS DISTINCT FROM 'checked'
       AND NOT EXISTS (SELECT FROM statement_line_sources other JOIN statements s ON s.id = other.statement_id
                        WHERE other.line_id = l.id AND other.statement_id <> ${statementId} AND s.is_proof)
     ORDER BY l.on_day, l.id LIMIT 100`.execute(tx);
  return rows;
}

/** With its account, so that nothing is imported meanwhile. */
async function lockStatement(tx: Tx, wanted: { id: number; callerId: number }): Promise<Statement> {
  const { account_id: accountId } = await readStatement(tx, wanted);
  await readAccountRow(tx, accountId, { lock: true });
  // It may have thousands of lines.
  await sql`SET LOCAL statement_timeout = '60s'`.execute(tx);
  return readStatement(tx, wanted);
}

async function audit(
  tx: Tx,
  by: By,
  change: {
    id: number;
    action: "statements.accept" | "statements.withdraw";
    after: Record<string, unknown>;
  },
): Promise<void> {
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: change.action,
    subject: "statement",
    subjectId: change.id,
    after: change.after,
    address: by.origin.address,
  });
}
