// What people say that lines are (STAT-10, STAT-12), as it is stored.
import { sql } from "kysely";
import type { MatchKind } from "#contract/statement-lines.ts";
import { type Refusal, refuse } from "#domain/refusal.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";

/** A payment or an entry, by its kind and id. */
export type MatchedItem = { kind: MatchKind; id: number };

export type LockedLine = Awaited<ReturnType<typeof lockLines>>[number];

/**
 * Those that stand, locked, in the order of their ids, and whether each has a twin (STAT-60), is set aside, or goes back
 * (OUT-6).
 */
export async function lockLines(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom("statement_lines")
    .selectAll()
    .select(
      sql<boolean>`EXISTS (SELECT FROM standing_twins() twin WHERE twin.line_id = statement_lines.id)`.as(
        "has_twin",
      ),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM statement_set_asides aside
        WHERE aside.line_id = statement_lines.id AND aside.undone_at IS NULL)`.as("is_set_aside"),
    )
    .select(sql<boolean>`is_given_back(statement_lines.id)`.as("is_given_back"))
    .where("id", "in", [...ids])
    .where("state", "<>", "withdrawn")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Refuses a line of which it is known what it is, that failed, proves nothing yet, has a twin, is set aside, or goes back. */
export function requireMatchable(line: LockedLine): void {
  const refusal = whyNotMatchable(line);
  if (refusal !== null) throw refusal;
}

/** Null if nothing stands against saying what the line is. */
export function whyNotMatchable(line: LockedLine): Refusal | null {
  if (line.state === "matched") return refuse("line-already-matched");
  if (line.kind === "failed" || line.kind === "internal") return refuse("line-needs-no-match");
  if (!line.is_proved) return refuse("line-not-proved");
  if (line.has_twin) return refuse("line-has-twin").at("line");
  if (line.is_given_back) return refuse("line-goes-back").at("line");
  return line.is_set_aside ? refuse("line-set-aside").at("line") : null;
}

type Saving = {
  lineIds: readonly number[];
  matched: MatchedItem;
  /** All payments that one line is, if there are several. */
  together?: readonly number[];
  reason: "by_hand" | "recorded" | "booked";
  explanation: string | null;
  action: "statement-lines.match" | "statement-lines.record" | "statement-lines.book";
};

/** Keeps the matches of locked lines, each with its audit row. */
export async function saveMatches(tx: Tx, by: By, saving: Saving): Promise<void> {
  const { lineIds, matched, together = [], reason, explanation, action } = saving;
  const ids = together.length > 1 ? together : [matched.id];
  const things = lineIds.flatMap((lineId) => ids.map((id) => ({ lineId, id })));
  await unpair(tx, lineIds);
  await tx
    .insertInto("statement_matches")
    .values(
      things.map(({ lineId, id }) => ({
        line_id: lineId,
        payment_id: matched.kind === "entry" ? null : id,
        entry_id: matched.kind === "entry" ? id : null,
        matched_by: by.actor.id,
        matched_at: by.now,
        reason,
        explanation,
      })),
    )
    .execute();
  await tx
    .updateTable("statement_lines")
    .set({ state: "matched" })
    .where("id", "in", [...lineIds])
    .execute();
  await recordAudits(
    tx,
    lineIds.map((lineId) => ({
      now: by.now,
      actorId: by.actor.id,
      action,
      subject: "statement_line",
      subjectId: lineId,
      after: {
        [matched.kind === "entry" ? "entry_id" : "payment_id"]: matched.id,
        ...(explanation === null ? {} : { reason: explanation }),
      },
      address: by.origin.address,
    })),
  );
}

/** Both lines of each transfer are open again. */
export async function unpair(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await sql`
    WITH paired AS (SELECT id, pair_id FROM statement_lines WHERE id = ANY (${[...lineIds]}::int[]) AND pair_id IS NOT NULL)
    UPDATE statement_lines l SET pair_id = NULL, state = 'open' FROM paired
     WHERE l.id IN (paired.id, paired.pair_id)`.execute(tx);
}
