// Initials are found however they are written: in lines of the bank by a search, and members from a line (MEM-50).
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { addStatement, addStatementAccount } from "#tests/support/statements.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";

const SPELLINGS = ["J K OUMA", "J. K. Ouma", "J.K. Ouma", "JK Ouma", "j.k ouma"];

let group: TestGroup;
let books: Bookkeeping;
let lineIds: number[];

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  const by = books.treasurer.id;
  ({ lines: lineIds } = await addStatement(group.db, {
    accountId: await addStatementAccount(group.db, by),
    by,
    from: "2026-03-01",
    to: "2026-03-15",
    openingCents: 0n,
    lines: [...SPELLINGS, "A OUMA", "JAMES KAMAU"].map((name, index) => ({
      at: "2026-03-10",
      cents: 70_000n + BigInt(index),
      details: `INWARD TRF FROM ${name} 00${index}`,
    })),
  }));
});
afterAll(() => group.close());

const ask = async (path: string): Promise<Json> => {
  const answer = await group.api("GET", path, { token: books.treasurer.token });
  expect(answer.status).toBe(200);
  return answer.body;
};
const linesBy = async (search: string): Promise<number[]> => {
  const path = `/api/statements/lines/?state=open&search=${encodeURIComponent(search)}`;
  return (await ask(path)).lines
    .map(({ id }: Json) => id)
    .toSorted((a: number, b: number) => a - b);
};

test.each(["waiting to be indexed", "indexed"])(
  "a search finds the lines of every spelling by every spelling, while they are %s",
  async (state) => {
    if (state === "indexed") await sql`SELECT index_statement_lines(100)`.execute(group.db);
    for (const search of SPELLINGS)
      expect([search, await linesBy(search)]).toEqual([search, lineIds.slice(0, SPELLINGS.length)]);
    expect(await linesBy("J Kamau")).toEqual([lineIds.at(-1)]);
  },
);

test.each(["J.K.", "JK", "J K"])(
  "a line finds the member %s Ouma by every spelling",
  async (first_name) => {
    const member = await group.activeMember(books.chairperson, { first_name, last_name: "Ouma" });
    const { status, body } = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: member.token,
      body: {
        amount_paid: 700,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-10T09:00:00+03:00",
        payment_Reference_Code: `INIT${member.id}ABC`,
      },
    });
    expect(status).toBe(201);
    for (const search of SPELLINGS) {
      const { candidates } = await ask(
        `/api/statements/lines/${lineIds[0]}/candidates/?search=${encodeURIComponent(search)}`,
      );
      expect([search, candidates.map(({ id }: Json) => id)]).toEqual([
        search,
        expect.arrayContaining([body.contribution.contribution_id]),
      ]);
    }
  },
);
