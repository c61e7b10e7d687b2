import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entryTypes } from "#domain/ledger/entry-types.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { loanDisbursed } from "#domain/ledger/posting-rules.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { inTransaction } from "#server/db/connection.ts";
import { startLedgerBook, type LedgerBook } from "#tests/support/founded-group.ts";
import {
  startGroup,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";
import { beancountAccount, hledgerAccount } from "./journal-formats.ts";
import { readJournal } from "./accounting-export.ts";

const run = promisify(execFile);
const NASTY = 'Says "no"; a | b, c\\d * ! (x) @ = {y} #tag ^link\n2026-01-01 * injected\n  Ümlaut';

let group: TestGroup;
let book: LedgerBook;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "akiba-export-"));
  book = await startLedgerBook({ startsAt: "2025-11-20T10:00:00+03:00" });
  ({ group } = book);
  await postEveryKind();
});
afterAll(async () => {
  await group.close();
  await rm(folder, { recursive: true });
});

/** At least one entry of every kind in the journal, with texts that could break a file. */
async function postEveryKind(): Promise<void> {
  await book.posted("other_income", { amount_paid: 90_000.05, description: NASTY });
  const description = '=HYPERLINK("http://evil.example","Click")';
  await book.posted("expense", { category: "transaction_cost", amount: 12.34, description });
  await book.posted("investment", { amount: 100, description: "-1+1" });
  for (const description of ["Tea;=1+1", "Tea; @SUM(1)", "Tea|+1", 'Tea;"=1+1"'])
    await book.posted("other_income", { amount_paid: 1, description });
  await book.posted("goodwill", { amount: 1_000, description: ") 2026-01-01 close ; x" });
  await book.posted("fine", { charged_user: book.member.id, amount: 300, description: "@late" });
  const declared = await book.posted("dividend_declaration", { amount: 700 });
  await book.posted("dividend_payment", { amount: 0.01, declaration_id: declared.source.id });
  const opened = await book.posted("equity_fixed_deposit", {
    amount: 5_000,
    start_date: "2025-11-20",
    maturity_date: "2026-11-20",
  });
  await book.posted("redeem_fixed_deposit", {
    amount: 2_000,
    interest_earned: 33.33,
    deposit_id: opened.source.id,
  });
  const wrong = await book.posted("expense", { category: "other_expense", amount: 9.99 });
  await book.reverse(wrong.id);
  await contribute(book.member, "EXPORT-1");
  await postLoansAndSettlements();
  group.clock.set("2026-01-02T10:00:00+03:00");
  await book.signInAgain();
  await book.closeYear(2025);
  await book.posted("expense", { category: "server_expense", amount: 45.6 });
}

async function contribute(by: TestMember, payment_Reference_Code: string): Promise<void> {
  const paid = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: by.token,
    body: {
      amount_paid: 1500.5,
      contribution_month: "2025-11-01",
      payment_date: "2025-11-20",
      payment_Reference_Code,
    },
  });
  const id = paid.body.contribution.contribution_id;
  for (const { token } of [book.treasurer, book.secGen])
    await group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
      token,
      body: { action: "approved" },
    });
}

/** A loan and its repayments, a member who leaves in debt and repays some of it, and one who is cleared. */
async function postLoansAndSettlements(): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const answer = await group.api("POST", path, { token: book.secGen.token, body });
    if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  };
  const memberId = book.member.id;
  await disburseLoan(memberId);
  const preview = await book.read(`settlement_preview/?member=${memberId}`);
  await post("/api/accounting/exit_member/", { member_id: memberId, ...preview.body });
  await post("/api/accounting/baddebts/recover/", { member_id: memberId, recovered_amount: 77.77 });
  const leaver = await group.activeMember(book.chairperson);
  await contribute(leaver, "EXPORT-2");
  await post("/api/accounting/clear_member/", { member_id: leaver.id });
}

async function disburseLoan(memberId: number): Promise<void> {
  await inTransaction(group.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO loans (member_id, number, loan_type, amount_cents, interest_cents, rate_bp, term_months, applied_at,
        treasurer_verdict, treasurer_id, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at, status, start_date,
        expiry_date, balance_cents)
      VALUES (${memberId}, 1, 'normal_loan', 5000000, 500000, 1000, 12, ${group.clock.now()}, 'approved',
        ${book.treasurer.id}, ${group.clock.now()}, 'approved', ${book.secGen.id}, ${group.clock.now()}, 'active',
        '2025-11-20', '2026-11-20', 5500000) RETURNING id`.execute(tx);
    const entry = loanDisbursed({
      businessDate: "2025-11-20",
      description: NASTY,
      loanId: rows[0]!.id,
      memberId,
      principalCents: 5_000_000n,
      interestCents: 500_000n,
    });
    await writeEntry(tx, entry, { authorId: null, now: group.clock.now() });
  });
}

const exported = (format: string, by = book.secGen) => book.read(`export?format=${format}`, by);

async function saved(format: string, name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, (await exported(format)).body);
  return path;
}

/** Each account's balance in cents, as in today's trial balance. */
async function trialBalance(): Promise<Record<string, number>> {
  const { trial_balance } = (await book.read("get_trial_balance/")).body;
  return Object.fromEntries(
    trial_balance.map((row: Json) => [
      row.account,
      Math.round((row.debit_amount - row.credit_amount) * 100),
    ]),
  );
}

/** Adds up `amount KES` lines by account; account names have no spaces in either format. */
function addUp(text: string, nameOf: (code: never) => string): Record<string, number> {
  const codes = new Map(accounts.map(({ code }) => [nameOf(code as never), code]));
  const totals: Record<string, number> = {};
  for (const [, name, amount] of text.matchAll(/^ +(\S+:\S+) +(-?\d+\.\d\d) KES(?:  ;.*)?$/gm)) {
    const code = codes.get(name!)!;
    totals[code] = (totals[code] ?? 0) + Math.round(Number(amount) * 100);
  }
  return Object.fromEntries(Object.entries(totals).filter(([, cents]) => cents !== 0));
}

async function isInstalled(program: string): Promise<boolean> {
  return run(program, ["--version"]).then(
    () => true,
    () => false,
  );
}

describe("the export", () => {
  test("is a file of its format, named by the day", async () => {
    for (const [format, type, extension] of [
      ["hledger", "text/plain", "journal"],
      ["beancount", "text/plain", "beancount"],
      ["csv", "text/csv", "csv"],
    ]) {
      const { status, headers } = await exported(format!);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe(`${type}; charset=utf-8`);
      expect(headers.get("content-disposition")).toBe(
        `attachment; filename="akiba-journal-2026-01-02.${extension}"`,
      );
    }
  });

  test("is for officials, who name a format, and is stored in the audit log", async () => {
    expect((await group.api("GET", "/api/accounting/export?format=csv")).status).toBe(401);
    expect((await exported("csv", book.member)).status).toBe(403);
    expect((await exported("pdf", book.member)).status).toBe(403);
    for (const format of ["pdf", ""]) {
      const answer = await exported(format);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual(["format"]);
    }
    const { count } = await group.db
      .selectFrom("audit_entries")
      .select((row) => row.fn.countAll<bigint>().as("count"))
      .where("action", "=", "journal.export")
      .where("actor_id", "=", book.secGen.id)
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThan(0n);
  });

  test("holds every entry once, however it is cut into pages", async () => {
    const { count } = (await book.read("entries/?page=1")).body;
    for (const pageSize of [1, 3, 1000]) {
      const ids: number[] = [];
      let latest = "";
      for await (const page of readJournal(group.db, {}, pageSize)) {
        expect(page.length).toBeLessThanOrEqual(pageSize);
        for (const { id, date } of page) {
          expect(date >= latest).toBe(true);
          latest = date;
          ids.push(id);
        }
      }
      expect(new Set(ids).size).toBe(count);
      expect(ids).toHaveLength(count);
    }
  });

  test("of a group without entries is an empty journal", async () => {
    const empty = await startGroup();
    const official = await empty.official("Treasurer");
    for (const format of ["hledger", "beancount", "csv"]) {
      const answer = await empty.api("GET", `/api/accounting/export?format=${format}`, {
        token: official.token,
      });
      expect(answer.status).toBe(200);
      expect(answer.body.length).toBeGreaterThan(20);
    }
    await empty.close();
  });

  test("adds up to the trial balance in both journals, one line per heading and posting", async () => {
    const expected = await trialBalance();
    const hledger = (await exported("hledger")).body;
    expect(addUp(hledger, hledgerAccount)).toEqual(expected);
    expect(hledger).not.toMatch(/^2026-01-01 \* injected/m);
    const beancount = (await exported("beancount")).body;
    expect(addUp(beancount, beancountAccount)).toEqual(expected);
    expect(beancount).toContain('"Says \\"no\\"; a | b, c\\\\d');
    expect(beancount).not.toMatch(/^2026-01-01 \* injected/m);
  });

  test("adds up to the trial balance as a table, in which nothing is a formula", async () => {
    const table = parseCsv((await exported("csv")).body);
    // Times in files are Nairobi's.
    const [heading, ...rows] = table;
    const column = (name: string) => heading!.indexOf(name);
    for (const row of rows) expect(row[column("recorded_at")]).toMatch(/\+03:00$/);
    const totals: Record<string, number> = {};
    for (const row of rows) {
      expect(row).toHaveLength(heading!.length);
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      const account = row[column("account")]!;
      const kes = Number(row[column("debit")] || 0) - Number(row[column("credit")] || 0);
      totals[account] = (totals[account] ?? 0) + Math.round(kes * 100);
    }
    expect(Object.fromEntries(Object.entries(totals).filter(([, cents]) => cents !== 0))).toEqual(
      await trialBalance(),
    );
    const descriptions = rows.map((row) => row[column("description")]);
    expect(descriptions).toContain(NASTY);
    expect(descriptions).toContain(`'=HYPERLINK("http://evil.example","Click")`);
    expect(new Set(rows.map((row) => row[column("type")]))).toEqual(
      // This group began with empty books, so nothing was brought forward, it has no loan of a product, no merry-go-round, no
      // cash and no fund, and shared nothing out.
      new Set(
        entryTypes.filter(
          (type) =>
            type !== "brought_forward" &&
            type !== "distribution" &&
            type !== "rotation" &&
            type !== "loan_interest" &&
            type !== "guarantee_call" &&
            !type.startsWith("cash_") &&
            !type.startsWith("fund_") &&
            type !== "collection" &&
            (!type.endsWith("_payment") || type.startsWith("divid")),
        ),
      ),
    );
  });

  test("names both officials who approved a payment or a loan, and nobody for an entry by hand", async () => {
    const [heading, ...rows] = parseCsv((await exported("csv")).body);
    const at = (row: string[], name: string) => row[heading!.indexOf(name)];
    const approvers = (type: string) => {
      const found = rows.filter((row) => at(row, "type") === type);
      expect(found).not.toEqual([]);
      return new Set(
        found.map((row) =>
          [at(row, "approved_by_treasurer"), at(row, "approved_by_sec_gen")].join(" "),
        ),
      );
    };
    const both = new Set([`${book.treasurer.username} ${book.secGen.username}`]);
    for (const type of ["contribution", "loan_disbursement"]) expect(approvers(type)).toEqual(both);
    expect(approvers("expense")).toEqual(new Set([" "]));
  });

  test("has no formula either where a program parts its cells by semicolons, tabs or bars", async () => {
    const { body } = await exported("csv");
    expect(body).toContain("Tea;'=1+1");
    for (const line of body.split("\r\n"))
      for (const cell of line.split(/[;|\t]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/);
  });

  test("passes hledger's strict checks, and its balances are ours", async ({ skip }) => {
    skip(!(await isInstalled("hledger")), "hledger is not installed");
    const path = await saved("hledger", "books.journal");
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    await run("hledger", ["-f", path, "check", "--strict", "ordereddates"], { env });
    const { stdout } = await run(
      "hledger",
      ["-f", path, "balance", "--flat", "--no-total", "-O", "csv"],
      { env },
    );
    const codes = new Map(accounts.map(({ code }) => [hledgerAccount(code), code]));
    const balances = parseCsv(stdout)
      .slice(1)
      .map(([name, amount]) => [codes.get(name!), Math.round(parseFloat(amount!) * 100)]);
    expect(Object.fromEntries(balances)).toEqual(await trialBalance());
  });

  test("passes bean-check, and Beancount's balances are ours", async ({ skip }) => {
    skip(!(await isInstalled("bean-check")), "Beancount is not installed");
    const path = await saved("beancount", "books.beancount");
    await run("bean-check", [path]);
    const { stdout } = await run("bean-query", [
      "-q",
      "-f",
      "csv",
      path,
      "SELECT account, sum(number) AS total GROUP BY account",
    ]);
    const codes = new Map(accounts.map(({ code }) => [beancountAccount(code), code]));
    const balances = parseCsv(stdout)
      .slice(1)
      .map(([name, amount]) => [codes.get(name!.trim()), Math.round(Number(amount) * 100)])
      .filter(([, cents]) => cents !== 0);
    expect(Object.fromEntries(balances)).toEqual(await trialBalance());
  });
});

/** The rows of a CSV text, quoted cells and all. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
