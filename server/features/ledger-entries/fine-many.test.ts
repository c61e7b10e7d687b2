import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeSoundly, startLedgerBook, type LedgerBook } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let book: LedgerBook;
let absent: TestMember[];

beforeAll(async () => {
  book = await startLedgerBook({ startsAt: "2026-03-16T09:00:00+03:00" });
  ({ group } = book);
  absent = [
    await group.activeMember(book.chairperson),
    await group.activeMember(book.chairperson),
    await group.activeMember(book.chairperson),
  ];
});
afterAll(() => closeSoundly(group));

const ask = (by: TestMember, method: string, path: string, body?: unknown, key?: string) =>
  group.api(method, path, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
  });
const fine = (body: object, { by = book.secGen, key }: { by?: TestMember; key?: string } = {}) =>
  ask(by, "POST", "/api/fines/many/", { amount: 200, description: "Absent", ...body }, key);
const finesOf = async (member: TestMember): Promise<Json[]> =>
  (await ask(member, "GET", "/api/accounting/get_user_fines/")).body.fines;
const newest = async (path: string, count: number): Promise<Json[]> =>
  (await ask(book.treasurer, "GET", `${path}?page=1&page_size=${count}`)).body.entries;

describe("several members fined in one go", () => {
  test("have each a fine, an entry and an audit row of their own", async () => {
    const ids = absent.map(({ id }) => id);
    const { status, body } = await fine({ members: [...ids, ids[0]], date: "2026-03-14" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ refused: [], total: 600 });
    expect(body.fined.map((each: Json) => each.member_id)).toEqual(ids);
    expect(new Set(body.fined.map((each: Json) => each.entry_id)).size).toBe(3);
    for (const member of absent)
      expect(await finesOf(member)).toMatchObject([
        { amount: 200, outstanding: 200, description: "Absent", date: "2026-03-14" },
      ]);
    const entries = await newest("/api/accounting/entries/", 3);
    expect(entries.map(({ type, date, amount }) => [type, date, amount])).toEqual(
      ids.map(() => ["fine", "2026-03-14", 200]),
    );
    const rows = await newest("/api/audit/", 3);
    expect(rows.map(({ action, after }) => [action, after.member_id]).toReversed()).toEqual(
      ids.map((id) => ["fines.charge", id]),
    );
    for (const member of absent)
      expect((await group.mailbox(member.email)).at(-1)?.subject).toContain("KES 200.00");
  });

  test("are fined each as if alone: who cannot be is named, and the others are fined", async () => {
    const [one, other] = absent as [TestMember, TestMember];
    const before = (await finesOf(one)).length;
    const { status, body } = await fine({ members: [one.id, 9_999] });
    expect(status).toBe(201);
    expect(body.refused).toEqual([{ id: 9_999, detail: expect.any(String) }]);
    expect((await finesOf(one)).length).toBe(before + 1);
    const nobody = await fine({ members: [9_999] });
    expect(nobody.body).toMatchObject({ fined: [], total: 0 });
    expect((await finesOf(other)).length).toBe(1);
  });

  test("are fined once by one key, only by officials, and for 1 to 200 ids", async () => {
    const members = [absent[1]!.id];
    const [first, again] = [
      await fine({ members }, { key: "k1" }),
      await fine({ members }, { key: "k1" }),
    ];
    expect(again.body).toEqual(first.body);
    expect((await finesOf(absent[1]!)).length).toBe(2);
    expect((await fine({ members }, { by: book.member })).status).toBe(403);
    const many = Array.from({ length: 201 }, (_, index) => index + 1);
    for (const wrong of [[], many, ["x"], [0], "1", undefined])
      expect(Object.keys((await fine({ members: wrong })).body.errors)).toEqual(["members"]);
    expect(Object.keys((await fine({ members, date: "2027-01-01" })).body.errors)).toEqual([
      "date",
    ]);
    expect(Object.keys((await fine({ members, amount: 0 })).body.errors)).toEqual(["amount"]);
  });
});

const write = (fines: unknown, by = book.treasurer) =>
  ask(by, "POST", "/api/fines/usual/", { fines });
const read = (by = book.secGen) => ask(by, "GET", "/api/fines/usual/");

describe("the list of usual fines", () => {
  test("is the group's own: any official replaces it, in its order, with an audit row", async () => {
    expect((await read()).body).toEqual({ fines: [] });
    const list = [
      { name: "Late", amount: 50 },
      { name: "Absent", amount: 200.5 },
    ];
    for (const by of [book.chairperson, book.treasurer, book.secGen]) {
      const { status, body } = await write(list, by);
      expect([status, body.fines]).toEqual([200, list]);
    }
    expect((await read()).body).toEqual({ fines: list });
    await write([list[1]]);
    expect((await read()).body).toEqual({ fines: [list[1]] });
    const [row] = await newest("/api/audit/", 1);
    expect(row).toMatchObject({
      action: "settings.usual-fines",
      before: { usual_fines: "Late 50.00; Absent 200.50" },
      after: { usual_fines: "Absent 200.50" },
    });
    for (const answer of [await write(list, book.member), await read(book.member)])
      expect(answer.status).toBe(403);
  });

  test("refuses what is no list of names and amounts, and a name that occurs twice", async () => {
    const before = (await read()).body;
    const tooMany = Array.from({ length: 21 }, (_, index) => ({ name: `F${index}`, amount: 1 }));
    for (const wrong of [
      "x",
      undefined,
      [1],
      [{ name: "", amount: 1 }],
      [{ name: "A", amount: 0 }],
      [
        { name: "A", amount: 1 },
        { name: "a", amount: 2 },
      ],
      tooMany,
    ])
      expect(Object.keys((await write(wrong)).body.errors)).toEqual(["fines"]);
    expect((await read()).body).toEqual(before);
  });

  test("of two that write it at once is one of the two", async () => {
    const lists = [[{ name: "One", amount: 1 }], [{ name: "Two", amount: 2 }]];
    await Promise.all(lists.map((list) => write(list)));
    expect(lists).toContainEqual((await read()).body.fines);
  });
});

test("new members are approved in one go, each as if alone", async () => {
  const [first, second, third] = [
    await group.pendingMember(),
    await group.pendingMember(),
    await group.signUp(),
  ];
  const approve = (members: unknown, by = book.chairperson) =>
    ask(by, "POST", "/api/user/approve-many/", { members });
  expect((await approve([first.id], book.treasurer)).status).toBe(403);
  const unproven = third.id;
  const { status, body } = await approve([first.id, unproven, second.id, 9_999, book.member.id]);
  expect(status).toBe(200);
  expect(body.approved).toEqual([first.id, second.id]);
  expect(body.refused.map((each: Json) => each.id)).toEqual([unproven, 9_999, book.member.id]);
  const statuses = (await ask(book.treasurer, "GET", "/api/user/get_users")).body.users
    .filter((each: Json) => [first.id, second.id].includes(each.id))
    .map((each: Json) => [each.id, each.status]);
  expect(new Map(statuses)).toEqual(
    new Map([
      [first.id, "active"],
      [second.id, "active"],
    ]),
  );
  const rows = await newest("/api/audit/", 2);
  expect(rows.map(({ action, subject_id }) => [action, subject_id])).toEqual([
    ["members.approve", second.id],
    ["members.approve", first.id],
  ]);
  for (const wrong of [[], "x", undefined])
    expect(Object.keys((await approve(wrong)).body.errors)).toEqual(["members"]);
});
