import { sql } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { writesOfAnyClock } from "#contract/any-clock-writes.ts";
import { acceptClock, beat, beginClock, catchUp, noteLog } from "#server/core/clock/clock.ts";
import { inTransaction } from "#server/db/connection.ts";
import { appointOfficial } from "#server/features/members/change-office.ts";
import { startClockWatch } from "#server/jobs/clock-watch.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { runJobs, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

// The group is of 16 March 2026, and a server runs.
beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  member = await books.member();
  await inTransaction(group.db, (tx) => beginClock(tx, group.clock.now()));
});
afterEach(() => group.close());

const signInAll = async () => {
  for (const person of [books.chairperson, books.treasurer, books.secGen, member])
    person.token = await group.signIn(person);
};

async function moveTo(moment: string): Promise<void> {
  group.clock.set(`${moment}+03:00`);
  await signInAll();
}

const behind = (day: string) =>
  `The server's clock says ${day}, but the books have an entry of 16 Mar 2026. Set the clock right.`;

const send = (by: TestMember, path: string, body: object) =>
  group.api("POST", path, { token: by.token, body });

const health = async () => (await group.api("GET", "/api/health")).body;

const homeOf = async (person: TestMember) =>
  (await group.api("GET", "/api/user/get_user_data/", { token: person.token })).body.clock;

const countEntries = async () =>
  Number(
    (await sql<{ n: bigint }>`SELECT count(*) AS n FROM entries`.execute(group.db)).rows[0]?.n,
  );

async function pay(on = "2026-03-16"): Promise<number> {
  const { body } = await send(member, "/api/finances/monthly-contribution/", {
    amount_paid: 1000,
    contribution_month: "2026-03-01",
    payment_date: on,
    payment_Reference_Code: "CLOCK00001",
  });
  return body.contribution.contribution_id;
}

describe("a clock that is behind the books", () => {
  test("posts no entry, reverses none and approves nothing, and the sentence names both days", async () => {
    await books.contribute(member, 1000);
    const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM entries`.execute(group.db);
    const paid = await pay();
    const before = await countEntries();
    await moveTo("2016-01-01T10:00:00");
    const tried = [
      await send(books.treasurer, "/api/accounting/create_ledger_entry/", {
        type: "other_income",
        description: "Interest of the bank",
        amount: 50,
      }),
      await send(books.treasurer, `/api/accounting/reverse_entry/${rows[0]?.id}/`, {
        reason: "Twice",
      }),
      await send(books.treasurer, `/api/finances/monthly-contribution-approval/${paid}/`, {
        action: "approved",
      }),
      await send(books.secGen, `/api/finances/monthly-contribution-approval/${paid}/`, {
        action: "approved",
      }),
    ];
    for (const answer of tried) {
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual({ detail: behind("01 Jan 2016") });
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await countEntries()).toBe(before);
  });

  test("is said by health and by everybody's home, while reading and signing in go on", async () => {
    await moveTo("2026-03-14T08:59:59");
    expect(await health()).toEqual({ status: "ok", clock: "behind" });
    for (const person of [books.secGen, member])
      expect(await homeOf(person)).toEqual({
        state: "behind",
        day: "2026-03-14",
        seen_day: "2026-03-16",
      });
    const read = await group.api("GET", "/api/accounting/get_balance_sheet/", {
      token: member.token,
    });
    expect(read.status).toBe(200);
    expect((await group.api("POST", "/api/user/logout/", { token: member.token })).status).toBe(
      200,
    );
  });

  test("may be two days behind", async () => {
    await moveTo("2026-03-14T09:00:00");
    expect(await health()).toEqual({ status: "ok", clock: "ok" });
    expect(await homeOf(member)).toBeUndefined();
    expect(await pay("2026-03-14")).toBeGreaterThan(0);
  });

  test("refuses every change of the API that is not on the list of those that neither post nor decide", async () => {
    await moveTo("2020-05-05T10:00:00");
    const people = [books.chairperson, books.treasurer, books.secGen, member];
    const wrong: string[] = [];
    for (const { endpoint } of allEndpoints) {
      if (endpoint.method === "GET" || writesOfAnyClock.has(endpoint)) continue;
      const path = endpoint.path.replace(":id", "1").replace(":code", "bank");
      const answers = [];
      for (const { token } of people)
        answers.push((await group.api(endpoint.method, path, { token, body: {} })).status);
      if (!answers.includes(503) || answers.some((status) => ![403, 503].includes(status)))
        wrong.push(`${endpoint.method} ${path}: ${answers.join(", ")}`);
    }
    expect(wrong).toEqual([]);
  });

  test("is refused by the log itself, also to a command", async () => {
    await books.contribute(member, 1000);
    const early = new Date("2016-01-01T00:00:00+03:00");
    const appoint = appointOfficial(group.db, {
      email: member.email,
      office: "Sec-Gen",
      now: early,
    });
    await expect(appoint).rejects.toMatchObject({ code: "clock-behind" });
    const { office } = await group.db
      .selectFrom("members")
      .select("office")
      .where("id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(office).toBeNull();
  });

  test("is no official's to confirm, and the operator's to accept, which is in the log", async () => {
    await moveTo("2026-03-10T09:00:00");
    const pressed = await send(books.chairperson, "/api/group/day/", { day: "2026-03-10" });
    expect(pressed.status).toBe(503);
    const by = { now: group.clock.now(), actorId: null, address: null };
    await inTransaction(group.db, (tx) => acceptClock(tx, by));
    expect(await health()).toEqual({ status: "ok", clock: "ok" });
    expect(await lastAccepted()).toMatchObject({
      actor_id: null,
      before: { date: "2026-03-16" },
      after: { date: "2026-03-10" },
    });
    await books.contribute(member, 1000);
    await noteLog(group.db);
    const { breaches } = await verifyBooks(group.db);
    expect(breaches.map(({ name }) => name)).not.toContain("clock-as-logged");
  });
});

const lastAccepted = () =>
  group.db
    .selectFrom("audit_entries")
    .select(["actor_id", "before", "after"])
    .where("action", "=", "clock.accept")
    .orderBy("id", "desc")
    .executeTakeFirst();

const watch = () =>
  startClockWatch({ db: group.db, log: pino({ level: "silent" }), now: group.clock.now });

const fines = async () =>
  Number((await sql<{ n: bigint }>`SELECT count(*) AS n FROM fines`.execute(group.db)).rows[0]?.n);

const press = (by: TestMember, body: object) => send(by, "/api/group/day/", body);

describe("a clock that is far ahead", () => {
  beforeEach(async () => {
    await group.db.updateTable("group_settings").set({ late_fine_after_months: 1 }).execute();
  });

  test("charges nobody at a start in 2037, until an official says that the day is right", async () => {
    await moveTo("2037-06-01T10:00:00");
    const started = await watch();
    await inTransaction(group.db, catchUp);
    await runJobs(group);
    expect(await fines()).toBe(0);
    expect(await health()).toEqual({ status: "ok", clock: "ahead" });
    expect(await homeOf(member)).toEqual({
      state: "ahead",
      day: "2037-06-01",
      seen_day: "2026-03-16",
    });
    const pressed = await send(books.secGen, "/api/group/day/", { day: "2037-06-01" });
    expect(pressed.status).toBe(200);
    expect(pressed.body).toEqual({
      detail: "01 Jun 2037 is the day. What fell due by time is done now.",
    });
    expect(await health()).toEqual({ status: "ok", clock: "ok" });
    await runJobs(group);
    expect(await fines()).toBeGreaterThan(0);
    expect(await lastAccepted()).toMatchObject({
      actor_id: books.secGen.id,
      before: { date: "2026-03-16" },
      after: { date: "2037-06-01" },
    });
    await started.stop();
  });

  test("takes the day as the server has it, once, and only of an official", async () => {
    await moveTo("2026-05-05T10:00:00");
    expect((await press(member, { day: "2026-05-05" })).status).toBe(403);
    for (const day of ["2026-05-04", "2026-05-06", "", 5, undefined]) {
      const refused = await press(books.treasurer, { day });
      expect(refused.status).toBe(400);
      expect(refused.body.errors.day).toHaveLength(1);
    }
    const other = await press(books.treasurer, { day: "2026-05-04" });
    expect(other.body.detail).toBe(
      "The server's day is 05 May 2026. Set its clock right, or confirm that day.",
    );
    expect((await press(books.treasurer, { day: "2026-05-05" })).status).toBe(200);
    const again = await press(books.treasurer, { day: "2026-05-05" });
    expect(again.body).toEqual({ detail: "05 May 2026 is the day. Nothing waited for it." });
    const { n } = await group.db
      .selectFrom("audit_entries")
      .select(({ fn }) => fn.countAll<bigint>().as("n"))
      .where("action", "=", "clock.accept")
      .executeTakeFirstOrThrow();
    expect(n).toBe(1n);
  });

  test("may be 45 days ahead of when a server last ran, and people go on beyond", async () => {
    await moveTo("2026-04-30T09:00:00");
    expect(await health()).toEqual({ status: "ok", clock: "ok" });
    await moveTo("2026-04-30T09:00:01");
    expect(await health()).toEqual({ status: "ok", clock: "ahead" });
    await books.contribute(member, 1000);
    expect(await countEntries()).toBe(1);
  });

  test("that people signed in by is behind once it is right, however many sign in then", async () => {
    await moveTo("2037-06-01T10:00:00");
    const started = await watch();
    group.clock.set("2026-03-16T10:00:00+03:00");
    for (let count = 0; count < 6; count++) await signInAll();
    await started.look();
    expect(await health()).toEqual({ status: "ok", clock: "behind" });
    await started.stop();
  });

  test("of a server that runs all along never asks", async () => {
    const started = await watch();
    for (const day of ["2026-04-20", "2026-05-25"]) {
      group.clock.set(`${day}T10:00:00+03:00`);
      await beat(group.db, group.clock.now());
      await started.look();
      expect((await health()).clock).toBe("ok");
    }
    await started.stop();
  });

  test("counts no office and no setting by time", async () => {
    await books.contribute(member, 1000);
    const proposed = await send(books.chairperson, `/api/user/assign_groups/${member.id}/`, {
      role: "Treasurer",
    });
    expect(proposed.body.effective_at).toBeDefined();
    await moveTo("2026-06-20T10:00:00");
    const rightsOf = async () =>
      (await group.api("GET", "/api/user/get_user_data/", { token: member.token })).body
        .user_groups;
    expect(await rightsOf()).toEqual([]);
    await send(books.secGen, "/api/group/day/", { day: "2026-06-20" });
    expect(await rightsOf()).toEqual(["Treasurer"]);
  });

  test("put right again by itself, the server makes up for what waited", async () => {
    await moveTo("2026-08-20T10:00:00");
    const started = await watch();
    expect((await health()).clock).toBe("ahead");
    await group.db.updateTable("group_clock").set({ alive_at: group.clock.now() }).execute();
    await started.look();
    await runJobs(group);
    expect(await fines()).toBeGreaterThan(0);
    await started.stop();
  });

  test("is one more than 20 years after the first start", async () => {
    group.clock.set("2046-03-16T09:00:01+03:00");
    await group.db.updateTable("group_clock").set({ alive_at: group.clock.now() }).execute();
    expect((await health()).clock).toBe("ahead");
  });
});
