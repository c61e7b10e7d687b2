// Compares the client's record with the database: everything acknowledged is there once, and nothing else is.
import type { Client as Connection } from "pg";
import type { Record } from "./load.ts";

export type Findings = { checked: number; lost: string[]; doubled: string[]; waiting: string[] };

type Payment = {
  id: number;
  reference: string;
  status: string;
  cents: string;
  treasurer: string;
  sec_gen: string;
  entries: number;
};
type Post = { description: string; cents: string; entries: number };
type Loan = { id: number; cents: string; is_active: boolean; entries: number };

/** Call when every request is settled. */
export async function checkRecord(database: Connection, record: Record): Promise<Findings> {
  const findings: Findings = { checked: 0, lost: [], doubled: [], waiting: [] };
  const rows = async <T extends object>(text: string) => (await database.query<T>(text)).rows;
  decidePayments(
    findings,
    record,
    await rows<Payment>(`
    SELECT id, reference, status, amount_cents AS cents, treasurer_verdict AS treasurer, sec_gen_verdict AS sec_gen,
           (SELECT count(*)::int FROM entries WHERE source_kind = 'payment' AND source_id = p.id) AS entries
      FROM payments p`),
  );
  checkPosts(
    findings,
    record,
    await rows<Post>(`
    SELECT description, amount_cents AS cents,
           (SELECT count(*)::int FROM entries WHERE source_kind = 'ledger_entry' AND source_id = p.id) AS entries
      FROM ledger_posts p`),
  );
  checkLoans(
    findings,
    record,
    await rows<Loan>(`
    SELECT id, amount_cents AS cents, status IN ('active', 'cleared') AS is_active,
           (SELECT count(*)::int FROM entries WHERE source_kind = 'loan' AND source_id = l.id) AS entries
      FROM loans l`),
  );
  // Safety I34.
  const waiting = await rows<{ name: string }>(`
    SELECT format('%s: %s %s', pid, state, left(query, 80)) AS name FROM pg_stat_activity
     WHERE (wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '10 s')
        OR (state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - interval '15 s')`);
  findings.waiting.push(...waiting.map(({ name }) => name));
  return findings;
}

function decidePayments(findings: Findings, record: Record, rows: Payment[]): void {
  const found = countBy(rows, ({ reference }) => reference);
  for (const [reference, { id, amount, verdicts }] of record.payments) {
    findings.checked += 1 + verdicts.length;
    checkCount(findings, `payment ${reference}`, found.get(reference));
    const row = rows.find((each) => each.id === id);
    if (row?.reference !== reference || Number(row.cents) !== amount * 100)
      findings.lost.push(`payment ${reference} is not what was acknowledged`);
    const stands = [`treasurer ${row?.treasurer}`, `sec_gen ${row?.sec_gen}`];
    for (const verdict of verdicts)
      if (!stands.includes(verdict)) findings.lost.push(`payment ${reference}: ${verdict}`);
    const entries = verdicts.length === 2 ? 1 : 0;
    if ((row?.entries ?? 0) < entries) findings.lost.push(`payment ${reference}: its entry`);
    if ((row?.entries ?? 0) > entries) findings.doubled.push(`payment ${reference}: its entry`);
  }
  for (const { reference } of rows)
    if (!record.payments.has(reference))
      findings.doubled.push(`payment ${reference} was never acknowledged`);
}

function checkPosts(findings: Findings, record: Record, rows: Post[]): void {
  const found = countBy(rows, ({ description }) => description);
  for (const [description, { amount }] of record.posts) {
    findings.checked += 1;
    checkCount(findings, `post ${description}`, found.get(description));
    const row = rows.find((each) => each.description === description);
    if (Number(row?.cents) !== amount * 100 || row?.entries !== 1)
      findings.lost.push(`post ${description} is not what was acknowledged`);
  }
  for (const { description } of rows)
    if (!record.posts.has(description))
      findings.doubled.push(`post ${description} was never acknowledged`);
}

function checkLoans(findings: Findings, record: Record, rows: Loan[]): void {
  for (const [id, { amount, approvals }] of record.loans) {
    findings.checked += 1 + approvals;
    const row = rows.find((each) => each.id === id);
    if (row === undefined || Number(row.cents) !== amount * 100) findings.lost.push(`loan ${id}`);
    const isPaidOut = approvals === 2;
    if (isPaidOut && (row?.is_active !== true || row.entries === 0))
      findings.lost.push(`loan ${id}: its payout`);
    if ((row?.entries ?? 0) > (isPaidOut ? 1 : 0)) findings.doubled.push(`loan ${id}: its entry`);
  }
  for (const { id } of rows)
    if (!record.loans.has(id)) findings.doubled.push(`loan ${id} was never acknowledged`);
}

function checkCount(findings: Findings, name: string, count = 0): void {
  if (count === 0) findings.lost.push(name);
  if (count > 1) findings.doubled.push(`${name}, ${count} times`);
}

function countBy<T>(rows: readonly T[], name: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(name(row), (counts.get(name(row)) ?? 0) + 1);
  return counts;
}
