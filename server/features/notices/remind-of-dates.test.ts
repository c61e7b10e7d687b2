import { afterAll, beforeAll, describe, expect, test, beforeEach } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { inEnglish } from "#messages/translator.ts";
import { readTransactions } from "#server/core/ledger/transactions.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { sendDigest } from "./remind-of-dates.ts";
import { sendMonthPage } from "./month-page.ts";
import { sql } from "kysely";
import { isStillTrue } from "#server/core/notices/still-true.ts";
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

describe("a server that was off on a day", () => {
  let group: TestGroup;
  let books: Bookkeeping;
  let member: TestMember;

  // Paid for March on the 16th, with a loan until 16 September.
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ members: 1 }));
    member = await books.member();
    await books.contribute(books.treasurer, 20_000);
    await books.contribute(member, 1_000);
    await books.lend(member, 1_000, "emergency_loan");
  });
  afterAll(() => group.close());

  const remindersOf = async (event: string) =>
    (
      await group.db
        .selectFrom("notices")
        .select("facts")
        .where("member_id", "=", member.id)
        .where("event", "=", event)
        .orderBy("id")
        .execute()
    ).map(({ facts }) => JSON.stringify(facts));

  test("sends a reminder at its next start, once, while it is true", async () => {
    // Three days before the end would have been the 28th.
    for (const day of ["2026-03-27", "2026-03-30", "2026-03-30", "2026-03-31"])
      await sweepDay(group.db, at(day));
    expect(await remindersOf("contribution_due")).toEqual([expect.stringContaining("2026-03-31")]);
    expect(await remindersOf("contribution_due_today")).toHaveLength(1);
    for (const day of ["2026-09-08", "2026-09-12", "2026-09-13", "2026-09-20"])
      await sweepDay(group.db, at(day));
    expect(await remindersOf("loan_due")).toEqual([expect.stringMatching(/"days":4\b/)]);
    expect(await remindersOf("loan_late")).toEqual([expect.stringMatching(/"days":4\b/)]);
    await sweepDay(group.db, at("2026-11-20"));
    expect(await remindersOf("loan_late")).toHaveLength(2);
    await sweepDay(group.db, at("2026-11-21"));
    expect(await remindersOf("loan_late")).toHaveLength(2);
  });

  /** A meeting that was called on 20 November. */
  const call = (date: string, time: string | null, number: number) =>
    sql`INSERT INTO meetings (number, kind, held_on, held_at, place, quorum, fine_late_cents, fine_absent_cents, fine_apology_cents,
                              called_by, called_at)
        VALUES (${number}, ${number === 2 ? "special" : "ordinary"}, ${date}, ${time}, 'School', '1/2', 0, 0, 0,
                ${books.chairperson.id}, ${at("2026-11-20")})`.execute(group.db);

  test("reminds of a meeting on its day, until it begins", async () => {
    await call("2026-11-25", "14:30", 1);
    await call("2026-11-25", "07:30", 2);
    await call("2026-11-26", null, 3);
    for (const day of ["2026-11-25", "2026-11-26"]) await sweepDay(group.db, at(day));
    expect(await remindersOf("meeting_today")).toEqual([expect.stringContaining('"number":1')]);
    expect(await remindersOf("meeting_tomorrow")).toEqual([expect.stringContaining('"number":3')]);
  });
});

test("nobody is reminded of a late fine that a waiting contribution prevents", async () => {
  const { group, books } = await startFoundedGroup({ members: 1 });
  const late = await books.member();
  group.clock.set("2026-07-15T07:00:00+03:00");
  const token = await group.signIn(late);
  await books.submitContribution({ ...late, token }, 1_000);
  for (const day of ["2026-07-15", "2026-07-16"]) await sweepDay(group.db, at(day));
  const events = await group.db
    .selectFrom("notices")
    .select("event")
    .where("member_id", "=", late.id)
    .where("event", "in", ["late_fine_tomorrow", "fine_charged"])
    .execute();
  expect(events).toEqual([]);
  await group.close();
});

test("the month's page says what stood at the end of the month, whatever was approved since", async () => {
  const { group, books } = await startFoundedGroup({ members: 1 });
  const { treasurer, secGen } = books;
  const member = await books.member();
  await books.contribute(member, 1_000);
  await books.fine(member, 50);
  group.clock.set("2026-03-31T23:50:00+03:00");
  const signed = async (who: TestMember) => ({ ...who, token: await group.signIn(who) });
  const id = await books.submitContribution(await signed(member), 777.77);
  const approve = async (who: TestMember) =>
    group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
      token: (await signed(who)).token,
      body: { action: "approved" },
    });
  await approve(treasurer);
  group.clock.set("2026-04-01T00:00:05+03:00");
  expect((await approve(secGen)).status).toBe(200);
  await books.fine(member, 30);
  const page = async () =>
    (
      await group.db
        .selectFrom("notices")
        .select("facts")
        .where("member_id", "=", member.id)
        .where("event", "=", "month_page")
        .executeTakeFirstOrThrow()
    ).facts;
  await sendMonthPage(group.db, at("2026-04-03"));
  expect(await page()).toMatchObject({
    saved: { cents: "100000" },
    total: { cents: "100000" },
    owed: { cents: "5000" },
  });
  const sheet = await group.api("GET", "/api/accounting/get_balance_sheet/?date=2026-03-31", {
    token: (await signed(treasurer)).token,
  });
  expect(sheet.body.balance_sheet.liabilities).toEqual({ monthly_contribution: -1000 });
  // What is attached to it, of that month and of the next one.
  const statementOf = (start: string, end: string) =>
    readTransactions(group.db, {
      memberId: member.id,
      kind: null,
      start,
      end,
      page: null,
      isOwn: false,
      byEntries: true,
      t: inEnglish,
    });
  expect(await statementOf("2026-03-01", "2026-03-31")).toMatchObject({ opening: 0, closing: 950 });
  expect(await statementOf("2026-04-01", "2026-04-30")).toMatchObject({
    opening: 950,
    closing: 1697.77,
  });
  await group.close();
});

test("nobody is reminded of what waits for the offices already", async () => {
  const { group, books } = await startFoundedGroup({ members: 2 });
  try {
    const [waiting, other] = [await books.member(), await books.member()];
    await books.contribute(books.treasurer, 20_000);
    const notices = async (to: TestMember, event: string) => {
      const { rows } = await sql<{ occasion: string }>`
        SELECT occasion FROM notices WHERE member_id = ${to.id} AND event = ${event} ORDER BY id`.execute(
        group.db,
      );
      return rows.map(({ occasion }) => occasion);
    };
    const loans = new Map<TestMember, number>();
    for (const who of [waiting, other]) {
      await books.contribute(who, 1_000);
      loans.set(who, await books.lend(who, 1_000, "emergency_loan"));
    }
    // The second month, and all of the loan but 100.
    await books.submitContribution(waiting, 1_000);
    await books.submitRepayment(waiting, loans.get(waiting)!, 1_000);
    for (const day of ["2026-03-28", "2026-03-31"]) await sweepDay(group.db, at(day));
    expect(await notices(other, "contribution_due")).toEqual(["contribution_due:2026-03-31:3"]);
    expect(await notices(waiting, "contribution_due")).toEqual([]);
    expect(await notices(waiting, "contribution_due_today")).toEqual([]);
    for (const day of ["2026-04-27", "2026-04-30"]) await sweepDay(group.db, at(day));
    expect(await notices(waiting, "contribution_due")).toEqual([]);
    expect(await notices(waiting, "contribution_due_today")).toEqual([]);
    // It says that the payment waits.
    expect(await notices(waiting, "contribution_waits")).toEqual([
      "contribution_due:2026-04-30:3",
      "contribution_due:2026-04-30:0",
    ]);

    await sweepDay(group.db, at("2026-09-09"));
    await group.backTo(group.clock.now().toISOString());
    const left = async (who: TestMember) => {
      const { rows } = await sql<{ facts: unknown }>`
        SELECT facts FROM notices WHERE member_id = ${who.id} AND event = 'loan_due'`.execute(
        group.db,
      );
      return rows.map(({ facts }) => JSON.stringify(facts));
    };
    expect(await left(other)).toEqual([expect.stringMatching(/\b110000\b/)]);
    expect(await left(waiting)).toEqual([expect.stringMatching(/\b10000\b/)]);
    await books.submitRepayment(waiting, loans.get(waiting)!, 100);
    await sweepDay(group.db, at("2026-09-15"));
    expect(await left(other)).toHaveLength(2);
    expect(await left(waiting)).toHaveLength(1);
  } finally {
    await group.close();
  }
});

const centsIn = (amount: string) => expect.stringMatching(new RegExp(`\\b${amount}\\b`));

test("each instalment of a loan of a product is reminded of, until it is paid or waits for the offices", async () => {
  const { group, books } = await startFoundedGroup({ members: 1 });
  try {
    const borrower = await books.member();
    await books.contribute(books.treasurer, 20_000);
    await books.contribute(borrower, 20_000);
    const post = async (by: TestMember, path: string, body: object) => {
      const answer = await group.api("POST", path, { token: by.token, body });
      expect(answer.body.errors).toBeUndefined();
      return answer.body;
    };
    const terms = { name: "Ada", method: "equal_principal", rate: 0, rate_per: "month" };
    const { product } = await post(books.chairperson, "/api/loans/products/", {
      ...terms,
      instalments_most: 12,
    });
    // Three of KES 4,000, the first on 16 April.
    const { loan } = await post(borrower, "/api/finances/get-create-user-loans/", {
      product_id: product.id,
      amount: 12_000,
      instalments: 3,
    });
    const id = loan.loan_id;
    for (const by of [books.treasurer, books.secGen])
      await post(by, `/api/finances/loan-application-approval/${id}/`, { action: "approved" });
    const reminders = async () => {
      const { rows } = await sql<{ occasion: string; facts: { left: unknown } }>`
        SELECT occasion, facts FROM notices WHERE member_id = ${borrower.id} AND event ~ '^(loan|instalment)_(due|late)$' ORDER BY id`.execute(
        group.db,
      );
      return rows.map(({ occasion, facts }) => [occasion, JSON.stringify(facts.left)]);
    };
    const first = [`instalment_due:${id}:2026-04-16:7`, centsIn("400000")];
    await sweepDay(group.db, at("2026-04-09"));
    expect(await reminders()).toEqual([first]);
    const written = {
      event: "instalment_due",
      facts: { due: { day: "2026-04-16" } },
      member_id: borrower.id,
      about_id: BigInt(id),
      notice_at: at("2026-04-09"),
    };
    expect(await isStillTrue(group.db, written, "sms")).toBe(true);
    await books.submitRepayment(borrower, id, 5_000);
    expect(await isStillTrue(group.db, written, "sms")).toBe(false);
    for (const day of ["2026-04-15", "2026-04-16", "2026-04-17"]) await sweepDay(group.db, at(day));
    expect(await reminders()).toEqual([first]);
    for (const day of ["2026-05-17", "2026-05-18", "2026-06-09"]) await sweepDay(group.db, at(day));
    expect(await reminders()).toEqual([
      first,
      [`instalment_late:${id}:2026-05-16:1`, centsIn("300000")],
      // Its own day, 23 May, was missed.
      [`instalment_late:${id}:2026-05-16:7`, centsIn("300000")],
      [`instalment_due:${id}:2026-06-16:7`, centsIn("400000")],
    ]);
  } finally {
    await group.close();
  }
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

test("every member gets the month's page once, on its first day or the next on which the server runs", async () => {
  // Nobody was in the group in February.
  await sendMonthPage(group.db, at("2026-03-31"));
  expect(await sent(member, "month_page")).toEqual([]);
  for (const day of ["2026-04-01", "2026-04-01", "2026-04-02", "2026-05-09", "2026-05-10"])
    await sendMonthPage(group.db, at(day));
  for (const to of [member, treasurer])
    expect(await sent(to, "month_page")).toEqual([
      "month_page:2026-03-01",
      "month_page:2026-04-01",
    ]);
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

  const today = () => addDays("2026-03-01", day - 1);
  const at = (time: string) => new Date(`${today()}T${time}:00+03:00`);

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
      .where("occasion", "=", `digest:${today()}`)
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
      .where("notices.occasion", "=", `digest:${today()}`)
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

  test("a payout by M-PESA waits for the other office than the one that proposed or refused it", async () => {
    const loan = await books.lend(member, 1_000);
    await sql`
      INSERT INTO mpesa_payouts (kind, loan_id, entry_id, member_id, phone, amount_cents, conversation_id, proposed_by,
                                 proposed_office, proposed_at)
      SELECT 'loan', ${loan}, id, ${member.id}, '+254712345678', 100000, 'ours', ${books.treasurer.id}, 'Treasurer', ${at("07:00")}
        FROM entries WHERE source_kind = 'loan' AND source_id = ${loan} AND purpose = 'disbursement'`.execute(
      group.db,
    );
    expect(await digestOf()).toEqual({ "Sec-Gen": 1 });
    const unknown = sql`
      UPDATE mpesa_payouts SET state = 'unknown', unknown_since = ${at("09:00")}, agreed_at = ${at("09:00")},
                               agreed_by = ${books.secGen.id}, agreed_office = 'Sec-Gen'`;
    await unknown.execute(group.db);
    day += 1;
    expect(await digestOf()).toEqual({});
    const refusing = sql`
      UPDATE mpesa_payouts SET refusing_by = ${books.secGen.id}, refusing_office = 'Sec-Gen', refused_because = 'Never came'`;
    await refusing.execute(group.db);
    day += 1;
    expect(await digestOf()).toEqual({ Treasurer: 1 });
    const refused = sql`
      UPDATE mpesa_payouts SET state = 'refused', refused_by = ${books.treasurer.id}, decided_at = ${at("09:00")}`;
    await refused.execute(group.db);
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
