// Texts that a browser, a shell, a spreadsheet or PostgreSQL might interpret: each comes back as plain text.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nameFault, plainText, saysSomething } from "#domain/members/names.ts";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { injectionTexts, unusualTexts } from "./field-values.ts";

const texts = [...injectionTexts, ...unusualTexts];

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  member = await books.member();
  await books.contribute(member, 50_000);
});
afterAll(() => closeSoundly(group));

async function must(by: TestMember, path: string, body: unknown): Promise<Json> {
  const answer = await group.api("POST", path, { token: by.token, body });
  expect([path, answer.status, answer.body.detail]).toEqual([
    path,
    expect.toBeOneOf([200, 201]),
    expect.any(String),
  ]);
  return answer.body;
}

const read = async (path: string, by: TestMember = books.treasurer): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;

const post = (fields: Json) =>
  must(books.treasurer, "/api/accounting/create_ledger_entry/", { amount: 1, ...fields });

describe.each(texts)("%j comes back as it was sent", (text) => {
  // A reason needs a visible letter or digit.
  const reason = saysSomething(text) ? text : `Hapana ${text}`;

  test("in the names of a person", async () => {
    const { chairperson } = books;
    const number = texts.indexOf(text);
    const reg_number = `${text}/${number}`;
    const requested = {
      first_name: text,
      last_name: text,
      username: `${text}~`,
      RegNo: reg_number,
    };
    const refused = await group.api("POST", "/api/user/signup/", { body: requested });
    expect(refused.status).toBe(400);
    // Accounts from before the rules of names keep their names.
    const { id, token } = await group.pendingMember();
    await group.db
      .updateTable("members")
      .set({ first_name: text, last_name: text, username: `${text}~`, reg_number })
      .where("id", "=", id)
      .execute();
    const { users } = await read("/api/user/get_users", chairperson);
    const names = {
      first_name: text,
      last_name: text,
      username: `${text}~`,
      reg_number,
    };
    expect(users.find((user: Json) => user.id === id)).toMatchObject(names);
    expect((await group.api("GET", "/api/user/get_user_data", { token })).body).toMatchObject(
      names,
    );
    const search = `/api/user/get_users?search=${encodeURIComponent(reg_number)}`;
    const { users: found } = await read(search, chairperson);
    expect(found.map((user: Json) => user.id)).toEqual([id]);
    const stored = { first_name: text, last_name: "Kamau" };
    const profile = await must({ ...member, token }, "/api/user/profile/", stored);
    expect(profile.user).toMatchObject(stored);
  });

  test("in a reason for rejecting", async () => {
    const id = await books.submitContribution(member, 10);
    const path = `/api/finances/monthly-contribution-approval/${id}/`;
    const { contribution } = await must(books.secGen, path, {
      action: "rejected",
      reject_reason: reason,
    });
    expect(contribution.approval.sec_gen_rejection_reason).toBe(reason);
    const { monthly_contributions_receipts: own } = await read(
      "/api/finances/monthly-contribution/",
      member,
    );
    const item = own.find((each: Json) => each.contribution_id === id);
    expect(item.approval.second_official_group_reject_reason).toBe(reason);
  });

  test("in what the ledger says", async () => {
    const { entry } = await post({ type: "investment", description: text });
    expect(entry.description).toContain(text);
    const { entries } = await read("/api/accounting/entries/");
    expect(entries.find((each: Json) => each.id === entry.id).description).toContain(text);
    const reversal = await must(books.treasurer, `/api/accounting/reverse_entry/${entry.id}/`, {
      reason,
    });
    expect(reversal.entry.description).toContain(reason);

    await post({ type: "dividend_declaration", description: text });
    await post({
      type: "equity_fixed_deposit",
      description: text,
      start_date: "2026-01-01",
      maturity_date: "2026-06-01",
    });
    const { declarations, fixed_deposits } = await read("/api/accounting/create_ledger_entry/");
    for (const list of [declarations, fixed_deposits])
      expect(list.filter((each: Json) => each.description === text)).toHaveLength(1);
  });

  test("in a fine", async () => {
    await post({ type: "fine", charged_user: member.id, description: text });
    const { fines } = await read("/api/accounting/get_user_fines/", member);
    expect(fines[0].description).toBe(text);
    const { transactions } = await read("/api/finances/transactions/?kind=fine", member);
    expect(transactions[0].description).toContain(text);
  });
});

const isGroupName = (text: string) => nameFault(plainText(text), 60) === null;

test.each(texts.filter(isGroupName))("%j comes back as the group's name", async (text) => {
  // A name has one form: composed accents.
  const name = plainText(text);
  const names = { group_name: name, bank_name: name };
  const { settings } = await must(books.chairperson, "/api/group/settings/", {
    group_name: text,
    bank_name: text,
  });
  expect(settings).toMatchObject(names);
  expect(await read("/api/group/")).toMatchObject({ name, bank_name: name });
  const { entries } = await read("/api/audit/");
  expect(JSON.stringify(entries)).toContain(JSON.stringify(name));
});

test.each(texts.filter((text) => !isGroupName(text)))(
  "%j is no name of a group, and changes nothing",
  async (text) => {
    const before = await read("/api/group/");
    const { status, body } = await group.api("POST", "/api/group/settings/", {
      token: books.chairperson.token,
      body: { group_name: text, bank_name: text },
    });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["group_name", "bank_name"]]);
    expect(await read("/api/group/")).toEqual(before);
  },
);
