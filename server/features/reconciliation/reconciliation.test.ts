import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nairobiDate } from "#domain/calendar.ts";
import { invariants } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  addStatement,
  addStatementAccount,
  matchLine,
  type Line,
} from "#tests/support/statements.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";

const PATH = "/api/reconciliation/";
const DAY_MINUTES = 24 * 60;

let group: TestGroup;
let books: Bookkeeping;
let payer: TestMember;
let account: number;

const read = (query = "", by = books.treasurer) =>
  group.api("GET", PATH + query, { token: by.token });
const accept = (by: TestMember, body: Json) =>
  group.api("POST", `${PATH}accept/`, { token: by.token, body });
const expense = async (kes: number): Promise<number> => {
  const { status, body } = await group.api("POST", "/api/accounting/create_ledger_entry/", {
    token: books.treasurer.token,
    body: {
      type: "expense",
      category: "transaction_cost",
      amount: kes,
      description: "Charges",
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.entry.id;
};
const cents = (kes: number) => BigInt(Math.round(kes * 100));
/** Days later, everybody still signed in. */
async function pass(days: number): Promise<void> {
  group.clock.advanceMinutes(days * DAY_MINUTES);
  const now = group.clock.now();
  await sql`ALTER TABLE sessions DISABLE TRIGGER USER`.execute(group.db);
  await sql`UPDATE sessions SET created_at = ${now}, last_used_at = ${now}`.execute(group.db);
  await sql`ALTER TABLE sessions ENABLE TRIGGER USER`.execute(group.db);
}
const today = () => nairobiDate(group.clock.now());

const print = async (by: TestMember) => {
  const answer = await fetch(`${group.url}${PATH}pdf/?date=2026-03-20`, {
    headers: { Authorization: `Bearer ${by.token}` },
  });
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).texts.join("\n");
};

/** As statements.md writes it, in cents. */
function remains(body: Json): bigint {
  return (
    cents(body.statements_total) -
    (cents(body.books) +
      cents(body.opening_difference) +
      cents(body.in_not_booked.total) -
      cents(body.out_not_booked.total) -
      cents(body.booked_in_not_on_statement.total) +
      cents(body.booked_out_not_on_statement.total))
  );
}

const lists = [
  "in_not_booked",
  "out_not_booked",
  "booked_in_not_on_statement",
  "booked_out_not_on_statement",
] as const;

function expectListsToAddUp(body: Json): void {
  const openOf = lists.map((list) => body[list].open.count);
  expect(body.open_count).toBe(openOf.reduce((sum, count) => sum + count, 0));
  // Nothing here has a twin or a break.
  const isExplained = body.open_count === 0 && body.difference === 0 && body.differing.length === 0;
  expect([body.explained, body.unexplained.length === 0]).toEqual([isExplained, isExplained]);
  for (const list of lists) {
    const { total, items } = body[list];
    const sum = items.reduce((all: bigint, { amount }: Json) => all + cents(amount), 0n);
    expect([list, sum]).toEqual([list, cents(total)]);
    const { settled_since: settled, open } = body[list];
    expect([list, cents(settled.total) + cents(open.total)]).toEqual([list, cents(total)]);
    const left = open.items.reduce((all: bigint, { amount }: Json) => all + cents(amount), 0n);
    expect([list, left, open.items.length]).toEqual([list, cents(open.total), open.count]);
  }
}

describe("a first month", () => {
  let paidBefore: number;
  let lines: number[];

  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ startsAt: "2026-03-01T09:00:00+03:00" }));
    payer = await books.member();
    await books.contribute(payer, 5_000);
    account = await addStatementAccount(group.db, books.treasurer.id);
  });
  afterAll(() => group.close());

  test("before the first statement there is nothing to compare, and no day is asked for", async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({ date: null, accepted: [], agreed_to: null, to: null });
    expect((await read("?date=2026-03-01")).status).toBe(400);
    expect((await accept(books.treasurer, { date: "2026-03-01", difference_seen: 0 })).status).toBe(
      400,
    );
  });

  test("each figure is shown with its list, and the difference is what remains", async () => {
    await pass(3);
    await books.contribute(payer, 1_000);
    await books.contribute(payer, 700);
    const cost = await expense(50);
    await expense(30);
    const { rows } = await sql<{ id: number; amount_cents: bigint; reference: string }>`
      SELECT id, amount_cents, reference FROM payments ORDER BY id`.execute(group.db);
    paidBefore = rows[1]!.id;
    await pass(16);
    ({ lines } = await addStatement(group.db, {
      accountId: account,
      by: books.treasurer.id,
      from: "2026-03-02",
      to: "2026-03-20",
      openingCents: 520_000n,
      lines: [
        { at: "2026-03-04T10:00:00", cents: 100_000n, reference: rows[1]!.reference },
        { at: "2026-03-05", cents: -5_000n, kind: "charge", reference: rows[1]!.reference },
        { at: "2026-03-06", cents: 42_000n, reference: "NOBODY0001" },
        { at: "2026-03-07", cents: -1_500n, kind: "charge", reference: "CHARGE01" },
        { at: "2026-03-08", cents: 9_900n, reference: "FAILED001", kind: "failed" },
        { at: "2026-03-09", cents: 20_000n, reference: "SWEEP01", kind: "internal" },
        { at: "2026-03-09", cents: -20_000n, reference: "SWEEP01", kind: "internal" },
      ],
      at: group.clock.now(),
    }));
    await matchLine(group.db, { line: lines[0]!, payment: paidBefore, by: books.treasurer.id });
    await matchLine(group.db, { line: lines[1]!, entry: cost, by: books.treasurer.id });
    const { body } = await read();
    expect(body).toMatchObject({
      date: "2026-03-20",
      from: "2026-03-02",
      to: "2026-03-20",
      accounts: [{ id: account, closing: 6_555, covered_to: "2026-03-20" }],
      statements_total: 6_555,
      books: 6_620,
      opening_difference: 200,
      in_not_booked: { total: 420, items: [{ kind: "line", id: lines[2], date: "2026-03-06" }] },
      out_not_booked: { total: 15, items: [{ kind: "line", id: lines[3], amount: 15 }] },
      booked_in_not_on_statement: {
        total: 700,
        items: [{ kind: "entry", amount: 700, member: { id: payer.id } }],
      },
      booked_out_not_on_statement: {
        total: 30,
        items: [{ kind: "entry", description: "Charges" }],
      },
      difference: 0,
      differing: [],
    });
    expect(remains(body)).toBe(0n);
    expectListsToAddUp(body);
  });

  test("an earlier day leaves out what came later, and days outside are refused", async () => {
    const { body } = await read("?date=2026-03-04");
    expect(body).toMatchObject({
      statements_total: 6_200,
      in_not_booked: { total: 0 },
      booked_in_not_on_statement: { total: 700 },
      // The charge of the day after is booked already.
      booked_out_not_on_statement: { total: 80 },
      difference: 0,
    });
    expectListsToAddUp(body);
    for (const date of ["2026-03-01", "2026-03-21"])
      expect([(await read(`?date=${date}`)).status, date]).toEqual([400, date]);
  });

  test("a member reads the sums, and nothing of the lists", async () => {
    const { status, body } = await read("", payer);
    expect(status).toBe(200);
    expect(body.in_not_booked).toEqual({
      total: 420,
      settled_since: { count: 0, total: 0 },
      open: { count: 1, total: 420 },
    });
    expect(body.unexplained).toContain(
      "KES 420.00 came to the bank on 06 Mar 2026 and is not in the books",
    );
    expect(body).not.toHaveProperty("differing");
    const pending = await group.pendingMember();
    expect((await read("", pending)).status).toBe(403);
    expect((await group.api("GET", PATH)).status).toBe(401);
    expect((await accept(payer, {})).status).toBe(403);
    expect((await accept(books.chairperson, {})).status).toBe(403);
  });

  test("the same is on a PDF, with the lists only for officials", async () => {
    const official = await print(books.treasurer);
    for (const words of [
      "Reconciliation",
      "In on statements, not in the books",
      "6,555.00",
      "NOBODY0001",
    ])
      expect(official).toContain(words);
    const member = await print(payer);
    expect(member).toContain("6,555.00");
    expect(member).not.toContain("NOBODY0001");
  });

  test("both offices accept, the opening difference with a reason, and two people", async () => {
    const day = { date: "2026-03-20", difference_seen: 0, open_seen: 4 };
    const seen = await accept(books.treasurer, { ...day, difference_seen: 1 });
    expect([seen.status, Object.keys(seen.body.errors)]).toEqual([400, ["difference_seen"]]);
    for (const open_seen of [undefined, 0, 3, 5]) {
      const { status, body } = await accept(books.treasurer, { ...day, open_seen });
      expect([open_seen, status, Object.keys(body.errors)]).toEqual([
        open_seen,
        400,
        ["open_seen"],
      ]);
    }
    const without = await accept(books.treasurer, day);
    expect([without.status, Object.keys(without.body.errors)]).toEqual([400, ["reason"]]);
    const reason = "Cash in hand at the founding";
    const first = await accept(books.treasurer, { ...day, reason });
    expect(first.body.reconciliation).toMatchObject({
      accepted: [{ office: "Treasurer", by: { id: books.treasurer.id } }],
      agreed_to: null,
    });
    expect((await accept(books.treasurer, { ...day, reason })).status).toBe(400);
    const second = await accept(books.secGen, { ...day, reason });
    expect(second.status).toBe(200);
    expect(second.body.detail).toBe(
      "Both offices have accepted 20 Mar 2026, with KES 1,165.00 to be explained.",
    );
    expect(second.body.reconciliation.accepted).toHaveLength(2);
    expect((await read("", payer)).body).toMatchObject({
      agreed_to: "2026-03-20",
      agreed_difference: 0,
      agreed_open: 1_165,
      agreed_explained: false,
    });
    const { rows } = await sql<{ after: Json }>`
      SELECT after FROM audit_entries WHERE action = 'reconciliation.accept' ORDER BY id`.execute(
      group.db,
    );
    expect(rows.map(({ after }) => after)).toEqual(
      ["Treasurer", "Sec-Gen"].map((office) => ({
        date: "2026-03-20",
        office,
        statements: 6_555,
        books: 6_620,
        in_not_booked: 420,
        out_not_booked: 15,
        booked_in: 700,
        booked_out: 30,
        opening_difference: 200,
        difference: 0,
        open_items: 4,
        open_total: 1_165,
        explained: false,
        reason,
      })),
    );
  });

  test("an entry of that day reopens it visibly, and both accept again", async () => {
    await pass(1 / 24);
    const entry = await expense(15);
    const { body } = await read("?date=2026-03-20", payer);
    expect(body).toMatchObject({
      accepted: [],
      agreed_to: null,
      reopened: {
        at: expect.stringMatching(/^2026-03-20T10/),
        why: `Entry ${entry} was posted: Charges.`,
      },
    });
    const swahili = await group.api("GET", `${PATH}?date=2026-03-20`, {
      token: payer.token,
      headers: { "Accept-Language": "sw" },
    });
    expect(swahili.body.reopened.why).toMatch(/^Ingizo/);
    for (const by of [books.treasurer, books.secGen])
      expect(
        (
          await accept(by, {
            date: "2026-03-20",
            difference_seen: 0,
            open_seen: 5,
            reason: "Seen at the bank",
          })
        ).status,
      ).toBe(200);
    const again = (await read("?date=2026-03-20")).body;
    expect(again).not.toHaveProperty("reopened");
    expect(again.agreed_to).toBe("2026-03-20");
  });

  test("a match, its end and a withdrawal reopen it too, and what came back is accepted again", async () => {
    await pass(1 / 24);
    const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM entries`.execute(group.db);
    const match = await matchLine(group.db, {
      line: lines[3]!,
      entry: rows[0]!.id,
      by: books.treasurer.id,
      at: group.clock.now(),
    });
    expect((await read()).body.reopened.why).toBe(
      "A line of 07 Mar 2026, KES (15.00), was matched.",
    );
    await sql`UPDATE statement_matches SET undone_at = ${group.clock.now()}, undone_why = 'unmatched' WHERE id = ${match}`.execute(
      group.db,
    );
    expect((await read()).body.accepted).toHaveLength(2);
    await sql`UPDATE statements SET withdrawn_by = ${books.treasurer.id}, withdrawn_at = ${group.clock.now()}, withdrawn_reason = 'x'`.execute(
      group.db,
    );
    expect((await read()).body).toMatchObject({ date: null, agreed_to: null });
    await sql`ALTER TABLE statements DISABLE TRIGGER USER`.execute(group.db);
    await sql`UPDATE statements SET withdrawn_by = NULL, withdrawn_at = NULL, withdrawn_reason = NULL`.execute(
      group.db,
    );
    await sql`ALTER TABLE statements ENABLE TRIGGER USER`.execute(group.db);
    expect((await read()).body.agreed_to).toBe("2026-03-20");
  });

  test("a line matched with an entry of another amount is the difference, accepted with a reason only", async () => {
    await pass(1);
    const entry = await expense(100);
    await addStatement(group.db, {
      accountId: account,
      by: books.treasurer.id,
      from: "2026-03-21",
      to: "2026-03-22",
      openingCents: 655_500n,
      lines: [{ at: "2026-03-21", cents: -9_000n, kind: "charge", reference: "WRONGCOST" }],
    }).then(({ lines: [line] }) =>
      matchLine(group.db, { line: line!, entry, by: books.treasurer.id, explanation: "Ten short" }),
    );
    const { body } = await read();
    expect(body).toMatchObject({
      date: "2026-03-22",
      difference: 10,
      differing: [{ kind: "entry", id: entry, amount: 10 }],
    });
    expect(remains(body)).toBe(1_000n);
    const day = { date: "2026-03-22", difference_seen: 10, open_seen: body.open_count };
    expect((await accept(books.treasurer, day)).status).toBe(400);
    expect((await accept(books.treasurer, { ...day, reason: "Asked the bank" })).status).toBe(200);
  });

  describe("altered behind the application's back", () => {
    const proofs = [
      "reconciliations-recompute",
      "reconciliations-as-audited",
      "reconciliations-by-two",
    ];
    const checked = invariants.filter(({ name }) => proofs.includes(name));

    test("nothing is broken before", async () => {
      expect(await brokenBy(group.db, checked, "SELECT")).toEqual([]);
    });

    test.each([
      [
        "reconciliations-recompute",
        "UPDATE statement_lines SET amount_cents = amount_cents + 100 WHERE reference = 'NOBODY0001'",
      ],
      [
        "reconciliations-recompute",
        "UPDATE statements SET closing_cents = closing_cents + 1, opening_cents = opening_cents + 1",
      ],
      [
        "reconciliations-recompute",
        "UPDATE postings SET amount_cents = amount_cents + 1 WHERE account = 'bank' AND entry_id = 1",
      ],
      [
        "reconciliations-recompute",
        "DELETE FROM statement_matches WHERE entry_id IS NOT NULL AND explanation IS NULL",
      ],
      [
        "reconciliations-as-audited",
        "UPDATE reconciliation_acceptances SET reason = 'Another' WHERE reason IS NOT NULL",
      ],
      [
        "reconciliations-as-audited",
        "ALTER TABLE reconciliation_acceptances DROP CONSTRAINT reconciliation_acceptances_add_up; UPDATE reconciliation_acceptances SET difference_cents = 5, statements_cents = statements_cents + 5, reason = 'x'",
      ],
      ["reconciliations-as-audited", "DELETE FROM reconciliation_acceptances WHERE id = 1"],
      [
        "reconciliations-as-audited",
        "DELETE FROM audit_entries WHERE action = 'reconciliation.accept'",
      ],
      [
        "reconciliations-as-audited",
        "ALTER TABLE reconciliation_acceptances DROP CONSTRAINT reconciliation_acceptances_once; UPDATE reconciliation_acceptances SET office = 'Treasurer' WHERE office = 'Sec-Gen'",
      ],
    ])("%s breaks", async (name, statement) => {
      expect(await brokenBy(group.db, checked, statement)).toContain(name);
    });
  });
});

describe("whatever was paid, booked and printed", () => {
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ startsAt: "2026-03-01T09:00:00+03:00" }));
    payer = await books.member();
    await books.contribute(payer, 50_000);
  });
  afterAll(() => group.close());

  const kes = fc.integer({ min: 1, max: 90_000 }).map((number) => number / 100);
  const month = fc.record({
    days: fc.integer({ min: 2, max: 12 }),
    payments: fc.array(fc.record({ kes, isPrinted: fc.boolean(), isMatched: fc.boolean() }), {
      maxLength: 5,
    }),
    expenses: fc.array(fc.record({ kes, isPrinted: fc.boolean(), isMatched: fc.boolean() }), {
      maxLength: 3,
    }),
    strange: fc.array(fc.record({ kes, isOut: fc.boolean() }), { maxLength: 3 }),
    isSplit: fc.boolean(),
    /** Whether what was left unmatched before is matched now. */
    isLate: fc.boolean(),
  });

  test("the identity holds to the cent on every day, nothing remains, and each acceptance recomputes as of its moment", async () => {
    const accounts: { id: number; closing: bigint }[] = [];
    const late: { line: number; payment?: number; entry?: number }[] = [];
    const property = fc.asyncProperty(month, async (lived) => {
      if (accounts.length === 0 || (accounts.length === 1 && lived.isSplit))
        accounts.push({
          id: await addStatementAccount(group.db, books.treasurer.id),
          closing: 77_700n,
        });
      const from = today();
      await pass(lived.days - 1);
      const to = today();
      const wanted: { line: Line; payment?: number; entry?: number; isMatched: boolean }[] = [];
      for (const { kes: paid, isPrinted, isMatched } of lived.payments) {
        await books.contribute(payer, paid);
        const { rows } = await sql<{ id: number; reference: string }>`
          SELECT id, reference FROM payments ORDER BY id DESC LIMIT 1`.execute(group.db);
        const { id, reference } = rows[0]!;
        if (isPrinted)
          wanted.push({ line: { at: to, cents: cents(paid), reference }, payment: id, isMatched });
      }
      for (const { kes: paid, isPrinted, isMatched } of lived.expenses) {
        const entry = await expense(paid);
        if (isPrinted) wanted.push({ line: { at: from, cents: -cents(paid) }, entry, isMatched });
      }
      for (const { kes: paid, isOut } of lived.strange)
        wanted.push({
          line: { at: to, cents: isOut ? -cents(paid) : cents(paid) },
          isMatched: false,
        });
      for (const [index, own] of accounts.entries()) {
        const mine = wanted.filter((_, at) => at % accounts.length === index);
        const { lines } = await addStatement(group.db, {
          accountId: own.id,
          by: books.treasurer.id,
          from,
          to,
          openingCents: own.closing,
          lines: mine.map(({ line }) => line),
        });
        own.closing = mine.reduce((sum, { line }) => sum + line.cents, own.closing);
        for (const [at, { payment, entry, isMatched }] of mine.entries()) {
          if ((payment ?? entry) === undefined) continue;
          const match = {
            line: lines[at]!,
            ...(payment === undefined ? { entry: entry! } : { payment }),
          };
          if (isMatched) await matchLine(group.db, { ...match, by: books.treasurer.id });
          else late.push(match);
        }
      }
      for (const match of lived.isLate ? late.splice(0) : [])
        await matchLine(group.db, { ...match, by: books.treasurer.id });
      await pass(1);
      for (const day of [to, from, "2026-03-01"]) {
        const { status, body } = await read(`?date=${day}`);
        expect([day, status]).toEqual([day, 200]);
        expect([day, remains(body), cents(body.difference)]).toEqual([day, 0n, 0n]);
        expectListsToAddUp(body);
        const seen = { difference_seen: 0, open_seen: body.open_count, reason: "Seen" };
        const accepted = await accept(books.treasurer, { date: day, ...seen });
        expect([day, accepted.status === 200 || accepted.status === 400]).toEqual([day, true]);
      }
    });
    await fc.assert(property, { numRuns: 8, seed: 17 });
    const { rows } = await sql<{ count: bigint }>`
      SELECT count(*) FROM reconciliation_acceptances`.execute(group.db);
    expect(Number(rows[0]!.count)).toBeGreaterThan(8);
    const checked = invariants.filter(({ name }) => name.startsWith("reconciliations-"));
    expect(await brokenBy(group.db, checked, "SELECT")).toEqual([]);
  });
});
