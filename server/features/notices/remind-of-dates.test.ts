import { afterAll, beforeAll, describe, expect, test, beforeEach } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { sendDigest } from "./remind-of-dates.ts";
import { sendMonthPage } from "./month-page.ts";
import { sql } from "kysely";
import { claimMessages } from "#server/core/notices/claim-messages.ts";
import { dispatchNotices } from "#server/core/notices/dispatch-notices.ts";

let group: TestGroup;
let member: TestMember;
let treasurer: TestMember;

// On 16 March 2026 a member has paid for March, owes a loan until 16 September, and a payment of theirs waits.
beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 1 });
  group = founded.group;
  const { books } = founded;
  treasurer = books.treasurer;
  member = await books.member();
  await books.contribute(books.treasurer, 20_000);
  await books.contribute(member, 1_000);
  const loan = await books.lend(member, 1_000, "emergency_loan");
  await books.submitRepayment(member, loan, 100);
});
afterAll(() => group.close());

const at = (day: string) => new Date(`${day}T08:00:00+03:00`);
const sent = async (to: TestMember, event: string) => {
  const rows = await group.db
    .selectFrom("notices")
    .select("occasion")
    .where("member_id", "=", to.id)
    .where("event", "=", event)
    .orderBy("id")
    .execute();
  return rows.map(({ occasion }) => occasion);
};

describe("the sweep", () => {
  test("reminds of a contribution some days before its end and on the day, once each", async () => {
    for (const day of ["2026-03-27", "2026-03-28", "2026-03-28", "2026-03-30", "2026-03-31"])
      await sweepDay(group.db, at(day));
    expect(await sent(member, "contribution_due")).toEqual(["contribution_due:2026-03-31:3"]);
    expect(await sent(member, "contribution_due_today")).toEqual(["contribution_due:2026-03-31:0"]);
  });

  test("reminds of a late fine the day before it is charged", async () => {
    for (const day of ["2026-07-14", "2026-07-15", "2026-07-16"]) await sweepDay(group.db, at(day));
    expect(await sent(member, "late_fine_tomorrow")).toEqual(["late_fine_tomorrow:2026-03-16:4"]);
    expect(await sent(member, "fine_charged")).toHaveLength(1);
  });

  test("reminds of a loan before and after its day", async () => {
    const due = [
      "2026-09-09",
      "2026-09-15",
      "2026-09-16",
      "2026-09-17",
      "2026-09-23",
      "2026-10-16",
    ];
    for (const day of due) await sweepDay(group.db, at(day));
    expect((await sent(member, "loan_due")).map((each) => each.split(":")[2])).toEqual([
      "7",
      "1",
      "0",
    ]);
    expect(await sent(member, "loan_fallen_due")).toHaveLength(1);
    expect((await sent(member, "loan_late")).map((each) => each.split(":")[2])).toEqual([
      "1",
      "7",
      "30",
    ]);
  });
});

test("the digest comes once a day to those for whom something waits", async () => {
  for (const day of ["2026-03-17", "2026-03-17", "2026-03-18"]) await sendDigest(group.db, at(day));
  expect(await sent(treasurer, "digest")).toEqual(["digest:2026-03-17", "digest:2026-03-18"]);
  expect(await sent(member, "digest")).toEqual([]);
});

test("a word that waits is in the digest of the other officials, not of who wrote it", async () => {
  const writer = await group.db
    .selectFrom("members")
    .select("id")
    .where("office", "=", "Chairperson")
    .executeTakeFirstOrThrow();
  await group.db
    .insertInto("words")
    .values({
      text: "Mkutano kesho.",
      audience: "all",
      channels: ["sms"],
      people: 21,
      texts: 21,
      parts: 1,
      cost_units: 168_000n,
      written_by: writer.id,
      written_at: at("2026-03-18"),
    })
    .execute();
  await sendDigest(group.db, at("2026-03-19"));
  const digests = await group.db
    .selectFrom("notices")
    .innerJoin("members", "members.id", "notices.member_id")
    .select(["members.office", "notices.facts"])
    .where("occasion", "=", "digest:2026-03-19")
    .orderBy("members.office")
    .execute();
  // The payment and the word.
  expect(digests.map(({ office, facts }) => [office, (facts as { count: number }).count])).toEqual([
    ["Sec-Gen", 2],
    ["Treasurer", 2],
  ]);
});

test("every member gets the month's page once, only on the month's first day", async () => {
  for (const day of ["2026-04-01", "2026-04-01", "2026-04-02"])
    await sendMonthPage(group.db, at(day));
  for (const to of [member, treasurer])
    expect(await sent(to, "month_page")).toEqual(["month_page:2026-03-01"]);
});

// The officials' digest: what counts as waiting, and that a late digest shows what waits at that moment, or nothing
// (NOTE-9).

describe("the digest", () => {
  let group: TestGroup;
  let books: Bookkeeping;
  let member: TestMember;
  let day = 17;

  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ members: 1 }));
    member = await books.member();
    await books.contribute(books.treasurer, 20_000);
    await books.contribute(member, 20_000);
  });
  // Each test has a day of its own.
  beforeEach(() => void (day += 1));
  afterAll(() => group.close());

  const at = (time: string) => new Date(`2026-03-${day}T${time}:00+03:00`);

  const approve = async (payment: number, by: TestMember) =>
    expect(
      await group.api("POST", `/api/finances/monthly-contribution-approval/${payment}/`, {
        token: by.token,
        body: { action: "approved" },
      }),
    ).toMatchObject({ status: 200 });

  /** How much waits for each office, by this day's digest. */
  async function digestOf(time = "08:00"): Promise<Record<string, number>> {
    await sendDigest(group.db, at(time));
    const found = await group.db
      .selectFrom("notices")
      .innerJoin("members", "members.id", "notices.member_id")
      .select(["members.office", "notices.facts"])
      .where("occasion", "=", `digest:2026-03-${day}`)
      .execute();
    return Object.fromEntries(
      found.map(({ office, facts }) => [office ?? "", (facts as { count: number }).count]),
    );
  }

  test("a digest whose server was away until 15:00 says what waits then, and nothing where all is decided", async () => {
    const payment = await books.submitContribution(member, 1_000);
    await approve(payment, books.treasurer);
    expect(await digestOf("15:00")).toEqual({ "Sec-Gen": 1 });
    await approve(payment, books.secGen);
    day += 1;
    expect(await digestOf("15:00")).toEqual({});
  });

  test("a digest that is on its way when the last item is decided is not sent; one of a member who has more to do is", async () => {
    const channels = { email: false, sms: true, push: false };
    await dispatchNotices(group.db, { channels, now: at("07:00") });
    await group.db.updateTable("notice_messages").set({ state: "sent" }).execute();
    const payment = await books.submitContribution(member, 1_000);
    expect(await digestOf()).toEqual({ Treasurer: 1, "Sec-Gen": 1 });
    await dispatchNotices(group.db, { channels, now: at("08:00") });
    await approve(payment, books.treasurer);
    const sms = { channel: "sms", claimer: "test", most: 50, now: at("15:00") } as const;
    const claimed = await claimMessages(group.db, sms);
    const digests = claimed.filter(({ event }) => event === "digest");
    expect(digests.map(({ member_id }) => member_id)).toEqual([books.secGen.id]);
    const skipped = await group.db
      .selectFrom("notice_messages")
      .innerJoin("notices", "notices.id", "notice_messages.notice_id")
      .select("notice_messages.state")
      .where("notices.event", "=", "digest")
      .where("notices.member_id", "=", books.treasurer.id)
      .where("notices.occasion", "=", `digest:2026-03-${day}`)
      .where("notice_messages.channel", "=", "sms")
      .execute();
    expect(skipped).toEqual([{ state: "skipped" }]);
    await approve(payment, books.secGen);
  });

  test("a loan of the Treasurer waits for the Chairperson in their place, and never for the borrower", async () => {
    const loan = await books.applyForLoan(books.treasurer, 1_000);
    expect(await digestOf()).toEqual({ Chairperson: 1, "Sec-Gen": 1 });
    const rejected = await group.api("POST", `/api/finances/loan-application-approval/${loan}/`, {
      token: books.secGen.token,
      body: { action: "rejected", reject_reason: "Not now" },
    });
    expect(rejected.body).toMatchObject({ detail: expect.any(String) });
    expect(rejected.status).toBe(200);
    day += 1;
    expect(await digestOf()).toEqual({});
  });

  test.each([
    [
      "another phone of a member",
      { Chairperson: 1 },
      () => sql`UPDATE members SET pending_phone = '+254799000111' WHERE id = ${member.id}`,
      () => sql`UPDATE members SET pending_phone = NULL`,
    ],
    [
      "somebody who has signed up",
      { Chairperson: 1 },
      () =>
        sql`UPDATE members SET status = 'pending_approval', approved_on = NULL WHERE id = ${member.id}`,
      () =>
        sql`UPDATE members SET status = 'active', approved_on = '2026-03-16' WHERE id = ${member.id}`,
    ],
    [
      "a sheet of the Treasurer's",
      { Chairperson: 1, "Sec-Gen": 1 },
      () => sql`
      INSERT INTO openings (cut_over_on, digest, book, totals, members, loans, savings_cents, difference_cents, proposed_by, proposed_at)
      VALUES ('2026-02-28', decode(repeat('ab', 32), 'hex'), '{}', '{}', 1, 0, 0, 0, ${books.treasurer.id}, ${at("07:00")})`,
      () => sql`
      UPDATE openings SET outcome = 'refused', decided_by = ${books.secGen.id}, decided_office = 'Sec-Gen',
                          decided_at = ${at("09:00")}, reason = 'No'`,
    ],
    [
      "an office that the Chairperson proposes",
      { Treasurer: 1, "Sec-Gen": 1 },
      () => sql`
      INSERT INTO office_proposals (kind, member_id, office, proposed_by, proposed_at, delay_hours, effective_at)
      VALUES ('give', ${member.id}, 'Treasurer', ${books.chairperson.id}, ${at("07:00")}, 48, ${at("07:00")}::timestamptz + interval '48 hours')`,
      () => sql`
      UPDATE office_proposals SET outcome = 'withdrawn', decided_by = ${books.chairperson.id},
                                  decided_at = ${at("09:00")}, reason = 'No'`,
    ],
  ])("%s waits for whom it concerns, until it is settled", async (_what, waits, begin, end) => {
    await begin().execute(group.db);
    expect(await digestOf()).toEqual(waits);
    await end().execute(group.db);
    day += 1;
    expect(await digestOf()).toEqual({});
  });
});
