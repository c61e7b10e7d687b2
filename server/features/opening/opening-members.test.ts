import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { balancedBook, loanOfBook, memberOfBook, propose } from "#tests/support/opening-books.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let id: number;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  const book = balancedBook({
    members: [
      memberOfBook(0, { firstName: "Wanjiru", unpaidFinesCents: 50_050n }),
      memberOfBook(1),
      memberOfBook(2, { paidUpTo: "2025-12-01" }),
    ],
    loans: [loanOfBook(0), loanOfBook(1), loanOfBook(2, { regNumber: "BOOK/002" })],
  });
  ({ openingId: id } = await propose(group, books.treasurer, book));
});
afterAll(() => group.close());

const read = (query = "", by = books.secGen, of = id) =>
  group.api("GET", `/api/opening/${of}/members/${query}`, { token: by.token });

test("the office that accepts sees what the sheet says of each member, before anything is posted", async () => {
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toEqual({
    members: [
      {
        reg_number: "BOOK/001",
        name: "Wanjiru Odhiambo 1",
        savings: 20_000,
        paid_up_to: "2026-02-01",
        loans: 15_333.34,
        fines: 500.5,
      },
      expect.objectContaining({ reg_number: "BOOK/002", loans: 7_666.67, fines: 0 }),
      expect.objectContaining({ reg_number: "BOOK/003", paid_up_to: "2025-12-01", loans: 0 }),
    ],
    count: 3,
  });
});

test("a page of them, and whom a part of the name or the RegNo finds", async () => {
  const second = await read("?page=2&page_size=2");
  expect(second.body).toMatchObject({ members: [{ reg_number: "BOOK/003" }], count: 3 });
  const byName = await read("?search=wanj");
  expect(byName.body).toMatchObject({ members: [{ reg_number: "BOOK/001" }], count: 1 });
  const byNumber = await read("?search=/002");
  expect(byNumber.body).toMatchObject({ members: [{ reg_number: "BOOK/002" }], count: 1 });
});

test("is asked together with what else its page shows", async () => {
  const requested = [`/api/opening/${id}/members/?page=1&page_size=20`, "/api/opening/"];
  const questions = requested.map((each) => `ask=${encodeURIComponent(each)}`).join("&");
  const { body } = await group.api("GET", `/api/answers/?${questions}`, {
    token: books.secGen.token,
  });
  expect(body.answers.map(({ status }: Json) => status)).toEqual([200, 200]);
});

test("it is on the home page of a member who may accept it, until it is accepted", async () => {
  const leftOf = async ({ token }: { token: string }) =>
    (await group.api("GET", "/api/user/get_user_data", { token })).body.left_to_do;
  const allowed = [books.secGen, books.chairperson];
  for (const by of allowed) expect(await leftOf(by)).toEqual(["accept_books"]);
  for (const by of [books.treasurer, await books.member()])
    expect(await leftOf(by)).toBeUndefined();
  const accepted = await group.api("POST", `/api/opening/${id}/accept/`, {
    token: books.secGen.token,
    body: { total_savings_seen: 60_000 },
  });
  expect(accepted.status).toBe(200);
  for (const by of allowed) expect(await leftOf(by)).toBeUndefined();
  expect((await read()).body.count).toBe(3);
});

test("an office enters a loan for somebody who has no account here, and for nobody else", async () => {
  const users = await group.api("GET", "/api/user/get_users", { token: books.treasurer.token });
  const brought = users.body.users.find(({ reg_number: of }: Json) => of === "BOOK/003");
  const duesOf = async (member: number) =>
    (await group.api("GET", `/api/finances/dues/?member=${member}`, books.treasurer)).body;
  expect(await duesOf(brought.id)).toMatchObject({ office_applies: true });
  expect(await duesOf(books.secGen.id)).not.toHaveProperty("office_applies");
});

test("a sheet that is not there is not found, and only officials read one", async () => {
  expect((await read("", books.secGen, id + 1)).status).toBe(404);
  expect((await read("", await books.member())).status).toBe(403);
});
