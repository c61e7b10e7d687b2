// Loans by instalments: a quote of many rows, the portfolio of any day, and a sweep that charges many rows while payments
// are approved. The loans are set down by SQL without their entries: only what reads and charges them is measured.
import type { Client } from "pg";
import { addDays, addMonths, nairobiDate } from "#domain/calendar.ts";
import { suspendGuards } from "#server/backup/load-database.ts";
import { chargeDueInterest } from "#server/core/lending/charge-due.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { fillDataSet } from "./data-set/fill.ts";
import { CHAIRPERSON, SEC_GEN, TREASURER } from "./data-set/group.ts";
import { type Group, withDatabase } from "./database.ts";
import { askInTurns, type Call, ends, repeated, signInAll } from "./load.ts";
import { approvals, CLIENTS, MEMBERS } from "./posting.ts";
import { figure, type Figure } from "./results.ts";
import { startServer, untilQuiet } from "./server-process.ts";

const LOANS = 20_000;
/** So many of them have a row that falls due today. */
const DUE = 5_000;
const INSTALMENTS = 24;
const WARM = 20;
const TIMES = 200;

export function measureLending(
  { count }: { count: number },
  say: (line: string) => void,
): Promise<Figure[]> {
  return withDatabase(null, async (group) => {
    const shape = { members: MEMBERS, months: 24, perMonth: 1, end: new Date(), audit: true };
    await fillDataSet(group.database.owner, shape, say);
    const tokens = await signInAll(group.database.db);
    const products = await layLoans(group.client, say);
    const server = await startServer(group.directory);
    try {
      await untilQuiet(group.client);
      const figures: Figure[] = [];
      for (const { what, calls, requested } of reads(products, tokens)) {
        say(`  ${what}`);
        await askInTurns(server.url, { clients: 1, calls: calls.slice(0, WARM) });
        const measured = await askInTurns(server.url, { clients: 1, calls });
        figures.push(figure(what, "ms", ends(measured), { requested }));
      }
      const beside = await chargeBeside(group, {
        url: server.url,
        token: tokens.secGen,
        count,
        say,
      });
      return [...figures, ...beside];
    } finally {
      await server.stop();
    }
  });
}

type Products = { long: number };

function reads({ long }: Products, { member, treasurer }: Awaited<ReturnType<typeof signInAll>>) {
  const today = nairobiDate(new Date());
  const quote = {
    path: `/api/loans/quote/?product_id=${long}&amount=2000&instalments=120`,
    token: member,
  };
  const portfolio = (date: string): Call => ({
    path: `/api/loans/portfolio/?date=${date}`,
    token: treasurer,
  });
  const days = Array.from({ length: TIMES }, (_, index) => portfolio(addDays(today, -index * 3)));
  const requested = "p95 under 150 ms";
  const of = `portfolio of ${LOANS.toLocaleString("en")} loans`;
  return [
    { what: "a quote of 120 rows", calls: repeated(quote, TIMES), requested: "p95 under 10 ms" },
    { what: `${of}, today`, calls: repeated(portfolio(today), TIMES), requested },
    { what: `${of}, on any day of the last 600`, calls: days, requested },
  ];
}

/** The server's own sweep finds nothing due, until the rows of today are. */
async function chargeBeside(
  group: Group,
  load: { url: string; token: string; count: number; say: (line: string) => void },
): Promise<Figure[]> {
  const { client, database } = group;
  const { url, token, count, say } = load;
  const alone = await askInTurns(url, {
    clients: CLIENTS,
    calls: await approvals(group, count, token),
  });
  const calls = await approvals(group, count, token);
  const today = nairobiDate(new Date());
  await client.query(
    `UPDATE loans SET charges_next_on = $1 WHERE id IN (
       SELECT r.loan_id FROM loan_rows r JOIN loans l ON l.id = r.loan_id AND l.version = r.version
        WHERE r.due_on = $1 AND l.status = 'active' ORDER BY r.loan_id LIMIT ${DUE})`,
    [today],
  );
  // As many connections as the server's worker has.
  const pool = openPool(database.owner, 2);
  const startedAt = performance.now();
  const sweeping = chargeDueInterest(openDatabase(pool), { today, now: new Date() }).then(
    () => (performance.now() - startedAt) / 1000,
  );
  const beside = await askInTurns(url, { clients: CLIENTS, calls });
  const seconds = await sweeping;
  await pool.end();
  const { rows } = await client.query<{ charged: number }>(
    "SELECT count(*)::int AS charged FROM loan_interest WHERE due_on = $1",
    [today],
  );
  say(`  ${rows[0]?.charged} rows charged in ${seconds.toFixed(1)} s`);
  return [
    figure(
      "rows that fall due, charged in one sweep beside approvals",
      "s",
      { total: seconds },
      {
        requested: "5,000 rows in 20 s",
        note: `${rows[0]?.charged} rows`,
      },
    ),
    figure(`an approval beside the sweep, ${CLIENTS} clients`, "ms", ends(beside)),
    figure(`an approval without it, ${CLIENTS} clients`, "ms", ends(alone)),
  ];
}

/**
 * Loans of equal principal over 24 months, paid out on each of the last 700 days; a quarter of them have a row today. What
 * fell due was paid, but for the last rows of some.
 */
async function layLoans(client: Client, say: (line: string) => void): Promise<Products> {
  const startedAt = performance.now();
  const product = async (name: string, most: number): Promise<number> => {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO loan_products (name, loan_type, method, rate_bp, rate_per, instalments_most, grace_months, grace_kind, round_up_to_cents,
         fee_bp, fee_cents, guarantee, guarantors_least, call_after_days, made_by, made_at)
       VALUES ($1, 'normal_loan', 'equal_principal', 150, 'month', $2, 0, 'interest_only', 1, 0, 0, 'none', 0, 30, ${CHAIRPERSON}, now())
       RETURNING id`,
      [name, most],
    );
    return rows[0]?.id ?? 0;
  };
  const [long, id] = [await product("Long", 120), await product("Two years", INSTALMENTS)];
  const today = nairobiDate(new Date());
  await client.query("BEGIN");
  const restoreGuards = await suspendGuards(client);
  await client.query(loansOf(today), [id]);
  await client.query(rowsOf());
  await client.query(paidOf(today));
  await client.query(chargedOf(today));
  await client.query(afterwards());
  await restoreGuards();
  await client.query("COMMIT");
  await client.query("VACUUM ANALYZE");
  say(`  ${LOANS} loans: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return { long };
}

const PRINCIPAL = 100_000;
const MONTH = 1 + INSTALMENTS;

/** Every fourth was paid out on today's day of a month. */
function loansOf(today: string): string {
  const months = [...Array(INSTALMENTS - 1).keys()].map((back) => addMonths(today, -1 - back));
  const days = `(ARRAY['${months.join("','")}']::date[])`;
  return `WITH laid AS (
      SELECT n, 4 + n % ${MEMBERS - 3} AS member_id,
             CASE WHEN n % 4 = 0 THEN ${days}[1 + n / 4 % ${months.length}] ELSE '${today}'::date - 1 - n % 700 END AS start_date
        FROM generate_series(1, ${LOANS}) n)
    INSERT INTO loans (member_id, number, loan_type, amount_cents, interest_cents, rate_bp, term_months, applied_at, treasurer_verdict, treasurer_id,
      treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at, status, start_date, expiry_date, balance_cents, product_id, instalments, fee_cents,
      version, rows_interest_cents, principal_left_cents)
    SELECT member_id, 1000 + n, 'normal_loan', ${PRINCIPAL * INSTALMENTS}, 0, 150, ${INSTALMENTS}, start_date, 'approved', ${TREASURER}, start_date,
           'approved', ${SEC_GEN}, start_date, 'active', start_date, start_date + interval '${INSTALMENTS} months', ${PRINCIPAL * INSTALMENTS},
           $1, ${INSTALMENTS}, 0, 1, ${(PRINCIPAL * 15 * INSTALMENTS * MONTH) / 2000}, ${PRINCIPAL * INSTALMENTS} FROM laid`;
}

const rowsOf = () => `WITH versions AS (
    INSERT INTO loan_versions (loan_id, version, reason, from_on) SELECT id, 1, 'payout', start_date FROM loans WHERE version = 1 RETURNING loan_id)
  INSERT INTO loan_rows (loan_id, version, place, number, due_on, interest_cents, carried_cents, principal_cents, is_moved)
  SELECT l.id, 1, row - 1, row, l.start_date + row * interval '1 month', ${PRINCIPAL * 15} * (${MONTH} - row) / 1000, 0, ${PRINCIPAL}, false
    FROM loans l JOIN versions v ON v.loan_id = l.id, generate_series(1, ${INSTALMENTS}) row`;

/** A few days late; of every third loan the last rows are not paid. */
const paidOf = (today: string) => `WITH due AS (
    SELECT r.loan_id, l.member_id, r.interest_cents, r.principal_cents, 'LEND' || r.loan_id || 'R' || r.number AS reference,
           (r.due_on + r.loan_id % 5)::timestamp AT TIME ZONE 'Africa/Nairobi' AS at
      FROM loan_rows r JOIN loans l ON l.id = r.loan_id
     WHERE r.due_on + r.loan_id % 5 < '${today}'::date - CASE WHEN r.loan_id % 3 = 0 THEN 20 * (r.loan_id % 4) ELSE 0 END),
  paid AS (
    INSERT INTO payments (kind, member_id, loan_id, amount_cents, reference, paid_at, submitted_at, treasurer_verdict, treasurer_id, treasurer_at,
      sec_gen_verdict, sec_gen_id, sec_gen_at, early)
    SELECT 'loan_payment', member_id, loan_id, interest_cents + principal_cents, reference, at, at, 'approved', ${TREASURER}, at,
           'approved', ${SEC_GEN}, at, 'ahead' FROM due RETURNING id, reference, paid_on)
  INSERT INTO loan_repayments (loan_id, payment_id, amount_cents, paid_on, early, principal_cents, interest_cents,
    early_principal_cents, interest_saved_cents, balance_after_cents, allocation)
  SELECT loan_id, paid.id, interest_cents + principal_cents, paid.paid_on, 'ahead', principal_cents, interest_cents, 0, 0, 0, '[]'
    FROM due JOIN paid USING (reference)`;

const chargedOf = (
  today: string,
) => `INSERT INTO loan_interest (loan_id, due_on, amount_cents, charged_on, charged_at)
  SELECT loan_id, due_on, interest_cents, due_on, due_on FROM loan_rows WHERE due_on < '${today}'`;

const afterwards =
  () => `UPDATE loans SET repaid_cents = paid.cents, principal_left_cents = amount_cents - paid.principal,
    balance_cents = amount_cents - paid.principal + charged.cents - (paid.cents - paid.principal)
  FROM (SELECT loan_id, sum(amount_cents) AS cents, sum(principal_cents) AS principal FROM loan_repayments GROUP BY 1) paid
  JOIN (SELECT loan_id, sum(amount_cents) AS cents FROM loan_interest GROUP BY 1) charged USING (loan_id)
 WHERE loans.id = paid.loan_id AND loans.version = 1`;
