// Undoing what a line is: by one official, or by both offices once the payment is approved (STAT-14, STAT-29).
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { approvingOffice, proposedInstead } from "#server/core/approvals/proposals.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { undoMatches } from "#server/core/bank-lines/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import { lockLines, unpair, type LockedLine } from "#server/core/bank-lines/save-matches.ts";
import { bringBack } from "#server/core/bank-lines/set-aside.ts";
import type { By, SpokenTo } from "#server/platform/request.ts";

/**
 * The line is open again; a transfer that was only supposed is so no longer. Refuses a line that is open. The match of
 * an approved payment is proposed to the other office instead, with the reason (STAT-29).
 */
export async function unmatch(
  tx: Tx,
  by: SpokenTo,
  { lineId, reason: why }: { lineId: number; reason: string | undefined },
): Promise<void> {
  const line = await lockMatched(tx, lineId);
  const matches = await readMatches(tx, line);
  if (!matches.some(({ status }) => status === "approved")) return undo(tx, by, line);
  if (why === undefined) throw refuse("unmatch-needs-reason").at("reason");
  const waits = await tx
    .selectFrom("proposals")
    .select("id")
    .where("line_id", "=", lineId)
    .where("outcome", "is", null)
    .executeTakeFirst();
  if (waits !== undefined) throw refuse("unmatch-already-waits");
  throw proposedInstead(by, {
    kind: "unmatch",
    body: { line_id: lineId, match_ids: matches.map(({ id }) => id), reason: why },
    concernsId: null,
    description: why,
    what: "match",
    amountCents: line.amount_cents,
    lineId,
    byOffice: approvingOffice(by),
  });
}

/** How both offices undo a match (STAT-29). Refuses one that was undone otherwise meanwhile. */
export const proposedUnmatch = {
  right: "statements.write",
  post: async (tx: Tx, by: By, command: unknown) => {
    const { line_id, match_ids } = command as { line_id: number; match_ids: number[] };
    const line = await lockMatched(tx, line_id);
    const matches = await readMatches(tx, line);
    if (matches.map(({ id }) => id).join() !== match_ids.join()) throw refuse("figures-changed");
    await undo(tx, by, line);
    const done = message("done.statements.unmatched");
    return { entryId: null, amountCents: line.amount_cents, done };
  },
} as const;

async function lockMatched(tx: Tx, lineId: number): Promise<LockedLine> {
  const [line] = await lockLines(tx, [lineId]);
  if (line === undefined) throw refuse("not-found");
  const isSomething = line.state === "matched" || line.pair_id !== null || line.is_set_aside;
  if (!isSomething) throw refuse("line-not-matched");
  return line;
}

/** What the line is, each with the status of its payment, which is locked; nothing for a transfer. */
async function readMatches(tx: Tx, line: LockedLine) {
  const matches = await tx
    .selectFrom("statement_matches")
    .select(["id", "entry_id", "payment_id"])
    .where("line_id", "=", line.id)
    .where("undone_at", "is", null)
    .orderBy("id")
    .execute();
  const payments = await tx
    .selectFrom("payments")
    .select(["id", "status"])
    .where(
      "id",
      "=",
      anyOf(
        "int",
        matches.flatMap(({ payment_id }) => payment_id ?? []),
      ),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const statuses = new Map(payments.map(({ id, status }) => [id, status]));
  return matches.map((match) => ({ ...match, status: statuses.get(match.payment_id ?? 0) }));
}

async function undo(tx: Tx, by: By, line: LockedLine): Promise<void> {
  await recordAudits(
    tx,
    (await comeApart(tx, by, line)).map((before) => ({
      now: by.now,
      actorId: by.actor.id,
      action: "statement-lines.unmatch" as const,
      subject: "statement_line" as const,
      subjectId: line.id,
      before,
      address: by.origin.address,
    })),
  );
}

/** What the line was, for the audit log. */
async function comeApart(tx: Tx, by: By, line: LockedLine): Promise<Record<string, unknown>[]> {
  if (line.is_set_aside) return [await bringBack(tx, by, line.id)];
  if (line.pair_id !== null) {
    await unpair(tx, [line.id]);
    return [{ transfers: 1 }];
  }
  const matches = await readMatches(tx, line);
  await undoMatches(tx, {
    now: by.now,
    by: by.actor.id,
    why: "unmatched",
    lineIds: [line.id],
  });
  return matches.map(({ entry_id, payment_id }) =>
    entry_id === null ? { payment_id } : { entry_id },
  );
}
