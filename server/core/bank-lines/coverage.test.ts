import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { coverageOf } from "#domain/statements/coverage.ts";
import { addStatementAccount } from "#tests/support/statements.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let account: number;
let by: number;

beforeAll(async () => {
  group = await startGroup();
  by = (await group.pendingMember()).id;
  account = await addStatementAccount(group.db, by);
  await sql`ALTER TABLE statements DISABLE TRIGGER USER`.execute(group.db);
});
afterAll(() => group.close());

const dayOf = (days: number) => addDays("2026-03-01", days);
const statement = fc.record({
  from: fc.integer({ min: 0, max: 25 }),
  length: fc.integer({ min: 0, max: 10 }),
  opening: fc.constantFrom(1n, 2n, null),
  closing: fc.constantFrom(1n, 2n, null),
  sharesLines: fc.boolean(),
});

test("the database and the rule compute the same covered days, whatever the statements", async () => {
  let made = 0;
  const property = fc.asyncProperty(fc.array(statement, { maxLength: 6 }), async (statements) => {
    await sql`DELETE FROM statements`.execute(group.db);
    const written = [];
    for (const { from, length, opening, closing, sharesLines } of statements) {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO statements (account_id, file_name, sha256, format, period_from, period_to, opening_cents, closing_cents, counts, breaks,
                                uploaded_by, uploaded_at)
        VALUES (${account}, 'x', sha256(${String(++made)}::text::bytea), 'bank', ${dayOf(from)}, ${dayOf(from + length)}, ${opening}, ${closing},
                ${JSON.stringify({ known: sharesLines ? 1 : 0 })}, '[]', ${by}, now()) RETURNING id`.execute(
        group.db,
      );
      written.push({
        id: rows[0]!.id,
        from: dayOf(from),
        to: dayOf(from + length),
        opening,
        closing,
        sharesLines,
      });
    }
    const { rows: covered } = await sql<{ from: string; to: string }>`
      SELECT lower(one)::text AS from, (upper(one) - 1)::text AS to
        FROM account_days() d, unnest(d.days) one WHERE d.account_id = ${account} ORDER BY 1`.execute(
      group.db,
    );
    expect(covered).toEqual(coverageOf(written).proven);
  });
  await fc.assert(property, { numRuns: 300 });
});
