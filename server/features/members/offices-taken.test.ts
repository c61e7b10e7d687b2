// Taking an office away once the books have begun, and who may object or agree to what is proposed about offices
// (MEM-23, MEM-26, MEM-44 to MEM-46).
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startPreparedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let members: TestMember[];

const DAY = 24 * 60;

// Four members who have contributed for three months. They joined 31 days ago, so their answers count.
beforeEach(async () => {
  ({
    group,
    books,
    prepared: members,
  } = await startPreparedGroup("offices_taken", async ({ group, books }) => {
    const people: TestMember[] = [];
    // Whoever leaves has savings.
    for (const each of [books.treasurer, books.secGen]) await books.contributeThreeMonths(each);
    for (const last_name of ["Njeri", "Otieno", "Were", "Koech"]) {
      const name = { first_name: "Amina", last_name };
      const member = await group.activeMember(books.chairperson, name);
      await books.contributeThreeMonths(member);
      people.push(member);
    }
    return people;
  }));
  ({ chairperson, treasurer, secGen } = books);
  group.clock.advanceMinutes(31 * DAY);
  await signInAgain();
});

// After every test the log explains each office.
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const PATH = "/api/user/assign_groups/";
const everybody = () => [chairperson, treasurer, secGen, ...members];

async function signInAgain() {
  for (const each of everybody()) {
    const answer = await group.api("POST", "/api/user/login", {
      body: { email: each.email, password: each.password },
    });
    // Who was deactivated cannot.
    each.token = answer.body.access ?? each.token;
  }
}
async function pass(minutes: number) {
  group.clock.advanceMinutes(minutes);
  await sweepDay(group.db, group.clock.now());
}
const post = (path: string, by: TestMember, body?: unknown) =>
  group.api("POST", path, { token: by.token, body });
const remove = (member: TestMember, role: string, by = chairperson) =>
  group.api("DELETE", `/api/user/remove_groups/${member.id}/`, {
    token: by.token,
    body: { role },
  });
const propose = (member: TestMember, role = "treasurer", by = chairperson) =>
  post(`${PATH}${member.id}/`, by, { role });
const agree = (member: TestMember, by: TestMember) => post(`${PATH}${member.id}/agree/`, by);
const object = (member: TestMember, by: TestMember, reason = "Works well") =>
  post(`${PATH}${member.id}/object/`, by, { reason });
const manage = (member: TestMember, action: string, by = chairperson) =>
  post(`/api/user/admin_manage_user/${member.id}/`, by, { action });
const waiting = async (by: TestMember) =>
  (await group.api("GET", PATH, { token: by.token })).body.proposals;
const stored = (member: TestMember) =>
  group.db
    .selectFrom("members")
    .select(["office", "suspended_office"])
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
const officeOf = async (member: TestMember) => (await stored(member)).office;
const outcomes = async () =>
  (await group.db.selectFrom("office_proposals").select("outcome").orderBy("id").execute()).map(
    ({ outcome }) => outcome,
  );
const lastMail = async (to: TestMember) => (await group.mailbox(to.email)).at(-1);
const needsAgreement = async () => (await waiting(members[0]!))[0].needs_agreement;
const changeAmount = (kes: number) =>
  post("/api/group/settings/", chairperson, { monthly_contribution: kes });
const clear = (member: TestMember, by = chairperson) =>
  post("/api/accounting/clear_member/", by, { member_id: member.id });
/** The link in the newest mail that tells of a proposal. */
const linkOf = async (to: TestMember) => {
  const mail = (await group.mailbox(to.email)).findLast(({ body }) => body.includes("proposes"));
  return /http:\/\/localhost:3000\/object\/(\S+)/.exec(mail?.body ?? "")?.[1] ?? null;
};
const openLink = (token: string) =>
  group.api("POST", "/api/user/object/open/", { body: { token } });
const byLink = (token: string, reason = "Unknown") =>
  group.api("POST", "/api/user/object/", { body: { token, reason } });
const mayUse = async (member: TestMember) =>
  (await group.api("GET", "/api/user/get_users", { token: member.token })).status === 200;

describe("taking an office away", () => {
  test("is proposed, reported to every member, and counts a day later; until then the office stays", async () => {
    expect(await remove(secGen, "Sec-Gen")).toMatchObject({
      status: 200,
      body: {
        detail:
          "It is proposed that Wanjiku Kamau 3 (REG/003) is no longer Sec-Gen. It counts from 17 Apr 2026 at 09:00, unless an official objects.",
        effective_at: "2026-04-17T09:00:00.000+03:00",
        user: { user_groups: ["Sec-Gen"] },
      },
    });
    for (const each of everybody())
      expect((await lastMail(each))?.body).toContain(
        "proposes that Wanjiku Kamau 3 (REG/003) is no longer Sec-Gen. It counts from 17 Apr 2026 at 09:00",
      );
    expect(await waiting(members[0]!)).toMatchObject([
      { kind: "take", role: "Sec-Gen", member: { id: secGen.id }, needs_agreement: false },
    ]);
    expect(await mayUse(secGen)).toBe(true);
    expect((await remove(secGen, "Sec-Gen")).status).toBe(400);
    expect((await propose(secGen, "sec-gen")).status).toBe(400);
    await pass(DAY);
    expect(await officeOf(secGen)).toBeNull();
    for (const each of [chairperson, treasurer, ...members])
      expect((await lastMail(each))?.body).toContain(
        "Wanjiku Kamau 3 (REG/003) is no longer Sec-Gen.",
      );
    expect((await lastMail(secGen))?.body).toContain("You are no longer Sec-Gen");
  });

  test.each([
    ["the person agrees", () => secGen],
    ["another official agrees", () => treasurer],
  ])("counts at once when %s", async (_who, by) => {
    await remove(secGen, "Sec-Gen");
    expect((await agree(secGen, chairperson)).status).toBe(403);
    expect(await agree(secGen, by())).toMatchObject({
      status: 200,
      body: { detail: "Wanjiku Kamau 3 (REG/003) is no longer Sec-Gen." },
    });
    expect(await officeOf(secGen)).toBeNull();
    expect(await waiting(treasurer)).toEqual([]);
  });

  test("ends when another official objects, and every member is notified", async () => {
    await remove(secGen, "Sec-Gen");
    expect(await object(secGen, treasurer)).toMatchObject({
      status: 200,
      body: { detail: "Wanjiku Kamau 3 (REG/003) stays Sec-Gen.", objections: 0 },
    });
    for (const each of everybody())
      expect((await lastMail(each))?.body).toContain("objected. The reason given: Works well");
    await pass(DAY);
    expect(await officeOf(secGen)).toBe("Sec-Gen");
  });

  test("does not count by time once the person objects: it needs that official, or most members after the wait", async () => {
    await remove(secGen, "Sec-Gen");
    expect((await object(secGen, secGen)).status).toBe(200);
    expect((await object(secGen, secGen)).status).toBe(400);
    for (const each of members)
      expect((await lastMail(each))?.body).toContain("objects to losing the office of Sec-Gen");
    const [first, second, third, fourth] = members as [
      ...[TestMember, TestMember, TestMember, TestMember],
    ];
    // Three of four, but not before the wait is over.
    expect((await agree(secGen, first)).body).toMatchObject({ agreements: 1 });
    expect((await agree(secGen, second)).body).not.toHaveProperty("user");
    expect(await agree(secGen, third)).toMatchObject({ status: 200, body: { agreements: 3 } });
    expect((await object(secGen, third)).status).toBe(200);
    await pass(DAY);
    await signInAgain();
    expect(await waiting(secGen)).toMatchObject([
      {
        effective_at: null,
        needs_agreement: true,
        objected_by: [{ id: secGen.id }, { id: third.id }],
      },
    ]);
    expect(await officeOf(secGen)).toBe("Sec-Gen");
    expect(await agree(secGen, fourth)).toMatchObject({ status: 200, body: { agreements: 3 } });
    expect(await officeOf(secGen)).toBeNull();
    expect((await lastMail(fourth))?.body).toContain(
      "agreed to by more than half of the members who count",
    );
  });

  test("counts by the members who agreed before, when the wait is over, without a request", async () => {
    await remove(secGen, "Sec-Gen");
    await object(secGen, secGen);
    for (const each of members.slice(0, 3)) await agree(secGen, each);
    await pass(DAY - 1);
    expect(await officeOf(secGen)).toBe("Sec-Gen");
    await pass(1);
    expect(await officeOf(secGen)).toBeNull();
    expect(await outcomes()).toEqual(["counted"]);
  });

  test("does not count by three of six who count", async () => {
    for (let each = 0; each < 2; each++) {
      const member = await books.member();
      await books.contributeThreeMonths(member);
      members = [...members, member];
    }
    group.clock.advanceMinutes(31 * DAY);
    await signInAgain();
    await remove(secGen, "Sec-Gen");
    await object(secGen, secGen);
    for (const each of members.slice(0, 3)) await agree(secGen, each);
    await pass(DAY);
    expect(await officeOf(secGen)).toBe("Sec-Gen");
    await signInAgain();
    expect((await agree(secGen, members[3]!)).status).toBe(200);
    expect(await officeOf(secGen)).toBeNull();
  });

  test("does not count by the members whom its maker has left, after ending the membership of one", async () => {
    await remove(secGen, "Sec-Gen");
    await object(secGen, secGen);
    await manage(members[3]!, "deactivate");
    for (const each of members.slice(0, 3)) await agree(secGen, each);
    await pass(DAY);
    expect(await officeOf(secGen)).toBe("Sec-Gen");
    await signInAgain();
    expect((await agree(secGen, treasurer)).status).toBe(200);
    expect(await officeOf(secGen)).toBeNull();
  });

  test("counts at once for one's own office, and never for the last Chairperson's", async () => {
    expect((await remove(chairperson, "Chairperson")).status).toBe(400);
    const other = await group.official("Chairperson");
    expect((await remove(chairperson, "Chairperson")).status).toBe(200);
    expect(await officeOf(chairperson)).toBeNull();
    expect((await remove(other, "Chairperson", other)).status).toBe(400);
  });

  test("lapses where two Chairpersons propose it of each other: one remains", async () => {
    const other = await group.official("Chairperson");
    await remove(other, "Chairperson");
    await remove(chairperson, "Chairperson", other);
    await pass(DAY);
    expect(await outcomes()).toEqual(["counted", "lapsed"]);
    expect([await officeOf(other), await officeOf(chairperson)]).toEqual([null, "Chairperson"]);
  });
});

describe("objecting", () => {
  test("is open to active members, and three end it", async () => {
    await propose(members[3]!);
    const [first, second, third] = members as [TestMember, TestMember, TestMember];
    expect((await object(members[3]!, first, "Unknown")).body).toMatchObject({ objections: 1 });
    for (const each of everybody())
      expect((await lastMail(each))?.body).toContain("The reason given: Unknown");
    expect((await object(members[3]!, first)).status).toBe(400);
    expect((await object(members[3]!, second)).body).toMatchObject({ objections: 2 });
    expect((await waiting(first))[0].objected_by).toHaveLength(2);
    expect((await object(members[3]!, third)).body).toMatchObject({
      objections: 3,
      detail: "Amina Koech (REG/007) does not become Treasurer.",
    });
    await pass(DAY);
    expect(await officeOf(members[3]!)).toBeNull();
  });

  test("of a member who joined lately, or has not paid for three months, is recorded and does not count", async () => {
    const two = await books.member();
    for (const month of ["2026-01-01", "2026-02-01"]) await books.contribute(two, 1_000, month);
    // Not the monthly amount, and a month twice.
    await books.contribute(two, 999, "2026-03-01");
    await books.contribute(two, 5_000, "2026-02-01");
    group.clock.advanceMinutes(30 * DAY + 1);
    members = [...members, two];
    await signInAgain();
    const lately = await books.member();
    await books.contributeThreeMonths(lately);
    await propose(members[3]!);
    for (const each of [two, lately]) {
      expect(await object(members[3]!, each)).toMatchObject({
        status: 200,
        body: { objections: 0 },
      });
      expect((await agree(members[3]!, each)).status).toBe(403);
    }
    expect(await waiting(two)).toMatchObject([{ may: [], needs_agreement: false }]);
    await pass(DAY);
    expect(await officeOf(members[3]!)).toBe("Treasurer");
  });

  test("counts by what was approved before it was proposed, whatever the monthly amount becomes", async () => {
    const [first, second] = members as [TestMember, TestMember];
    await changeAmount(100_000);
    await propose(members[3]!);
    expect((await object(members[3]!, first)).body).toMatchObject({ objections: 1 });
    await changeAmount(1_000);
    expect((await object(members[3]!, second)).body).toMatchObject({ objections: 2 });
  });

  test("of a third of the active members ends it, three at least", async () => {
    const newcomers = [await books.member(), await books.member(), await books.member()];
    await propose(members[3]!);
    // Six are active, apart from the officials and the person.
    const [one, other, last] = newcomers as [TestMember, TestMember, TestMember];
    for (const each of [one, other])
      expect((await object(members[3]!, each)).body).toMatchObject({ objections: 0 });
    expect(await outcomes()).toEqual([null]);
    expect((await object(members[3]!, last)).body).toMatchObject({
      detail: "Amina Koech (REG/007) does not become Treasurer.",
      objections: 0,
    });
    expect(await outcomes()).toEqual(["objected"]);
  });

  test("of the person is recorded, and not one of those", async () => {
    await propose(members[3]!);
    expect((await object(members[3]!, members[3]!)).body).toMatchObject({ objections: 0 });
    for (const each of members.slice(0, 2)) await object(members[3]!, each);
    expect(await outcomes()).toEqual([null]);
  });

  test("ends it, where whoever was made an official by the same person may not agree", async () => {
    await propose(members[3]!);
    await agree(members[3]!, secGen);
    await propose(members[2]!, "sec-gen");
    expect(await agree(members[2]!, members[3]!)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("by a proposal of the same person") },
    });
    expect(await waiting(members[3]!)).toMatchObject([{ may: ["object"] }]);
    expect((await object(members[2]!, members[3]!)).status).toBe(200);
    await pass(7 * DAY + 1);
    await signInAgain();
    await propose(members[2]!, "sec-gen");
    expect((await agree(members[2]!, members[3]!)).status).toBe(200);
  });

  test("by somebody who held an office in the last 7 days ends it, but not their own removal", async () => {
    await remove(secGen, "Sec-Gen");
    await agree(secGen, secGen);
    await pass(7 * DAY);
    await signInAgain();
    await propose(members[3]!);
    expect((await object(members[3]!, secGen)).body.detail).toContain("does not become");
    await pass(1);
    await propose(members[3]!);
    expect((await object(members[3]!, secGen)).body).toMatchObject({ objections: 1 });
    expect(await outcomes()).toEqual(["counted", "objected", null]);
  });

  test("is closed to dormant members and to those who wait for approval", async () => {
    await manage(members[0]!, "dormant");
    await propose(members[3]!);
    for (const by of [members[0]!, await group.pendingMember(), chairperson])
      expect((await object(members[3]!, by)).status).toBe(403);
    expect((await object(members[1]!, members[2]!)).status).toBe(404);
  });

  test("takes back an agreement of one's own", async () => {
    await remove(secGen, "Sec-Gen");
    const [first, second, third] = members as [TestMember, TestMember, TestMember];
    await agree(secGen, first);
    await agree(secGen, second);
    expect((await object(secGen, second)).body).toMatchObject({ objections: 1 });
    expect((await agree(secGen, third)).body).toMatchObject({ agreements: 2 });
    expect((await waiting(first))[0]).toMatchObject({
      agreed_by: [{ id: first.id }, { id: third.id }],
      objected_by: [{ id: second.id }],
    });
  });
});

describe("an official who is deactivated or made dormant", () => {
  test.each(["deactivate", "dormant"])(
    "%s: has no rights and no session; the office waits",
    async (action) => {
      const answer = await manage(treasurer, action);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          effective_at: "2026-04-17T09:00:00.000+03:00",
          user: { user_groups: ["Treasurer"] },
        },
      });
      const me = await group.api("GET", "/api/user/get_user_data", { token: treasurer.token });
      expect(me.status).toBe(401);
      expect(await stored(treasurer)).toEqual({ office: null, suspended_office: "Treasurer" });
      expect(await waiting(members[0]!)).toMatchObject([{ kind: "take", role: "Treasurer" }]);
      expect((await lastMail(treasurer))?.body).toContain("none of the rights of Treasurer");
      expect((await lastMail(members[0]!))?.body).toContain("none of the rights of the office");
      await pass(DAY);
      expect(await stored(treasurer)).toEqual({ office: null, suspended_office: null });
      expect((await lastMail(members[0]!))?.body).toContain("is no longer Treasurer");
    },
  );

  test("keeps the office if somebody objects, and has its rights again once active", async () => {
    await manage(treasurer, "deactivate");
    await object(treasurer, secGen);
    await pass(DAY);
    expect(await stored(treasurer)).toEqual({ office: null, suspended_office: "Treasurer" });
    chairperson.token = await group.signIn(chairperson);
    await manage(treasurer, "activate");
    treasurer.token = await group.signIn(treasurer);
    expect(await mayUse(treasurer)).toBe(true);
  });

  test("has the office again when made active before its removal counts, which ends", async () => {
    await manage(treasurer, "dormant");
    treasurer.token = await group.signIn(treasurer);
    expect(await mayUse(treasurer)).toBe(false);
    await manage(treasurer, "lift_dormancy");
    expect(await mayUse(treasurer)).toBe(true);
    expect(await outcomes()).toEqual(["withdrawn"]);
  });

  test("made dormant, still objects, and so ends what is proposed of others", async () => {
    await manage(treasurer, "dormant");
    treasurer.token = await group.signIn(treasurer);
    expect((await object(treasurer, treasurer)).status).toBe(200);
    await propose(members[3]!);
    expect((await object(members[3]!, treasurer)).body.detail).toContain("does not become");
    await pass(DAY);
    expect(await stored(treasurer)).toMatchObject({ suspended_office: "Treasurer" });
  });

  test("is neither cleared nor exited before the office is taken away", async () => {
    const first = { status: 400, body: { detail: "Take the office away first." } };
    expect(await clear(treasurer, secGen)).toMatchObject(first);
    await manage(treasurer, "dormant");
    expect(await clear(treasurer, secGen)).toMatchObject(first);
    expect(await stored(treasurer)).toEqual({ office: null, suspended_office: "Treasurer" });
    expect(await outcomes()).toEqual([null]);
    await pass(DAY);
    await signInAgain();
    expect((await clear(treasurer, secGen)).status).toBe(200);
    expect(await outcomes()).toEqual(["counted"]);
  });
});

describe("the link in the mail of whoever held an office lately", () => {
  const dead = { status: 400, body: { detail: "This link is no longer valid." } };

  test("lets a deactivated official object, once, and shows what it is about without changing anything", async () => {
    await manage(treasurer, "deactivate");
    await manage(secGen, "deactivate");
    await propose(members[3]!, "treasurer");
    expect(await linkOf(members[0]!)).toBeNull();
    expect(await linkOf(chairperson)).toBeNull();
    const token = (await linkOf(treasurer))!;
    for (let look = 0; look < 2; look++)
      expect(await openLink(token)).toMatchObject({
        status: 200,
        body: {
          kind: "give",
          member: { id: members[3]!.id },
          role: "Treasurer",
          effective_at: null,
          needs_agreement: true,
          own_item: false,
        },
      });
    expect(Object.keys((await byLink(token, "")).body.errors)).toEqual(["reason"]);
    expect(await byLink(token)).toMatchObject({
      status: 200,
      body: { detail: "Amina Koech (REG/007) does not become Treasurer." },
    });
    expect(await byLink(token)).toMatchObject(dead);
    expect(await openLink(token)).toMatchObject(dead);
    expect(await openLink((await linkOf(secGen)) ?? "x")).toMatchObject(dead);
    expect((await lastMail(members[0]!))?.body).toContain("objected. The reason given: Unknown");
    const me = await group.api("GET", "/api/user/get_user_data", { token: treasurer.token });
    expect(me.status).toBe(401);
  });

  test("stops the clock of one's own removal", async () => {
    await manage(treasurer, "deactivate");
    const token = (await linkOf(treasurer)) ?? "";
    expect((await openLink(token)).body).toMatchObject({ kind: "take", own_item: true });
    expect((await byLink(token)).body.detail).toContain("no longer lose the office by time");
    expect(await waiting(members[0]!)).toMatchObject([
      { effective_at: null, needs_agreement: true, objected_by: [{ id: treasurer.id }] },
    ]);
    await pass(DAY);
    expect(await stored(treasurer)).toMatchObject({ suspended_office: "Treasurer" });
  });

  test("is dead once the proposal counts, also before anything has put it into effect", async () => {
    await propose(members[3]!);
    const token = (await linkOf(secGen))!;
    group.clock.advanceMinutes(DAY);
    expect(await byLink(token)).toMatchObject(dead);
    expect(await officeOf(members[3]!)).toBe("Treasurer");
  });

  test("is for 7 days after the office, and stored in no notice", async () => {
    await remove(secGen, "Sec-Gen");
    await agree(secGen, secGen);
    await pass(7 * DAY);
    await signInAgain();
    await propose(members[3]!);
    const token = (await linkOf(secGen))!;
    const { rows } = await sql<{ found: number }>`
      SELECT count(*)::int AS found FROM notices WHERE notices::text LIKE ${`%${token}%`}`.execute(
      group.db,
    );
    expect(rows).toEqual([{ found: 0 }]);
    expect((await byLink(token)).status).toBe(200);
    await pass(1);
    await propose(members[3]!);
    expect(await linkOf(secGen)).toBeNull();
  });
});

describe("an office given by who takes one", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["proposed to take one", () => remove(secGen, "Sec-Gen")],
    ["deactivated an official", () => manage(secGen, "deactivate")],
    ["made an official dormant", () => manage(secGen, "dormant")],
  ])("does not count by time when its proposer %s, before or after", async (_what, take) => {
    expect(await take()).toMatchObject({ status: 200 });
    await pass(23 * 60);
    await signInAgain();
    expect((await propose(members[3]!)).body).toMatchObject({
      detail: expect.stringContaining("another official agrees"),
      effective_at: null,
      needs_agreement: true,
    });
    expect(await needsAgreement()).toBe(true);
    await pass(5 * DAY);
    await signInAgain();
    expect(await officeOf(members[3]!)).toBeNull();
    expect((await agree(members[3]!, treasurer)).status).toBe(200);
    expect(await officeOf(members[3]!)).toBe("Treasurer");
    // After: the one that waits stops.
    await propose(members[2]!, "chairperson");
    expect(await needsAgreement()).toBe(false);
    await pass(23 * 60);
    await signInAgain();
    await remove(treasurer, "Treasurer");
    await pass(5 * DAY);
    expect(await officeOf(members[2]!)).toBeNull();
    expect(await officeOf(treasurer)).toBeNull();
  });

  test("counts by time a delay after it, and when somebody else took one", async () => {
    const other = await group.official("Chairperson");
    await remove(secGen, "Sec-Gen");
    await propose(members[3]!, "treasurer", other);
    await pass(DAY);
    expect(await officeOf(members[3]!)).toBe("Treasurer");
    await pass(1);
    await signInAgain();
    await propose(members[2]!);
    await pass(DAY);
    expect(await officeOf(members[2]!)).toBe("Treasurer");
  });

  test("does not make a thief's two accounts the two offices", async () => {
    const ghosts = [await books.member(), await books.member()] as const;
    for (const each of ghosts) await books.contribute(each, 500);
    await manage(treasurer, "deactivate");
    await manage(secGen, "deactivate");
    await propose(ghosts[0], "treasurer");
    await propose(ghosts[1], "sec-gen");
    await pass(2 * DAY);
    await signInAgain();
    expect([await officeOf(ghosts[0]), await officeOf(ghosts[1])]).toEqual([null, null]);
    for (const each of ghosts) each.token = await group.signIn(each);
    expect((await agree(ghosts[0], ghosts[1])).status).toBe(403);
  });
});

test("a lower delay does not count by time while nobody but its proposer holds an office", async () => {
  const delay = async () => {
    const answer = await group.api("GET", "/api/group/settings/", { token: members[0]!.token });
    return answer.body.office_delay_hours;
  };
  for (const each of [treasurer, secGen]) await manage(each, "deactivate");
  expect((await post("/api/group/settings/", chairperson, { office_delay_hours: 0 })).status).toBe(
    200,
  );
  await pass(7 * DAY);
  await signInAgain();
  expect(await delay()).toBe(24);
  await group.official("Treasurer");
  expect(await delay()).toBe(0);
});

describe("members whom the Chairperson silences", () => {
  test("stop the clock too when they are let go", async () => {
    const [candidate, voter, other] = members as [TestMember, TestMember, TestMember];
    expect((await remove(treasurer, "Treasurer")).status).toBe(200);
    expect((await clear(voter)).status).toBe(200);
    expect(await needsAgreement()).toBe(true);
    expect((await object(treasurer, secGen)).status).toBe(200);
    expect((await clear(other)).status).toBe(200);
    await propose(candidate);
    expect(await needsAgreement()).toBe(true);
  });

  test.each(["deactivate", "dormant"])(
    "stop the clock of what the Chairperson has proposed (%s), and an answer given before stays",
    async (action) => {
      const [candidate, voter, other, third] = members as [
        TestMember,
        TestMember,
        TestMember,
        TestMember,
      ];
      expect((await remove(treasurer, "Treasurer")).status).toBe(200);
      expect(await needsAgreement()).toBe(false);
      for (const each of [voter, other]) expect((await object(treasurer, each)).status).toBe(200);
      expect((await manage(voter, action)).status).toBe(200);
      expect(await needsAgreement()).toBe(true);
      await pass(2 * DAY);
      expect(await officeOf(treasurer)).toBe("Treasurer");
      await signInAgain();
      // The third objection, of which the silenced member's is one.
      expect((await object(treasurer, third)).body.objections).toBe(3);
      expect(await outcomes()).toEqual(["objected"]);
      expect(await officeOf(candidate)).toBeNull();
    },
  );

  test("before it is proposed count alike, but not somebody who was dormant already, nor after the delay", async () => {
    const [candidate, voter, , idle] = members as [TestMember, TestMember, TestMember, TestMember];
    await manage(idle, "dormant");
    await pass(2 * DAY);
    await signInAgain();
    await manage(idle, "deactivate");
    await remove(secGen, "Sec-Gen", secGen);
    expect((await propose(candidate, "sec-gen")).status).toBe(200);
    expect(await needsAgreement()).toBe(false);
    expect((await object(candidate, treasurer)).status).toBe(200);
    await manage(voter, "deactivate");
    expect((await propose(candidate, "sec-gen")).status).toBe(200);
    expect(await needsAgreement()).toBe(true);
    expect((await agree(candidate, treasurer)).status).toBe(200);
  });
});
