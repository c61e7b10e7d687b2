// Recording a month's lines in one go (STAT-65): those of which the payer typed their own RegNo, and what they paid is clear.
import { sql } from "kysely";
import type { output } from "zod/mini";
import type { SeenItem } from "#contract/money-fields.ts";
import {
  LINES_AT_ONCE_MOST,
  type LineToRecord,
  type recordedPayment,
} from "#contract/statement-lines.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { fromKes, toKes, type Cents } from "#domain/money.ts";
import { refuse, Refusal } from "#domain/refusal.ts";
import { paidForIn } from "#domain/statements/account-typed.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { RefusedWithNotice } from "#server/core/approvals/contested.ts";
import { lockMembers, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { rowTable } from "#server/db/prepared-queries/prepared-query.ts";
import { lockLines } from "#server/core/bank-lines/save-matches.ts";
import type { By } from "#server/platform/request.ts";
import { record, type SubmitPayments } from "./record-line.ts";
import { readSuggestions, tellSuggestion } from "./suggestions.ts";

/** The oldest open lines that are looked through. */
const LOOKED_THROUGH_MOST = 1_000;

type Filter = { accountId: number | null; ids: readonly number[] | null };

/** Oldest first, at most 200: those with a single suggestion, which is to record it for whom the payer typed. */
export async function readLinesToRecord(
  reader: Reader,
  filter: Filter,
  t: Translate,
): Promise<LineToRecord[]> {
  const lines = await readTyped(reader, filter);
  const suggestions = await readSuggestions(reader, lines);
  const clear = lines.flatMap((line) => {
    const [suggestion, ...others] = suggestions.get(line.id) ?? [];
    if (suggestion === undefined || others.length > 0 || suggestion.id !== null) return [];
    const { kind, member, why } = suggestion;
    if (kind === "entry" || member === null || !why.startsWith("account")) return [];
    const words = paidForIn(line.account_typed);
    if (words.length > 0 && !words.some((word) => word.kind === kind)) return [];
    return [
      { ...line, kind, member: toPerson(member), reason: tellSuggestion(suggestion, t).reason },
    ];
  });
  const right = await readRight(reader, clear);
  return clear
    .filter(({ id }) => right.has(id))
    .slice(0, LINES_AT_ONCE_MOST)
    .map(({ id, account_id, at, on_day, reference, cents, member, kind, reason }) => ({
      id,
      account_id,
      at: at === null ? on_day : nairobiIso(at),
      reference,
      amount: toKes(cents),
      member,
      kind,
      reason,
    }));
}

type TypedLine = {
  id: number;
  account_id: number;
  at: Date | null;
  on_day: PlainDate;
  reference: string | null;
  account_typed: string;
  cents: Cents;
};

/** Open lines in that prove something, have no twin, and of which the payer typed an account. */
async function readTyped(reader: Reader, { accountId, ids }: Filter): Promise<TypedLine[]> {
  const { rows } = await sql<TypedLine>`
    SELECT l.id, l.account_id, l.at, l.on_day, coalesce(l.reference, l.code, l.learned_code) AS reference, l.account_typed, l.amount_cents AS cents
      FROM statement_lines l
     WHERE l.state = 'open' AND l.kind = 'payment_in' AND l.is_proved AND l.account_typed <> ''
       AND (${accountId}::int IS NULL OR l.account_id = ${accountId}::int)
       AND (${ids === null ? null : [...ids]}::int[] IS NULL OR l.id = ANY (${ids === null ? null : [...ids]}::int[]))
       AND NOT EXISTS (SELECT FROM statement_twins t WHERE t.line_id = l.id AND EXISTS (
                         SELECT FROM standing_twins() s WHERE s.line_id = t.line_id AND s.twin_id = t.twin_id))
     ORDER BY l.on_day, l.at, l.id LIMIT ${LOOKED_THROUGH_MOST}`.execute(reader);
  return rows;
}

/** Those that name nobody else (STAT-61), of members who can pay. */
async function readRight(
  reader: Reader,
  lines: readonly { id: number; member: { id: number } }[],
): Promise<ReadonlySet<number>> {
  if (lines.length === 0) return new Set();
  const pairs = lines.map(({ id, member }) => ({ line_id: id, member_id: member.id }));
  const { rows } = await sql<{ id: number }>`
    SELECT l.id FROM ${rowTable("pair", { line_id: "int", member_id: "int" }, pairs)}
      JOIN statement_lines l ON l.id = pair.line_id JOIN members m ON m.id = pair.member_id
     WHERE m.status IN ('active', 'dormant') AND m.exited_on IS NULL
       AND named_instead(l.account_typed, l.party, m.id) IS NULL`.execute(reader);
  return new Set(rows.map(({ id }) => id));
}

type Recorded = {
  recorded: { line_id: number; payment: output<typeof recordedPayment> }[];
  refused: { id: number; detail: string }[];
  totalCents: Cents;
};

/**
 * Records lines as they are offered, oldest first, so that the lines of one member take successive months. A line that is not offered any
 * more, has another amount than was seen, or that its member could not pay is refused, and the others stand.
 */
export async function recordAll(
  tx: Tx,
  by: By & { t: Translate },
  submit: SubmitPayments,
  items: readonly SeenItem[],
): Promise<Recorded> {
  const seen = new Map(items.toReversed().map((item) => [item.id, item.amount_seen]));
  // Ids beyond int4 would be an error in PostgreSQL, and no line has one.
  const ids = [...seen.keys()].filter((id) => id <= 2_147_483_647);
  const before = await readLinesToRecord(tx, { accountId: null, ids }, by.t);
  // Members before lines, each in the order of their ids.
  if (before.length > 0) {
    await lockMembers(tx, [...new Set(before.map(({ member }) => member.id))]);
    await lockLines(
      tx,
      before.map(({ id }) => id),
    );
  }
  const lines =
    before.length === 0 ? [] : await readLinesToRecord(tx, { accountId: null, ids }, by.t);
  const outcome: Recorded = { recorded: [], refused: [], totalCents: 0n };
  const offered = new Set(lines.map(({ id }) => id));
  for (const id of seen.keys())
    if (!offered.has(id))
      outcome.refused.push({ id, detail: sayRefusal(by.t, refuse("line-no-longer-clear")) });
  const refusals = await rehearse(
    tx,
    by,
    submit,
    lines.map((line) => ({ line, seen: seen.get(line.id) ?? null })),
  );
  for (const line of lines) {
    const refused = refusals.get(line.id);
    if (refused === undefined) {
      const body = { member_id: line.member.id, kind: line.kind };
      const payment = await record(tx, by, submit, { lineId: line.id, body });
      outcome.recorded.push({ line_id: line.id, payment });
      outcome.totalCents += fromKes(line.amount);
      continue;
    }
    const isForOfficials = refused instanceof RefusedWithNotice;
    if (isForOfficials) await refused.notify(tx);
    const detail = sayRefusal(by.t, isForOfficials ? refused.refusal : refused);
    outcome.refused.push({ id: line.id, detail });
  }
  return outcome;
}

type Seen = { line: LineToRecord; seen: Cents | null };

/**
 * Which of them are refused, and why: records all of them, one after the other, and undoes it. The audit log proves rows by the transaction
 * that wrote them, which a savepoint is not, so nothing that is written behind one may stay.
 */
async function rehearse(
  tx: Tx,
  by: By & { t: Translate },
  submit: SubmitPayments,
  lines: readonly Seen[],
): Promise<ReadonlyMap<number, Refusal | RefusedWithNotice>> {
  const refusals = new Map<number, Refusal | RefusedWithNotice>();
  await sql`SAVEPOINT rehearsal`.execute(tx);
  for (const { line, seen } of lines) {
    await sql`SAVEPOINT line`.execute(tx);
    try {
      if (seen === null) throw refuse("amount-not-seen");
      if (toKes(seen) !== line.amount) throw refuse("figures-changed");
      const body = { member_id: line.member.id, kind: line.kind };
      await record(tx, by, submit, { lineId: line.id, body });
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof RefusedWithNotice)) throw error;
      await sql`ROLLBACK TO SAVEPOINT line`.execute(tx);
      refusals.set(line.id, error);
    }
    await sql`RELEASE SAVEPOINT line`.execute(tx);
  }
  await sql`ROLLBACK TO SAVEPOINT rehearsal`.execute(tx);
  await sql`RELEASE SAVEPOINT rehearsal`.execute(tx);
  return refusals;
}
