// The lists of approvals when thousands of payments wait: `waiting_payments` finds what `evidence_of` finds, for less.
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/db/connection.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { addManyLines, addManyPayments } from "#tests/support/many-rows.ts";
import { addStatement, addStatementAccount } from "#tests/support/statements.ts";
import type { TestGroup } from "#tests/support/test-group.ts";

const WAITING = 5_000;
const LIST = "/api/finances/monthly-contribution-approval/";

let group: TestGroup;
let books: Bookkeeping;
let accounts: number[];

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  await addManyPayments(group.db, { members: 400, count: 10_000 });
  const by = books.treasurer.id;
  accounts = [await addStatementAccount(group.db, by), await addStatementAccount(group.db, by)];
  await addManyLines(group.db, { accountId: accounts[0]!, by });
  const whole = { from: "2018-01-01", to: "2025-12-31", openingCents: 0n, lines: [] };
  await addStatement(group.db, { accountId: accounts[1]!, by, ...whole });
  await withoutGuards((tx) => addManyWaiting(tx));
  await sql`VACUUM ANALYZE`.execute(group.db);
});
afterAll(() => group.close());

async function withoutGuards<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return group.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    return work(tx);
  });
}

/** Nine of ten are on a line, and matched. Three of four lines have the RegNo or the username of whoever claims them. */
async function addManyWaiting(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month)
    SELECT 'contribution', m.id, 100000 + n, 'WAIT1' || lpad(n::text, 5, '0'), '2025-12-05 09:00Z', now(), '2025-12-01'
      FROM generate_series(1, ${WAITING}::int) n JOIN members m ON m.username = 'many' || 1 + n % 400`.execute(
    tx,
  );
  await sql`
    INSERT INTO statement_lines (account_id, identity, at, on_day, reference, details, party, account_typed, kind, amount_cents, state, is_proved)
    SELECT ${accounts[0]}::int, sha256(p.reference::bytea), p.paid_at, p.paid_on, p.reference, 'Pay Bill', '25470****111 - MEMBER ' || m.id,
           CASE p.id % 4 WHEN 0 THEN 'savings' WHEN 1 THEN m.username ELSE m.reg_number END, 'payment_in', p.amount_cents, 'matched', true
      FROM payments p JOIN members m ON m.id = p.member_id WHERE p.reference LIKE 'WAIT%' AND p.id % 10 <> 0`.execute(
    tx,
  );
  await sql`
    INSERT INTO statement_line_sources (statement_id, line, line_id)
    SELECT (SELECT max(id) FROM statements), 100000 + id, id FROM statement_lines WHERE reference LIKE 'WAIT%'`.execute(
    tx,
  );
  await sql`
    INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
    SELECT l.id, p.id, now(), 'reference' FROM statement_lines l JOIN payments p ON p.reference_key = l.reference_key
     WHERE l.reference LIKE 'WAIT%'`.execute(tx);
}

const countsOf = async (query: string) => {
  const answer = await group.api("GET", `${LIST}?${query}`, { token: books.treasurer.token });
  expect(answer.status).toBe(200);
  return answer.body;
};

test("each page of each evidence has its part of the whole list, with the same counts", async () => {
  const counts = { confirmed: 4_500, differs: 0, missing: 500, none: 0 };
  const { pending_approvals: newest, ...first } = await countsOf("page=1&page_size=3");
  expect(first).toEqual({ counts, count: WAITING });
  expect(newest).toHaveLength(3);
  const missing = await countsOf("page=2&page_size=3&evidence=missing");
  expect(missing).toMatchObject({ counts, count: 500 });
  const { pending_approvals: whole } = await countsOf("evidence=missing");
  expect(whole).toHaveLength(500);
  expect(missing.pending_approvals).toEqual(whole.slice(3, 6));
  expect((await countsOf("page=1&evidence=differs")).pending_approvals).toEqual([]);
  const { pending_approvals: far } = await countsOf("page=1200&page_size=3");
  const { pending_approvals: around } = await countsOf("page=36&page_size=100");
  expect(far).toEqual(around.slice(97));
});

// 8 KiB each, from PostgreSQL's memory; `evidence_of` takes about 70 for a payment that is on a line.
const PAGES_FOR_EACH = 20;

test.each([{ withStatistics: true }, { withStatistics: false }])(
  "counting takes a few index lookups for each payment: %o",
  async ({ withStatistics }) => {
    const pages = await group.db.transaction().execute(async (tx) => {
      if (!withStatistics) await sql`DELETE FROM pg_statistic`.execute(tx);
      const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number } }] }>`
        EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT state, count(*) FROM waiting_payments('contribution') GROUP BY state`.execute(
        tx,
      );
      return rows[0]!["QUERY PLAN"][0].Plan["Shared Hit Blocks"];
    });
    expect(pages).toBeGreaterThan(WAITING);
    expect(pages).toBeLessThan(WAITING * PAGES_FOR_EACH);
  },
);

// What evidence depends on, of a few codes, members, amounts and days, so that it often meets.
const code = fc.constantFrom("QAA1BB2CC3", "QAA1BB2CC3", "QDD1EE2FF3");
const cents = fc.constantFrom(100, 100, 200);
const typed = fc.constantFrom(
  null,
  "",
  "savings",
  "R/01",
  "r 01",
  "r-02",
  "ann",
  "R02",
  "1",
  "bob.b",
  "03",
);
const party = fc.constantFrom(
  null,
  "25470****111 - ANN **** OTIENO",
  "ANN OTIENO",
  "Bob Barasa",
  "Otieno Ann Wanjiru",
  "7 ANN",
  "Ánn O’tieno",
);
const index = fc.nat({ max: 11 });
const scene = fc.record({
  members: fc.array(
    fc.record({
      RegNo: fc.constantFrom("R/01", "R-1", "0003", "BOB.B", "R/02"),
      username: fc.constantFrom("ann", "bob.b", "r01", "1a"),
      name: fc.constantFrom("Ann Otieno", "Bob Barasa", "Ann Wanjiru Otieno"),
      waits: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  payments: fc.array(
    fc.record({
      member: index,
      code,
      cents,
      approved: fc.boolean(),
      day: fc.constantFrom("2025-12-05", "2027-12-05"),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  lines: fc.array(
    fc.record({
      reference: fc.option(code),
      code: fc.option(code),
      cents,
      typed,
      party,
      kind: fc.constantFrom(
        "payment_in",
        "payment_in",
        "payment_in",
        "payment_out",
        "failed",
        "internal",
        "charge",
      ),
      account: fc.boolean(),
      isProved: fc.constantFrom(true, true, true, false),
      paired: fc.constantFrom(false, false, false, true),
      aside: fc.constantFrom(false, false, false, true),
      day: fc.constantFrom("2025-12-05", "2025-12-06"),
    }),
    { maxLength: 5 },
  ),
  matches: fc.array(
    fc.record({ line: index, payment: index, explained: fc.boolean(), undone: fc.boolean() }),
    { maxLength: 4 },
  ),
  twins: fc.array(fc.tuple(index, index), { maxLength: 2 }),
});
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

/** Writes the scene with the guards off, and returns each waiting payment with both answers. */
async function answersFor(made: Scene): Promise<{ id: number; each: string; together: string }[]> {
  return withoutGuards(async (tx) => {
    const members: number[] = [];
    for (const [n, { RegNo, username, name, waits }] of made.members.entries()) {
      const [first, ...last] = name.split(" ");
      const { rows } = await sql<{ id: number }>`
        INSERT INTO members (username, first_name, last_name, email, phone, reg_number, password_hash, status, is_active, created_at, email_verified_at)
        VALUES (${`${username}${"-".repeat(n)}`}, ${first}, ${last.join(" ")}, ${`${n}@scene.example`}, ${`+2547999999${n}9`},
                ${`${RegNo}${"/".repeat(n)}`}, 'x', ${waits ? "pending_approval" : "active"}, ${!waits}, now(), now()) RETURNING id`.execute(
        tx,
      );
      members.push(rows[0]!.id);
    }
    const payments: number[] = [];
    for (const [
      n,
      { member, code: reference, cents: amount, approved, day },
    ] of made.payments.entries()) {
      const verdict = approved ? "approved" : "pending_approval";
      const { rows } = await sql<{ id: number }>`
        INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, loan_id, part, treasurer_verdict, treasurer_id,
                              treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at)
        SELECT 'loan_payment', ${members[member % members.length]}::int, ${amount}, ${reference}, ${`${day} 09:00Z`}, now(), 1, ${n},
               ${verdict}::text, CASE WHEN ${approved} THEN 1 END, CASE WHEN ${approved} THEN now() END, ${verdict}::text,
               CASE WHEN ${approved} THEN 2 END, CASE WHEN ${approved} THEN now() END RETURNING id`.execute(
        tx,
      );
      payments.push(rows[0]!.id);
    }
    const lines: number[] = [];
    for (const [n, line] of made.lines.entries()) {
      const out = line.kind === "payment_out" || line.kind === "charge";
      const { rows } = await sql<{ id: number }>`
        INSERT INTO statement_lines (account_id, identity, on_day, reference, code, details, party, account_typed, kind, amount_cents, state, is_proved, pair_id)
        VALUES (${accounts[line.account ? 0 : 1]}, sha256(${`scene ${n}`}::bytea), ${line.day}, ${line.reference}, ${line.code}, 'Pay Bill',
                ${line.party}, ${line.typed}, ${line.kind}, ${out ? -line.cents : line.cents}, 'open', ${line.isProved}, ${line.paired ? n + 1 : null})
        RETURNING id`.execute(tx);
      lines.push(rows[0]!.id);
      if (line.aside)
        await sql`INSERT INTO statement_set_asides (line_id, office, set_by, set_at, reason) VALUES (${lines.at(-1)}, 'Treasurer', 1, now(), 'Twice')`.execute(
          tx,
        );
    }
    if (lines.length > 0) {
      const isMatched = new Set<number>();
      const isWhole = new Set<number>();
      for (const { line, payment, explained, undone } of made.matches) {
        const [lineId, paymentId] = [
          lines[line % lines.length]!,
          payments[payment % payments.length]!,
        ];
        if (!undone && (isMatched.has(paymentId) || (explained && isWhole.has(lineId)))) continue;
        if (!undone) isMatched.add(paymentId);
        if (!undone && explained) isWhole.add(lineId);
        await sql`
          INSERT INTO statement_matches (line_id, payment_id, matched_at, matched_by, reason, explanation, undone_at, undone_why)
          VALUES (${lineId}, ${paymentId}, now(), ${explained ? 1 : null}, ${explained ? "by_hand" : "reference"}, ${explained ? "Fee" : null},
                  ${undone ? new Date() : null}, ${undone ? "unmatched" : null})`.execute(tx);
      }
      for (const [one, other] of made.twins) {
        const pair = [lines[one % lines.length]!, lines[other % lines.length]!];
        if (pair[0] !== pair[1])
          await sql`INSERT INTO statement_twins (line_id, twin_id) VALUES (${pair[0]}, ${pair[1]}), (${pair[1]}, ${pair[0]}) ON CONFLICT DO NOTHING`.execute(
            tx,
          );
      }
    }
    const { rows } = await sql<{ id: number; each: string; together: string }>`
      SELECT p.id, (SELECT state FROM evidence_of(p.id, p.reference_key, p.amount_cents, p.paid_on)) AS each, w.state AS together
        FROM waiting_payments('loan_payment') w JOIN payments p ON p.id = w.id ORDER BY p.id`.execute(
      tx,
    );
    throw new Done(rows);
  }).catch((error: unknown) => {
    if (error instanceof Done) return error.rows;
    throw error;
  });
}

/** Ends the transaction without a commit. */
class Done extends Error {
  readonly rows: { id: number; each: string; together: string }[];
  constructor(rows: { id: number; each: string; together: string }[]) {
    super("done");
    this.rows = rows;
  }
}

test("together they find what each finds, whatever lines, matches, twins and names there are", async () => {
  const states = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scene, async (made) => {
      for (const { each, together } of await answersFor(made)) {
        states.add(each);
        expect(together).toBe(each);
      }
    }),
    { numRuns: 120 },
  );
  expect([...states].toSorted()).toEqual(["confirmed", "differs", "missing", "none"]);
});
