// Initials find each other in the journal however they are written, in descriptions and in names (MEM-50).
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";

const SPELLINGS = ["J K BARASA", "J. K. Barasa", "J.K. Barasa", "JK Barasa", "j.k barasa"];

let group: TestGroup;
let books: Bookkeeping;
/** The entries of each spelling, in descriptions and of members. */
let wanted: number[];

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  await describe("Tea of nobody");
  const before = await idsOf("");
  for (const spelling of SPELLINGS) await describe(`Tea of ${spelling}, twice`);
  for (const first_name of ["J.K.", "JK", "J K"])
    await books.contribute(
      await group.activeMember(books.chairperson, { first_name, last_name: "Barasa" }),
      500,
    );
  wanted = (await idsOf("")).filter((id) => !before.includes(id));
  for (const other of ["A Barasa", "James Kamau Barasa", "J Barasa", "Jk2 Barasa", "Aj K Barasa"])
    await describe(`Tea of ${other}`);
});
afterAll(() => group.close());

async function describe(description: string): Promise<void> {
  const { status } = await group.api("POST", "/api/accounting/create_ledger_entry/", {
    token: books.treasurer.token,
    body: { type: "other_income", amount_paid: 60, description },
  });
  expect(status).toBe(201);
}

async function idsOf(search: string): Promise<number[]> {
  const { status, body } = await group.api(
    "GET",
    `/api/accounting/entries/?page=1&page_size=100${search && `&search=${encodeURIComponent(search)}`}`,
    { token: books.treasurer.token },
  );
  expect(status).toBe(200);
  return body.entries.map(({ id }: Json) => id).toSorted((a: number, b: number) => a - b);
}

test("there is an entry of each spelling", () => {
  expect(wanted.length).toBeGreaterThanOrEqual(SPELLINGS.length + 3);
});

test.each([
  "J K Barasa",
  "J. K. Barasa",
  "J.K. Barasa",
  "JK Barasa",
  "j.k barasa",
  "Barasa J K",
  "barasa j.k.",
])("%s finds the entries of every spelling, and no others", async (search) => {
  // `jk` begins `jk2` too, as any word does.
  const found = await idsOf(search);
  expect(found.filter((id) => wanted.includes(id))).toEqual(wanted);
  expect(await descriptionsBesides(found)).toEqual(["Tea of Jk2 Barasa"]);
});

test.each(["J K", "J. K.", "J.K.", "JK", "jk"])(
  "the initials %s alone find the same",
  async (search) => {
    expect((await idsOf(search)).filter((id) => wanted.includes(id))).toEqual(wanted);
  },
);

test("no initial is joined with a word", async () => {
  expect(await idsOf("J Kamau")).toHaveLength(1);
  expect(await idsOf("Tea JK nobody")).toEqual([]);
});

async function descriptionsBesides(ids: readonly number[]): Promise<string[]> {
  const { body } = await group.api("GET", "/api/accounting/entries/?page=1&page_size=100", {
    token: books.treasurer.token,
  });
  return body.entries
    .filter(({ id }: Json) => ids.includes(id) && !wanted.includes(id))
    .map(({ description }: Json) => description);
}
