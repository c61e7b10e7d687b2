import { Client, escapeLiteral } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { readLogEnds, sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { sumPostings } from "#server/core/ledger/balances.ts";
import { indexNewLines, settleOpenItems } from "#server/jobs/commit-followers.ts";
import { sql } from "kysely";
import type { Tx } from "#server/db/connection.ts";
import { type Bookkeeping, startFoundedGroup } from "./founded-group.ts";
import { mpesaEnv } from "./mpesa-asks.ts";
import { addManyLines, addManyPayments } from "./many-rows.ts";
import { balancedBook, propose } from "#tests/support/opening-books.ts";
import { paidIn, paybillStatement, uploadStatement } from "./statements.ts";
import { startRotation } from "./rotations.ts";
import { fundsOf } from "./funds.ts";
import { meetingsOf } from "./meetings.ts";
import { queriesDuring } from "./queries.ts";
import type { TestGroup, TestMember } from "./test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let loanId: number;
let contributionId: number;
let accountId: number;
let statementId: number;
let lineId: number;
let openingId: number;
let askId: number;
let distributionId: number;
let rotationId: number;
let meetingId: number;
let fundId: number;
let planner: Client;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({
    members: 1,
    env: mpesaEnv,
  }));
  member = await books.member();
  await books.contribute(member, 50_000);
  ({ id: contributionId } = await group.db
    .selectFrom("payments")
    .select("id")
    .executeTakeFirstOrThrow());
  await books.fine(member, 100);
  await books.lend(member, 200, "emergency_loan");
  loanId = await lendOfProduct(500);
  await books.repay(member, loanId, 50);
  distributionId = await shareOut();
  rotationId = (await startRotation(group, { by: books.treasurer })).id;
  const meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn();
  meetingId = (await meetings.open({ by: books.secGen })).id;
  fundId = (await fundsOf(group, books).make("Welfare", { rule: "each_meeting", amount: 50 })).id;
  statementId = await importStatement();
  ({ id: lineId } = await group.db
    .selectFrom("statement_lines")
    .select("id")
    .executeTakeFirstOrThrow());
  ({ openingId } = await propose(group, books.treasurer, balancedBook()));
  const body = { kind: "contribution", amount: 500, contribution_month: "2026-03-01" };
  const { token } = member;
  askId = (await group.api("POST", "/api/mpesa/asks/", { token, body })).body.ask.id;
  await addManyPayments(group.db, { members: 400, count: 20_000 });
  await addManyLines(group.db, { accountId, by: books.treasurer.id });
  await sumPostings(group.db);
  await settleOpenItems(group.db);
  await indexNewLines(group.db);
  await sealAudit(group.db);
  await sql`VACUUM ANALYZE`.execute(group.db);
  planner = new Client(group.connection);
  await planner.connect();
});
afterAll(async () => {
  await planner.end();
  await group.close();
});

// The tables that grow for as long as the group exists.
const GROWING =
  /Seq Scan on (postings|entries|payments|audit_entries|audit_seals|log_leaves|log_tree|statement_lines|statement_line_sources|statement_matches|reconciliation_spans)\b/;

const post = async (path: string, { token }: TestMember, body: unknown) =>
  (await group.api("POST", path, { token, body })).body;

/** A loan of a product, which is the first. */
async function lendOfProduct(amount: number): Promise<number> {
  const terms = { method: "equal_instalments", rate: 1, rate_per: "month", instalments_most: 6 };
  await post("/api/loans/products/", books.chairperson, { name: "Jengo", ...terms });
  const command = { product_id: 1, amount, instalments: 6 };
  const { loan } = await post("/api/finances/get-create-user-loans/", member, command);
  for (const official of [books.treasurer, books.secGen])
    await post(`/api/finances/loan-application-approval/${loan.loan_id}/`, official, {
      action: "approved",
    });
  return loan.loan_id;
}

/** A share-out that was refused: one that waits adds savings up as they stand. */
async function shareOut(): Promise<number> {
  const sales = { type: "other_income", amount_paid: 10, description: "Sales" };
  await post("/api/accounting/create_ledger_entry/", books.treasurer, sales);
  const terms = { basis: "equal", amount: 5, description: "Sales" };
  const { distribution } = await post("/api/distributions/", books.treasurer, terms);
  const path = `/api/distributions/${distribution.id}/refuse/`;
  await post(path, books.treasurer, { reason: "Too early" });
  return distribution.id;
}

async function importStatement(): Promise<number> {
  const { token } = books.treasurer;
  const body = { name: "Paybill 600123", kind: "mpesa_paybill" };
  const { account } = (await group.api("POST", "/api/statements/accounts/", { token, body })).body;
  accountId = account.id;
  const file = paybillStatement({
    opening: 0n,
    movements: [paidIn("SCH1AB2CD3", "2026-03-02 10:00:00", 1_000)],
    from: "2026-03-01",
    to: "2026-03-10",
  });
  const fields = { account_id: String(account.id) };
  return (await uploadStatement(group, { token, file, fields })).body.statement.id;
}

type Single = string | number | bigint | boolean | Date | Uint8Array;
type Value = Single | (Single | null)[] | null;
type Sent = { text: string; values: Value[] };

/** The distinct queries that PostgreSQL received during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent = new Map<string, Sent>();
  const { database } = group.connection;
  for (const { text, values } of await queriesDuring({ database }, work))
    if (/^\s*(select|with|insert|update|delete)\b/i.test(text))
      sent.set(text, { text, values: values as Value[] });
  return [...sent.values()];
}

/** Those that read a growing table from end to end, with their plans. */
async function wholeReads(statements: readonly Sent[]): Promise<string[]> {
  const plans = await plansOf(statements);
  return plans.filter(({ plan }) => GROWING.test(plan)).map(({ text, plan }) => `${text}\n${plan}`);
}

/** The two plans of each: for its values, and the generic one that PostgreSQL settles on after many runs. */
async function plansOf(statements: readonly Sent[]): Promise<{ text: string; plan: string }[]> {
  const plans: { text: string; plan: string }[] = [];
  for (const statement of statements)
    await withPrepared(statement, async (client, execute) => {
      const explain = async () => {
        const { rows } = await client.query<Record<"QUERY PLAN", string>>(`EXPLAIN ${execute}`);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      };
      plans.push({ text: statement.text, plan: await explain() });
      for (let times = 0; times < SETTLED_AFTER; times++) await explain();
      plans.push({ text: statement.text, plan: await explain() });
    });
  return plans;
}

// After five custom plans PostgreSQL may use a generic one.
const SETTLED_AFTER = 5;

type Planned = { mode?: "force_generic_plan" | "force_custom_plan"; withoutStatistics?: boolean };

/** The most rows that any step of a query returned or threw away; planned generically unless `mode` says otherwise. */
async function mostRows(
  statement: Sent,
  { mode = "force_generic_plan", withoutStatistics = false }: Planned = {},
): Promise<number> {
  return withPrepared(statement, async (client, execute) => {
    await client.query(`SET LOCAL plan_cache_mode = ${mode}`);
    // As after a restore, before anything is analyzed.
    if (withoutStatistics) await client.query("DELETE FROM pg_statistic");
    const { rows } = await client.query<Record<"QUERY PLAN", { Plan: PlanNode }[]>>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${execute}`,
    );
    return Math.max(...(rows[0]?.["QUERY PLAN"] ?? []).map(({ Plan }) => rowsOf(Plan)));
  });
}

/**
 * In a transaction that is rolled back; `execute` is the SQL that runs it with its values. All share a connection, since
 * a new one costs more than most of the plans.
 */
async function withPrepared<T>(
  { text, values }: Sent,
  work: (client: Client, execute: string) => Promise<T>,
): Promise<T> {
  await planner.query("BEGIN");
  try {
    await planner.query(`PREPARE asked AS ${text}`);
    const list = values.map(literal).join(", ");
    return await work(planner, `EXECUTE asked ${list === "" ? "" : `(${list})`}`);
  } finally {
    await planner.query("ROLLBACK");
    await planner.query("DEALLOCATE ALL");
  }
}

function literal(value: Value): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(element).join(", ")}}`);
  return escapeLiteral(text(value));
}

function element(value: Single | null): string {
  return value === null ? "NULL" : JSON.stringify(text(value));
}

function text(value: Single): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

type PlanNode = {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
};

function rowsOf(node: PlanNode): number {
  const own = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  return Math.max(own, ...(node.Plans ?? []).map(rowsOf));
}

const PERIOD = "start_date=2022-01-01&end_date=2022-06-30";

// The queries of each endpoint besides its first page; add a new one that needs parameters.
const requested: Record<string, (ids: { member: number; official: number }) => string[]> = {
  "/api/answers/": () => ["ask=/api/group/&ask=/api/finances/monthly-contribution/"],
  "/api/accounting/get_profit&loss/": () => [PERIOD],
  "/api/accounting/get_profit&loss/pdf/": () => [PERIOD],
  "/api/accounting/get_trial_balance/": () => ["", "date=2022-06-15"],
  "/api/accounting/get_balance_sheet/": () => ["", "date=2022-06-15"],
  "/api/accounting/settlement_preview/": (ids) => [`member=${ids.member}`],
  "/api/accounting/entries/": () => [
    "page=1",
    "page=1&account=bank",
    "page=1&account=expense",
    "page=500",
    "page=500&account=bank",
    `page=1&${PERIOD}`,
    `page=1&account=bank&${PERIOD}`,
    "page=1&search=MANY17",
    "page=1&search=contribution",
    "page=1&search=1000",
    "page=1&search=1234.5",
    "page=1&search=Member%2077",
    "page=1&search=%25",
    "page=1&kind=payment",
    "page=1&kind=loan",
    `page=1&kind=contribution&${PERIOD}`,
  ],
  "/api/accounting/accounts/:code/postings/": () => [
    "page=1",
    "page=500",
    "page=1&from=2022-01-01&to=2022-06-30",
    "page=3&from=2022-01-01&closing_entries=no",
  ],
  "/api/audit/": (ids) => [
    "page=1",
    "page=500",
    "page=1&action=contributions",
    "page=500&action=contributions",
    "page=1&action=members.approve",
    `page=1&actor=${ids.member}`,
    `page=1&actor=${ids.official}&action=contributions`,
    `page=1&subject=member&subject_id=${ids.member}`,
    `page=1&${PERIOD}`,
  ],
  "/api/audit/consistency/": () => ["from=1", "from=777&to=9000"],
  "/api/finances/monthly-contribution/": () => ["", "page=1", `page=1&${PERIOD}`],
  "/api/finances/get-loan-payments/": () => ["", "page=1", `page=1&${PERIOD}`],
  "/api/finances/transactions/": () => ["", "page=1", `page=1&kind=contribution&${PERIOD}`],
  "/api/finances/receipt/": () => [`kind=contribution&id=${contributionId}`],
  "/api/finances/receipt/pdf/": () => [`kind=contribution&id=${contributionId}`],
  "/api/finances/statement/pdf/": () => ["", `kind=contribution&${PERIOD}`],
  "/api/statements/lines/": () => [
    "page=1",
    "page=500",
    "page=1&state=matched",
    "page=1&state=open",
    "page=1&from=2022-01-01&to=2022-06-30",
    "page=1&search=MANY17",
    "page=1&search=1000",
    "page=1&search=member%2077",
  ],
  "/api/statements/lines/:id/candidates/": () => [
    "",
    "search=1000",
    "search=member%2077",
    "search=MANY17%201000",
    "search=contribution",
  ],
  "/api/reconciliation/": () => ["", "date=2022-06-30"],
  "/api/reconciliation/pdf/": () => ["", "date=2022-06-30"],
  "/api/mpesa/payouts/": () => ["", "page=1", "page=1&state=paid"],
  "/api/mpesa/payouts/due/": () => ["page=1"],
  "/api/loans/products/": () => ["", "all=true"],
  "/api/loans/quote/": () => ["product_id=1&amount=100&instalments=6"],
  "/api/loans/changes/": () => ["", "loan_id=1"],
  "/api/loans/portfolio/pdf/": () => [""],
  "/api/loans/:id/agreement/pdf/": () => [""],
  "/api/distributions/:id/pdf/": () => [""],
  "/api/meetings/:id/minutes/pdf/": () => [""],
  "/api/loans/portfolio/": () => ["", "date=2026-01-31", "bucket=1-30"],
  "/api/loans/guarantees/": () => ["", "member=1"],
  "/api/loans/:id/": () => [""],
  "/api/loans/guarantors/": () => ["search=a"],
  "/api/loans/:id/schedule/": () => ["", "version=1"],
  "/api/loans/:id/settlement/": () => [""],
  "/api/loans/:id/payment-quote/": () => ["amount=10"],
  "/api/user/get_users": () => ["", "page=1", "page=1&search=Member%2077", "page=1&status=active"],
};

// The export reads everything by design.
const readsAll: readonly string[] = ["/api/accounting/export/"];
// It does not query the database (OPEN-14).
const heldInMemory = "/api/opening/rehearse/file/";
const reads = allEndpoints.filter(
  ({ endpoint }) =>
    endpoint.method === "GET" &&
    !readsAll.includes(endpoint.path) &&
    endpoint.path !== heldInMemory,
);

describe("no read goes through all that was ever posted, paid or audited", () => {
  test.each(reads.map(({ endpoint }) => endpoint.path))("%s", async (path) => {
    const ids = {
      candidates: lineId,
      loan: loanId,
      statements: statementId,
      opening: openingId,
      mpesa: askId,
      distributions: distributionId,
      rotations: rotationId,
      meetings: meetingId,
      funds: fundId,
    };
    const [, id = member.id] = Object.entries(ids).find(([word]) => path.includes(word)) ?? [];
    const address = path.replace(":id", String(id)).replace(":code", "bank");
    const queries = requested[path]?.({ member: member.id, official: books.treasurer.id }) ?? [
      "",
      "page=1",
    ];
    const statements = await statementsOf(async () => {
      for (const { token } of [books.treasurer, books.secGen, books.chairperson, member])
        for (const query of queries) {
          const answer = await group.api("GET", `${address}?${query}`, { token });
          expect([200, 403]).toContain(answer.status);
        }
    });
    expect(statements.length).toBeGreaterThan(0);
    expect(await wholeReads(statements)).toEqual([]);
  });
});

test("no write does either", async () => {
  const leaver = await books.member();
  const statements = await statementsOf(async () => {
    await books.contribute(leaver, 2_000);
    const loanId = await books.lend(member, 1_000);
    await books.repay(member, loanId, 100);
    const post = (path: string, body: unknown, { token } = books.treasurer) =>
      group.api("POST", `/api/accounting/${path}`, { token, body });
    const spent = await post("create_ledger_entry/", {
      type: "expense",
      category: "other_expense",
      amount: 10,
      description: "Stamps",
    });
    expect(spent.status).toBe(201);
    const reversed = await post(`reverse_entry/${spent.body.entry.id}/`, {
      reason: "Typed wrongly",
    });
    expect(reversed.status).toBe(201);
    const left = await post("clear_member/", { member_id: leaver.id }, books.secGen);
    expect(left.status).toBe(200);
  });
  expect(statements.length).toBeGreaterThan(20);
  expect(await wholeReads(statements)).toEqual([]);
});

// A thousand are counted, each with its two postings; without words, ten thousand are.
const COUNTED_AT_MOST = 10_500;

// The members, twice; what was paid are twenty thousand.
const ROWS_OF_A_LIST = 1_000;

const counts = (text: string) => text.includes("count(*)");

const balances = (text: string) => text.includes("balance_cents");

test("a page of a statement reads no more payments than it shows, and counts and adds up from the index", async () => {
  const many = await group.db
    .selectFrom("members")
    .select("id")
    .where("username", "=", "many7")
    .executeTakeFirstOrThrow();
  for (const query of ["", `&${PERIOD}`, "&kind=contribution"]) {
    const path = `/api/finances/transactions/?page=1&page_size=3&member=${many.id}${query}`;
    const statements = await statementsOf(async () => {
      const answer = await group.api("GET", path, { token: books.treasurer.token });
      expect(answer.body.transactions).toHaveLength(3);
      expect(answer.body.count).toBeGreaterThan(3);
    });
    const ofPayments = statements.filter(({ text }) => text.includes("FROM payments"));
    expect(ofPayments).toHaveLength(3);
    for (const { text, plan } of await plansOf(ofPayments))
      expect(plan).toMatch(
        counts(text)
          ? /Index Only Scan using payments_by_member on payments/
          : balances(text)
            ? /Index Only Scan using payments_approved_by_day on payments/
            : /Index Scan using payments_by_member on payments/,
      );
    for (const statement of ofPayments.filter(({ text }) => !counts(text) && !balances(text)))
      expect(await mostRows(statement)).toBeLessThanOrEqual(6);
  }
});

// A plan flips when PostgreSQL settles on a generic one, when a table grows, and when its statistics are old or missing.
describe.each<Planned>([
  { mode: "force_custom_plan" },
  { mode: "force_generic_plan" },
  { mode: "force_custom_plan", withoutStatistics: true },
  { mode: "force_generic_plan", withoutStatistics: true },
])("planned by %o", (planned) => {
  test.each([
    "member_id={member}",
    `member_id={member}&${PERIOD}`,
    "member_id={member}&account=bank",
    "member_id={member}&kind=contribution",
    "member_id={member}&search=contribution",
    "search=MANY17",
    "search=Member%2077",
    "search=Member%2077%201000",
    "search=contribution%20Member%2077",
    "search=contribution",
    `search=contribution&account=bank&${PERIOD}`,
    "search=1000",
    "search=1234.5",
    `search=1000&account=bank&${PERIOD}`,
    "kind=contribution",
    "kind=loan",
    `kind=contribution&account=bank&${PERIOD}`,
  ])("the journal by %s reads as many entries as it counts, and not all", async (query) => {
    const many = await group.db
      .selectFrom("members")
      .select("id")
      .where("username", "=", "many7")
      .executeTakeFirstOrThrow();
    const path = `/api/accounting/entries/?page=1&page_size=20&${query.replace("{member}", String(many.id))}`;
    const statements = await statementsOf(async () => {
      const answer = await group.api("GET", path, { token: books.treasurer.token });
      expect(answer.status).toBe(200);
    });
    expect(statements.length).toBeGreaterThan(1);
    for (const statement of statements)
      expect([await mostRows(statement, planned), statement.text]).toEqual([
        expect.toSatisfy((rows: number) => rows <= COUNTED_AT_MOST),
        statement.text,
      ]);
  });

  test.each([
    "/api/user/get_users?page=1",
    "/api/user/get_users?page=1&search=Member%2077",
    "/api/loans/portfolio/",
  ])("%s reads its rows, and not what was paid in all these years", async (path) => {
    const statements = await statementsOf(async () => {
      const answer = await group.api("GET", path, { token: books.treasurer.token });
      expect(answer.status).toBe(200);
    });
    expect(statements.length).toBeGreaterThan(1);
    for (const statement of statements)
      expect([await mostRows(statement, planned), statement.text]).toEqual([
        expect.toSatisfy((rows: number) => rows <= ROWS_OF_A_LIST),
        statement.text,
      ]);
  });
});

test("the audit-chain writer looks at what is new, however long the log is", async () => {
  await sealAudit(group.db);
  const ends = await readLogEnds(group.db);
  const after = { audit: ends.audit - 20n, entry: ends.entry - 20 };
  const statements = await statementsOf(() => sealAudit(group.db, { after }));
  expect(statements.length).toBeGreaterThan(3);
  expect(await wholeReads(statements)).toEqual([]);
  for (const statement of statements)
    expect([await mostRows(statement), statement.text]).toEqual([
      expect.toSatisfy((rows: number) => rows <= 40),
      statement.text,
    ]);
});

test("a reconciliation looks at what is open, however much was ever posted and printed", async () => {
  const { rows } = await sql<{
    lines: bigint;
  }>`SELECT count(*) AS lines FROM statement_lines`.execute(group.db);
  expect(rows[0]?.lines).toBeGreaterThan(20_000n);
  const touched = await group.db.transaction().execute(async (tx) => {
    // The connection may still hold the statistics of earlier queries.
    const before = await countTouched(tx);
    await sql`SELECT * FROM reconciliation_figures('2022-06-30')`.execute(tx);
    return (await countTouched(tx)) - before;
  });
  expect(Number(touched)).toBeLessThan(500);
});

/** Rows of the books and statements that this connection has read and PostgreSQL has not yet reported. */
async function countTouched(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ rows: bigint }>`
    SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::bigint AS rows FROM pg_stat_xact_user_tables
     WHERE relname ~ '^(entries|postings|payments|statement_lines|statement_matches|statement_line_sources|reconciliation_spans)$'`.execute(
    tx,
  );
  return rows[0]!.rows;
}
