import { afterAll, beforeAll, expect, test } from "vitest";
import { closeSoundly, startLedgerBook, type LedgerBook } from "#tests/support/founded-group.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";

const TODAY = "2026-03-16";

let group: TestGroup;
let book: LedgerBook;

beforeAll(async () => {
  book = await startLedgerBook({ startsAt: `${TODAY}T09:00:00+03:00` });
  ({ group } = book);
  await book.posted("other_income", { amount_paid: 10_000, date: "2026-01-10" });
});
afterAll(() => closeSoundly(group));

const expense = (amount: number, date?: unknown) =>
  book.post("expense", {
    category: "other_expense",
    amount,
    ...(date === undefined ? {} : { date }),
  });
const trialBalance = async (date: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await book.read(`get_trial_balance/?date=${date}`)).body.trial_balance.map((row: Json) => [
      row.account,
      row.debit_amount - row.credit_amount,
    ]),
  );
const bankOn = async (date: string) => (await trialBalance(date)).bank ?? 0;
const profitOf = async (start: string, end: string) =>
  (await book.read(`get_profit&loss/?start_date=${start}&end_date=${end}`)).body.profit_and_loss
    .current_year_net_profit_or_loss;
const newestAudit = async () =>
  (await group.api("GET", "/api/audit/?page=1&page_size=1", { token: book.treasurer.token })).body
    .entries[0];

/** The refusal of a date: 400, with an error on the field `date` only. */
async function refusalOf(answer: Promise<{ status: number; body: Json }>): Promise<string> {
  const { status, body } = await answer;
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["date"]]);
  return body.errors.date[0];
}

test("every type and the fine count on the day they ask for, and today without one", async () => {
  const declared = await book.posted("dividend_declaration", { amount: 50, date: "2026-2-1" });
  const opened = await book.posted("equity_fixed_deposit", {
    amount: 60,
    start_date: "2026-02-01",
    maturity_date: "2026-12-01",
    date: "2026-02-01",
  });
  const posted = [
    declared,
    opened,
    await book.posted("expense", { category: "other_expense", amount: 10, date: "2026-02-01" }),
    await book.posted("investment", { amount: 20, date: "2026-02-01" }),
    await book.posted("goodwill", { amount: 30, date: "2026-02-01" }),
    await book.posted("other_income", { amount_paid: 40, date: "2026-02-01" }),
    await book.posted("dividend_payment", {
      amount: 5,
      declaration_id: declared.source.id,
      date: "2026-02-01",
    }),
    await book.posted("redeem_fixed_deposit", {
      amount: 6,
      interest_earned: 1,
      deposit_id: opened.source.id,
      date: "2026-02-01",
    }),
    await book.posted("fine", { charged_user: book.member.id, amount: 7, date: "2026-02-01" }),
  ];
  for (const entry of posted)
    expect([entry.type, entry.date, entry.recorded_at.slice(0, 10)]).toEqual([
      entry.type,
      "2026-02-01",
      TODAY,
    ]);
  expect((await book.posted("other_income", { amount_paid: 1 })).date).toBe(TODAY);
  expect((await book.posted("other_income", { amount_paid: 1, date: TODAY })).date).toBe(TODAY);
});

test("the reports of that day and of every day since hold it, those before do not", async () => {
  const days = ["2026-01-31", "2026-02-28", "2026-03-01", TODAY];
  const before = await Promise.all(days.map(bankOn));
  const [january, february] = [
    await profitOf("2026-01-01", "2026-01-31"),
    await profitOf("2026-02-01", "2026-02-28"),
  ];
  await book.posted("expense", { category: "server_expense", amount: 12.5, date: "2026-02-28" });
  expect(await Promise.all(days.map(bankOn))).toEqual([
    before[0],
    before[1]! - 12.5,
    before[2]! - 12.5,
    before[3]! - 12.5,
  ]);
  expect(await profitOf("2026-01-01", "2026-01-31")).toBe(january);
  expect(await profitOf("2026-02-01", "2026-02-28")).toBe(february - 12.5);
  const postings = await book.read("accounts/bank/postings/?from=2026-02-28&to=2026-02-28");
  expect(postings.body.closing).toBe(await bankOn("2026-02-28"));
  expect(postings.body.opening).toBe(await bankOn("2026-02-27"));
});

test("the audit row of an entry and of a fine has both days", async () => {
  await book.posted("expense", { category: "other_expense", amount: 3, date: "2026-02-10" });
  expect((await newestAudit()).after).toMatchObject({ date: "2026-02-10", posted_on: TODAY });
  await book.posted("fine", { charged_user: book.member.id, amount: 4, date: "2026-02-11" });
  expect(await newestAudit()).toMatchObject({
    action: "fines.charge",
    after: { amount: 4, date: "2026-02-11", posted_on: TODAY },
  });
  await book.posted("expense", { category: "other_expense", amount: 3 });
  expect((await newestAudit()).after).toMatchObject({ date: TODAY, posted_on: TODAY });
});

test("a fine is on the member's statement on its own day", async () => {
  await book.posted("fine", { charged_user: book.member.id, amount: 9.25, date: "2026-01-20" });
  const { body } = await group.api(
    "GET",
    "/api/finances/transactions/?start_date=2026-01-20&end_date=2026-01-20",
    { token: book.member.token },
  );
  expect(body.transactions).toMatchObject([{ kind: "fine", amount: 9.25, date: "2026-01-20" }]);
  expect(body.closing).toBe(body.opening - 9.25);
});

test.each([
  ["tomorrow", "2026-03-17", "future"],
  ["before the year before the group's founding", "2024-12-31", "01 Jan 2025"],
  ["no day", "2026-02-30", "date"],
  ["nothing", "", "date"],
])("%s is refused on `date`", async (_what, date, words) => {
  expect(await refusalOf(expense(1, date))).toContain(words);
});

test("no asset falls below zero on any day since: the first such day is named", async () => {
  const income = { amount_paid: 5_000, date: "2026-03-10" };
  await book.posted("other_income", income);
  const [held, january] = [await bankOn("2026-03-09"), await bankOn("2026-01-15")];
  expect(january).toBeGreaterThan(held);
  // January can bear it, but by the end of February too much has left.
  expect(await refusalOf(expense(held + 1, "2026-01-15"))).toContain("28 Feb 2026");
  expect(await refusalOf(expense(january + 1, "2026-01-15"))).toContain("15 Jan 2026");
  expect(await refusalOf(expense(1, "2026-01-09"))).toContain("09 Jan 2026");
  // Without a date, today's bank balance decides.
  const today = await bankOn(TODAY);
  expect((await expense(today + 1)).body.detail).toBe("The bank balance is too low for this.");
  expect(await refusalOf(expense(today + 1, TODAY))).toContain("16 Mar 2026");
  expect((await expense(held, "2026-01-15")).status).toBe(201);
});

test("a dividend is not paid, nor a deposit redeemed, before its own day or beyond a day's balance", async () => {
  const declared = await book.posted("dividend_declaration", { amount: 50, date: "2026-03-12" });
  const paid = { amount: 1, declaration_id: declared.source.id };
  expect(await refusalOf(book.post("dividend_payment", { ...paid, date: "2026-03-11" }))).toContain(
    "12 Mar 2026",
  );
  const opened = await book.posted("equity_fixed_deposit", {
    amount: 100,
    start_date: "2026-03-12",
    maturity_date: "2026-12-01",
    date: "2026-03-12",
  });
  const redeem = (amount: number, date: string) =>
    book.post("redeem_fixed_deposit", {
      amount,
      interest_earned: 0,
      deposit_id: opened.source.id,
      date,
    });
  expect(await refusalOf(redeem(1, "2026-03-11"))).toContain("12 Mar 2026");
  // Redeemed by mistake and taken back today: in between, the deposits do not hold it.
  const whole = await redeem(100, "2026-03-13");
  expect(whole.status).toBe(201);
  expect((await book.reverse(whole.body.entry.id)).status).toBe(201);
  const others = (await trialBalance("2026-03-14")).equity_fixed_deposit ?? 0;
  expect(await refusalOf(redeem(others + 1, "2026-03-14"))).toContain("14 Mar 2026");
});

test("of two that ask at once for the same money of a past day one is refused", async () => {
  const held = Math.min(...(await Promise.all(["2026-03-10", "2026-03-12", TODAY].map(bankOn))));
  const answers = await Promise.all([1, 2].map((nth) => expense(held - nth / 100, "2026-03-10")));
  const statuses = answers.map(({ status }) => status);
  expect([Math.min(...statuses), Math.max(...statuses)]).toEqual([201, 400]);
});

test("a proposal carries its day, and is checked at that day when another official agrees", async () => {
  // The entry above was posted before the limit was set.
  group.clock.set(`${TODAY}T09:05:00+03:00`);
  await book.posted("other_income", { amount_paid: 3_000, date: "2026-03-01" });
  const settle = (second_person_above: number | null) =>
    group.api("POST", "/api/group/settings/", {
      token: book.chairperson.token,
      body: { second_person_above },
    });
  expect((await settle(1_000)).status).toBe(200);
  const dated = { category: "other_expense", amount: 1_500, date: "2026-03-01" };
  const [first, second] = [await book.post("expense", dated), await book.post("expense", dated)];
  expect([first.body.status, second.body.status]).toEqual(["proposed", "proposed"]);
  const waiting = await book.read("proposals/", book.secGen);
  expect(waiting.body.proposals.map((each: Json) => each.date)).toEqual([
    "2026-03-01",
    "2026-03-01",
  ]);
  const agree = (id: number) =>
    group.api("POST", `/api/accounting/proposals/${id}/agree/`, { token: book.secGen.token });
  const agreed = await agree(first.body.id);
  expect(agreed.status).toBe(200);
  const { body } = await book.read("entries/?start_date=2026-03-01&end_date=2026-03-01");
  expect(body.entries.find((each: Json) => each.id === agreed.body.entry_id)).toMatchObject({
    date: "2026-03-01",
    agreed_by: { id: book.secGen.id },
  });
  // By now that day cannot bear a second one, whatever the bank holds today.
  await book.posted("expense", {
    category: "other_expense",
    amount: Math.min(999, (await bankOn("2026-03-02")) - 1_400),
    date: "2026-03-02",
  });
  await book.posted("other_income", { amount_paid: 9_000 });
  expect(await refusalOf(agree(second.body.id))).toContain("Mar 2026");
});

test("nothing is dated into a closed year", async () => {
  await book.posted("other_income", { amount_paid: 5, date: "2025-12-31" });
  expect((await book.closeYear(2025)).status).toBe(200);
  expect(await refusalOf(expense(1, "2025-12-31"))).toContain("2025 is closed");
  expect(
    await refusalOf(
      book.post("fine", { charged_user: book.member.id, amount: 1, date: "2025-06-01" }),
    ),
  ).toContain("2025 is closed");
  expect((await expense(1, "2026-03-16")).status).toBe(201);
});
