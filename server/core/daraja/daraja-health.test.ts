// Officials hear when Daraja fails for an hour, and when it refuses the key.
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { noteReply } from "./daraja-health.ts";

let group: TestGroup;
let books: Bookkeeping;
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());

const note = (reply: Parameters<typeof noteReply>[1]["reply"]) =>
  inTransaction(group.db, (tx) => noteReply(tx, { reply, now: group.clock.now() }));
const events = async () =>
  (
    await group.db
      .selectFrom("notices")
      .select("event")
      .where("member_id", "=", books.treasurer.id)
      .where("event", "like", "mpesa%")
      .orderBy("id")
      .execute()
  ).map(({ event }) => event);

test("an hour without an answer is told once, and again after it worked in between", async () => {
  for (const minutes of [0, 30, 29, 2, 60]) {
    group.clock.advanceMinutes(minutes);
    await note({ kind: "unknown" });
  }
  expect(await events()).toEqual(["mpesa_failing"]);
  await note({ kind: "taken", body: {} });
  await note({ kind: "refused", code: "unreachable", text: "" });
  group.clock.advanceMinutes(61);
  await note({ kind: "refused", code: "unreachable", text: "" });
  expect(await events()).toEqual(["mpesa_failing", "mpesa_failing"]);
});

test("a refused key is told at once, once a day", async () => {
  await note({ kind: "refused", code: "400.008.01", text: "" });
  await note({ kind: "refused", code: "401", text: "" });
  expect((await events()).filter((event) => event === "mpesa_credential")).toHaveLength(1);
});
