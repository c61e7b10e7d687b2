// The lists of approvals while thousands of payments wait, most of them on a line of a statement (PAY-17).
import { type Group, withDataSet } from "./database.ts";
import { askInTurns, ends, repeated, signInAll, type Call, type Tokens } from "./load.ts";
import { figure, type Figure } from "./results.ts";
import { startServer, untilQuiet } from "./server-process.ts";
import { worked, yardstick } from "./yardstick.ts";

const WAITING = 5_000;
const SHAPE = { members: 500, months: 24, perMonth: 1, audit: false };
const WARM = 20;
const TIMES = 200;

export function measureWaiting(
  { databaseUrl }: { databaseUrl: string | null },
  say: (line: string) => void,
): Promise<Figure[]> {
  return withDataSet(databaseUrl, SHAPE, say, async (group) => {
    await addWaiting(group);
    await group.client.query("VACUUM ANALYZE");
    const tokens = await signInAll(group.database.db);
    const server = await startServer(group.directory);
    try {
      await untilQuiet(group.client);
      const figures: Figure[] = [];
      const measure = { group, url: server.url, say };
      for (const [what, call] of Object.entries(listsOf(tokens)))
        figures.push(await time(measure, { what, call }));
      return figures;
    } finally {
      await server.stop();
    }
  });
}

const callOf = (path: string, token: string): Call => ({ path, token });

function listsOf({ treasurer, secGen }: Tokens): Record<string, Call> {
  const list = (query: string, token: string) =>
    callOf(`/api/finances/monthly-contribution-approval/?${query}`, token);
  return {
    "contributions to approve, page 1": list("page=1&page_size=20", treasurer),
    "contributions to approve, page 200": list("page=200&page_size=20", treasurer),
    "contributions to approve, page 1, by the Sec-Gen": list("page=1&page_size=20", secGen),
    "confirmed contributions to approve, page 1": list(
      "page=1&page_size=20&evidence=confirmed",
      treasurer,
    ),
    "missing contributions to approve, page 2": list(
      "page=2&page_size=20&evidence=missing",
      treasurer,
    ),
    "loan payments to approve, page 1": callOf(
      "/api/finances/get-loan-payment-approvals/?page=1",
      treasurer,
    ),
    "fine payments to approve, page 1": callOf(
      "/api/finances/fine-payment-approval/?page=1",
      treasurer,
    ),
    "loan applications to approve, page 1": callOf(
      "/api/finances/get-loan-application-approval/?page=1",
      treasurer,
    ),
  };
}

async function time(
  { group, url, say }: { group: Group; url: string; say: (line: string) => void },
  { what, call }: { what: string; call: Call },
): Promise<Figure> {
  await askInTurns(url, { clients: 1, calls: repeated(call, WARM) });
  const { result, PostgreSQL } = await worked(group.client, TIMES, () =>
    askInTurns(url, { clients: 1, calls: repeated(call, TIMES) }),
  );
  const values = { ...ends(result), PostgreSQL, ...(await yardstick(group.client)) };
  say(`  ${what} ${JSON.stringify(values)}`);
  return figure(`${WAITING.toLocaleString("en")} waiting: ${what}`, "ms", values, {
    requested: "p95 under 50 ms",
  });
}

/** Nine of ten are on a line, and matched; three of four lines have the RegNo of whoever claims them. */
async function addWaiting({ client }: Group): Promise<void> {
  await client.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    INSERT INTO statement_accounts (name, kind, number, created_by, created_at) VALUES ('Paybill', 'mpesa_paybill', '600123', 2, now());
    INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month)
    SELECT 'contribution', 4 + n % 490, 100000 + n, 'W1' || lpad(n::text, 8, '0'), '2026-10-05 09:00Z', now(), '2026-10-01'
      FROM generate_series(1, ${WAITING}) n;
    INSERT INTO statements (account_id, file_name, sha256, format, period_from, period_to, opening_cents, closing_cents, counts, breaks,
                            uploaded_by, uploaded_at)
    SELECT 1, 'bench.csv', sha256('bench'), 'mpesa', '2026-10-01', '2026-10-31', 0, sum(amount_cents), '{"new": 1, "known": 0, "failed": 0}',
           '[]', 2, now() FROM payments WHERE reference LIKE 'W1%' AND id % 10 <> 0;
    INSERT INTO statement_lines (account_id, identity, at, on_day, reference, details, party, account_typed, kind, amount_cents, state, is_proved)
    SELECT 1, sha256(p.reference::bytea), p.paid_at, p.paid_on, p.reference, 'Pay Bill', '25470****111 - MEMBER NUMBER' || m.id,
           CASE p.id % 4 WHEN 0 THEN 'savings' ELSE m.reg_number END, 'payment_in', p.amount_cents, 'matched', true
      FROM payments p JOIN members m ON m.id = p.member_id WHERE p.reference LIKE 'W1%' AND p.id % 10 <> 0;
    INSERT INTO statement_line_sources (statement_id, line, line_id) SELECT 1, row_number() OVER (ORDER BY id), id FROM statement_lines;
    INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
    SELECT l.id, p.id, now(), 'reference' FROM statement_lines l JOIN payments p ON p.reference_key = l.reference_key;
    COMMIT`);
}
