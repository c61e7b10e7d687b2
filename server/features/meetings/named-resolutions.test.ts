// Entries name the resolution that decided them, which stays from then on (MEET-8).
import { afterEach, beforeEach, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as ledger from "#contract/ledger.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const ENTRY = "/api/accounting/create_ledger_entry/";
const income = { type: "other_income", amount_paid: 500, description: "A bench sold" };

let group: TestGroup;
let books: Bookkeeping;
let meetings: ReturnType<typeof meetingsOf>;
let members: [TestMember, TestMember];
let path: string;
let carried: Json;
let lost: Json;

// Four of five are there.
beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: "2026-11-28T14:00:00+03:00",
    members: 2,
  }));
  members = [await books.member(), await books.member()];
  meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn();
  const { id } = await meetings.open({ by: books.secGen });
  path = `/api/meetings/${id}/`;
  await meetings.mark(books.secGen, id, "present", [books.chairperson, books.secGen, ...members]);
  carried = (await resolve(3)).body.resolution;
  lost = (await resolve(0)).body.resolution;
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const ask = (by: TestMember, method: string, to: string, body?: Json) =>
  group.api(method, to, { token: by.token, ...(body === undefined ? {} : { body }) });
const resolve = (in_favour: number) =>
  ask(books.secGen, "POST", `${path}resolutions/`, {
    text: "We sell the bench.",
    in_favour,
    against: 1,
    abstained: 0,
  });
const post = (body: Json) => ask(books.treasurer, "POST", ENTRY, { ...income, ...body });
const detailOf = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  return [status, body.detail, ...Object.keys(body.errors ?? {})];
};

test("an entry shows the resolution that it names, and so does its reversal", async () => {
  const posted = await post({ resolution_id: carried.id });
  expect(safeParse(ledger.postLedgerEntry.reply, posted.body).success).toBe(true);
  const named = {
    id: carried.id,
    number: 1,
    meeting: { id: carried.meeting.id, number: 1, date: "2026-11-28" },
    text: "We sell the bench.",
  };
  expect([posted.status, posted.body.entry.resolution]).toEqual([201, named]);
  const plain = (await post({ description: "Another bench" })).body.entry;
  expect(plain).not.toHaveProperty("resolution");
  const reversed = await ask(
    books.treasurer,
    "POST",
    `/api/accounting/reverse_entry/${plain.id}/`,
    { reason: "Never sold", resolution_id: carried.id },
  );
  expect(reversed.body.entry.resolution).toEqual(named);
  const { entries } = (await ask(books.treasurer, "GET", "/api/accounting/entries/")).body;
  expect(entries.map(({ resolution }: Json) => resolution?.id)).toEqual(
    expect.arrayContaining([carried.id, undefined]),
  );
  const { resolutions } = (await ask(members[0], "GET", "/api/meetings/resolutions/")).body;
  expect(resolutions.map(({ named_by }: Json) => named_by)).toEqual([0, 2]);
});

test("only a carried resolution is named, and nothing is posted with another", async () => {
  for (const resolution_id of [lost.id, 999_999])
    expect(await detailOf(post({ resolution_id }))).toEqual([
      400,
      "This resolution was not carried.",
      "resolution_id",
    ]);
  expect(
    await detailOf(
      ask(books.treasurer, "POST", "/api/accounting/clear_member/", {
        member_id: members[0].id,
        resolution_id: lost.id,
      }),
    ),
  ).toEqual([400, "This resolution was not carried.", "resolution_id"]);
  const { entries } = (await ask(books.treasurer, "GET", "/api/accounting/entries/?search=bench"))
    .body;
  expect(entries).toEqual([]);
});

test("what is named stays, also from marks that would lose its quorum", async () => {
  await post({ resolution_id: carried.id });
  const named = [400, "The books name this resolution, so it stays."];
  const one = `/api/meetings/resolutions/${carried.id}/`;
  expect(await detailOf(ask(books.secGen, "POST", one, { in_favour: 4 }))).toEqual(named);
  expect(await detailOf(ask(books.secGen, "DELETE", one))).toEqual(named);
  const marks = members.map(({ id: member_id }) => ({
    member_id,
    attendance: "absent",
    was: "present",
  }));
  expect(await detailOf(ask(books.secGen, "POST", `${path}attendance/`, { marks }))).toEqual(named);
  expect((await ask(books.secGen, "DELETE", `/api/meetings/resolutions/${lost.id}/`)).status).toBe(
    200,
  );
});

test("a clearing names the resolution that let the member go", async () => {
  await books.contribute(members[0], 1_000);
  const { status, body } = await ask(books.treasurer, "POST", "/api/accounting/clear_member/", {
    member_id: members[0].id,
    resolution_id: carried.id,
  });
  expect(status).toBe(200);
  const { entries } = (
    await ask(books.treasurer, "GET", `/api/accounting/entries/?member_id=${members[0].id}`)
  ).body;
  expect(entries.find(({ id }: Json) => id === body.entry_id).resolution.id).toBe(carried.id);
});

test("a proposed entry still names its resolution once another official agrees", async () => {
  await ask(books.chairperson, "POST", "/api/group/settings/", { second_person_above: 100 });
  await books.contribute(members[0], 5_000);
  const proposed = await post({
    type: "investment",
    amount: 400,
    description: "A plot",
    resolution_id: carried.id,
  });
  expect(proposed.body.status).toBe("proposed");
  const agreed = await ask(
    books.secGen,
    "POST",
    `/api/accounting/proposals/${proposed.body.id}/agree/`,
    {},
  );
  expect(agreed.status).toBe(200);
  const { resolutions } = (await ask(members[0], "GET", "/api/meetings/resolutions/?carried=true"))
    .body;
  expect(resolutions[0].named_by).toBe(1);
});
