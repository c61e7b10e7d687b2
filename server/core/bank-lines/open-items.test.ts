import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { sumPostings } from "#server/core/ledger/balances.ts";
import { inTransaction } from "#server/db/connection.ts";
import { addStatement, addStatementAccount, createItemsInFull } from "#tests/support/statements.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { settleOpenItems } from "#server/jobs/commit-followers.ts";

let group: TestGroup;
let by: number;
let accounts: number[];

const FIRST_DAY = "2026-03-01";
const LAST = 12;
const dayOf = (days: number) => addDays(FIRST_DAY, days);

// Other tests decide which rows may exist together; here, whatever the tables can hold is reconciled alike.
const stored =
  /^(postings_are_summed|statement(s|_lines|_matches)_are_reconciled(_anew)?|payments_reference.*)$/;

beforeAll(async () => {
  group = await startGroup();
  by = (await group.pendingMember()).id;
  const { rows } = await sql<{ name: string; table: string }>`
    SELECT t.tgname AS name, c.relname AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.relname ~ '^(entries|postings|payments|statement)'`.execute(
    group.db,
  );
  for (const { name, table } of rows)
    if (!stored.test(name))
      await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ${sql.ref(name)}`.execute(group.db);
  await sql.raw(createItemsInFull).execute(group.db);
  accounts = [await addStatementAccount(group.db, by), await addStatementAccount(group.db, by)];
});
afterAll(() => group.close());

const day = fc.integer({ min: 0, max: LAST });
const cents = fc.constantFrom(100n, 100n, 200n, -100n);
const pick = fc.nat({ max: 200 });
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("statement" as const),
      account: fc.nat({ max: 1 }),
      from: day,
      length: fc.integer({ min: 0, max: 5 }),
      isBroken: fc.boolean(),
      lines: fc.array(
        fc.record({
          at: fc.integer({ min: -1, max: 6 }),
          cents,
          kind: fc.constantFrom("payment", "payment", "payment", "internal", "failed"),
          reference: fc.constantFrom("ONE", "TWO", null),
        }),
        { maxLength: 5 },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("entry" as const), day, cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reverse" as const), day, pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("payment" as const), cents }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("approve" as const), day, pick }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("match" as const), pick, other: pick }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("part" as const), pick, other: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("unmatch" as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pair" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unpair" as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("accept" as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("withdraw" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sum" as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      batch: fc.constantFrom(1, 3, 1_000),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function one(query: ReturnType<typeof sql<{ id: number }>>): Promise<number | null> {
  const { rows } = await query.execute(group.db);
  return rows[0]?.id ?? null;
}

/** One of a query's rows, the same for the same number. */
async function picked(from: string, number: number): Promise<number | null> {
  return one(sql`
    WITH found AS (${sql.raw(from)})
    SELECT id FROM found ORDER BY id OFFSET ${number} % greatest((SELECT count(*) FROM found), 1) LIMIT 1`);
}

let sources = 0;

async function post(entry: {
  day: number;
  cents: bigint;
  payment?: number;
  reverses?: number;
}): Promise<void> {
  const { day: on, cents: moved, payment, reverses } = entry;
  await sql`
    WITH e AS (
      INSERT INTO entries (business_date, description, source_kind, source_id, purpose, reverses, recorded_at)
      VALUES (${dayOf(on)}, 'x', ${payment === undefined ? "ledger_entry" : "payment"}, ${payment ?? ++sources},
              ${payment === undefined ? "post" : "contribution"}, ${reverses ?? null}, now())
      RETURNING id, business_date)
    INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
    SELECT e.id, side.line, side.account, side.cents, e.business_date FROM e,
      (VALUES (1, 'bank', ${moved}::bigint), (2, 'other_income', -${moved}::bigint)) side (line, account, cents)`.execute(
    group.db,
  );
}

const OPEN_LINES = `SELECT l.id FROM statement_lines l WHERE l.pair_id IS NULL AND l.is_proved AND l.kind NOT IN ('failed', 'internal')
  AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.undone_at IS NULL)`;

const UNMATCHED =
  "SELECT id FROM payments p WHERE NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL)";

async function perform(deed: Act): Promise<void> {
  switch (deed.do) {
    case "statement": {
      const { account, from, length, isBroken } = deed;
      await addStatement(group.db, {
        accountId: accounts[account]!,
        by,
        from: dayOf(from),
        to: dayOf(from + length),
        openingCents: 1_000n,
        isBroken,
        lines: deed.lines.map(({ at, cents: moved, kind, reference }) => ({
          at: dayOf(from + at),
          cents: moved,
          reference,
          ...(kind === "payment" ? {} : { kind: kind }),
        })),
      });
      return;
    }
    case "entry":
      return post(deed);
    case "reverse": {
      const { rows } = await sql<{ id: number; cents: bigint }>`
        SELECT e.id, p.amount_cents AS cents FROM entries e JOIN postings p ON p.entry_id = e.id AND p.account = 'bank'
         WHERE e.reverses IS NULL AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id) ORDER BY e.id`.execute(
        group.db,
      );
      const chosen = rows[deed.pick % Math.max(rows.length, 1)];
      if (chosen !== undefined)
        await post({ day: deed.day, cents: -chosen.cents, reverses: chosen.id });
      return;
    }
    case "payment": {
      const at = `${FIRST_DAY}T12:00:00+03:00`;
      await sql`
        INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month)
        VALUES ('contribution', ${by}, ${deed.cents < 0n ? -deed.cents : deed.cents}, ${`PAY${++sources}`}, ${at}, ${at}, '2026-03-01')`.execute(
        group.db,
      );
      return;
    }
    case "approve": {
      const id = await picked(
        "SELECT id FROM payments p WHERE NOT EXISTS (SELECT FROM entries e WHERE e.source_kind = 'payment' AND e.source_id = p.id)",
        deed.pick,
      );
      if (id !== null) await post({ day: deed.day, cents: 100n, payment: id });
      return;
    }
    case "match": {
      const line = await picked(OPEN_LINES, deed.pick);
      const isPayment = deed.other % 2 === 0;
      const other = await picked(
        isPayment ? UNMATCHED : "SELECT id FROM entries WHERE source_kind <> 'payment'",
        deed.other,
      );
      if (line === null || other === null) return;
      await sql`
        INSERT INTO statement_matches (line_id, payment_id, entry_id, matched_by, matched_at, reason, explanation)
        VALUES (${line}, ${isPayment ? other : null}, ${isPayment ? null : other}, ${by}, now(), 'by_hand', 'x')`.execute(
        group.db,
      );
      return;
    }
    case "part": {
      // A payment that is a part of a line, beside others.
      const line = await picked(
        `SELECT l.id FROM statement_lines l WHERE l.pair_id IS NULL AND l.is_proved AND l.kind = 'payment_in'
            AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.undone_at IS NULL
                              AND (m.payment_id IS NULL OR m.explanation IS NOT NULL))`,
        deed.pick,
      );
      const payment = await picked(UNMATCHED, deed.other);
      if (line === null || payment === null) return;
      await sql`
        INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
        VALUES (${line}, ${payment}, now(), 'reference')`.execute(group.db);
      return;
    }
    case "unmatch": {
      const id = await picked(
        "SELECT id FROM statement_matches WHERE undone_at IS NULL",
        deed.pick,
      );
      await sql`UPDATE statement_matches SET undone_at = now(), undone_by = ${by}, undone_why = 'unmatched' WHERE id = ${id}`.execute(
        group.db,
      );
      return;
    }
    case "pair": {
      const id = await picked(OPEN_LINES, deed.pick);
      const other = await picked(`${OPEN_LINES} AND l.id > ${id ?? 0}`, deed.pick);
      if (id !== null && other !== null)
        await sql`UPDATE statement_lines SET pair_id = CASE id WHEN ${id} THEN ${other}::int ELSE ${id}::int END
                   WHERE id IN (${id}, ${other})`.execute(group.db);
      return;
    }
    case "unpair": {
      const id = await picked(
        "SELECT id FROM statement_lines WHERE pair_id IS NOT NULL",
        deed.pick,
      );
      await sql`UPDATE statement_lines SET pair_id = NULL WHERE ${id} IN (id, pair_id)`.execute(
        group.db,
      );
      return;
    }
    case "accept":
    case "withdraw": {
      const wanted =
        deed.do === "accept" ? "NOT is_proof AND withdrawn_at IS NULL" : "withdrawn_at IS NULL";
      const id = await picked(`SELECT id FROM statements WHERE ${wanted}`, deed.pick);
      if (id === null) return;
      await (
        deed.do === "accept"
          ? sql`UPDATE statements SET accepted_at = now() WHERE id = ${id}`
          : sql`UPDATE statements SET withdrawn_at = now(), withdrawn_by = ${by}, withdrawn_reason = 'x' WHERE id = ${id}`
      ).execute(group.db);
      await sql`
        UPDATE statement_lines l SET is_proved = ${deed.do === "accept"}::boolean, pair_id = CASE WHEN ${deed.pick % 2 === 0} THEN pair_id END
          FROM statement_line_sources o WHERE o.statement_id = ${id} AND l.id = o.line_id`.execute(
        group.db,
      );
      return;
    }
    case "sum":
      await sumPostings(group.db);
      return;
    case "settle":
      await sumPostings(group.db);
      await sql`SELECT settle_reconciliation(${deed.batch})`.execute(group.db);
  }
}

type Item = { list: string; line_id: number | null; entry_id: number | null; cents: bigint };

/** Each day, and one after all of them. */
const days = sql`(
  SELECT * FROM generate_series(${dayOf(-1)}::date, ${dayOf(LAST + 8)}::date, interval '1 day')
  UNION ALL SELECT 'infinity')`;

async function itemsOf(way: "reconciliation_items" | "reconciliation_items_in_full") {
  const { rows } = await sql<Item & { day: string }>`
    SELECT d.day::date::text AS day, i.* FROM ${days} d (day)
     CROSS JOIN LATERAL ${sql.raw(way)}(d.day::date) i
     ORDER BY 1, 2, 3, 4`.execute(group.db);
  return rows;
}

type Part = Item & { day: string; open_cents: bigint; is_matched: boolean };

/** Each item of each day, with what of it is open still. */
async function parted(): Promise<Part[]> {
  const { rows } = await sql<Part>`
    SELECT d.day::date::text AS day, p.list, p.line_id, p.entry_id, p.cents, p.open_cents,
           EXISTS (SELECT FROM statement_matches m WHERE m.line_id = p.line_id AND m.undone_at IS NULL) AS is_matched
      FROM ${days} d (day) CROSS JOIN LATERAL reconciliation_parted(d.day::date) p
     ORDER BY 1, 2, 3, 4`.execute(group.db);
  return rows;
}

const sizeOf = (cents: bigint) => (cents < 0n ? -cents : cents);

/** What is wrong with the parts of the items, whose days the whole history gives. */
function faultsOf(parts: readonly Part[], everything: readonly (Item & { day: string })[]) {
  const now = new Map<string, bigint>();
  const keyOf = ({ line_id, entry_id }: Item) => `${line_id} ${entry_id}`;
  for (const item of everything)
    if (item.day === "infinity")
      now.set(keyOf(item), (now.get(keyOf(item)) ?? 0n) + sizeOf(item.cents));
  return parts.filter((part) => {
    const { list, cents: all, open_cents: open, is_matched } = part;
    if (open < 0n || open > sizeOf(all)) return true;
    // The lines of an entry whose lines differ are open with it.
    if (list === "differing" || is_matched) return false;
    const left = now.get(keyOf(part)) ?? 0n;
    return open !== (left < all ? left : all);
  });
}

test("the open items give the same figures as the whole history, in whatever order they settled", async () => {
  const property = fc.asyncProperty(
    fc.array(act, { minLength: 5, maxLength: 50 }),
    async (acts) => {
      const seen: Item[][] = [];
      const inFull: Item[][] = [];
      for (const deed of acts) {
        await perform(deed);
        if (deed.do !== "settle" && deed !== acts.at(-1)) continue;
        seen.push(await itemsOf("reconciliation_items"));
        inFull.push(await itemsOf("reconciliation_items_in_full"));
      }
      expect(seen).toEqual(inFull);
      await sumPostings(group.db);
      await settleOpenItems(group.db);
      const everything = await itemsOf("reconciliation_items_in_full");
      expect(await itemsOf("reconciliation_items")).toEqual(everything);
      const parts = await parted();
      expect(
        parts.map(({ day, list, line_id, entry_id, cents }) => ({
          day,
          list,
          line_id,
          entry_id,
          cents,
        })),
      ).toEqual(everything);
      expect(faultsOf(parts, everything)).toEqual([]);
    },
  );
  await fc.assert(
    property.beforeEach(async () => {
      await inTransaction(group.db, async (tx) => {
        for (const table of [
          "reconciliation_spans",
          "reconciliation_changes",
          "statement_matches",
          "statement_line_sources",
        ])
          await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
        await sql`UPDATE statement_lines SET pair_id = NULL`.execute(tx);
        for (const table of [
          "statement_lines",
          "statements",
          "postings_to_sum",
          "postings",
          "entries",
        ])
          await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
        await sql`DELETE FROM payments`.execute(tx);
        await sql`DELETE FROM reconciliation_changes`.execute(tx);
        await sql`UPDATE reconciliation_start SET from_day = NULL`.execute(tx);
      });
    }),
    { numRuns: 60 },
  );
});

test("a settled item is open again as soon as its line no longer counts", async () => {
  const statement = (days: number, moved: bigint) =>
    addStatement(group.db, {
      accountId: accounts[0]!,
      by,
      from: dayOf(days),
      to: dayOf(days + 1),
      openingCents: 0n,
      lines: [{ at: dayOf(days), cents: moved }],
    });
  await statement(0, 300n);
  const { id, lines } = await statement(2, 700n);
  await post({ day: 2, cents: 700n });
  const entry = await picked("SELECT max(id) AS id FROM entries", 0);
  await sql`
    INSERT INTO statement_matches (line_id, entry_id, matched_by, matched_at, reason)
    VALUES (${lines[0]}, ${entry}, ${by}, now(), 'by_hand')`.execute(group.db);
  await sumPostings(group.db);
  await settleOpenItems(group.db);
  expect((await group.db.selectFrom("reconciliation_changes").selectAll().execute()).length).toBe(
    0,
  );
  const open = await group.db.selectFrom("reconciliation_spans").select("entry_id").execute();
  expect(open.map(({ entry_id }) => entry_id)).not.toContain(entry);
  await sql`UPDATE statements SET withdrawn_at = now(), withdrawn_by = ${by}, withdrawn_reason = 'x' WHERE id = ${id}`.execute(
    group.db,
  );
  await sql`UPDATE statement_lines SET is_proved = false WHERE id = ${lines[0]}`.execute(group.db);
  const items = await itemsOf("reconciliation_items");
  expect(items.some(({ entry_id }) => entry_id === entry)).toBe(true);
  expect(items).toEqual(await itemsOf("reconciliation_items_in_full"));
});
