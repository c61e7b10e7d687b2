import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nairobiDate } from "#domain/calendar.ts";
import { balanceSheet, retainedEarnings } from "#domain/ledger/statements.ts";
import { readBalances } from "#server/core/ledger/balances.ts";
import { openMigrated, type OpenDatabase } from "#server/db/open-database.ts";
import { createDemoDatabase, leapDay } from "#tests/support/demo-group.ts";
import { unnamedFacts } from "#tests/support/unnamed-facts.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { demoPeople, demoPerson, demoSituations } from "./people.ts";

const MINUTE_MS = 60_000;

/** The query of each situation must find at least one row. */
const situations: readonly (readonly [what: string, sql: string])[] = [
  ["a loan that nobody has judged", "FROM loans WHERE status = 'pending'"],
  ["a loan that waits for one office", "FROM loans WHERE status = 'pending_approval'"],
  ["a loan rejected by an office", "FROM loans WHERE status = 'rejected' AND sec_gen_reason <> ''"],
  ["a loan rejected above the limit", "FROM loans WHERE refused_because LIKE '%your loan limit%'"],
  ["a loan partly repaid", "FROM loans WHERE status = 'active' AND repaid_cents > 0"],
  [
    "a loan cleared by repayments",
    "FROM loans WHERE status = 'cleared' AND repaid_cents = amount_cents + interest_cents",
  ],
  [
    "a loan cleared after it was in default",
    "FROM loans JOIN audit_entries a ON a.subject_id = loans.id AND a.action = 'sweep.mark-default' WHERE status = 'cleared'",
  ],
  [
    "a loan put in default by the sweep",
    "FROM loans JOIN audit_entries a ON a.subject_id = loans.id AND a.action = 'sweep.mark-default' WHERE status = 'default'",
  ],
  [
    "a loan written off and partly recovered",
    `FROM loans JOIN bad_debts b ON b.member_id = loans.member_id
      WHERE status = 'written_off' AND recovered_cents BETWEEN 1 AND b.amount_cents - 1`,
  ],
  ...["contribution", "loan_payment", "fine_payment"].flatMap((kind) =>
    ["pending", "pending_approval", "approved"].map(
      (status) =>
        [
          `a ${kind} that is ${status}`,
          `FROM payments WHERE kind = '${kind}' AND status = '${status}'`,
        ] as const,
    ),
  ),
  [
    "a contribution rejected with a reason",
    "FROM payments WHERE kind = 'contribution' AND treasurer_reason <> ''",
  ],
  [
    "a loan payment rejected with a reason",
    "FROM payments WHERE kind = 'loan_payment' AND treasurer_reason <> ''",
  ],
  ["a fine by an official", "FROM fines WHERE charged_by IS NOT NULL"],
  ["a late fine by the sweep", "FROM fines WHERE late_months > 3"],
  ["a paid fine", "FROM fines WHERE paid_cents = amount_cents"],
  ["a partly paid fine", "FROM fines WHERE paid_cents BETWEEN 1 AND amount_cents - 1"],
  ["a fine written off at an exit", "FROM fines WHERE written_off_cents > 0"],
  ["other income", "FROM ledger_posts WHERE type = 'other_income'"],
  ["an investment", "FROM ledger_posts WHERE type = 'investment'"],
  [
    "a fixed deposit redeemed in parts with interest",
    `FROM fixed_deposits d WHERE redeemed_cents = amount_cents AND 2 <=
      (SELECT count(*) FROM fixed_deposit_redemptions r WHERE r.deposit_id = d.id AND interest_cents > 0)`,
  ],
  ["an open fixed deposit", "FROM fixed_deposits WHERE redeemed_cents = 0 AND NOT is_reversed"],
  [
    "a dividend partly paid",
    "FROM dividend_declarations WHERE paid_cents BETWEEN 1 AND amount_cents - 1",
  ],
  ["a reversed entry", "FROM entries WHERE reverses IS NOT NULL"],
  [
    "a clearing in credit",
    `FROM settlements s JOIN members m ON m.id = s.member_id
      WHERE s.kind = 'clear' AND s.given_cents > 0 AND m.status = 'cleared'`,
  ],
  [
    "a dormant member who has not left",
    "FROM members WHERE status = 'dormant' AND exited_on IS NULL",
  ],
  [
    "a pending member who has paid a first contribution",
    `FROM members m JOIN payments p ON p.member_id = m.id AND p.status = 'approved'
      WHERE m.status = 'pending_approval' AND m.is_active`,
  ],
  ...["confirmed", "differs", "missing"].map(
    (state) =>
      [
        `a waiting payment whose evidence is ${state}`,
        `FROM payments p, evidence_of(p.id, p.reference_key, p.amount_cents, p.paid_on) said
          WHERE p.status IN ('pending', 'pending_approval') AND said.state = '${state}'`,
      ] as const,
  ),
  [
    "money on a statement that nobody claimed",
    "FROM statement_lines WHERE state = 'open' AND kind = 'payment_in' AND account_typed = 'MERRY GO ROUND'",
  ],
  [
    "whole statements of more than six months",
    "FROM statements WHERE is_proof HAVING count(*) = 7 AND max(period_to) - min(period_from) >= 181",
  ],
  [
    "month ends on which both offices agree with the bank, without a difference",
    `FROM (SELECT on_day FROM reconciliation_acceptances, LATERAL reconciliation_figures(on_day) f WHERE f.difference_cents = 0
            GROUP BY on_day HAVING count(DISTINCT office) = 2) agreed HAVING count(*) = 5`,
  ],
  ...["delivered", "sent", "failed", "rejected", "skipped"].map(
    (state) =>
      [
        `a text that is ${state}`,
        `FROM notice_messages WHERE channel = 'sms' AND state = '${state}'`,
      ] as const,
  ),
  ["mails that went out", "FROM notice_messages WHERE channel = 'email' AND state = 'sent'"],
  [
    "mails that can all be read on the demo's page",
    "FROM mails HAVING count(*) > 100 AND count(*) = count(body)",
  ],
  ["a text with its cost", "FROM notice_messages WHERE channel = 'sms' AND cost_units > 0"],
  [
    "a text in Swahili",
    "FROM notice_messages WHERE channel = 'sms' AND text LIKE 'Risiti%' AND state = 'delivered'",
  ],
  ...["receipt", "loan", "reminder", "office", "month"].map(
    (kind) =>
      [
        `a notice of the last month of ${kind}, sent as a text`,
        `FROM notices n JOIN notice_messages d ON d.notice_id = n.id AND d.channel = 'sms' WHERE n.kind = '${kind}'`,
      ] as const,
  ),
  ...["digest", "contribution_due", "contribution_due_today", "loan_paid_out"].map(
    (event) => [`a notice of ${event}`, `FROM notices WHERE event = '${event}'`] as const,
  ),
  [
    "notices that are read and others that are not, of a member and of each official",
    `FROM (SELECT m.id FROM members m JOIN notices n ON n.member_id = m.id
            WHERE m.office IS NOT NULL OR m.username = 'akinyi.okoth' GROUP BY m.id
           HAVING count(n.read_at) > 0 AND count(*) > count(n.read_at)) both_kinds HAVING count(*) = 4`,
  ],
  ["a rejected applicant", "FROM members WHERE rejected_at IS NOT NULL AND NOT is_active"],
];

describe.each([
  ["2026-01-01T00:02:00+03:00", "2023"],
  [leapDay, "2025"],
])("the demo group on %s", (text, firstYear) => {
  const today = new Date(text);
  let database: OpenDatabase;

  const count = async (from: string): Promise<number> => {
    const { rows } = await sql<{ found: number }>`
      SELECT count(*)::int AS found ${sql.raw(from)}`.execute(database.db);
    return rows[0]?.found ?? 0;
  };

  beforeAll(async () => {
    const owner = await createDemoDatabase(today);
    database = await openMigrated({ connection: owner, owner }, () => undefined);
  }, 3 * MINUTE_MS);

  afterAll(() => database.close());

  it("holds every invariant of the books", async () => {
    expect((await verifyBooks(database.db)).breaches).toEqual([]);
  });

  it("has an audit log that is read in words", async () => {
    expect(await unnamedFacts(database.db)).toEqual([]);
  });

  it("has a balance sheet without a difference, and has earned something to share", async () => {
    const balances = await readBalances(database.db, nairobiDate(today));
    const sheet = balanceSheet(balances);
    const difference =
      sheet.totalAssetsCents + sheet.totalLiabilitiesCents + sheet.totalEquitiesCents;
    expect(difference).toBe(0n);
    expect(sheet.totalAssetsCents).toBeGreaterThan(0n);
    expect(retainedEarnings(balances)).toBeLessThan(0n);
  });

  it.each(situations)("has %s", async (_what, from) => {
    expect(await count(from)).toBeGreaterThan(0);
  });

  it("has expenses of several categories in every year that is over", async () => {
    const { rows } = await sql<{ year: number; categories: number }>`
      SELECT extract(year FROM posted_at AT TIME ZONE 'Africa/Nairobi')::int AS year,
             count(DISTINCT category)::int AS categories
        FROM ledger_posts WHERE type = 'expense' GROUP BY 1 ORDER BY 1`.execute(database.db);
    const years = rows.filter(({ year }) => year < Number(nairobiDate(today).slice(0, 4)));
    expect(years[0]?.year).toBe(Number(firstYear));
    expect(Math.min(...years.map(({ categories }) => categories))).toBeGreaterThanOrEqual(3);
  });

  it("has one payment and its charge that are neither booked nor wait for approval", async () => {
    const { rows } = await sql<{ on_day: string; details: string }>`
      SELECT l.on_day::text, l.details FROM statement_lines l
       WHERE l.state = 'open'
         AND NOT EXISTS (SELECT FROM payments p
                          WHERE p.reference_key = l.reference_key AND p.status IN ('pending', 'pending_approval'))
       ORDER BY l.at`.execute(database.db);
    expect(rows).toEqual([
      { on_day: expect.any(String), details: expect.stringContaining("MERRY GO ROUND") },
      { on_day: expect.any(String), details: "Business Pay Bill Charge" },
    ]);
  });

  it("has nobody who is paid up to more than the coming month", async () => {
    const { rows } = await sql<{ username: string; months: number }>`
      SELECT m.username, (sum(p.amount_cents) / 100000)::int
             - (12 * (extract(year FROM age(${today}, min(p.contribution_month))))
                   + extract(month FROM age(${today}, min(p.contribution_month))))::int AS months
        FROM members m JOIN payments p ON p.member_id = m.id AND p.kind = 'contribution' AND p.status = 'approved'
       GROUP BY m.id`.execute(database.db);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ months }) => months > 2)).toEqual([]);
  });

  it("has closed its first financial year and no other", async () => {
    const closed = await database.db.selectFrom("closed_years").select("label").execute();
    expect(closed).toEqual([{ label: firstYear }]);
  });

  it("has nothing in it from after today", async () => {
    expect(
      await count(`FROM audit_entries WHERE at > '${today.toISOString()}'`),
      "audit entries",
    ).toBe(0);
    expect(await count(`FROM entries WHERE recorded_at > '${today.toISOString()}'`)).toBe(0);
    expect(
      await count(`FROM notice_messages WHERE sent_at > '${today.toISOString()}'`),
      "messages",
    ).toBe(0);
  });

  it("lets everybody it names sign in", async () => {
    expect(await count("FROM members")).toBe(demoPeople.length);
    const members = await database.db
      .selectFrom("members")
      .select("email")
      .where("is_active", "=", true)
      .execute();
    const emails = members.map(({ email }) => email);
    expect(emails).toEqual(
      expect.arrayContaining(demoSituations.map(({ username }) => demoPerson(username).email)),
    );
  });
});
