// The register: who was a member at the end of a day, and who held which office on it (MEET-12).
import { afterAll, beforeAll, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/register.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PATH = "/api/register/";

let group: TestGroup;
let books: Bookkeeping;
let leaver: TestMember;
let heir: TestMember;
let days: { founded: string; before: string; left: string; today: string };

const today = () => group.clock.now().toISOString().slice(0, 10);
/** Sessions end meanwhile, so that all sign in again. */
async function passDays(days: number): Promise<void> {
  group.clock.advanceMinutes(days * 24 * 60);
  for (const each of [books.chairperson, books.treasurer, books.secGen, heir])
    each.token = await group.signIn(each);
}

// Who leaves is let go on a later day, and the Treasurer's office goes to another member on the day after.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-03-16T12:00:00+03:00",
    members: 2,
  }));
  leaver = await books.member();
  heir = await books.member();
  const founded = today();
  await books.contribute(leaver, 1_000);
  await books.contribute(heir, 1_000);
  await passDays(10);
  const before = today();
  await passDays(1);
  const left = today();
  const cleared = await ask(books.chairperson, "/api/accounting/clear_member/", {
    member_id: leaver.id,
  });
  if (cleared.status !== 200) throw new Error(JSON.stringify(cleared.body));
  await passDays(1);
  await books.takeOffice(books.treasurer, "Treasurer");
  await books.giveOffice(heir, "Treasurer", books.secGen);
  days = { founded, before, left, today: today() };
});
afterAll(() => group.close());

const ask = (by: TestMember, path: string, body?: Json) =>
  group.api(body === undefined ? "GET" : "POST", path, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
const read = async (query = "", by = books.secGen): Promise<Json> =>
  (await ask(by, PATH + query)).body;
const download = async (path: string, by = books.secGen) => {
  const headers = { Authorization: `Bearer ${by.token}` };
  const answer = await fetch(group.url + path, { headers });
  return {
    type: answer.headers.get("content-type"),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};
const bearersOf = async (query: string) =>
  (await read(query)).office_bearers
    .filter(({ office }: Json) => office === "Treasurer")
    .map(({ member, from, until }: Json) => [member.id, from, until]);
const idsOf = ({ members }: Json): number[] => members.map(({ member }: Json) => member.id);

test("the register of today has who is a member, by RegNo, with the offices of today", async () => {
  const register = await read();
  expect(safeParse(contract.getRegister.reply, register).success).toBe(true);
  expect([register.date, register.count]).toEqual([days.today, register.members.length]);
  expect(idsOf(register)).not.toContain(leaver.id);
  const numbers = register.members.map(({ member }: Json) => member.reg_number);
  expect(numbers).toEqual(numbers.toSorted());
  const officeOf = (id: number) =>
    register.members.find(({ member }: Json) => member.id === id).office;
  expect([books.chairperson, books.treasurer, heir].map(({ id }) => officeOf(id))).toEqual([
    "Chairperson",
    null,
    "Treasurer",
  ]);
  expect((await read("?page=2&page_size=2")).members).toEqual(register.members.slice(2, 4));
});

test("that of an earlier day has who had not left by its end", async () => {
  expect(idsOf(await read(`?date=${days.before}`))).toContain(leaver.id);
  expect(idsOf(await read(`?date=${days.left}`))).not.toContain(leaver.id);
  expect(await read("?date=2020-01-01")).toMatchObject({
    members: [],
    office_bearers: [],
    count: 0,
  });
});

test("offices stand with their days, also of who held one for a part of the day", async () => {
  const first = [books.treasurer.id, expect.any(String), days.today];
  expect(await bearersOf(`?date=${days.before}`)).toEqual([first]);
  expect(await bearersOf("")).toEqual([first, [heir.id, days.today, null]]);
});

test("phones and addresses are for officials, and a day to come is refused", async () => {
  expect(Object.keys((await read()).members[0])).toEqual(
    expect.arrayContaining(["phone", "email"]),
  );
  const own = await read("", heir);
  expect(own.members[0]).toHaveProperty("phone");
  const plain = await group.activeMember(books.chairperson);
  const seen = await read("", plain);
  for (const row of seen.members)
    expect(Object.keys(row).toSorted()).toEqual(["joined_on", "member", "office"]);
  const refused = await ask(plain, `${PATH}?date=2031-01-01`);
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { date: ["The date cannot be in the future."] },
  ]);
  expect((await group.api("GET", PATH, {})).status).toBe(401);
});

test("the same for a spreadsheet and on paper", async () => {
  const { members } = await read();
  const csv = await download(`${PATH}csv/`);
  expect(csv.type).toBe("text/csv; charset=utf-8");
  const lines = csv.bytes.toString("utf8").slice(1).trimEnd().split("\r\n");
  expect(lines[0]).toBe("No.,RegNo,Name,Joined on,Office,Phone,Email");
  expect(lines).toHaveLength(members.length + 1);
  expect(lines[1]).toContain(`1,${members[0].member.reg_number},${members[0].member.full_name}`);
  const plain = await group.activeMember(books.chairperson);
  const seen = (await download(`${PATH}csv/`, plain)).bytes.toString("utf8");
  expect(seen.slice(1).split("\r\n")[0]).toBe("No.,RegNo,Name,Joined on,Office");
  expect(seen).not.toContain("@");
  const pdf = await download(`${PATH}pdf/?date=${days.before}`);
  const text = (await readPdf(new Uint8Array(pdf.bytes))).texts.join("\n");
  for (const words of ["Register of members", leaver.email.slice(0, 8), "Treasurer"])
    expect(text).toContain(words);
});
