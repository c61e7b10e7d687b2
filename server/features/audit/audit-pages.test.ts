import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;
let member: TestMember;

// Three years of log over several blocks. An official who was not counted at first writes much of it, and its newest
// entries are not sealed yet.
beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
  treasurer = await group.official("Treasurer");
  member = await group.activeMember(chairperson);
  await write(12_000, "2023-03-01");
  await sealAudit(group.db);
  await write(300, "2026-03-10");
});
afterAll(() => group.close());

/** This many entries about things without a record, spread from a day to 11 March 2026. */
async function write(count: number, from: string): Promise<void> {
  await sql`
    INSERT INTO audit_entries (at, recorded_at, actor_id, action, subject, subject_id)
    SELECT moment, clock_timestamp(), (ARRAY[${treasurer.id}::int, ${treasurer.id}::int, ${member.id}::int, NULL])[1 + n % 4],
           CASE WHEN n % 1000 = 0 THEN 'settings.change' ELSE (ARRAY['contributions.approve', 'contributions.reject',
             'contributions-kept.approve', 'loans.repay', 'loans'])[1 + n % 5] END,
           (ARRAY['thing', 'other', 'thing'])[1 + n % 3], 1 + n % 500
      FROM generate_series(1, ${count}::int) n,
           LATERAL (SELECT ${from}::timestamptz + n * ('2026-03-11'::timestamptz - ${from}::timestamptz) / ${count}::int) m (moment)
     ORDER BY n`.execute(group.db);
}

/** The ids that match the conditions, newest first, found in the simplest way. */
async function plainly(conditions: string): Promise<number[]> {
  const { rows } = await sql
    .raw<{ id: bigint }>(`SELECT id FROM audit_entries WHERE ${conditions} ORDER BY id DESC`)
    .execute(group.db);
  return rows.map(({ id }) => Number(id));
}

const onDays = (from: string, to: string) =>
  `(at AT TIME ZONE 'Africa/Nairobi')::date BETWEEN '${from}' AND '${to}'`;
const contributions = `(action = 'contributions' OR action LIKE 'contributions.%')`;

describe("a page of the log is that part of it, with the count of all", () => {
  test.each<[query: string, conditions: () => string]>([
    ["", () => "true"],
    ["action=contributions", () => contributions],
    ["action=contributions.reject", () => `action = 'contributions.reject'`],
    ["action=loans", () => `(action = 'loans' OR action LIKE 'loans.%')`],
    ["action=settings", () => `action LIKE 'settings.%'`],
    ["action=nothing", () => "false"],
    ["subject=other", () => `subject = 'other'`],
    ["subject=other&subject_id=7", () => `subject = 'other' AND subject_id = 7`],
    ["subject_id=7", () => `subject_id = 7`],
    ["actor=$treasurer", () => `actor_id = ${treasurer.id}`],
    ["actor=$member", () => `actor_id = ${member.id}`],
    [
      "actor=$treasurer&action=contributions&start_date=2024-02-01&end_date=2024-05-31",
      () =>
        `actor_id = ${treasurer.id} AND ${contributions} AND ${onDays("2024-02-01", "2024-05-31")}`,
    ],
    ["start_date=2024-02-01&end_date=2024-05-31", () => onDays("2024-02-01", "2024-05-31")],
    ["start_date=2026-03-11", () => onDays("2026-03-11", "2030-01-01")],
    [
      "end_date=2023-03-01&subject=other",
      () => `${onDays("2000-01-01", "2023-03-01")} AND subject = 'other'`,
    ],
    ["start_date=2020-01-01&end_date=2020-12-31", () => "false"],
  ])("%s", async (query, conditions) => {
    const expected = await plainly(conditions());
    const requested = query
      .replace("$treasurer", `${treasurer.id}`)
      .replace("$member", `${member.id}`);
    const last = Math.max(1, Math.ceil(expected.length / 50));
    for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1, last + 100])) {
      const { body } = await group.api(
        "GET",
        `/api/audit/?${requested}&page=${page}&page_size=50`,
        {
          token: chairperson.token,
        },
      );
      expect(body.entries.map(({ id }: { id: number }) => id)).toEqual(
        expected.slice((page - 1) * 50, page * 50),
      );
      expect(body.count).toBe(expected.length);
    }
  });
});

test("the counts are right, of what was sealed at once and of what came later", async () => {
  // The entries are invented, and that is all that is found.
  const { breaches } = await verifyBooks(group.db);
  expect(breaches.map(({ name }) => name)).toEqual(["acts-by-who-may"]);
});

test("entries of an active official are counted, those of a member are not", async () => {
  const { rows } = await sql<{ actor_id: number }>`
    SELECT DISTINCT actor_id FROM audit_counts ORDER BY 1`.execute(group.db);
  expect(rows.map((row) => row.actor_id)).toEqual(
    [0, chairperson.id, treasurer.id].toSorted((one, other) => one - other),
  );
});
