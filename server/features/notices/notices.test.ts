import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noticeOf, writeNotices, type NewNotice } from "#server/core/notices/write-notices.ts";
import { letter } from "#server/core/mail/letters.ts";
import { inTransaction } from "#server/db/connection.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let member: TestMember;
let other: TestMember;

beforeAll(async () => {
  group = await startGroup();
  const chairperson = await group.official("Chairperson");
  member = await group.activeMember(chairperson);
  other = await group.activeMember(chairperson);
});
afterAll(() => group.close());

const write = (...notices: NewNotice[]) =>
  inTransaction(group.db, (tx) => writeNotices(tx, { notices, now: group.clock.now() }));
const list = (by: TestMember, query = "", language = "en") =>
  group.api("GET", `/api/notices/${query}`, {
    token: by.token,
    headers: { "accept-language": language },
  });
const choose = (by: TestMember, body: unknown) =>
  group.api("POST", "/api/notices/choices/", { token: by.token, body });
const repaid = (to: TestMember, id: number) =>
  noticeOf(
    "loan_repaid",
    { memberId: to.id, about: { kind: "loan", id }, occasion: `loan_repaid:${id}` },
    { amount: 100_050n },
  );

const read = (by: TestMember, body: unknown) =>
  group.api("POST", "/api/notices/read/", { token: by.token, body });
const fined = (to: TestMember) =>
  noticeOf(
    "fine_charged",
    {
      memberId: to.id,
      mail: {
        to: { email: to.email, first_name: "Amina", language: "en" },
        letter: letter("fined", { amount: 5_000n, why: "Late" }),
      },
    },
    { amount: 5_000n, why: "Late" },
  );

describe("the list", () => {
  test("has each happening once, newest first, in the reader's language", async () => {
    const before = (await list(member)).body;
    await write(repaid(member, 1), repaid(other, 1));
    await write(repaid(member, 1), repaid(member, 2));
    const { body } = await list(member);
    expect(body.count).toBe(before.count + 2);
    expect(body.unread).toBe(before.unread + 2);
    expect(body.notices.slice(0, 2)).toEqual([
      expect.objectContaining({
        kind: "loan",
        text: "Your loan of KES 1,000.50 is repaid in full. Thank you.",
        about: { kind: "loan", id: 2 },
        read_at: null,
        channels: [],
      }),
      expect.objectContaining({ about: { kind: "loan", id: 1 } }),
    ]);
    expect((await list(member, "?page=1&page_size=1", "sw")).body.notices).toEqual([
      expect.objectContaining({ text: "Umemaliza kurejesha mkopo wako wa KES 1,000.50. Asante." }),
    ]);
  });

  test("is marked as read only by its owner, by id or all", async () => {
    await write(repaid(member, 3), repaid(member, 4));
    const [newest] = (await list(member)).body.notices;
    const unread = async () => (await list(member)).body.unread as number;
    const stood = await unread();
    await read(other, { ids: [newest.id] });
    expect(await unread()).toBe(stood);
    expect((await read(member, { ids: [newest.id] })).status).toBe(200);
    expect(await unread()).toBe(stood - 1);
    expect((await list(member, "?unread=true")).body.count).toBe(stood - 1);
    await read(member, {});
    expect((await list(member, "?unread=true")).body).toEqual({ notices: [], unread: 0, count: 0 });
  });
});

describe("the choices", () => {
  test("begin as on by mail and text, and off by push", async () => {
    const { body } = await group.api("GET", "/api/notices/choices/", { token: member.token });
    expect(body.choices).toHaveLength(27);
    for (const { channel, on } of body.choices) expect(on).toBe(channel !== "push");
    expect(body).toMatchObject({ show_amounts_on_lock_screen: false, attach_statement: false });
  });

  test("are stored one by one, and stand in the audit log", async () => {
    const choices = [{ kind: "month", channel: "email", on: false }];
    const changed = await choose(member, { choices, show_amounts_on_lock_screen: true });
    expect(changed.status).toBe(200);
    expect(changed.body.choices).toContainEqual(choices[0]);
    expect(changed.body.show_amounts_on_lock_screen).toBe(true);
    const sent = await group.db
      .selectFrom("audit_entries")
      .select(["before", "after"])
      .where("action", "=", "members.change-notices")
      .execute();
    expect(sent).toEqual([
      {
        before: { month_email: true, show_amounts_on_lock_screen: false },
        after: { month_email: false, show_amounts_on_lock_screen: true },
      },
    ]);
  });

  test("leave a receipt and a notice of security one channel", async () => {
    for (const kind of ["receipt", "security"]) {
      const refused = await choose(member, {
        choices: ["email", "sms", "push"].map((channel) => ({ kind, channel, on: false })),
      });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["choices"]]);
    }
  });

  test("of what there is not are refused", async () => {
    for (const choice of [
      { kind: "weather", channel: "email", on: true },
      { kind: "loan", channel: "pigeon", on: true },
      { kind: "loan", channel: "email", on: "perhaps" },
    ])
      expect((await choose(member, { choices: [choice] })).status).toBe(400);
  });
});

describe("a mail in words of its own", () => {
  test("goes out with its notice, and the list shows it", async () => {
    await write(fined(other));
    const [notice] = (await list(other)).body.notices;
    expect(notice.channels).toEqual([expect.objectContaining({ channel: "email" })]);
    expect((await group.mailbox(other.email)).at(-1)?.subject).toContain("a fine of KES 50.00");
  });

  test("does not go out where mails of its kind were turned off", async () => {
    await choose(other, { choices: [{ kind: "fine", channel: "email", on: false }] });
    const mails = (await group.mailbox(other.email)).length;
    await write(fined(other));
    expect((await list(other)).body.notices[0].channels).toEqual([]);
    expect(await group.mailbox(other.email)).toHaveLength(mails);
  });
});
