// Offices once the books have begun: proposed, announced, agreed or objected to, and taking effect when due (MEM-24).
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startPreparedGroup } from "#tests/support/founded-group.ts";
import { runJobs, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { appointOfficial } from "./change-office.ts";

let group: TestGroup;
let books: Bookkeeping;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let amina: TestMember;

beforeEach(async () => {
  ({
    group,
    books,
    prepared: amina,
  } = await startPreparedGroup("office_proposals", async ({ group, books }) => {
    const name = { first_name: "Amina", last_name: "Njeri" };
    const amina = await group.activeMember(books.chairperson, name);
    await books.contribute(amina, 1_000);
    return amina;
  }));
  ({ chairperson, treasurer, secGen } = books);
});

// After every test the log explains each office.
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const PATH = "/api/user/assign_groups/";
const DAY = 24 * 60;

const post = (path: string, by: TestMember, body?: unknown) =>
  group.api("POST", path, { token: by.token, body });
const propose = (member: TestMember, role = "treasurer", by = chairperson) =>
  post(`${PATH}${member.id}/`, by, { role });
const agree = (member: { id: number }, by: TestMember) => post(`${PATH}${member.id}/agree/`, by);
const object = (member: { id: number }, by: TestMember, params: unknown = { reason: "Unknown" }) =>
  post(`${PATH}${member.id}/object/`, by, params);
const makeDormant = (member: TestMember) =>
  post(`/api/user/admin_manage_user/${member.id}/`, chairperson, { action: "dormant" });
const proposals = async (by: TestMember) => {
  const answer = await group.api("GET", PATH, { token: by.token });
  expect(answer.status).toBe(200);
  return answer.body.proposals;
};
const officesOf = async (member: TestMember) => {
  const answer = await group.api("GET", "/api/user/get_user_data", { token: member.token });
  expect(answer.status).toBe(200);
  return answer.body.user_groups;
};
const heldInDatabase = async (member: TestMember) =>
  (
    await group.db
      .selectFrom("members")
      .select("office")
      .where("id", "=", member.id)
      .executeTakeFirstOrThrow()
  ).office;
const setDelay = (office_delay_hours: number) =>
  inTransaction(group.db, async (tx) => {
    await tx.updateTable("group_settings").set({ office_delay_hours }).execute();
    await sql`INSERT INTO audit_entries (at, actor_id, action, subject, before, after)
      VALUES (${group.clock.now()}, ${chairperson.id}, 'settings.change', 'group_settings', '{"office_delay_hours": 24}',
              jsonb_build_object('office_delay_hours', ${office_delay_hours}::int))`.execute(tx);
  });
const lastMail = async (to: TestMember) => (await group.mailbox(to.email)).at(-1);
const outcomes = async () =>
  (await group.db.selectFrom("office_proposals").select("outcome").orderBy("id").execute()).map(
    ({ outcome }) => outcome,
  );

describe("an office that is proposed", () => {
  test("has no rights for a day, and then all of them at the next look", async () => {
    const answer = await propose(amina);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        detail:
          "Amina Njeri (REG/004) is proposed as Treasurer. It counts from 17 Mar 2026 at 09:00, unless an official objects.",
        effective_at: "2026-03-17T09:00:00.000+03:00",
        user: { user_groups: [] },
      },
    });
    group.clock.advanceMinutes(DAY - 1);
    amina.token = await group.signIn(amina);
    expect(await officesOf(amina)).toEqual([]);
    expect((await group.api("GET", "/api/user/get_users", { token: amina.token })).status).toBe(
      403,
    );
    group.clock.advanceMinutes(1);
    expect((await group.api("GET", "/api/user/get_users", { token: amina.token })).status).toBe(
      200,
    );
    expect(await officesOf(amina)).toEqual(["Treasurer"]);
    expect(await proposals(amina)).toEqual([]);
  });

  test("is shown to whoever is signed in, and to nobody else", async () => {
    await propose(amina);
    const pending = await group.pendingMember();
    for (const by of [amina, pending, treasurer, chairperson])
      expect(await proposals(by)).toEqual([
        {
          id: expect.any(Number),
          kind: "give",
          member: expect.objectContaining({ id: amina.id, full_name: "Amina Njeri" }),
          role: "Treasurer",
          proposed_by: expect.objectContaining({ id: chairperson.id }),
          proposed_at: "2026-03-16T09:00:00.000+03:00",
          effective_at: "2026-03-17T09:00:00.000+03:00",
          needs_agreement: false,
          agreed_by: [],
          objected_by: [],
          own_item: by.id === amina.id,
          may: by === treasurer ? ["agree", "object"] : by === amina ? ["object"] : [],
        },
      ]);
    const page = await group.api("GET", `${PATH}?page=2`, { token: amina.token });
    expect(page.body).toEqual({ proposals: [], count: 1 });
    expect((await group.api("GET", PATH)).status).toBe(401);
  });

  test("is reported to every active member, by name, when it is proposed and when it counts", async () => {
    const dormant = await books.member();
    const gone = await books.member();
    // Not by the proposer's own hand, which would stop the clock (MEM-46).
    const second = await books.member();
    await books.contribute(second, 1_000);
    await propose(second, "chairperson");
    await agree(second, treasurer);
    await post(`/api/user/admin_manage_user/${dormant.id}/`, second, { action: "dormant" });
    await post(`/api/user/admin_manage_user/${gone.id}/`, second, { action: "deactivate" });
    const pending = await group.pendingMember();
    const unnotified = [gone, pending];
    const before = await Promise.all(unnotified.map((each) => lastMail(each)));
    await propose(amina);
    for (const each of [amina, chairperson, treasurer, secGen, dormant])
      expect((await lastMail(each))?.body).toContain(
        "proposes Amina Njeri (REG/004) as Treasurer. It counts from 17 Mar 2026 at 09:00",
      );
    group.clock.advanceMinutes(DAY);
    await runSweep();
    for (const each of [chairperson, treasurer, secGen, dormant])
      expect((await lastMail(each))?.body).toContain("Amina Njeri (REG/004) is now Treasurer.");
    expect((await lastMail(amina))?.body).toContain("You are now Treasurer");
    expect(await Promise.all(unnotified.map((each) => lastMail(each)))).toEqual(before);
  });

  test("counts without a request, with its audit row", async () => {
    await propose(amina);
    await runSweep();
    expect(await heldInDatabase(amina)).toBeNull();
    group.clock.advanceMinutes(DAY);
    await runSweep();
    expect(await heldInDatabase(amina)).toBe("Treasurer");
    const row = await group.db
      .selectFrom("audit_entries")
      .selectAll()
      .where("action", "=", "roles.assign")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      at: group.clock.now(),
      actor_id: null,
      subject_id: amina.id,
      before: { office: null },
      after: { office: "Treasurer" },
    });
  });

  test("counts once when two servers and many requests come at that moment", async () => {
    await propose(amina);
    const second = await group.addServer();
    group.clock.advanceMinutes(DAY);
    const tokens = await Promise.all([amina, treasurer, secGen].map((each) => group.signIn(each)));
    const answers = await Promise.all(
      tokens.flatMap((token) =>
        [group, second].map((server) => server.api("GET", PATH, { token })),
      ),
    );
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ proposals: [] })));
    const reported = (await group.mailbox(secGen.email)).filter(({ body }) =>
      body.includes("Amina Njeri (REG/004) is now Treasurer."),
    );
    expect(reported).toHaveLength(1);
    expect(await outcomes()).toEqual(["counted"]);
  });

  test("takes effect when the queue runs it, and waits while the application's clock is behind", async () => {
    await propose(amina);
    const hasten = () =>
      sql`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'
           WHERE key IS NULL OR key LIKE 'office-%'`.execute(group.db);
    await hasten();
    await runJobs(group);
    expect(await heldInDatabase(amina)).toBeNull();
    group.clock.advanceMinutes(DAY);
    await hasten();
    await runJobs(group);
    expect(await heldInDatabase(amina)).toBe("Treasurer");
  });

  test("is the only one for that person until it has ended", async () => {
    await propose(amina);
    for (const role of ["treasurer", "sec-gen"])
      expect(await propose(amina, role)).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining("already proposed as Treasurer") },
      });
    await object(amina, secGen);
    expect((await propose(amina, "sec-gen")).status).toBe(200);
  });

  test("is one when two Chairpersons propose at the same moment", async () => {
    const other = await group.official("Chairperson");
    const answers = await Promise.all([
      propose(amina, "treasurer"),
      propose(amina, "sec-gen", other),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("needs a member with an approved contribution", async () => {
    const newcomer = await books.member();
    await books.submitContribution(newcomer, 1_000);
    const refused = await propose(newcomer);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual({
      role: ["Only a member with at least one approved contribution can be given an office."],
    });
    expect((await propose({ ...newcomer, id: 999_999 })).status).toBe(404);
    expect((await propose(amina, "treasurer", treasurer)).status).toBe(403);
  });

  test("counts at once where the group's delay is 0", async () => {
    await setDelay(0);
    const answer = await propose(amina);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        detail: "Amina Njeri (REG/004) is now Treasurer.",
        effective_at: "2026-03-16T09:00:00.000+03:00",
        user: { user_groups: ["Treasurer"] },
      },
    });
    expect((await lastMail(secGen))?.body).toContain("Amina Njeri (REG/004) is now Treasurer.");
  });

  test("keeps the delay it was made under", async () => {
    await setDelay(168);
    expect((await propose(amina)).body.effective_at).toBe("2026-03-23T09:00:00.000+03:00");
    await setDelay(0);
    group.clock.advanceMinutes(DAY);
    chairperson.token = await group.signIn(chairperson);
    expect((await proposals(chairperson))[0].effective_at).toBe("2026-03-23T09:00:00.000+03:00");
  });
});

describe("agreeing", () => {
  test("by another official makes it count at once, reported to all", async () => {
    await propose(amina);
    expect(await agree(amina, secGen)).toMatchObject({
      status: 200,
      body: {
        detail: "Amina Njeri (REG/004) is now Treasurer.",
        user: { user_groups: ["Treasurer"] },
      },
    });
    expect((await lastMail(treasurer))?.body).toContain(
      "and agreed to by Wanjiku Kamau 3 (REG/003).",
    );
    expect((await group.api("GET", "/api/user/get_users", { token: amina.token })).status).toBe(
      200,
    );
    expect((await agree(amina, treasurer)).status).toBe(404);
  });

  test("is refused to who proposed it, to members, and where nothing waits", async () => {
    expect(await agree(amina, secGen)).toMatchObject({
      status: 404,
      body: { detail: "No office is proposed for this member." },
    });
    await propose(amina);
    expect((await agree(amina, chairperson)).status).toBe(403);
    expect((await agree(amina, amina)).status).toBe(403);
    expect((await agree(amina, await books.member())).status).toBe(403);
    expect((await agree({ id: 999_999 }, secGen)).status).toBe(404);
    expect((await group.api("POST", `${PATH}${amina.id}/agree/`)).status).toBe(401);
    expect(await officesOf(amina)).toEqual([]);
  });

  test("counts once against an objection at the same moment", async () => {
    await propose(amina);
    const [agreed, objected] = await Promise.all([agree(amina, secGen), object(amina, treasurer)]);
    expect([agreed.status, objected.status].toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await heldInDatabase(amina)).toBe(agreed.status === 200 ? "Treasurer" : null);
  });
});

describe("objecting", () => {
  test("ends it, and every active member is notified of the reason", async () => {
    const other = await books.member();
    await propose(amina);
    expect(await object(amina, treasurer, { reason: "  Lives abroad  " })).toMatchObject({
      status: 200,
      body: {
        detail: "Amina Njeri (REG/004) does not become Treasurer.",
        user: { user_groups: [] },
      },
    });
    for (const each of [amina, chairperson, secGen, other])
      expect((await lastMail(each))?.body).toContain("objected. The reason given: Lives abroad");
    expect(await proposals(amina)).toEqual([]);
    group.clock.advanceMinutes(DAY);
    await runSweep();
    expect(await heldInDatabase(amina)).toBeNull();
    expect(await outcomes()).toEqual(["objected"]);
  });

  test("is refused to who proposed it before the reason is checked, and needs a reason", async () => {
    await propose(amina);
    expect((await object(amina, chairperson, {})).status).toBe(403);
    expect((await object(amina, await group.pendingMember())).status).toBe(403);
    for (const params of [{}, { reason: "" }, { reason: "   " }])
      expect(Object.keys((await object(amina, secGen, params)).body.errors)).toEqual(["reason"]);
    expect((await object({ id: 999_999 }, secGen, {})).status).toBe(404);
    expect((await object(secGen, treasurer, {})).status).toBe(404);
    expect(await proposals(amina)).toHaveLength(1);
  });
});

describe("a proposal ends", () => {
  test("when the Chairperson takes it back", async () => {
    await propose(amina);
    const remove = (role: string) =>
      group.api("DELETE", `/api/user/remove_groups/${amina.id}/`, {
        token: chairperson.token,
        body: { role },
      });
    expect((await remove("Sec-Gen")).status).toBe(400);
    expect(await remove("Treasurer")).toMatchObject({
      status: 200,
      body: { detail: "Amina Njeri (REG/004) is no longer proposed as Treasurer." },
    });
    expect(await proposals(amina)).toEqual([]);
    expect(await outcomes()).toEqual(["withdrawn"]);
  });

  test.each(["dormant", "deactivate"])("when the member is made %s", async (action) => {
    await propose(amina);
    await post(`/api/user/admin_manage_user/${amina.id}/`, chairperson, { action });
    expect(await proposals(secGen)).toEqual([]);
    expect((await lastMail(secGen))?.body).not.toContain("proposes");
    group.clock.advanceMinutes(DAY);
    await runSweep();
    expect(await heldInDatabase(amina)).toBeNull();
    expect(await outcomes()).toEqual(["lapsed"]);
  });

  test("when the member leaves the group", async () => {
    await propose(amina);
    const left = await post("/api/accounting/clear_member/", treasurer, { member_id: amina.id });
    expect(left.status).toBe(200);
    expect(await proposals(secGen)).toEqual([]);
    expect(await outcomes()).toEqual(["lapsed"]);
  });

  test("when the server's operator appoints the member", async () => {
    await propose(amina, "treasurer");
    const now = group.clock.now();
    await appointOfficial(group.db, { email: amina.email, office: "Sec-Gen", now });
    expect(await officesOf(amina)).toEqual(["Sec-Gen"]);
    expect(await outcomes()).toEqual(["lapsed"]);
    group.clock.advanceMinutes(DAY);
    await runSweep();
    expect(await heldInDatabase(amina)).toBe("Sec-Gen");
  });

  // Behind the application, which would end the proposal with this very change.
  test("when its time comes and the rules no longer allow it", async () => {
    await propose(amina);
    await sql`UPDATE members SET office = 'Sec-Gen' WHERE id = ${amina.id}`.execute(group.db);
    group.clock.advanceMinutes(DAY);
    await runSweep();
    expect(await outcomes()).toEqual(["lapsed"]);
    expect(await heldInDatabase(amina)).toBe("Sec-Gen");
    await sql`UPDATE members SET office = NULL WHERE id = ${amina.id}`.execute(group.db);
  });
});

describe("while an office waits", () => {
  test("the last Chairperson stays, also when another is proposed", async () => {
    await propose(amina, "chairperson");
    expect((await makeDormant(chairperson)).status).toBe(400);
    await agree(amina, treasurer);
    expect((await makeDormant(chairperson)).status).toBe(200);
    expect(await heldInDatabase(chairperson)).toBeNull();
  });
});

test("an office taken away without a delay is gone at once, and reported to all", async () => {
  await setDelay(0);
  const answer = await group.api("DELETE", `/api/user/remove_groups/${secGen.id}/`, {
    token: chairperson.token,
    body: { role: "Sec-Gen" },
  });
  expect(answer.status).toBe(200);
  expect(answer.body).not.toHaveProperty("effective_at");
  expect(answer.body.user.user_groups).toEqual([]);
  for (const each of [amina, treasurer, chairperson])
    expect((await lastMail(each))?.body).toContain("is no longer Sec-Gen.");
  expect((await lastMail(secGen))?.body).toContain("You are no longer Sec-Gen");
});

describe("the database refuses", () => {
  test.each([
    [
      "a second one that waits for a member",
      "INSERT INTO office_proposals (kind, member_id, office, proposed_by, proposed_at, delay_hours, effective_at) SELECT kind, member_id, 'Sec-Gen', proposed_by, proposed_at, delay_hours, effective_at FROM office_proposals",
      "office_proposals_one_waits",
    ],
    [
      "one that counts too early without another official",
      "UPDATE office_proposals SET outcome = 'counted', decided_at = proposed_at",
      "office_proposals_in_time",
    ],
    [
      "the agreement of who proposed",
      "UPDATE office_proposals SET outcome = 'counted', decided_at = proposed_at, decided_by = proposed_by",
      "office_proposals_agreed_by_another",
    ],
    [
      "another moment",
      "UPDATE office_proposals SET effective_at = proposed_at",
      "office_proposals_decided_once",
    ],
    [
      "a delay that was not waited",
      "UPDATE office_proposals SET delay_hours = 0",
      "office_proposals_decided_once",
    ],
    [
      "an objection without a reason",
      "UPDATE office_proposals SET outcome = 'objected', decided_at = proposed_at, decided_by = member_id",
      "office_proposals_objected",
    ],
    ["its removal", "DELETE FROM office_proposals", "append-only"],
  ])("%s", async (_what, text, guard) => {
    await propose(amina);
    const error = await sql
      .raw(text)
      .execute(group.db)
      .then(
        () => null,
        (refused: { constraint?: string; message: string }) => refused,
      );
    expect(`${error?.constraint} ${error?.message}`).toContain(guard);
  });
});

/** What the daily sweep does by itself, without a request. */
async function runSweep(): Promise<void> {
  await sweepDay(group.db, group.clock.now());
}
