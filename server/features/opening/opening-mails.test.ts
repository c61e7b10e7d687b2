import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { balancedBook, propose } from "#tests/support/opening-books.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterEach(() => group.close());

/** The mails that `act` sends about the book, by recipient. */
async function mailsOf(act: () => Promise<unknown>) {
  const before = (await group.mailbox()).length;
  await act();
  const sent = (await group.mailbox()).slice(before);
  return Object.fromEntries(sent.map(({ recipient, body }) => [recipient, body]));
}
const say = (by: TestMember, path: string, body: Json) =>
  group.api("POST", `/api/opening/${path}`, { token: by.token, body });

const listed = async (official: TestMember) => {
  const rows = await group.db
    .selectFrom("notices")
    .select("event")
    .where("member_id", "=", official.id)
    .where("event", "like", "opening%")
    .orderBy("id")
    .execute();
  return rows.map(({ event }) => event.replace("opening_", ""));
};

const to = (...officials: TestMember[]) => officials.map(({ email }) => email).toSorted();

test("every official but the actor is notified of each step of a sheet, by mail and by the bell", async () => {
  const { chairperson, treasurer, secGen } = books;
  let id = 0;
  const unbalanced = balancedBook();
  unbalanced.balances.pop();
  const first = await mailsOf(async () => {
    ({ openingId: id } = await propose(group, treasurer, unbalanced, {
      differenceReason: "Cash that nobody can explain",
    }));
  });
  expect(Object.keys(first).toSorted()).toEqual(to(chairperson, secGen));
  expect(first[secGen.email]).toContain("28 Feb 2026: 3 members, savings of KES 60,000.00");
  expect(first[secGen.email]).toContain("Cash that nobody can explain");

  const refused = await mailsOf(() => say(chairperson, `${id}/refuse/`, { reason: "Count again" }));
  expect(Object.keys(refused).toSorted()).toEqual(to(treasurer, secGen));
  expect(refused[treasurer.email]).toContain("Count again");

  const again = await mailsOf(async () => {
    ({ openingId: id } = await propose(group, treasurer, balancedBook()));
  });
  expect(again[chairperson.email]).not.toContain("balance by");
  const accepted = await mailsOf(() =>
    say(secGen, `${id}/accept/`, { total_savings_seen: 60_000 }),
  );
  expect(Object.keys(accepted).toSorted()).toEqual(to(chairperson, treasurer));
  expect(accepted[treasurer.email]).toContain("It is in the books.");

  const requested = await mailsOf(() =>
    say(secGen, `${id}/take-back/`, { reason: "A wrong page" }),
  );
  expect(Object.keys(requested).toSorted()).toEqual(to(chairperson, treasurer));
  expect(requested[treasurer.email]).toContain("A wrong page");
  expect(requested[treasurer.email]).toContain("until another office agrees");
  const done = await mailsOf(() => say(treasurer, `${id}/take-back/`, { reason: "Yes, wrong" }));
  expect(Object.keys(done).toSorted()).toEqual(to(chairperson, secGen));
  expect(done[secGen.email]).toContain("is taken back");

  expect(await listed(chairperson)).toEqual([
    "proposed",
    "proposed",
    "accepted",
    "take_back_requested",
    "taken_back",
  ]);
  expect(await listed(treasurer)).toEqual(["refused", "accepted", "take_back_requested"]);
  expect(await listed(secGen)).toEqual(["proposed", "refused", "proposed", "taken_back"]);
});

test("a sheet that takes the place of a waiting one is reported once", async () => {
  await propose(group, books.treasurer, balancedBook());
  const sent = await mailsOf(() => propose(group, books.treasurer, balancedBook({ history: [] })));
  expect(Object.keys(sent)).toHaveLength(2);
  expect(Object.values(sent).join("\n")).not.toContain("refused");
  const none = await mailsOf(() => propose(group, books.treasurer, balancedBook({ history: [] })));
  expect(none).toEqual({});
});
