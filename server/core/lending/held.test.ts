// The SQL of what is held for a guarantee is the rule of the domain, on random figures.
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heldOf } from "#domain/lending/guarantees.ts";
import type { Cents } from "#domain/money.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { heldOfGuarantee } from "./held.ts";

let group: TestGroup;
beforeAll(async () => {
  ({ group } = await startFoundedGroup());
});
afterAll(() => group.close());

const cents = fc.bigInt({ min: 0n, max: 100_000_000_000n });
const loans = fc.tuple(cents, cents, cents, cents).map(([amount, left, agreed, called]) => ({
  amountCents: amount + left + 1n,
  principalLeftCents: left,
  agreedCents: agreed + called,
  calledCents: called,
}));

test("SQL and domain hold the same", async () => {
  const samples = fc.sample(loans, 500);
  const { rows } = await sql<{ held: Cents }>`
    SELECT ${heldOfGuarantee} AS held
      FROM unnest(${samples.map((each) => each.agreedCents)}::bigint[], ${samples.map((each) => each.calledCents)}::bigint[],
                  ${samples.map((each) => each.principalLeftCents)}::bigint[], ${samples.map((each) => each.amountCents)}::bigint[])
             WITH ORDINALITY figures (agreed, called, left_cents, amount, place)
     CROSS JOIN LATERAL (SELECT 'agreed' AS state, agreed AS amount_cents, called AS called_cents) guarantee
     CROSS JOIN LATERAL (SELECT 'active' AS status, left_cents AS principal_left_cents, amount AS amount_cents) guaranteed
     ORDER BY place`.execute(group.db);
  expect(rows.map(({ held }) => held)).toEqual(samples.map((each) => heldOf(each, each)));
});
