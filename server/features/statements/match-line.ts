// Saying by hand what a line is (STAT-10, STAT-12). Nothing is posted.
import { sql } from "kysely";
import type { BodyOf } from "#contract/endpoint.ts";
import { matchKinds, type matchLine } from "#contract/statement-lines.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import {
  lockLines,
  type MatchedItem,
  requireMatchable,
  saveMatches,
} from "#server/core/bank-lines/save-matches.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { lockReversal } from "#server/db/locks.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";

/**
 * Refuses a line that is matched already or proves nothing, a payment or an entry that is another line, or is rejected or reversed, an
 * entry that does not touch the bank, and amounts that do not agree where no reason is given.
 */
export async function matchByHand(
  tx: Tx,
  by: By,
  lineId: number,
  { kind, id, reason: explanation }: BodyOf<typeof matchLine>,
): Promise<void> {
  const [line] = await lockLines(tx, [lineId]);
  if (line === undefined) throw refuse("not-found");
  requireMatchable(line);
  const isEntry = kind === "entry";
  const payments = isEntry ? [] : await fitsPayment(tx, { kind, id }, line.amount_cents);
  const agrees = isEntry ? await fitsEntry(tx, id, line.amount_cents) : payments !== null;
  if (!agrees && explanation === undefined) throw refuse("line-amount-differs").at("reason");
  await saveMatches(tx, by, {
    lineIds: [lineId],
    matched: { kind, id },
    together: payments ?? [],
    reason: "by_hand",
    explanation: (payments ?? []).length > 1 ? null : (explanation ?? null),
    action: "statement-lines.match",
  });
  if (kind !== "entry" && !agrees)
    await tellPayer(tx, by, { id, found: line.amount_cents, reason: explanation ?? "" });
}

/** The member hears that the statement has another amount than they said, and why it is theirs all the same (STAT-12). */
async function tellPayer(
  tx: Tx,
  by: By,
  { id, found, reason }: { id: number; found: Cents; reason: string },
): Promise<void> {
  const payment = await tx
    .selectFrom("payments")
    .select(["member_id", "kind", "amount_cents"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { member_id: memberId, amount_cents: amount } = payment;
  // The database admits no other words (payments_kind).
  const kind = payment.kind as PaymentKind;
  const to = { memberId, about: { kind, id }, now: by.now };
  await tell(tx, "payment_matched", to, { kind, amount, found, reason });
}

/** Whether a payment or an entry of that kind is there, for 404 before 400. */
export async function matchedExists(
  reader: Reader,
  sent: Record<string, unknown>,
): Promise<boolean> {
  const id = typeof sent["id"] === "string" ? Number(sent["id"]) : sent["id"];
  const isId = typeof id === "number" && Number.isSafeInteger(id) && id > 0;
  // What is no id or no kind at all is left to the schema.
  if (!isId || !kinds.has(sent["kind"])) return true;
  if (id > 2_147_483_647) return false;
  const found =
    sent["kind"] === "entry"
      ? await reader.selectFrom("entries").select("id").where("id", "=", id).executeTakeFirst()
      : await reader
          .selectFrom("payments")
          .select("id")
          .where("id", "=", id)
          .where("kind", "=", sent["kind"] as string)
          .executeTakeFirst();
  return found !== undefined;
}

const kinds: ReadonlySet<unknown> = new Set(matchKinds);

/**
 * Locks the payment; returns those that the line is, which are also the member's others with its reference if they add up
 * to the line (STAT-63), or null if the amounts do not agree.
 */
async function fitsPayment(
  tx: Tx,
  { kind, id }: MatchedItem,
  cents: Cents,
): Promise<readonly number[] | null> {
  const payment = await tx
    .selectFrom("payments")
    .select(["amount_cents", "status", "collection_id"])
    .where("id", "=", id)
    .where("kind", "=", kind)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (payment === undefined) throw refuse("not-found");
  if (payment.status === "rejected") throw refuse("item-decided", { status: "rejected" });
  // What was paid in cash is on no statement.
  if (payment.collection_id !== null) throw refuse("on-collection-sheet");
  const other = await tx
    .selectFrom("statement_matches")
    .select("id")
    .where("payment_id", "=", id)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  if (other !== undefined) throw refuse("item-on-another-line");
  if (payment.amount_cents === cents) return [id];
  const { rows } = await sql<{ id: number; amount_cents: Cents }>`
    SELECT o.id, o.amount_cents FROM payments p
      JOIN payments o ON o.reference_key = p.reference_key AND o.member_id = p.member_id AND o.status <> 'rejected'
     WHERE p.id = ${id} AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = o.id AND m.undone_at IS NULL)
     ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(tx);
  const sum = rows.reduce((total, { amount_cents }) => total + amount_cents, 0n);
  return sum === cents ? rows.map((row) => row.id) : null;
}

/** Whether what the entry moves on the bank is the line, or what its other lines leave of it. */
async function fitsEntry(tx: Tx, id: number, cents: Cents): Promise<boolean> {
  // Nobody adds another line to it meanwhile, or reverses it.
  await lockReversal(tx, id);
  const { rows } = await sql<{
    source_kind: string;
    is_reversed: boolean;
    bank: Cents;
    lines: Cents;
  }>`
    SELECT e.source_kind, e.reverses IS NOT NULL OR EXISTS (SELECT FROM entries r WHERE r.reverses = e.id) AS is_reversed,
           coalesce((SELECT sum(p.amount_cents) FROM postings p WHERE p.entry_id = e.id AND p.account = 'bank'), 0)::bigint AS bank,
           coalesce((SELECT sum(entry_part(t.line_id, t.entry_id, t.reason)) FROM statement_matches t
                      WHERE t.entry_id = e.id AND t.undone_at IS NULL), 0)::bigint AS lines
      FROM entries e WHERE e.id = ${id}`.execute(tx);
  const [entry] = rows;
  if (entry === undefined) throw refuse("not-found");
  if (entry.bank === 0n) throw refuse("entry-without-bank");
  // The line is the payment, which has its own approvals.
  if (entry.source_kind === "payment") throw refuse("entry-of-payment");
  if (entry.is_reversed) throw refuse("entry-is-reversed");
  if (entry.lines === entry.bank) throw refuse("item-on-another-line");
  const withLine = entry.lines + cents;
  const isWithin = entry.bank > 0n ? withLine <= entry.bank : withLine >= entry.bank;
  return isWithin && cents > 0n === entry.bank > 0n;
}
