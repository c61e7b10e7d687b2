import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nairobiIso } from "#domain/calendar.ts";
import { countDueSettings } from "#server/core/approvals/guarded-settings.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PROPOSALS = "/api/accounting/proposals/";
const SETTINGS = "/api/group/settings/";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  member = await books.member();
  await books.contribute(member, 50_000);
  await settle({ second_person_above: 1_000 });
});
afterAll(() => group.close());

const ask = (by: TestMember, method: string, path: string, body?: unknown, headers = {}) =>
  group.api(method, path, { token: by.token, headers, ...(body === undefined ? {} : { body }) });
const settle = (body: unknown, by = books.chairperson) => ask(by, "POST", SETTINGS, body);
const spend = (amount: number, more: Record<string, unknown> = {}, headers = {}) =>
  ask(
    books.treasurer,
    "POST",
    "/api/accounting/create_ledger_entry/",
    { type: "expense", category: "social_welfare", description: "Chairs", amount, ...more },
    headers,
  );
const agree = (id: number, by = books.secGen, headers = {}) =>
  ask(by, "POST", `${PROPOSALS}${id}/agree/`, undefined, headers);
const refuse = (id: number, by = books.secGen, body: unknown = { reason: "Too dear" }) =>
  ask(by, "POST", `${PROPOSALS}${id}/refuse/`, body);
const objecting = (id: number, by: TestMember, body: unknown = { reason: "Too soon" }) =>
  ask(by, "POST", `${PROPOSALS}${id}/object/`, body);
const waiting = async (by = books.secGen): Promise<Json[]> =>
  (await ask(by, "GET", PROPOSALS)).body.proposals;
const entries = async (): Promise<Json[]> =>
  (await ask(books.treasurer, "GET", "/api/accounting/entries/")).body.entries;
const ledger = async () =>
  (await ask(books.treasurer, "GET", "/api/accounting/create_ledger_entry/")).body;

const preview = async (leaver: TestMember, by = books.secGen) =>
  (await ask(by, "GET", `/api/accounting/settlement_preview/?member=${leaver.id}`)).body;
const settings = async () => (await ask(member, "GET", SETTINGS)).body;
async function signInAgain() {
  for (const each of [books.chairperson, books.treasurer, books.secGen, member])
    each.token = await group.signIn(each);
}

/** The id of what was proposed. */
function proposedBy(answer: Answer): number {
  expect(answer).toMatchObject({ status: 201, body: { status: "proposed" } });
  expect(answer.body.entry).toBeUndefined();
  return answer.body.id;
}

/** Expects the ids to be refused to agree to, one who proposed and everybody without an office. */
async function nobodyElseAgrees(id: number, others: TestMember[]): Promise<void> {
  for (const by of others)
    expect([by.username, (await agree(id, by)).status]).toEqual([by.username, 403]);
}

describe("a ledger entry above the amount", () => {
  test("is proposed, changes nothing, and posts when another official agrees", async () => {
    const before = await entries();
    const id = proposedBy(await spend(1_000.01));
    expect(await entries()).toEqual(before);
    expect((await waiting())[0]).toEqual({
      id,
      kind: "ledger_entry",
      description: "Chairs",
      amount: 1000.01,
      proposed_by: expect.objectContaining({ id: books.treasurer.id }),
      proposed_at: "2026-03-16T09:00:00.000+03:00",
      effective_at: null,
      needs_agreement: true,
      type: "expense",
      date: null,
      member: null,
      change: null,
      own_item: false,
      may_agree: true,
      may_refuse: true,
    });
    expect((await waiting(books.treasurer))[0]).toMatchObject({ id, may_agree: false });
    await nobodyElseAgrees(id, [books.treasurer, member]);
    expect((await group.api("POST", `${PROPOSALS}${id}/agree/`)).status).toBe(401);
    expect((await ask(member, "GET", PROPOSALS)).status).toBe(403);

    const agreed = await agree(id);
    expect(agreed.status).toBe(200);
    const [newest, ...others] = await entries();
    expect(others).toEqual(before);
    expect(newest).toMatchObject({
      id: agreed.body.entry_id,
      type: "expense",
      amount: 1000.01,
      author: { id: books.treasurer.id },
      agreed_by: { id: books.secGen.id },
    });
    expect(await waiting()).toEqual([]);
    expect((await agree(id)).status).toBe(400);
    expect((await refuse(id)).status).toBe(400);
    const audit = (await ask(books.treasurer, "GET", "/api/audit/?page=1&page_size=3")).body
      .entries;
    const rows = audit.map((row: Json) => `${row.action} ${row.actor.id}`);
    expect(new Set(rows)).toEqual(
      new Set([
        `entries.post ${books.treasurer.id}`,
        `proposals.agree ${books.secGen.id}`,
        `proposals.propose ${books.treasurer.id}`,
      ]),
    );
  });

  test("at the amount, and money in of any size, needs nobody else", async () => {
    expect((await spend(1_000)).body.entry.agreed_by).toBeNull();
    const paidIn = await ask(books.treasurer, "POST", "/api/accounting/create_ledger_entry/", {
      type: "other_income",
      amount_paid: 5_000,
      description: "Hall hire",
    });
    expect(paidIn.body.entry.amount).toBe(5_000);
  });

  test("is checked in full when proposed and again when agreed to; a proposal reserves nothing", async () => {
    expect((await spend(1_000_000)).body.detail).toMatch(/bank/i);
    const inBank = (await ledger()).ledger_balances.bank;
    const [one, two] = [proposedBy(await spend(inBank)), proposedBy(await spend(inBank - 1))];
    expect((await agree(two)).status).toBe(200);
    expect(await agree(one)).toMatchObject({ status: 400 });
    expect((await waiting()).map(({ id }) => id)).toEqual([one]);
    expect((await refuse(one)).status).toBe(200);
    await books.contribute(member, 50_000);
  });

  test.each([
    ["investment", {}],
    ["goodwill", {}],
    ["equity_fixed_deposit", { start_date: "2026-03-16", maturity_date: "2027-03-16" }],
  ])("of type %s is proposed like any other", async (type, more) => {
    const id = proposedBy(await spend(1_500, { type, ...more }));
    expect((await waiting())[0]).toMatchObject({ id, type, amount: 1500 });
    expect((await agree(id, books.chairperson)).status).toBe(200);
    expect((await entries())[0]).toMatchObject({ type, agreed_by: { id: books.chairperson.id } });
  });

  test("pays no more of a dividend than is left when it is agreed to", async () => {
    const declared = (await spend(3_000, { type: "dividend_declaration" })).body.entry;
    const pay = { type: "dividend_payment", declaration_id: declared.source.id };
    const [one, two] = [proposedBy(await spend(2_000, pay)), proposedBy(await spend(1_500, pay))];
    expect((await agree(one)).status).toBe(200);
    expect((await agree(two)).body.errors.amount[0]).toContain("1,000");
    expect((await refuse(two)).status).toBe(200);
  });

  test("by an idempotency key is proposed once, and agreed to once", async () => {
    const key = { "Idempotency-Key": "chairs-1" };
    const [first, again] = [await spend(2_222, {}, key), await spend(2_222, {}, key)];
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect((await waiting()).length).toBe(1);
    const agreed = await agree(first.body.id, books.secGen, { "Idempotency-Key": "yes-1" });
    expect(await agree(first.body.id, books.secGen, { "Idempotency-Key": "yes-1" })).toMatchObject({
      status: 200,
      body: agreed.body,
    });
  });

  test("agreed to by two at once, on two servers, posts once", async () => {
    const server = await group.addServer();
    const id = proposedBy(await spend(1_234));
    const before = (await entries()).length;
    const path = `${PROPOSALS}${id}/agree/`;
    const answers = await Promise.all([
      group.api("POST", path, books.secGen),
      server.api("POST", path, { token: books.chairperson.token }),
      server.api("POST", path, { token: books.secGen.token }),
      group.api("POST", `${PROPOSALS}${id}/refuse/`, {
        token: books.chairperson.token,
        body: { reason: "No" },
      }),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const posted = answers.some(({ status, body }) => status === 200 && body.entry_id);
    expect((await entries()).length).toBe(before + (posted ? 1 : 0));
  });

  test("is refused with a reason, also by who proposed it; an unknown one is not found", async () => {
    const id = proposedBy(await spend(1_100));
    expect((await refuse(id, member)).status).toBe(403);
    expect((await refuse(id, books.secGen, {})).body.errors.reason).toBeDefined();
    expect((await refuse(id, books.treasurer, { reason: "A wrong amount" })).status).toBe(200);
    expect((await agree(id)).status).toBe(400);
    expect((await agree(999_999)).status).toBe(404);
    expect((await refuse(999_999)).status).toBe(404);
  });

  test("falls with the office of who proposed it", async () => {
    const second = await group.official("Treasurer");
    const proposed = await ask(second, "POST", "/api/accounting/create_ledger_entry/", {
      type: "goodwill",
      amount: 1_500,
      description: "Old name",
    });
    const id = proposedBy(proposed);
    await books.takeOffice(second, "treasurer");
    expect((await agree(id)).body.detail).toMatch(/no longer holds/);
    expect((await refuse(id)).status).toBe(200);
  });
});

describe("a reversal", () => {
  test("that takes more out of the bank waits too, and finds the entry as it is by then", async () => {
    const income = await ask(books.treasurer, "POST", "/api/accounting/create_ledger_entry/", {
      type: "other_income",
      amount_paid: 4_000,
      description: "Counted twice",
    });
    const reverse = () =>
      ask(books.treasurer, "POST", `/api/accounting/reverse_entry/${income.body.entry.id}/`, {
        reason: "Counted twice",
      });
    const [one, two] = [proposedBy(await reverse()), proposedBy(await reverse())];
    expect((await waiting())[0]).toMatchObject({ id: two, kind: "reversal", amount: 4_000 });
    expect((await agree(one)).status).toBe(200);
    expect((await entries())[0]).toMatchObject({ reverses: income.body.entry.id });
    expect((await agree(two)).status).toBe(400);
    expect((await refuse(two)).status).toBe(200);
  });
});

describe("an exit or a clearing", () => {
  test("is agreed to by neither who proposed it nor whom it concerns", async () => {
    const leaver = await books.member();
    await books.contribute(leaver, 5_000);
    const cleared = await ask(books.treasurer, "POST", "/api/accounting/clear_member/", {
      member_id: leaver.id,
    });
    const id = proposedBy(cleared);
    // An office that is given meanwhile gives them no say, and is taken away before they leave.
    await books.giveOffice(leaver, "sec-gen", books.secGen);
    expect((await waiting())[0]).toMatchObject({
      id,
      kind: "clearing",
      member: { id: leaver.id },
      may_agree: true,
    });
    expect((await waiting(leaver))[0]).toMatchObject({
      id,
      own_item: true,
      may_agree: false,
      may_refuse: false,
    });
    await nobodyElseAgrees(id, [books.treasurer, leaver, member]);
    expect((await refuse(id, leaver)).status).toBe(403);
    expect(await agree(id)).toMatchObject({
      status: 400,
      body: { detail: "Take the office away first." },
    });
    await books.takeOffice(leaver, "Sec-Gen");
    expect((await agree(id)).status).toBe(200);
    const { users } = (await ask(books.secGen, "GET", "/api/user/get_users")).body;
    expect(users.find((user: Json) => user.id === leaver.id)).toMatchObject({
      status: "cleared",
      has_cleared: true,
      user_groups: [],
    });
  });

  test("whose figures have changed since is refused, and posts nothing", async () => {
    const leaver = await books.member();
    await books.contribute(leaver, 5_000);
    const loan = await books.lend(leaver, 1_000);
    const figures = await preview(leaver);
    const id = proposedBy(
      await ask(books.secGen, "POST", "/api/accounting/exit_member/", {
        member_id: leaver.id,
        ...figures,
      }),
    );
    await books.repay(leaver, loan, 100);
    expect((await agree(id, books.treasurer)).body.detail).toBe(
      "The figures have changed. Reload and try again.",
    );
    expect((await refuse(id, books.treasurer)).status).toBe(200);
    const again = proposedBy(
      await ask(books.secGen, "POST", "/api/accounting/exit_member/", {
        member_id: leaver.id,
        ...(await preview(leaver)),
      }),
    );
    expect((await agree(again, books.treasurer)).status).toBe(200);
    expect((await agree(id, books.treasurer)).status).toBe(400);
  });
});

describe("the settings of a second person and of the delay", () => {
  test("count at once where they ask for more, and wait where they ask for less", async () => {
    expect((await settle({ second_person_above: 500 })).body).toMatchObject({
      settings: { second_person_above: 500 },
    });
    const raised = await settle({ second_person_above: 2_000, bank_name: "Co-op" });
    expect(raised).toMatchObject({
      status: 200,
      body: {
        effective_at: "2026-03-17T09:00:00.000+03:00",
        settings: { second_person_above: 500, bank_name: "Co-op" },
      },
    });
    expect((await settle({ second_person_above: null })).body.errors.second_person_above).toEqual([
      "A change of this setting already waits. Refuse that one first.",
    ]);
    const lowered = await settle({ office_delay_hours: 0 });
    expect(lowered.body).toMatchObject({ settings: { office_delay_hours: 24 } });
    expect(lowered.body.effective_at).toBe("2026-03-17T09:00:00.000+03:00");
    expect(
      (await waiting()).map(({ kind, change, effective_at }) => [kind, change, effective_at]),
    ).toEqual([
      [
        "setting",
        { setting: "office_delay_hours", before: 24, after: 0 },
        "2026-03-17T09:00:00.000+03:00",
      ],
      [
        "setting",
        { setting: "second_person_above", before: 500, after: 2000 },
        "2026-03-17T09:00:00.000+03:00",
      ],
    ]);
    expect((await settle({ office_delay_hours: 48 })).body.effective_at).toBeUndefined();
  });

  test("are agreed to or refused by another official, and then count at once or never", async () => {
    const [delay, amount] = await waiting();
    await nobodyElseAgrees(delay.id, [books.chairperson, member]);
    expect((await refuse(delay.id)).status).toBe(200);
    expect(await settings()).toMatchObject({ office_delay_hours: 48, second_person_above: 500 });
    expect((await agree(amount.id)).body.entry_id).toBeNull();
    const { history, ...now } = await settings();
    expect(now).toMatchObject({ office_delay_hours: 48, second_person_above: 2000 });
    expect(history[0].changes).toEqual([
      { setting: "second_person_above", before: 500, after: 2000 },
    ]);
    expect(await waiting()).toEqual([]);
  });

  test("count by themselves when their time has come, for whoever reads next, and once", async () => {
    await settle({ second_person_above: null });
    group.clock.advanceMinutes(48 * 60 - 1);
    await signInAgain();
    proposedBy(await spend(2_001));
    group.clock.advanceMinutes(1);
    expect((await spend(2_001)).body.entry.amount).toBe(2_001);
    expect(await settings()).toMatchObject({ second_person_above: null });
    const { history } = await settings();
    expect(history[0]).toMatchObject({
      at: "2026-03-18T09:00:00.000+03:00",
      actor: { id: books.chairperson.id },
    });
    await settle({ office_delay_hours: 1 });
    group.clock.advanceMinutes(48 * 60);
    const server = await group.addServer();
    await Promise.all([1, 2, 3].map(() => countDueSettings(group.db, group.clock.now())));
    await signInAgain();
    const read = await server.api("GET", SETTINGS, { token: member.token });
    expect(read.body.office_delay_hours).toBe(1);
    expect((await settings()).history.length).toBe(history.length + 1);
  });

  test("stand with the proposed offices for every member, who are notified of them and object", async () => {
    const shown = async (by = member) =>
      (await ask(by, "GET", "/api/user/assign_groups/")).body.proposals;
    await settle({ fine_limit: 9_000 });
    const [waits] = await shown();
    expect(waits).toMatchObject({
      kind: "setting",
      name: "fine_limit",
      from: 5_000,
      to: 9_000,
      proposed_by: { id: books.chairperson.id },
      needs_agreement: false,
      objected_by: [],
      may: ["object"],
    });
    expect(waits.effective_at).not.toBeNull();
    expect((await shown(books.chairperson))[0].may).toEqual([]);
    expect((await group.mailbox(member.email)).at(-1)?.body).toContain(
      "proposes this change of the settings",
    );
    expect((await objecting(waits.id, books.chairperson)).status).toBe(403);
    expect(Object.keys((await objecting(waits.id, member, {})).body.errors)).toEqual(["reason"]);
    expect((await objecting(999_999, member)).status).toBe(404);
    // Not one of those who count.
    expect(await objecting(waits.id, member)).toMatchObject({
      status: 200,
      body: { objections: 0 },
    });
    expect((await objecting(waits.id, member)).status).toBe(400);
    expect((await shown())[0].objected_by).toMatchObject([{ id: member.id }]);
    expect((await objecting(waits.id, books.secGen)).status).toBe(200);
    expect(await shown()).toEqual([]);
    expect(await settings()).toMatchObject({ fine_limit: 5_000 });
    expect((await group.mailbox(member.email)).at(-1)?.body).toContain("The setting stays");
    expect((await objecting(waits.id, books.treasurer)).status).toBe(400);
  });

  test("wait under no delay of 0 hours", async () => {
    const { effective_at } = (await settle({ office_delay_hours: 0 })).body;
    expect(effective_at).toBeDefined();
    expect((await agree((await waiting())[0].id)).status).toBe(200);
    await settle({ second_person_above: 300 });
    // For 7 days the longest delay of the 7 days before.
    expect((await settle({ second_person_above: 400 })).body.effective_at).toBe(
      nairobiIso(new Date(group.clock.now().getTime() + 48 * 3_600_000)),
    );
    expect((await refuse((await waiting())[0].id)).status).toBe(200);
    group.clock.advanceMinutes(7 * 24 * 60 + 1);
    await signInAgain();
    await settle({ second_person_above: 100 });
    expect((await settle({ second_person_above: 200 })).body).toMatchObject({
      settings: { second_person_above: 200 },
    });
  });
});

test("after all of this the books hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
