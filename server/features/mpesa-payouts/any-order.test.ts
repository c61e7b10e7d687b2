// Whatever M-PESA, a statement and a server that dies do to a payout, in any order and number: it leaves once, and ends in
// the same books with one line out, or is refused and leaves nothing. Of an exit the cents stay (OUT-7). ANY_ORDER_RUNS sets
// how many orders are tried, SEED which ones.
import * as fc from "fast-check";
import { propertySeed } from "#tests/support/property-seed.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payoutResult, refusedResult, type BoxTransaction } from "#demo/daraja/daraja-json.ts";
import { nairobiIso } from "#domain/nairobi-time.ts";
import { ensureLiveAccount } from "#server/core/daraja/live-account.ts";
import { inTransaction } from "#server/db/connection.ts";
import { type PayingGroup, startPayingGroup } from "#tests/support/mpesa-payouts.ts";
import { paidOut, paybillStatement, uploadStatement } from "#tests/support/statements.ts";

const RUNS = Number(process.env["ANY_ORDER_RUNS"] ?? 20);
const seed = propertySeed;

let paying: PayingGroup;
/** All that ever left, in the order of time, as each statement has it. */
const left: BoxTransaction[] = [];

beforeAll(async () => {
  paying = await startPayingGroup({ members: RUNS });
  const account = { shortcode: "600999", till: null };
  await inTransaction(paying.group.db, (tx) =>
    ensureLiveAccount(tx, account, paying.group.clock.now()),
  );
});
// `verify` runs as it closes.
afterAll(() => paying.close());

type Sent = {
  id: number;
  urls: { result: string; timeout: string };
  paid: BoxTransaction | null;
};

const conversation = { originatorId: "ours", conversationId: "theirs" };
const words = {
  result: ({ urls, paid }: Sent) =>
    paying.box.post(
      urls.result,
      paid === null
        ? refusedResult(conversation, { code: 2040, text: "Not registered." })
        : payoutResult(conversation, paid),
    ),
  timeout: ({ urls }: Sent) => paying.box.post(urls.timeout, {}),
  read: () => paying.settle(),
  timePasses: () => paying.pass(0.6),
  statement: () => upload(),
} satisfies Record<string, (sent: Sent) => Promise<unknown>>;
type Word = keyof typeof words;

async function upload(): Promise<void> {
  const { group, books } = paying;
  const { id } = await group.db
    .selectFrom("statement_accounts")
    .select("id")
    .where("number", "=", "600999")
    .executeTakeFirstOrThrow();
  const movements = left.map(({ receipt, at, amount }) =>
    paidOut(receipt, nairobiIso(at).slice(0, 19).replace("T", " "), -amount),
  );
  const span = { opening: 100_000_000n, from: "2026-03-16", to: "2026-03-16" };
  const file = paybillStatement({ ...span, movements });
  const fields = { account_id: String(id) };
  await uploadStatement(group, { token: books.treasurer.token, file, fields });
}

async function booksOf({ id, paid }: Sent) {
  const { rows } = await sql`
    SELECT p.state, p.receipt, p.amount_cents + p.left_cents AS sum,
           (SELECT count(*)::int FROM daraja_requests r
             WHERE r.subject_kind = 'payout' AND r.subject_id = p.id AND r.kind = 'pay_out' AND r.sent_at IS NOT NULL) AS requests,
           (SELECT count(*)::int FROM statement_lines l WHERE l.reference_key = ${paid?.receipt ?? null}) AS lines,
           (SELECT array_agg(m.entry_id ORDER BY m.id) = array_remove(ARRAY[p.entry_id, p.cents_entry_id], NULL)
              FROM statement_lines l JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
             WHERE l.reference_key = p.receipt) AS is_matched,
           (SELECT l.amount_cents = sum(b.amount_cents) FROM statement_lines l, postings b
             WHERE l.reference_key = p.receipt AND b.entry_id IN (p.entry_id, p.cents_entry_id) AND b.account = 'bank'
             GROUP BY l.id) AS is_whole,
           (SELECT count(*)::int FROM reconciliation_items('2026-03-16') i LEFT JOIN statement_lines l ON l.id = i.line_id
             WHERE i.entry_id IN (p.entry_id, p.cents_entry_id) OR l.reference_key = p.receipt) AS open
      FROM mpesa_payouts p WHERE p.id = ${id}`.execute(paying.group.db);
  return rows;
}

test(`in any order (PROPERTY_SEED=${seed})`, async () => {
  const word = fc.constantFrom(...(Object.keys(words) as Word[]));
  const conduct = fc.constantFrom<"lost" | "unreadable" | null>("lost", "unreadable", null);
  const plan = fc.record({
    spoken: fc.array(word, { maxLength: 7 }),
    conduct,
    isPaid: fc.boolean(),
    /** Null: a loan. */
    exitCents: fc.option(fc.integer({ min: 0, max: 99 })),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ spoken, conduct: how, isPaid, exitCents }) => {
      const { box } = paying;
      const item =
        exitCents === null ? await paying.lent(1500) : await paying.left(1500 + exitCents / 100);
      box.deliverResults(0);
      if (how !== null) box.next("b2c", how);
      const id = await paying.agreed(item);
      await paying.settle();
      const { body } = box.requests.findLast(({ path }) => path.includes("b2c"))!;
      const paid = box.transactions.find(
        ({ conversationId }) => conversationId === body.OriginatorConversationID,
      )!;
      // M-PESA that refuses it knows no such transaction.
      if (isPaid) left.push(paid);
      else box.transactions.splice(box.transactions.indexOf(paid), 1);
      box.deliverResults(1);
      const urls = { result: body.ResultURL, timeout: body.QueueTimeOutURL };
      const sent = { id, urls, paid: isPaid ? paid : null };
      for (const each of spoken) await words[each](sent);
      // In the end all of them have spoken.
      for (const each of ["result", "read", "statement", "read"] as const) await words[each](sent);
      expect(await booksOf(sent)).toEqual([
        {
          sum: "cents" in item ? item.cents : 150_000n,
          requests: 1,
          ...(isPaid
            ? { state: "paid", receipt: paid.receipt, lines: 1, is_matched: true, is_whole: true }
            : { state: "refused", receipt: null, lines: 0, is_matched: null, is_whole: null }),
          // What was refused is in the books alone.
          open: isPaid ? 0 : 1,
        },
      ]);
    }),
    { numRuns: RUNS, seed, endOnFailure: true },
  );
});
