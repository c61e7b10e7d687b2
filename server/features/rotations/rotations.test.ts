// ROT-1 to ROT-3: a merry-go-round is made, joined and drawn, over HTTP on a real PostgreSQL.
import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { startRotation } from "#tests/support/rotations.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PATH = "/api/rotations/";
const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

let group: TestGroup;
let books: Bookkeeping;
let people: TestMember[];

// The group begins on 16 March 2026.
beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-03-16T09:00:00+03:00",
    members: 3,
  }));
  people = [await books.member(), await books.member(), await books.member()];
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const post = (by: TestMember, path: string, body: Json = {}) =>
  group.api("POST", path, { token: by.token, body });
const get = (by: TestMember, path: string) => group.api("GET", path, { token: by.token });

const terms = { name: "Chama", amount: 1_000, every: "month", first_on: "2026-03-31" };

test("members join with a word that nobody sees, and the order follows from seed and words", async () => {
  const { treasurer } = books;
  const [jane, john, mary] = people as [TestMember, TestMember, TestMember];
  expect((await post(jane, PATH, terms)).status).toBe(403);
  const early = await post(treasurer, PATH, { ...terms, first_on: "2026-03-15" });
  expect([early.status, Object.keys(early.body.errors)]).toEqual([400, ["first_on"]]);
  const made = await post(treasurer, PATH, terms);
  expect(made.status).toBe(201);
  const { id, commitment } = made.body.rotation;
  expect(made.body.rotation).toMatchObject({ status: "joining", seed: null, words: null });
  expect(commitment).toMatch(/^[0-9a-f]{64}$/);
  const { entries } = (await get(treasurer, "/api/audit/?page=1")).body;
  expect(entries[0]).toMatchObject({ action: "rotations.create", after: { commitment } });

  const words = new Map<TestMember, string>([
    [jane, "chai"],
    [john, "mandazi: two\u00e9"],
    [mary, "ugali"],
  ]);
  const draw = () => post(books.secGen, `${PATH}${id}/draw/`);
  for (const [member, word] of words) {
    expect((await draw()).body.detail).toBe("At least 3 members are needed.");
    const joined = await post(member, `${PATH}${id}/join/`, { word });
    expect([joined.status, joined.body.rotation.words]).toEqual([200, null]);
  }
  const twice = await post(jane, `${PATH}${id}/join/`, { word: "again" });
  expect([twice.status, twice.body.detail]).toEqual([400, "You have joined already."]);
  // Whoever leaves before the draw may come back with another word.
  expect((await post(jane, `${PATH}${id}/leave/`)).status).toBe(200);
  expect((await post(jane, `${PATH}${id}/leave/`)).status).toBe(403);
  expect((await post(jane, `${PATH}${id}/join/`, { word: "maziwa" })).status).toBe(200);
  words.set(jane, "maziwa");

  expect((await post(jane, `${PATH}${id}/draw/`)).status).toBe(403);
  const { rotation } = (await draw()).body;
  expect(sha256(rotation.seed)).toBe(commitment);
  const lines = [...words]
    .map(([member, word]) => [member.id, word] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([memberId, word]) => `${memberId}:${word}`)
    .join("\n");
  const order = people
    .map((member) => ({ member, hash: sha256(`${rotation.seed}\n${lines}\n${member.id}`) }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
    .map(({ member }) => member.id);
  expect(rotation.turns.map(({ receiver }: Json) => receiver.id)).toEqual(order);
  expect(rotation.turns.map(({ due_on }: Json) => due_on)).toEqual([
    "2026-03-31",
    "2026-04-30",
    "2026-05-31",
  ]);
  expect(rotation.members.map(({ turn }: Json) => turn)).toEqual([1, 2, 3]);
  expect(rotation.words).toHaveLength(3);
  expect(rotation).toMatchObject({ status: "running", commitment });
  expect(rotation.turns[0]).toMatchObject({
    due: 2_000,
    collected: 0,
    paid_out: 0,
    state: "coming",
  });
  const late = [await draw(), await post(treasurer, `${PATH}${id}/join/`, { word: "x" })];
  for (const answer of late)
    expect([answer.status, answer.body.detail]).toEqual([400, "The order is drawn already."]);
  expect((await get(mary, PATH)).body.rotations).toEqual([rotation]);
  expect((await get(mary, `${PATH}${id}/`)).body).toEqual({ rotation });
  expect((await get(mary, `${PATH}${id + 1}/`)).status).toBe(404);
  expect((await get(mary, `${PATH}?page=1&page_size=1`)).body.count).toBe(1);
});

test("a group without one has no account for it", async () => {
  const { ledger_balances: balances } = (
    await get(books.treasurer, "/api/accounting/create_ledger_entry/")
  ).body;
  expect(balances).not.toHaveProperty("merry_go_round");
  const rotation = await startRotation(group, { by: books.treasurer, members: people });
  expect(rotation.status).toBe("running");
});

/** Runs the script of docs/check-a-draw.md as a member would. Returns how it ends. */
async function checkDraw(rotation: Json): Promise<{ code: number; printed: string }> {
  const folder = await mkdtemp(join(tmpdir(), "akiba-draw-"));
  try {
    const page = await readFile(new URL("../../../docs/check-a-draw.md", import.meta.url), "utf8");
    const script = /```js\n(.*?)```/s.exec(page)?.[1] ?? "";
    const [program, answer] = [join(folder, "check-draw.mjs"), join(folder, "rotation.json")];
    await writeFile(program, script);
    await writeFile(answer, JSON.stringify({ rotation }));
    return await promisify(execFile)(process.execPath, [program, answer]).then(
      ({ stdout }) => ({ code: 0, printed: stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, printed: stdout }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("the script of the documentation finds a draw right, and one of another seed or order wrong", async () => {
  const rotation = await startRotation(group, { by: books.treasurer, members: people });
  expect(await checkDraw(rotation)).toEqual({
    code: 0,
    printed:
      "The seed is the one that was published.\nThe order follows from seed, words and swaps.\n",
  });
  const [first, second, third] = rotation.turns;
  const swapped = [
    { ...first, receiver: second.receiver },
    { ...second, receiver: first.receiver },
    third,
  ];
  const swap = { asked_by: first.receiver, with_member: second.receiver };
  expect((await checkDraw({ ...rotation, seed: "a".repeat(64) })).code).toBe(1);
  expect((await checkDraw({ ...rotation, turns: swapped })).code).toBe(1);
  const [done, refused] = ["done", "refused"].map((status) => [{ ...swap, status }]);
  expect((await checkDraw({ ...rotation, turns: swapped, swaps: done })).code).toBe(0);
  expect((await checkDraw({ ...rotation, turns: swapped, swaps: refused })).code).toBe(1);
});
