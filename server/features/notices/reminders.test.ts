import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { appointBookkeepers } from "#tests/support/bookkeeping.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { sendDigest } from "./remind-of-dates.ts";
import { sendMonthPage } from "./month-page.ts";

let group: TestGroup;
let member: TestMember;
let treasurer: TestMember;

// On 16 March 2026 a member has paid for March, owes a loan until 16 September, and a payment of theirs waits.
beforeAll(async () => {
  group = await startGroup();
  const books = await appointBookkeepers(group);
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

test("the month's page comes on its first day alone, once to every member", async () => {
  for (const day of ["2026-04-01", "2026-04-01", "2026-04-02"])
    await sendMonthPage(group.db, at(day));
  for (const to of [member, treasurer])
    expect(await sent(to, "month_page")).toEqual(["month_page:2026-03-01"]);
});
