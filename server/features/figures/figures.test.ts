import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countAnswers } from "#server/features/opening/openings.queries.ts";
import { inTransaction } from "#server/db/connection.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { balancedBook, bringIn, propose } from "#tests/support/opening-books.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

const OWN = "/api/user/get_user_data";
const MINE = "/api/opening/my-figures/";
const ANSWERS = "/api/opening/answers/";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let ofBook: number;
let openingId: number;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  member = await books.member();
  [ofBook] = (await bringIn(group, books.secGen, [{ regNumber: "M/1" }])) as [number];
  openingId = await opened([member.id, ofBook, books.secGen.id]);
});
afterAll(() => group.close());

/** An accepted opening with KES 42,000 and a fine of 500 for each member; posts nothing. */
async function opened(memberIds: number[]): Promise<number> {
  return inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    const { id } = await tx
      .insertInto("openings")
      .values({
        cut_over_on: "2026-02-28",
        digest: Buffer.alloc(32),
        book: "{}",
        totals: "[]",
        members: memberIds.length,
        loans: 0,
        savings_cents: 4_200_000n * BigInt(memberIds.length),
        difference_cents: 0n,
        proposed_by: books.treasurer.id,
        proposed_at: group.clock.now(),
        outcome: "accepted",
        decided_by: books.chairperson.id,
        decided_office: "Chairperson",
        decided_at: group.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const row = { opening_id: id, savings_cents: 4_200_000n, unpaid_fines_cents: 50_000n };
    const days = { paid_up_to: "2026-02-01", joined_on: "2024-01-15", is_new: false };
    await tx
      .insertInto("opening_members")
      .values(
        memberIds.map((each, index) => ({ ...row, ...days, member_id: each, row: index + 2 })),
      )
      .execute();
    return id;
  });
}

const get = (by: TestMember, path: string) => group.api("GET", path, { token: by.token });
const post = (by: TestMember, path: string, body: unknown) =>
  group.api("POST", path, { token: by.token, body });
const answerFor = (by: TestMember, id: number, answer: string, words = "As on paper") =>
  post(by, `${ANSWERS}${id}/`, { answer, words });
const counts = async () => (await countAnswers(group.db, [openingId])).get(openingId);

describe("a member", () => {
  test("is asked whether the book's figures are right", async () => {
    const { status, body } = await get(member, MINE);
    expect((await get(member, OWN)).body).toMatchObject({ asks_figures: true });

    expect(status).toBe(200);
    expect(body).toEqual({
      detail:
        "The book says you have saved KES 42,000.00 up to February 2026 and owe KES 500.00. Is that right?",
      date: "2026-02-28",
      savings: 42_000,
      loans: 0,
      fines: 500,
      answer: null,
      words: null,
    });
    expect(await counts()).toEqual({ confirmed: 0, disputed: 0, open: 3 });
  });

  test("disputes the figures with their own version, and the officials are notified", async () => {
    const silent = await post(member, MINE, { answer: "no" });
    expect([silent.status, Object.keys(silent.body.errors)]).toEqual([400, ["words"]]);

    const text = await post(member, MINE, { answer: "no", words: "I have saved 43,000" });

    expect(text.body).toMatchObject({ answer: "no", words: "I have saved 43,000" });
    expect(await counts()).toEqual({ confirmed: 0, disputed: 1, open: 2 });
    const [mail] = (await group.mailbox(books.secGen.email)).slice(-1);
    expect(mail!.body).toContain("I have saved 43,000");
  });

  test("says yes after a dispute was resolved, and no again when it was not", async () => {
    expect((await answerFor(books.treasurer, member.id, "resolved", "Found it")).status).toBe(200);
    expect(await counts()).toEqual({ confirmed: 1, disputed: 0, open: 2 });
    const [mail] = (await group.mailbox(member.email)).slice(-1);
    expect(mail!.body).toContain("Found it");

    await post(member, MINE, { answer: "no", words: "Not yet" });
    expect((await get(member, MINE)).body.answer).toBe("no");
    const { body } = await post(member, MINE, { answer: "yes" });

    expect(body).toMatchObject({ answer: "yes", words: null });
    expect((await get(member, OWN)).body).not.toHaveProperty("asks_figures");
    expect(await counts()).toEqual({ confirmed: 1, disputed: 0, open: 2 });
  });

  test("of whom nothing was brought over has nothing to answer", async () => {
    const other = await books.member();

    expect((await get(other, MINE)).body).toMatchObject({ date: null, savings: 0, answer: null });
    expect((await post(other, MINE, { answer: "yes" })).status).toBe(404);
  });
});

describe("an office", () => {
  test("ticks who has no account as confirmed on paper, once", async () => {
    expect((await answerFor(books.secGen, ofBook, "resolved")).status).toBe(400);
    expect((await answerFor(books.secGen, ofBook, "confirmed_on_paper")).status).toBe(200);
    expect((await answerFor(books.secGen, ofBook, "confirmed_on_paper")).status).toBe(400);
    expect(await counts()).toEqual({ confirmed: 2, disputed: 0, open: 1 });
  });

  test("answers nothing for somebody who has an account and is silent, nor for itself", async () => {
    expect((await answerFor(books.treasurer, books.secGen.id, "confirmed_on_paper")).status).toBe(
      400,
    );
    expect((await answerFor(books.secGen, books.secGen.id, "confirmed_on_paper")).status).toBe(403);
    expect((await answerFor(books.secGen, 99_999, "resolved")).status).toBe(404);
    expect((await answerFor(member, ofBook, "resolved")).status).toBe(403);
  });

  test("reads who answered what, by name and by state", async () => {
    const { body } = await get(books.chairperson, ANSWERS);

    expect(body.count).toBe(3);
    expect(body.answers[0]).toMatchObject({
      member: { id: ofBook },
      has_account: false,
      savings: 42_000,
      state: "confirmed",
      answer: "confirmed_on_paper",
      answered_by: { id: books.secGen.id },
    });
    const open = await get(books.chairperson, `${ANSWERS}?state=open&page=1`);
    expect(open.body.answers.map((each: { member: { id: number } }) => each.member.id)).toEqual([
      books.secGen.id,
    ]);
  });
});

test("each answer is in the audit log, and none is ever changed", async () => {
  const rows = await group.db
    .selectFrom("audit_entries")
    .select("action")
    .where("action", "like", "figures.%")
    .orderBy("id")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    "figures.dispute",
    "figures.resolve",
    "figures.dispute",
    "figures.confirm",
    "figures.confirm-on-paper",
  ]);
  await expect(
    group.db.updateTable("opening_answers").set({ answer: "yes" }).execute(),
  ).rejects.toMatchObject({ code: "23001" });
});

// A member of the book, from the sheet to their confirmation: sees the figures, claims the account, signs in and
// answers (OPEN-50 to OPEN-62).

describe("a member of the book", () => {
  const PASSWORD = "ndizi mbivu 4 sana";

  let group: TestGroup;
  let books: Bookkeeping;

  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup());
  });
  afterAll(() => group.close());

  const post = (token: string | undefined, path: string, body: unknown) =>
    group.api("POST", path, { ...(token === undefined ? {} : { token }), body });

  test("a member of the book claims their account, confirms their figures, and owes and saves as it says", async () => {
    const { openingId } = await propose(group, books.treasurer, balancedBook());
    const seen = { total_savings_seen: 60_000 };
    expect((await post(books.secGen.token, `/api/opening/${openingId}/accept/`, seen)).status).toBe(
      200,
    );
    const invited = await post(books.chairperson.token, "/api/user/invitations/", {
      kind: "person",
      reg_number: "BOOK/001",
    });
    const invitation = invited.body.invitation.url.split("/").at(-1);
    const email = "claimed@example.com";
    const claimed = await post(undefined, "/api/user/signup/", {
      invitation,
      email,
      phone: "0722555001",
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
    expect(claimed.status).toBe(201);
    const activation_token = await group.mailedToken(email, "activate");
    await post(undefined, "/api/user/activate/", { activation_token });
    // The book has neither phone nor email.
    const { claims } = (
      await group.api("GET", "/api/user/confirm-claim/", { token: books.secGen.token })
    ).body;
    const [{ id }] = claims;
    for (const official of [books.chairperson, books.secGen])
      expect((await post(official.token, `/api/user/confirm-claim/${id}/`, {})).status).toBe(200);
    const token = await group.signIn({ email, password: PASSWORD });

    const mine = await group.api("GET", "/api/opening/my-figures/", { token });
    const of = await group.api("GET", "/api/user/get_user_data", { token });
    expect(mine.body).toMatchObject({ answer: null, savings: of.body.total_contributions });
    expect(mine.body.savings).toBeGreaterThan(0);
    expect((await post(token, "/api/opening/my-figures/", { answer: "yes" })).status).toBe(200);

    const { body } = await group.api("GET", "/api/opening/", { token: books.treasurer.token });
    expect(body.openings[0]).toMatchObject({ confirmed: 1, disputed: 0, open: 2 });
    expect((await verifyBooks(group.db, await group.evidence())).breaches).toEqual([]);
  });
});
