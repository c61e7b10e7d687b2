// A month's statement of ten thousand lines, uploaded beside few lines and beside a million: how long it takes to read,
// prove and match it, and how long other requests take meanwhile; then lists, searches and reconciliation
// (docs/scale.md).
import { plainAmount } from "#domain/money.ts";
import { type Group, withDataSet } from "./database.ts";
import { askInTurns, ends, repeated, type Call, MEMBER, signInAll, type Tokens } from "./load.ts";
import { figure, type Figure } from "./results.ts";
import { memoryOf, startServer, type ServerProcess, untilQuiet } from "./server-process.ts";

const LINES = 10_000;
const WARM = 10;
const TIMES = 100;

type Params = { databaseUrl: string | null; lines: readonly number[] };

export async function measureStatements(
  { databaseUrl, lines }: Params,
  say: (line: string) => void,
  keep: (figures: Figure[]) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const known of lines) {
    say(`beside ${known.toLocaleString("en")} lines`);
    const shape = { members: 1_000, months: 120, perMonth: Math.max(known / 120_000, 0.02) };
    const measured = await withDataSet(databaseUrl, { ...shape, audit: false }, say, (group) =>
      measureBeside(group, known, say),
    );
    figures.push(...measured.map((each) => ({ ...each, size: known })));
    keep(figures);
  }
  return figures;
}

async function measureBeside(
  group: Group,
  known: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const { client } = group;
  await addKnownLines(group, known);
  await addWaitingPayments(group);
  await client.query("VACUUM ANALYZE");
  const { rows } = await client.query<{ count: string }>("SELECT count(*) FROM statement_lines");
  const beside = `beside ${Number(rows[0]?.count).toLocaleString("en")} lines`;
  const tokens = await signInAll(group.database.db);
  const server = await startServer(group.directory);
  try {
    await untilQuiet(client);
    const figures: Figure[] = [];
    const file = statementOf(1);
    for (const what of ["preview", "import"] as const) {
      say(`  ${what}`);
      figures.push(...(await upload(server, { what, beside, file, tokens })));
    }
    await untilSettled(group);
    // Sessions that nobody used meanwhile may have ended.
    const awake = await signInAll(group.database.db);
    for (const [what, call] of Object.entries(reads(awake, await middleOf(group)))) {
      await askInTurns(server.url, { clients: 1, calls: repeated(call, WARM) });
      const measured = await askInTurns(server.url, { clients: 1, calls: repeated(call, TIMES) });
      figures.push(
        figure(`${beside}: ${what}`, "ms", ends(measured), { requested: "p95 under 50 ms" }),
      );
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/**
 * Adds a matched line for each of the newest payments of the data set, in one statement a month. A third of the lines
 * are from the day before their payment was booked.
 */
async function addKnownLines({ client }: Group, count: number): Promise<void> {
  await client.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    SET LOCAL statement_timeout = 0;
    INSERT INTO statement_accounts (name, kind, number, created_by, created_at) VALUES ('Bank', 'bank', '0110', 2, now()), ('Paybill', 'mpesa_paybill', '600123', 2, now());
    CREATE TEMP TABLE known ON COMMIT DROP AS
      SELECT p.id AS payment_id, p.reference, p.amount_cents, p.member_id, e.id AS entry_id, e.business_date AS booked_on,
             e.business_date - (e.id % 3 = 0)::int AS on_day
        FROM payments p JOIN entries e ON e.source_kind = 'payment' AND e.source_id = p.id
       WHERE p.status = 'approved' ORDER BY e.business_date DESC, p.id DESC LIMIT ${count};
    INSERT INTO statements (account_id, file_name, sha256, format, period_from, period_to, opening_cents, closing_cents, counts, breaks,
                            uploaded_by, uploaded_at)
    SELECT 1, 'known.csv', sha256(first::text::bytea), 'bank', first, (first + interval '1 month - 1 day')::date,
           sum(cents) OVER (ORDER BY first)::bigint - cents, sum(cents) OVER (ORDER BY first)::bigint, '{"new": 1, "known": 0, "failed": 0}',
           '[]', 2, now()
      FROM (SELECT date_trunc('month', on_day::timestamp)::date AS first, sum(amount_cents)::bigint AS cents FROM known GROUP BY 1) m
     ORDER BY first;
    INSERT INTO statement_lines (account_id, identity, at, on_day, reference, details, party, account_typed, kind, amount_cents, state, is_proved)
    SELECT 1, sha256(reference::bytea), NULL, on_day, reference, 'Pay Bill from 25470****' || member_id || ' - MEMBER ' || member_id || ' Acc. BENCH/' || member_id,
           'MEMBER NUMBER' || member_id, 'BENCH/' || member_id, 'payment_in', amount_cents, 'matched', true
      FROM known ORDER BY on_day, payment_id;
    INSERT INTO statement_line_sources (statement_id, line, line_id)
    SELECT s.id, row_number() OVER (PARTITION BY s.id ORDER BY l.id), l.id
      FROM statement_lines l JOIN statements s ON s.period_from = date_trunc('month', l.on_day::timestamp)::date;
    INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
    SELECT l.id, k.payment_id, now(), 'reference' FROM statement_lines l JOIN known k USING (reference);
    INSERT INTO reconciliation_spans (line_id, days)
    SELECT l.id, daterange(k.on_day, k.booked_on) FROM statement_lines l JOIN known k USING (reference) WHERE k.booked_on > k.on_day;
    UPDATE reconciliation_start SET from_day = reconciliation_begins();
    INSERT INTO statement_line_days (account_id, on_day, state, lines, in_cents, out_cents, proved_cents)
    SELECT 1, on_day, state, count(*), sum(amount_cents), 0, sum(amount_cents) FROM statement_lines GROUP BY on_day, state;
    COMMIT`);
}

const receiptOf = (number: number, file = 1) => `W${file}${String(number).padStart(8, "0")}`;
const DAY = "2026-10";

/** Adds payments that members reported and nobody has approved yet, for nine of ten lines of the file. */
async function addWaitingPayments({ client }: Group): Promise<void> {
  await client.query(`
    INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month)
    SELECT 'contribution', 4 + n % 900, 100000 + n, 'W1' || lpad(n::text, 8, '0'), '${DAY}-05 09:00Z', now(), '${DAY}-01'
      FROM generate_series(0, ${LINES - 1}) n WHERE n % 10 <> 0`);
}

/** The file in M-PESA's old export, oldest line first. */
function statementOf(file: number): string {
  const head = [
    "Account Holder:,BENCH GROUP",
    "Short Code:,600123",
    `Time Period:,From 01-10-2026 00:00:00 To 31-10-2026 23:59:59`,
    "Opening Balance:,5000000.00",
    "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.",
  ];
  let balance = 500_000_000n;
  const lines = Array.from({ length: LINES }, (_, number) => {
    const cents = BigInt(100_000 + number);
    balance += cents;
    const minute = Math.floor((number / LINES) * 30 * 24 * 60);
    const at = `${two(1 + Math.floor(minute / 1440))}-10-2026 ${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}:${two(number % 60)}`;
    const party = `25470****${100 + (number % 900)} - MEMBER NUMBER${number % 900}`;
    return `${receiptOf(number, file)},${at},${at},Pay Bill from ${party} Acc. BENCH/${number % 900},Completed,${plainAmount(cents)},,${plainAmount(balance)},TRUE,Pay Bill,${party},,BENCH/${number % 900}`;
  });
  return [...head, ...lines].join("\n");
}

const two = (value: number) => String(value).padStart(2, "0");

type Uploading = { what: "preview" | "import"; beside: string; file: string; tokens: Tokens };

/**
 * Times the upload, and measures the most memory that the server took and how long a member waited whose requests went
 * on meanwhile.
 */
async function upload(
  server: ServerProcess,
  { what, beside, file, tokens }: Uploading,
): Promise<Figure[]> {
  const own: Call = { path: "/api/finances/monthly-contribution/?page=1", token: tokens.member };
  await askInTurns(server.url, { clients: 1, calls: repeated(own, WARM) });
  const uploading = new AbortController();
  let memory = 0;
  const times: number[] = [];
  const watching = (async () => {
    while (!uploading.signal.aborted) {
      memory = Math.max(memory, memoryOf([server.pid]));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const measuring = (async () => {
    while (!uploading.signal.aborted) {
      const {
        times: [time = 0],
      } = await askInTurns(server.url, { clients: 1, calls: [own] });
      times.push(time);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const form = new FormData();
  form.append("account_id", "2");
  form.append("file", new Blob([file]), "october.csv");
  const startedAt = performance.now();
  const answer = await fetch(
    `${server.url}/api/statements/${what === "preview" ? "preview/" : ""}`,
    {
      method: "POST",
      headers: { Authorization: `Bearer ${tokens.treasurer}` },
      body: form,
    },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  uploading.abort();
  await Promise.all([watching, measuring]);
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
  const { counts, lines = [] } = (await answer.json()) as {
    counts: { new: number };
    lines?: object[];
  };
  const note = what === "preview" ? `${lines.length} shown` : `${counts.new} imported`;
  const name = `${beside}: ${what} of ${LINES.toLocaleString("en")} lines`;
  return [
    figure(name, "s", { total: seconds }, { requested: "under 5 s", note }),
    figure(`${name}: memory of the server`, "MiB", { most: memory }, { requested: "under 256 MB" }),
    figure(`${name}: what a member waits meanwhile`, "ms", ends({ times, seconds }), {
      requested: "p95 under 50 ms",
    }),
  ];
}

/** Waits until the server has worked out the reconciliation that follows an import. */
async function untilSettled({ client }: Group): Promise<void> {
  for (;;) {
    const { rows } = await client.query("SELECT FROM reconciliation_changes LIMIT 1");
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await client.query("VACUUM ANALYZE");
  await untilQuiet(client);
}

/** The day in the middle of the period that the statements cover. */
async function middleOf({ client }: Group): Promise<string> {
  const { rows } = await client.query<{ day: string }>(
    "SELECT (min(period_from) + (max(period_to) - min(period_from)) / 2)::text AS day FROM statements",
  );
  return rows[0]?.day ?? "";
}

function reads({ treasurer, member }: Tokens, middle: string): Record<string, Call> {
  const lines = (query: string): Call => ({
    path: `/api/statements/lines/?page=1${query}`,
    token: treasurer,
  });
  return {
    "lines, page 1": lines(""),
    "lines, page 500": { path: "/api/statements/lines/?page=500", token: treasurer },
    "open lines, page 1": lines("&state=open"),
    "lines searched by code": lines(`&search=${receiptOf(77)}`),
    "lines searched by name": lines("&search=number77"),
    "lines searched by amount": lines("&search=1000.77"),
    "lines searched by a word and a number": lines("&search=member%20bench/7"),
    "reconciliation, an official": { path: "/api/reconciliation/", token: treasurer },
    "reconciliation of a day long ago": {
      path: `/api/reconciliation/?date=${middle}`,
      token: treasurer,
    },
    "reconciliation, a member": { path: "/api/reconciliation/", token: member },
    "contributions to approve, page 1": {
      path: "/api/finances/monthly-contribution-approval/?page=1",
      token: treasurer,
    },
    "those confirmed, page 1": {
      path: "/api/finances/monthly-contribution-approval/?page=1&evidence=confirmed",
      token: treasurer,
    },
    "a member's transactions": {
      path: `/api/finances/transactions/?page=1&member=${MEMBER}`,
      token: treasurer,
    },
  };
}
