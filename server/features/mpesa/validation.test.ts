// Whether M-PESA may take a payment, asked before it moves the money.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { holdQueries } from "#tests/support/queries.ts";
import { startLiveGroup, type LiveGroup } from "#tests/support/mpesa.ts";

let live: LiveGroup;
beforeAll(async () => {
  live = await startLiveGroup();
  await live.group.activeMember(live.books.chairperson, { RegNo: "R/004", username: "amina" });
  live.box.registered.validation = `${live.addresses}/validation/`;
});
afterAll(() => live.close());

const isTaken = async (account: string) =>
  (await live.box.payBill({ amount: 10, account })) !== null;

test("every account is accepted, until the group refuses those that are nobody's", async () => {
  expect(await isTaken("anything")).toBe(true);
  const { status, body } = await live.group.api("POST", "/api/group/settings/", {
    token: live.books.chairperson.token,
    body: { mpesa_refuse_unknown_accounts: true },
  });
  expect([status, body.settings?.mpesa_refuse_unknown_accounts]).toEqual([200, true]);
  const typed = ["anything", "", "R/004", "r 004", "Amina", "R/004 loan", "R/0041"];
  expect(await Promise.all(typed.map(isTaken))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(live.box.posts.find(({ answer }) => answer.includes("Rejected"))?.answer).toBe(
    '{"ResultCode":"C2B00012","ResultDesc":"Rejected"}',
  );
});

test("what cannot be decided is accepted", async () => {
  await live.group.db.schema.alterTable("group_settings").renameTo("hidden_settings").execute();
  expect(await isTaken("anything")).toBe(true);
  await live.group.db.schema.alterTable("hidden_settings").renameTo("group_settings").execute();
});

test("what is not decided in time is accepted", async () => {
  // What reads the settings waits until the answer is here.
  const queries = holdQueries({
    database: live.group.serverConnection.database,
    name: "akiba callbacks",
  });
  onTestFinished(queries.open);
  expect(await isTaken("anything")).toBe(true);
  queries.open();
  await live.settle();
});
