import { sql } from "kysely";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  runJobs,
  workerParts,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { queueSweepOfStart, sweepDay } from "./sweep.ts";
import { startWorker } from "./worker.ts";

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let references = 0;

beforeAll(async () => {
  ({
    group,
    books: { chairperson, treasurer, secGen },
  } = await startFoundedGroup({ startsAt: "2026-01-05T09:00:00+03:00" }));
});
beforeEach(() => group.backTo("2026-01-05T09:00:00+03:00"));
afterAll(() => group.close());

const moveTo = (day: string) => group.clock.set(`${day}T09:00:00+03:00`);

/** Signs in again, since sessions do not outlive the days between. */
async function as(member: TestMember): Promise<TestMember> {
  return { ...member, token: await group.signIn(member) };
}

const newMember = async () => group.activeMember(await as(chairperson));

async function contribute(member: TestMember, paidOn: string): Promise<void> {
  const { token } = await as(member);
  const answer = await group.api("POST", "/api/finances/monthly-contribution/", {
    token,
    body: {
      amount_paid: 1000,
      contribution_month: paidOn,
      payment_date: paidOn,
      payment_Reference_Code: `SWEEP${++references}`,
    },
  });
  const id = answer.body.contribution.contribution_id;
  for (const official of [treasurer, secGen]) {
    const verdict = await group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
      token: (await as(official)).token,
      body: { action: "approved" },
    });
    if (verdict.status !== 200) throw new Error(JSON.stringify(verdict.body));
  }
}

async function sweepOn(day: string): Promise<void> {
  moveTo(day);
  await sweepDay(group.db, group.clock.now());
}

const setLateFine = (late_fine_after_months: number, late_fine_cents: bigint) =>
  group.db.updateTable("group_settings").set({ late_fine_after_months, late_fine_cents }).execute();

const lateFinesOf = (member: TestMember) =>
  group.db
    .selectFrom("fines")
    .select(["amount_cents", "description", "late_months", "charged_on"])
    .where("member_id", "=", member.id)
    .orderBy("id")
    .execute();

const chargedTo = async (member: TestMember) =>
  (await lateFinesOf(member)).map((fine) => Number(fine.amount_cents) / 100);

/** Reports a contribution and leaves it undecided. */
async function submit(member: TestMember, paidOn: string): Promise<number> {
  const { token } = await as(member);
  const answer = await group.api("POST", "/api/finances/monthly-contribution/", {
    token,
    body: {
      amount_paid: 1000,
      contribution_month: paidOn,
      payment_date: paidOn,
      payment_Reference_Code: `SWEEP${++references}`,
    },
  });
  return answer.body.contribution.contribution_id;
}

const decide = async (id: number, official: TestMember, body: object) =>
  expect(
    await group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
      token: (await as(official)).token,
      body,
    }),
  ).toMatchObject({ status: 200 });

describe("late contribution fines", () => {
  test("are 100 KES for each full month beyond three since the last contribution", async () => {
    const member = await newMember();
    await contribute(member, "2026-01-05");
    await sweepOn("2026-02-05");
    await sweepOn("2026-04-05");
    await sweepOn("2026-05-04");
    expect(await chargedTo(member)).toEqual([]);
    await sweepOn("2026-05-05");
    expect(await lateFinesOf(member)).toEqual([
      {
        amount_cents: 10_000n,
        description: "Late contribution fine: 4 months since 05 Jan 2026",
        late_months: 4,
        charged_on: "2026-05-05",
      },
    ]);
    await sweepOn("2026-05-05");
    await sweepOn("2026-06-04");
    expect(await chargedTo(member)).toEqual([100]);
    await sweepOn("2026-07-05");
    expect(await chargedTo(member)).toEqual([100, 200]);
    await sweepOn("2026-08-05");
    expect(await chargedTo(member)).toEqual([100, 200, 100]);
  });

  test("start again from the payment date of the next contribution", async () => {
    const member = await newMember();
    await contribute(member, "2026-01-05");
    await sweepOn("2026-05-05");
    expect(await chargedTo(member)).toEqual([100]);
    moveTo("2026-05-20");
    await contribute(member, "2026-05-10");
    await sweepOn("2026-09-09");
    expect(await chargedTo(member)).toEqual([100]);
    await sweepOn("2026-09-10");
    expect((await lateFinesOf(member)).map((fine) => fine.description)).toEqual([
      "Late contribution fine: 4 months since 05 Jan 2026",
      "Late contribution fine: 4 months since 10 May 2026",
    ]);
  });

  test("count from the approval as a member when nothing was ever paid", async () => {
    const member = await newMember();
    await sweepOn("2026-05-04");
    expect(await chargedTo(member)).toEqual([]);
    await sweepOn("2026-06-05");
    expect(await chargedTo(member)).toEqual([200]);
  });

  test("are not charged while a contribution waits that prevents them, nor once it is approved late", async () => {
    const member = await newMember();
    moveTo("2026-05-04");
    const id = await submit(member, "2026-05-04");
    await sweepOn("2026-05-05");
    expect(await chargedTo(member)).toEqual([]);
    for (const official of [treasurer, secGen]) await decide(id, official, { action: "approved" });
    await sweepOn("2026-05-06");
    await sweepOn("2026-09-03");
    expect(await chargedTo(member)).toEqual([]);
    await sweepOn("2026-09-04");
    expect(await chargedTo(member)).toEqual([100]);
  });

  test("are charged by the next sweep, dated its day, when such a contribution is rejected or taken back", async () => {
    const rejected = await newMember();
    const withdrawn = await newMember();
    moveTo("2026-05-04");
    const [first, second] = [
      await submit(rejected, "2026-05-04"),
      await submit(withdrawn, "2026-05-04"),
    ];
    await sweepOn("2026-05-05");
    for (const member of [rejected, withdrawn]) expect(await chargedTo(member)).toEqual([]);
    await decide(first, treasurer, { action: "rejected", reject_reason: "No such payment" });
    await group.api("POST", "/api/finances/withdraw/", {
      token: (await as(withdrawn)).token,
      body: { kind: "contribution", id: second },
    });
    await sweepOn("2026-05-07");
    for (const member of [rejected, withdrawn])
      expect(await lateFinesOf(member)).toMatchObject([
        { amount_cents: 10_000n, late_months: 4, charged_on: "2026-05-07" },
      ]);
  });

  test("since a contribution that waits too long are not charged again when it is rejected", async () => {
    const member = await newMember();
    moveTo("2026-04-04");
    const id = await submit(member, "2026-04-04");
    // Late since the one that waits, whatever becomes of it.
    await sweepOn("2026-08-04");
    expect(await chargedTo(member)).toEqual([100]);
    await decide(id, treasurer, { action: "rejected", reject_reason: "No such payment" });
    // Seven months since 5 January: 400 in all.
    await sweepOn("2026-08-05");
    expect(await chargedTo(member)).toEqual([100, 300]);
  });

  test("are charged to dormant members, but not to who waits, is deactivated or has left", async () => {
    const manage = async (member: TestMember, action: string) =>
      group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
        token: (await as(chairperson)).token,
        body: { action },
      });
    const pending = await group.pendingMember();
    const dormant = await newMember();
    await manage(dormant, "dormant");
    const deactivated = await newMember();
    await manage(deactivated, "deactivate");
    const left = await newMember();
    const hasLeft = (exited_on: string | null) =>
      group.db.updateTable("members").set({ exited_on }).where("id", "=", left.id).execute();
    await hasLeft("2026-02-01");
    await sweepOn("2026-05-05");
    expect(await chargedTo(dormant)).toEqual([100]);
    for (const member of [pending, deactivated, left]) expect(await chargedTo(member)).toEqual([]);
    await hasLeft(null);
  });

  test("are posted on the day of the sweep, audited without an actor and reported by mail", async () => {
    const member = await newMember();
    await sweepOn("2026-05-05");
    const fine = await group.db
      .selectFrom("fines")
      .select(["id", "charged_by"])
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(fine.charged_by).toBeNull();
    const postings = await group.db
      .selectFrom("entries")
      .innerJoin("postings", "postings.entry_id", "entries.id")
      .select(["account", "amount_cents", "member_id", "entries.business_date", "author_id"])
      .where("source_kind", "=", "fine")
      .where("source_id", "=", fine.id)
      .orderBy("line")
      .execute();
    const common = { member_id: member.id, business_date: "2026-05-05", author_id: null };
    expect(postings).toEqual([
      { account: "fine_receivable", amount_cents: 10_000n, ...common },
      { account: "fine", amount_cents: -10_000n, ...common },
    ]);
    const audited = await group.db
      .selectFrom("audit_entries")
      .select(["action", "actor_id"])
      .where("subject", "=", "fine")
      .where("subject_id", "=", fine.id)
      .execute();
    expect(audited).toEqual([{ action: "sweep.late-fine", actor_id: null }]);
    const mail = (await group.mailbox(member.email)).at(-1);
    expect(mail?.body).toContain("Late contribution fine: 4 months since 05 Jan 2026");
  });

  test("follow the group's settings, and never take back what was charged", async () => {
    const member = await newMember();
    await setLateFine(1, 5_000n);
    await sweepOn("2026-03-05");
    expect(await chargedTo(member)).toEqual([50]);
    await setLateFine(3, 10_000n);
    await sweepOn("2026-04-05");
    expect(await chargedTo(member)).toEqual([50]);
    await sweepOn("2026-05-05");
    expect(await chargedTo(member)).toEqual([50, 50]);
    await setLateFine(3, 0n);
    await sweepOn("2026-06-05");
    expect(await chargedTo(member)).toEqual([50, 50]);
    await setLateFine(3, 10_000n);
  });

  test("are charged once by sweeps at the same time on two servers", async () => {
    const signedIn = await as(chairperson);
    const members: TestMember[] = [];
    for (let number = 0; number < 12; number++) members.push(await group.activeMember(signedIn));
    moveTo("2026-06-05");
    const pools = [openPool(group.connection), openPool(group.connection)];
    await Promise.all(
      [...pools, ...pools].map((pool) => sweepDay(openDatabase(pool), group.clock.now())),
    );
    await Promise.all(pools.map((pool) => pool.end()));
    for (const member of members) expect(await chargedTo(member)).toEqual([200]);
  });
});

test("moves a loan to default the day after its date, once for two servers", async () => {
  const { group: lending, books } = await startFoundedGroup({
    startsAt: "2026-01-05T09:00:00+03:00",
  });
  const member = await books.member();
  await books.contribute(books.chairperson, 10_000);
  await books.contribute(member, 2000);
  const loanId = await books.lend(member, 5000);
  const status = async () =>
    (
      await lending.db
        .selectFrom("loans")
        .select("status")
        .where("id", "=", loanId)
        .executeTakeFirstOrThrow()
    ).status;
  lending.clock.set("2027-01-05T23:59:00+03:00");
  await sweepDay(lending.db, lending.clock.now());
  expect(await status()).toBe("active");
  lending.clock.set("2027-01-06T00:05:00+03:00");
  const pool = openPool(lending.connection);
  await Promise.all(
    [lending.db, openDatabase(pool)].map((db) => sweepDay(db, lending.clock.now())),
  );
  await pool.end();
  expect(await status()).toBe("default");
  const audited = await lending.db
    .selectFrom("audit_entries")
    .select("actor_id")
    .where("action", "=", "sweep.mark-default")
    .where("subject_id", "=", loanId)
    .execute();
  expect(audited).toEqual([{ actor_id: null }]);
  await lending.close();
});

test("leaves a loan past its date active while a payment waits that covers it, and its borrower unreminded", async () => {
  const { group: lending, books } = await startFoundedGroup({
    startsAt: "2026-01-05T09:00:00+03:00",
    members: 2,
  });
  const [covered, short] = [await books.member(), await books.member()];
  await books.contribute(books.chairperson, 20_000);
  const loans = new Map<TestMember, number>();
  for (const member of [covered, short]) {
    await books.contribute(member, 2000);
    loans.set(member, await books.lend(member, 1000));
  }
  const wait = new Map<TestMember, number>();
  for (const [member, kes] of [
    [covered, 1100],
    [short, 1099],
  ] as const)
    wait.set(member, await books.submitRepayment(member, loans.get(member)!, kes));
  const standing = async (member: TestMember) => ({
    ...(await lending.db
      .selectFrom("loans")
      .select("status")
      .where("id", "=", loans.get(member)!)
      .executeTakeFirstOrThrow()),
    late: (
      await lending.db
        .selectFrom("notices")
        .select("id")
        .where("member_id", "=", member.id)
        .where("event", "in", ["loan_due", "loan_late", "loan_fallen_due"])
        .execute()
    ).length,
  });
  lending.clock.set("2027-01-06T00:05:00+03:00");
  await sweepDay(lending.db, lending.clock.now());
  expect(await standing(covered)).toEqual({ status: "active", late: 0 });
  expect(await standing(short)).toEqual({ status: "default", late: 2 });
  const dues = await lending.api("GET", "/api/finances/dues/", {
    token: await lending.signIn(covered),
  });
  expect(dues.body.loans).toMatchObject([{ days_late: 0 }]);

  const rejected = await lending.api(
    "POST",
    `/api/finances/loan-payment-approval/${wait.get(covered)!}/`,
    {
      token: await lending.signIn(books.treasurer),
      body: { action: "rejected", reject_reason: "It never came" },
    },
  );
  expect(rejected.status).toBe(200);
  await sweepDay(lending.db, lending.clock.now());
  expect(await standing(covered)).toEqual({ status: "default", late: 2 });
  await lending.close();
});

test("the job queue runs the sweep of a start once, however often it was queued before", async () => {
  const member = await newMember();
  moveTo("2026-05-05");
  await queueSweepOfStart(group.db);
  await queueSweepOfStart(group.db);
  const waiting = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM graphile_worker.jobs WHERE task_identifier = 'sweep'`.execute(
    group.db,
  );
  expect(waiting.rows[0]?.n).toBe(1n);
  await runJobs(group);
  expect(await chargedTo(member)).toEqual([100]);
});

test("the sweep of a start runs at once if the application's clock is days ahead of the database's", async () => {
  const member = await newMember();
  moveTo("2026-05-05");
  await queueSweepOfStart(group.db);
  await sql`INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since)
    VALUES ('sweep', now())`.execute(group.db);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 24 * 60 * 60 * 1_000 });
  onTestFinished(() => void vi.useRealTimers());
  const worker = await startWorker({ ...workerParts(group), print: () => undefined });
  onTestFinished(() => worker.stop());
  await expect.poll(() => chargedTo(member)).toEqual([100]);
  // The sweep of the timetable was made up for, and waits until the database's clock is there.
  const { rows } = await sql`
    SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'sweep' AND run_at > now()`.execute(
    group.db,
  );
  expect(rows).toEqual([{ key: "sweep" }]);
});

test("leaves books in which every invariant holds", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
