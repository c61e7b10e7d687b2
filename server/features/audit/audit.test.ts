import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  type Json,
  runJobs,
  startGroup,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

const AUDIT = "/api/audit/";

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;
let member: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
  treasurer = await group.official("Treasurer");
  member = await group.activeMember(chairperson);
});
afterAll(() => group.close());

const read = (query = "", by = treasurer) => group.api("GET", AUDIT + query, { token: by.token });
const post = (path: string, body: unknown, by?: TestMember) =>
  group.api("POST", path, by === undefined ? { body } : { token: by.token, body });

/** The log entries that `act` writes, oldest first. */
async function auditOf(act: () => Promise<unknown>): Promise<Json[]> {
  const before = (await read()).body.entries[0].id;
  await act();
  const { entries } = (await read()).body;
  return entries.filter((entry: Json) => entry.id > before).toReversed();
}

describe("reading the log", () => {
  test("is for officials", async () => {
    expect((await group.api("GET", AUDIT)).status).toBe(401);
    expect((await read("", member)).status).toBe(403);
    for (const by of [treasurer, chairperson]) expect((await read("", by)).status).toBe(200);
  });

  test("shows who did what to whom, when, from where, before and after, and its seal", async () => {
    await post(`/api/user/assign_groups/${member.id}/`, { role: "sec-gen" }, chairperson);
    const newest = (await read("?page=1&page_size=1")).body.entries[0];
    expect(newest).toEqual({
      id: expect.any(Number),
      at: "2026-03-16T09:00:00.000+03:00",
      actor: {
        id: chairperson.id,
        username: chairperson.username,
        full_name: expect.stringContaining("Wanjiku Kamau"),
        reg_number: expect.stringContaining("REG/"),
      },
      action: "roles.assign",
      subject: "member",
      subject_id: member.id,
      member: expect.objectContaining({ id: member.id, username: member.username }),
      amount: null,
      entry_id: null,
      before: { office: null },
      after: { office: "Sec-Gen" },
      address: "127.0.0.1",
      sealed: null,
    });
    await sealAudit(group.db);
    const sealed = (await read("?page=1&page_size=1")).body.entries[0].sealed;
    expect(sealed).toMatch(/^[0-9a-f]{16}$/);
    await group.api("DELETE", `/api/user/remove_groups/${member.id}/`, {
      token: chairperson.token,
      body: { role: "Sec-Gen" },
    });
  });

  test("is newest first, in pages or whole", async () => {
    const { entries, count } = (await read()).body;
    const ids = entries.map((entry: Json) => entry.id);
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => other - one));
    expect(count).toBe(ids.length);
    const second = (await read("?page=2&page_size=3")).body;
    expect(second.entries).toEqual(entries.slice(3, 6));
    expect(second.count).toBe(count);
  });

  test("counts what is sealed and what is not yet", async () => {
    await sealAudit(group.db);
    await post(`/api/user/deactivate_user/${(await group.pendingMember()).id}/`, {}, chairperson);
    const { entries } = (await read()).body;
    expect(entries.some((entry: Json) => entry.sealed === null)).toBe(true);
    expect(entries.some((entry: Json) => entry.sealed !== null)).toBe(true);
    expect((await read("?page=1&page_size=2")).body.count).toBe(entries.length);
  });

  test("can be narrowed by action, actor, subject and day", async () => {
    group.clock.set("2026-03-17T23:50:00+03:00");
    chairperson.token = await group.signIn(chairperson);
    treasurer.token = await group.signIn(treasurer);
    member.token = await group.signIn(member);
    await post(`/api/user/admin_manage_user/${member.id}/`, { action: "dormant" }, chairperson);
    group.clock.set("2026-03-18T00:10:00+03:00");
    await post(
      `/api/user/admin_manage_user/${member.id}/`,
      { action: "lift_dormancy" },
      chairperson,
    );
    const actionsOf = async (query: string) =>
      (await read(query)).body.entries.map((entry: Json) => entry.action);
    expect(await actionsOf("?action=members.dormant")).toEqual(["members.dormant"]);
    expect(await actionsOf("?action=member")).toEqual([]);
    const byMembers = await actionsOf(`?action=members&actor=${chairperson.id}`);
    expect(byMembers.slice(0, 2)).toEqual(["members.lift_dormancy", "members.dormant"]);
    expect(new Set(byMembers.map((action: string) => action.split(".")[0]))).toEqual(
      new Set(["members"]),
    );
    expect(await actionsOf("?start_date=2026-03-18")).toEqual(["members.lift_dormancy"]);
    expect(
      await actionsOf(
        `?subject=member&subject_id=${member.id}&start_date=2026-3-17&end_date=2026-3-17`,
      ),
    ).toEqual(["members.dormant", "sessions.open"]);
    expect((await read("?subject=session&page=1")).body.count).toBe(0);
  });

  test.each(["?actor=x", "?subject_id=0", "?start_date=2026-02-30", "?page=0", "?action="])(
    "refuses %s",
    async (query) => {
      expect((await read(query)).status).toBe(400);
    },
  );

  test("refuses a start after its end", async () => {
    const refused = await read("?start_date=2026-03-02&end_date=2026-03-01");
    expect(refused.body.errors.start_date).toEqual(["Start date must be before end date."]);
  });
});

describe("what is reported", () => {
  test("of an account: signing up, proving the email, signing in and out", async () => {
    const reported = await auditOf(async () => {
      const person = await group.pendingMember();
      await post("/api/user/logout/", {}, person);
    });
    expect(reported.map((entry) => [entry.action, entry.actor?.id ?? null])).toEqual([
      ["members.sign-up", null],
      ["members.activate-by-mail", reported[0].subject_id],
      ["sessions.open", reported[0].subject_id],
      ["sessions.end", reported[0].subject_id],
    ]);
  });

  test("of a refused sign-in: whose account it was, never what was typed", async () => {
    const reported = await auditOf(async () => {
      await post("/api/user/login", { email: member.email, password: "wrong password 1" });
      await post("/api/user/login", { email: "nobody@example.com", password: "my secret 99" });
    });
    expect(reported).toMatchObject([
      { action: "sessions.refuse", actor: null, subject_id: member.id },
      { action: "sessions.refuse", actor: null, subject_id: null },
    ]);
    expect(JSON.stringify(reported)).not.toMatch(/wrong password 1|nobody@|my secret/);
  });

  test("of passwords: asking for a link, the new one, and the sessions it ended", async () => {
    const person = await group.pendingMember();
    const password = "bahari ya hindi 88";
    const reported = await auditOf(async () => {
      await post("/api/user/password-reset/", { email: person.email });
      await runJobs(group);
      await post("/api/user/forgot-password/", {
        password_reset_token: await group.mailedToken(person.email, "forgot-password"),
        new_password: password,
        confirm_new_password: password,
      });
      const token = await group.signIn({ email: person.email, password });
      await group.api("POST", "/api/user/change-password/", {
        token,
        body: {
          current_password: password,
          new_password: "mlima kenya 5199",
          confirm_new_password: "mlima kenya 5199",
        },
      });
    });
    expect(reported).toMatchObject([
      { action: "members.ask-password-reset", actor: null, address: "127.0.0.1" },
      { action: "members.reset-password", after: { sessions_ended: 1 } },
      { action: "sessions.open" },
      { action: "members.change-password", after: { sessions_ended: 0 } },
    ]);
    expect(JSON.stringify(reported)).not.toMatch(/bahari|kenya/);
  });

  test("of a profile: what changed, the phone masked, and nothing when nothing did", async () => {
    const reported = await auditOf(async () => {
      const current_password = member.password;
      const requested = { first_name: "Njeri", phone: "0722000111", current_password };
      await post("/api/user/profile/", requested, member);
      await post("/api/user/profile/", { first_name: "Njeri" }, member);
      await post("/api/user/profile/", { email: "njeri@example.com", current_password }, member);
      const confirmation_token = await group.mailedToken("njeri@example.com", "confirm-email");
      await post("/api/user/confirm-email/", { confirmation_token });
    });
    member.email = "njeri@example.com";
    expect(reported).toMatchObject([
      {
        action: "members.change-profile",
        before: { first_name: "Wanjiku" },
        after: { first_name: "Njeri" },
      },
      { action: "members.ask-phone-change", after: { pending_phone: "…111" } },
      { action: "members.ask-email-change", after: { pending_email: "njeri@example.com" } },
      { action: "members.change-email", after: { email: "njeri@example.com" } },
    ]);
    expect(Object.keys(reported[0].after)).toEqual(["first_name"]);
  });

  test("of money: the request, each verdict, and by which office", async () => {
    const reported = await auditOf(async () => {
      const paid = await post(
        "/api/finances/monthly-contribution/",
        {
          amount_paid: 1000,
          contribution_month: "2026-03-01",
          payment_date: "2026-03-16",
          payment_Reference_Code: "QWE1234567",
        },
        member,
      );
      const id = paid.body.contribution.contribution_id;
      const path = `/api/finances/monthly-contribution-approval/${id}/`;
      await post(path, { action: "rejected", reject_reason: "Not in the statement" }, treasurer);
    });
    expect(reported).toMatchObject([
      { action: "contributions.pay", subject: "contribution", after: { amount_paid: 1000 } },
      {
        action: "contributions.reject",
        actor: { id: treasurer.id },
        before: { status: "pending" },
        after: { status: "rejected", office: "Treasurer", reason: "Not in the statement" },
      },
    ]);
  });

  test("never in part: what is refused leaves no row", async () => {
    const reported = await auditOf(() =>
      post(`/api/user/admin_manage_user/${chairperson.id}/`, { action: "dormant" }, chairperson),
    );
    expect(reported).toEqual([]);
  });
});

test("an entry names whose thing it is, its amount, and where it is in the journal", async () => {
  const { group: saved, books } = await startFoundedGroup({ members: 1 });
  const saver = await books.member();
  const submitted = await books.submitContribution(saver, 1_250.5);
  const reported = async (action: string) =>
    (await saved.api("GET", `${AUDIT}?action=${action}`, { token: books.treasurer.token })).body
      .entries[0];
  const of = { member: { id: saver.id }, amount: 1_250.5, subject_id: submitted };
  expect(await reported("contributions.pay")).toMatchObject({ ...of, entry_id: null });
  await books.contribute(saver, 2_000);
  expect(await reported("contributions.approve")).toMatchObject({
    member: { id: saver.id },
    amount: 2_000,
    entry_id: expect.any(Number),
  });
  await books.fine(saver, 150);
  expect(await reported("fines.charge")).toMatchObject({
    amount: 150,
    entry_id: expect.any(Number),
  });
  await saved.close();
});
