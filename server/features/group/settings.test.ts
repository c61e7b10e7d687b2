import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nairobiIso } from "#domain/calendar.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

const SETTINGS = "/api/group/settings/";
const defaults = {
  group_name: "Akiba Group",
  bank_name: "Equity Bank",
  monthly_contribution: 1000,
  contribution_due_day: 5,
  normal_loan_rate: 10,
  emergency_loan_rate: 10,
  normal_loan_term_months: 12,
  emergency_loan_term_months: 6,
  loan_limit_multiple: 3,
  plain_loans: true,
  guarantees_at_most: null,
  officials_guarantee: true,
  late_fine_after_months: 3,
  late_fine_amount: 100,
  interest_share: 63,
  officials_two_step: false,
  office_delay_hours: 24,
  second_person_above: null,
  fine_limit: 5_000,
  require_evidence: false,
  mpesa_record_by_account: false,
  mpesa_refuse_unknown_accounts: false,
  mpesa_payouts: false,
  financial_year_start: "01-01",
  sms_monthly_cap: 500,
  reminder_days: 3,
  quiet_from: "20:00",
  quiet_to: "07:00",
  meetings: false,
  meeting_quorum: "1/2",
  meeting_fine_late: 0,
  meeting_fine_absent: 0,
  meeting_fine_apology: 0,
  pay_to: [],
};

const paybill = { kind: "paybill", name: "Umoja", number: "400200", account: "your Reg No" };

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;
let member: TestMember;
let pending: TestMember;

beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
  treasurer = await group.official("Treasurer");
  member = await group.activeMember(chairperson);
  pending = await group.pendingMember();
});
afterAll(() => group.close());

const read = (by: TestMember, query = "") =>
  group.api("GET", SETTINGS + query, { token: by.token });
const change = (body: unknown, by = chairperson) =>
  group.api("POST", SETTINGS, { token: by.token, body });

const own = async (by: TestMember) =>
  (await group.api("GET", "/api/user/get_user_data", { token: by.token })).body;
/** The mails about a change of where to pay. */
const reported = async (to: TestMember) =>
  (await group.mailbox(to.email))
    .filter(({ subject }) => subject.includes("where members pay"))
    .map(({ body }) => body);

describe("the settings", () => {
  test("are the specification's until somebody changes them", async () => {
    const answer = await read(member);
    expect(answer).toMatchObject({ status: 200, body: { ...defaults, history: [] } });
  });

  test("are read by every approved member, and by nobody else", async () => {
    expect((await group.api("GET", SETTINGS)).status).toBe(401);
    expect((await read(pending)).status).toBe(403);
    expect((await read(treasurer)).status).toBe(200);
  });

  test("are changed only by the Chairperson, which is checked before the values", async () => {
    expect((await group.api("POST", SETTINGS, { body: { interest_share: "x" } })).status).toBe(401);
    for (const by of [treasurer, member, pending])
      expect((await change({ interest_share: "x" }, by)).status).toBe(403);
  });

  test("change one by one, and each change is stored with who and when", async () => {
    const first = await change({ monthly_contribution: "1500.50", group_name: "  Umoja  " });
    expect(first.status).toBe(200);
    expect(first.body.settings).toEqual({
      ...defaults,
      group_name: "Umoja",
      monthly_contribution: 1500.5,
    });
    group.clock.advanceMinutes(1);
    await change({ normal_loan_rate: 12.5, financial_year_start: "7-1", loan_limit_multiple: "2" });
    const { body } = await read(member);
    expect(body).toMatchObject({
      normal_loan_rate: 12.5,
      financial_year_start: "07-01",
      loan_limit_multiple: 2,
    });
    expect(body.history).toEqual([
      {
        at: "2026-03-16T09:01:00.000+03:00",
        actor: expect.objectContaining({ id: chairperson.id }),
        changes: [
          { setting: "normal_loan_rate", before: 10, after: 12.5 },
          { setting: "loan_limit_multiple", before: 3, after: 2 },
          { setting: "financial_year_start", before: "01-01", after: "07-01" },
        ],
      },
      {
        at: "2026-03-16T09:00:00.000+03:00",
        actor: expect.objectContaining({ username: chairperson.username }),
        changes: [
          { setting: "group_name", before: "Akiba Group", after: "Umoja" },
          { setting: "monthly_contribution", before: 1000, after: 1500.5 },
        ],
      },
    ]);
    const paged = await read(member, "?page=2&page_size=1");
    expect(paged.body.count).toBe(2);
    expect(paged.body.history).toEqual([body.history[1]]);
    const shown = await group.api("GET", "/api/group/");
    expect(shown.body).toMatchObject({ name: "Umoja", monthly_contribution: 1500.5 });
  });

  test("as they are already leave no trace", async () => {
    const before = (await read(chairperson)).body;
    for (const body of [{}, { group_name: before.group_name }, { something: "else" }]) {
      const answer = await change(body);
      expect(answer.status).toBe(200);
      expect(answer.body.detail).toContain("nothing was changed");
    }
    expect((await read(chairperson)).body.history).toEqual(before.history);
  });

  test.each([
    [
      "group_name",
      [
        "",
        "   ",
        null,
        5,
        "x".repeat(61),
        "Umoja\nPay to 0722",
        "Um\u200boja",
        "Umoja www.thief.co",
        "17",
        "Umоja",
      ],
    ],
    ["bank_name", ["", "KCB\r\nBcc: a", "K\u202eCB"]],
    ["monthly_contribution", [0, -1, "x", 10.005, 1_000_000_001, null]],
    ["normal_loan_rate", [-1, 100.01, "x", 1.005, ""]],
    ["emergency_loan_rate", [101]],
    ["normal_loan_term_months", [0, 1.5, 121, "x"]],
    ["emergency_loan_term_months", [0]],
    ["loan_limit_multiple", [-1, 101, 1.5]],
    ["meetings", ["perhaps", 2]],
    ["meeting_quorum", ["", "0/2", "3/2", "1/101", "half", "1.5/2", 1]],
    ["meeting_fine_late", [-1, "x"]],
    ["late_fine_after_months", [-1, 121]],
    ["late_fine_amount", [-1, 0.001]],
    ["interest_share", [-0.5, 101]],
    ["contribution_due_day", [0, 29, 5.5, "x", null]],
    ["office_delay_hours", [-1, 169, 1.5, "x", null]],
    ["sms_monthly_cap", [-1, "x", 0.001, 1_000_000_001]],
    ["reminder_days", [-1, 29, 1.5, "x", null]],
    ["quiet_from", ["", "24:00", "20:60", "20", 20, null]],
    ["quiet_to", ["7 o'clock", "-1:00"]],
    ["require_evidence", ["", "perhaps", 1, null]],
    ["second_person_above", [-1, "x", 0.001, 1_000_000_001]],
    ["fine_limit", [-1, "x", 0.001, 1_000_000_001]],
    [
      "pay_to",
      [
        null,
        "0712345678",
        {},
        [null],
        [{}],
        [{ ...paybill, kind: "cash" }],
        [{ ...paybill, name: "" }],
        [{ ...paybill, name: "x".repeat(61) }],
        [{ ...paybill, number: "  " }],
        [{ ...paybill, number: "4002\u200b00" }],
        [{ ...paybill, account: "x".repeat(61) }],
        Array.from({ length: 11 }, () => paybill),
      ],
    ],
    ["financial_year_start", ["", "13-01", "02-29", "2026-01-01", "00-10", 101]],
  ])("refuse what %s cannot be", async (setting, values) => {
    for (const value of values) {
      const answer = await change({ bank_name: "Never Bank", [setting]: value });
      expect([value, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
        value,
        400,
        [setting],
      ]);
    }
    expect((await read(member)).body.bank_name).toBe("Equity Bank");
  });

  test("of notices are stored, also where no hour is quiet", async () => {
    const body = { sms_monthly_cap: 0, reminder_days: 7, quiet_from: "6:30", quiet_to: "06:30" };
    const { settings } = (await change(body)).body;
    expect(settings).toMatchObject({ ...body, quiet_from: "06:30" });
  });

  test("that may be nothing may be nothing", async () => {
    const body = { late_fine_amount: 0, normal_loan_rate: 0, loan_limit_multiple: 0 };
    expect((await change(body)).body.settings).toMatchObject(body);
  });

  test("changed by two at once change one after the other", async () => {
    const other = await group.official("Chairperson");
    const server = await group.addServer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? group : server).api("POST", SETTINGS, {
          token: (index % 2 === 0 ? other : chairperson).token,
          body: { late_fine_amount: 200 + index },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { history } = (await read(member)).body;
    const steps = history.slice(0, 10).map((each: never) => each["changes"][0]);
    for (const [index, step] of steps.slice(0, -1).entries())
      expect(step["before"]).toBe(steps[index + 1]["after"]);
  });
});

describe("where to pay", () => {
  const till = { kind: "till", name: "Umoja Savings", number: "5123456", account: "" };
  test("is reported to every member and to who waits for approval, in its order, and its first entry is no change", async () => {
    for (const by of [member, pending]) {
      const before = await own(by);
      expect(before.pay_to).toEqual([]);
      expect(before).not.toHaveProperty("pay_to_changed_at");
    }
    const { name, number } = till;
    const saved = await change({ pay_to: [paybill, { kind: "till", name: ` ${name} `, number }] });
    expect(saved.body.settings.pay_to).toEqual([paybill, till]);
    expect((await read(member)).body.pay_to).toEqual([paybill, till]);
    // The first entry changes nothing of where members paid before.
    for (const by of [member, pending]) {
      const after = await own(by);
      expect(after.pay_to).toEqual([paybill, till]);
      expect(after).not.toHaveProperty("pay_to_changed_at");
    }
    for (const official of [chairperson, treasurer]) expect(await reported(official)).toEqual([]);
    const users = await group.api("GET", "/api/user/get_users", { token: treasurer.token });
    expect(JSON.stringify(users.body)).not.toContain("pay_to");
  });

  test("is in the history, and leaves no trace when it does not change", async () => {
    const { history } = (await read(member)).body;
    expect(history[0].changes).toEqual([{ setting: "pay_to", before: [], after: [paybill, till] }]);
    const same = await change({ pay_to: [paybill, till] });
    expect(same.body.detail).toContain("nothing was changed");
    expect((await read(member)).body.history).toEqual(history);
  });

  test("is reported to every official by mail when it changes, with what it was and who changed it", async () => {
    const before = (await reported(treasurer)).length;
    await change({ pay_to: [{ ...till, number: "5999999" }] });
    expect(await own(member)).toMatchObject({
      pay_to_changed_at: nairobiIso(group.clock.now()),
    });
    for (const official of [chairperson, treasurer]) {
      const bodies = await reported(official);
      expect(bodies).toHaveLength(before + 1);
      for (const fact of ["5999999", "5123456", "400200"]) expect(bodies.at(-1)).toContain(fact);
    }
    expect(await reported(member)).toEqual([]);
  });

  test("is reported as changed too when it was taken away before", async () => {
    await change({ pay_to: [] });
    const before = (await reported(treasurer)).length;
    group.clock.advanceMinutes(1);
    await change({ pay_to: [till] });
    expect(await reported(treasurer)).toHaveLength(before + 1);
    expect(await own(member)).toMatchObject({ pay_to_changed_at: nairobiIso(group.clock.now()) });
  });

  test("is held to its shape by the database too", async () => {
    for (const wrong of [
      "{}",
      "[1]",
      '[{"kind": "cash", "name": "a", "number": "1", "account": ""}]',
    ])
      await expect(
        sql`UPDATE group_settings SET pay_to = ${wrong}::jsonb`.execute(group.db),
      ).rejects.toThrow("group_settings_pay_to");
  });
});

describe("whatever was changed", () => {
  test("the settings are as the audit log tells", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });
});

describe("the start of the financial year", () => {
  test("stays once a year has been closed; the other settings do not", async () => {
    await sql`INSERT INTO closed_years VALUES
      ('2024-07-01', '2025-06-30', '2024/2025', ${treasurer.id}, now())`.execute(group.db);
    const refused = await change({ financial_year_start: "01-01", interest_share: 50 });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.financial_year_start).toEqual([
      "A financial year has been closed, so the start of the year can no longer be changed.",
    ]);
    expect((await read(member)).body.interest_share).toBe(63);
    const saved = await change({ financial_year_start: "07-01", interest_share: 50 });
    expect(saved.body.settings.interest_share).toBe(50);
  });
});
