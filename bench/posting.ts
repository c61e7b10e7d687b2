// The second approval of contributions over HTTP, beside raw SQL that writes the same rows, in one run.
import { randomBytes, randomUUID } from "node:crypto";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { fillDataSet } from "./data-set/fill.ts";
import { TREASURER } from "./data-set/group.ts";
import { withDatabase, type Group } from "./database.ts";
import { askAtRate, askInTurns, ends, type Call, signInAll } from "./load.ts";
import { pgledgerFile, preparePgledger, preparePlain, runPgbench, scripts } from "./pgbench.ts";
import { figure, median, notMeasured, type Figure, isInstalled } from "./results.ts";
import {
  postgresProcesses,
  processorTime,
  startServer,
  type ServerProcess,
  untilQuiet,
} from "./server-process.ts";

export const MEMBERS = 1_000;
export const CLIENTS = 16;
const RAW_CLIENTS = 8;
/** The most that one request approves (PAY-18). */
const LIST = 200;
const LIST_CLIENTS = 4;
const PAID_KES = 1_000;
const WARM = 1_500;
const RAW = ["same", "plain", "hot"] as const;
const HALF_LOAD_SECONDS = 5;
/** Not timed: after the payments were inserted and analysed, every connection plans its prepared queries again. */
const LEAD_IN_SECONDS = 1;

type Params = { databaseUrl: string | null; count: number; rounds: number };

/** Measures the ways in turns, so that other load on the machine affects all of them. */
export async function measurePosting(
  params: Params,
  say: (line: string) => void,
): Promise<Figure[]> {
  const embedded = await withDatabase(null, (group) => measureOn(group, params, say));
  if (params.databaseUrl === null) return embedded;
  const external = await withDatabase(params.databaseUrl, (group) => measureOn(group, params, say));
  return [
    ...embedded,
    ...external.map((each) => ({ ...each, what: `DATABASE_URL: ${each.what}` })),
  ];
}

async function measureOn(group: Group, { count, rounds }: Params, say: (line: string) => void) {
  const { database, client } = group;
  const shape = { members: MEMBERS, months: 24, perMonth: 1, end: new Date(), audit: true };
  await fillDataSet(database.owner, shape, say);
  await preparePlain(client);
  if (pgledgerFile !== "") await preparePgledger(client);
  const raw = pgledgerFile === "" ? RAW : [...RAW, "pgledger" as const];
  const { secGen } = await signInAll(database.db);
  const server = await startServer(group.directory);
  const rates: Record<string, number[]> = {
    http: [],
    lists: [],
    same: [],
    plain: [],
    hot: [],
    pgledger: [],
  };
  const turns: Measured[] = [];
  const halves: Half[] = [];
  try {
    await askInTurns(server.url, { clients: CLIENTS, calls: await approvals(group, WARM, secGen) });
    const hasPgbench = isInstalled("pgbench");
    for (let round = 1; round <= rounds; round++) {
      const measured = await measureTurn(group, server, await approvals(group, count, secGen));
      turns.push(measured);
      rates["http"]?.push(measured.perSecond);
      say(`  round ${round}: ${measured.perSecond.toFixed(0)} approvals a second`);
      const half = await measureHalf(group, server, { perSecond: measured.perSecond / 2, secGen });
      halves.push(half);
      say(`  round ${round}: at half of that p99 ${half.p99.toFixed(1)} ms`);
      const lists = listsOf(await submit(group, count), secGen);
      const byList = await askInTurns(server.url, { clients: LIST_CLIENTS, calls: lists });
      rates["lists"]?.push(count / byList.seconds);
      say(`  round ${round}: by lists of ${LIST} ${(count / byList.seconds).toFixed(0)} a second`);
      if (!hasPgbench) continue;
      for (const name of raw) {
        await untilQuiet(client);
        if (name === "same") await submit(group, count);
        const perSecond = runPgbench(database.owner, scripts[name], {
          clients: RAW_CLIENTS,
          transactions: Math.floor(count / RAW_CLIENTS),
        });
        rates[name]?.push(perSecond);
        say(`  round ${round}: ${name} ${perSecond.toFixed(0)} a second`);
      }
    }
    const keyed = (await approvals(group, count, secGen)).map((call) => ({
      ...call,
      idempotencyKey: randomUUID(),
    }));
    const withKeys = await askInTurns(server.url, { clients: CLIENTS, calls: keyed });
    await untilQuiet(client);
    return [
      ...overHttp(turns),
      figure(`approvals by lists of ${LIST}, ${LIST_CLIENTS} clients`, "/s", {
        median: median(rates["lists"] ?? []),
      }),
      figure("the same, each with an idempotency key, as the web sends them", "/s", {
        once: count / withKeys.seconds,
      }),
      ...atHalf(halves),
      ...(hasPgbench ? besideRaw(rates) : [notMeasured("raw SQL", "missing")]),
      await verified(group),
    ];
  } finally {
    await server.stop();
  }
}

type Measured = {
  perSecond: number;
  ends: ReturnType<typeof ends>;
  serverMs: number;
  databaseMs: number;
  loadMs: number;
};

async function measureTurn(group: Group, server: ServerProcess, calls: Call[]): Promise<Measured> {
  const database = await postgresProcesses(group.client);
  const before = {
    server: processorTime([server.pid]),
    database: processorTime(database),
    load: processorTime([process.pid]),
  };
  const measured = await askInTurns(server.url, { clients: CLIENTS, calls });
  return {
    perSecond: measured.times.length / measured.seconds,
    ends: ends(measured),
    serverMs: (processorTime([server.pid]) - before.server) / calls.length,
    databaseMs: (processorTime(database) - before.database) / calls.length,
    loadMs: (processorTime([process.pid]) - before.load) / calls.length,
  };
}

type Half = ReturnType<typeof ends> & { perSecond: number };

/** Each round uses half of its own rate, because the machine's rate changes from minute to minute. */
async function measureHalf(
  group: Group,
  server: ServerProcess,
  { perSecond, secGen }: { perSecond: number; secGen: string },
): Promise<Half> {
  const before = Math.ceil(perSecond * LEAD_IN_SECONDS);
  const timed = Math.ceil(perSecond * HALF_LOAD_SECONDS);
  const calls = await approvals(group, before + timed, secGen);
  await askAtRate(server.url, { perSecond, calls: calls.slice(0, before) });
  const measured = await askAtRate(server.url, { perSecond, calls: calls.slice(before) });
  return { ...ends(measured), perSecond };
}

function atHalf(halves: readonly Half[]): Figure[] {
  const middle = (of: (half: Half) => number) => median(halves.map(of));
  const rates = halves.map((half) => Math.round(half.perSecond));
  const all = halves.map((half) => half.p99.toFixed(1)).join(", ");
  return [
    figure(
      `the same at half of each round's rate, ${Math.min(...rates)} to ${Math.max(...rates)} a second`,
      "ms",
      {
        p50: middle((half) => half.p50),
        p95: middle((half) => half.p95),
        p99: middle((half) => half.p99),
      },
      { requested: "p99 below 25 ms", note: `medians; p99 of the rounds: ${all}` },
    ),
  ];
}

function overHttp(turns: readonly Measured[]): Figure[] {
  const middle = (of: (turn: Measured) => number) => median(turns.map(of));
  return [
    figure(`approvals over HTTP, ${CLIENTS} clients`, "/s", {
      median: middle((turn) => turn.perSecond),
    }),
    figure("an approval's answer then", "ms", {
      p50: middle((turn) => turn.ends.p50),
      p95: middle((turn) => turn.ends.p95),
      p99: middle((turn) => turn.ends.p99),
    }),
    figure("processor time of an approval", "ms", {
      server: middle((turn) => turn.serverMs),
      PostgreSQL: middle((turn) => turn.databaseMs),
      "the load itself": middle((turn) => turn.loadMs),
    }),
  ];
}

function besideRaw(rates: Record<string, number[]>): Figure[] {
  const rate = (name: string) => median(rates[name] ?? []);
  const over = (name: string, way = "http") => ({ median: medianRatio(rates, name, way) });
  const clients = `pgbench, ${RAW_CLIENTS} clients`;
  return [
    figure(`raw SQL into the same tables, ${clients}`, "/s", { median: rate("same") }),
    figure("over HTTP against it", "times", over("same"), { requested: "at least 0.5" }),
    figure(`by lists of ${LIST} against it`, "times", over("same", "lists"), {
      requested: "at least 0.9",
    }),
    figure(`raw SQL into copies without triggers and foreign keys, ${clients}`, "/s", {
      median: rate("plain"),
    }),
    figure("over HTTP against it", "times", over("plain"), { requested: "at least 0.5" }),
    figure(
      `transfers that lock a shared balance row, ${clients}`,
      "/s",
      { median: rate("hot") },
      { note: "SQL of our own: what a ledger with balance rows cannot do without" },
    ),
    figure("over HTTP against it", "times", over("hot")),
    ...besidePgledger(rates, clients),
  ];
}

/** The median of the rounds' ratios: other load on the machine changes from round to round. */
function medianRatio(rates: Record<string, number[]>, name: string, way = "http"): number {
  return median((rates[way] ?? []).map((rate, round) => rate / (rates[name]?.[round] ?? NaN)));
}

/** The comparison with pgledger itself, if BENCH_PGLEDGER names its SQL. */
function besidePgledger(rates: Record<string, number[]>, clients: string): Figure[] {
  if (rates["pgledger"]?.length === 0) return [notMeasured("pgledger", "missing")];
  const [own, plain] = ["pgledger", "plain"].map((name) => median(rates[name] ?? []));
  return [
    figure(`pgledger, transfers between a member and one hot account, ${clients}`, "/s", {
      median: own ?? NaN,
    }),
    figure(
      "over HTTP against it",
      "times",
      { median: medianRatio(rates, "pgledger") },
      { requested: "above 1" },
    ),
    figure("it against the raw copies", "times", { median: (own ?? NaN) / (plain ?? NaN) }),
  ];
}

/**
 * Inserts that many contributions that the Treasurer has approved; returns their ids once the server is quiet again.
 */
async function submit({ client }: Group, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `WITH submitted AS (
       INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month,
                             treasurer_verdict, treasurer_id, treasurer_at)
       SELECT 'contribution', 4 + n % ${MEMBERS - 3}, 100000, $2 || n, now, now,
              date_trunc('month', now AT TIME ZONE 'Africa/Nairobi')::date, 'approved', ${TREASURER}, now
         FROM generate_series(1, $1::int) n, date_trunc('milliseconds', now()) now
       RETURNING id, member_id, reference, submitted_at),
     claimed AS (
       INSERT INTO payment_references (reference_key, member_id, live_items) SELECT reference, member_id, 1 FROM submitted),
     noticed AS (
       INSERT INTO notices (member_id, event, kind, about_kind, about_id, occasion, facts, created_at, dispatched_at)
       SELECT member_id, 'payment_submitted', 'receipt', 'contribution', id, 'payment_submitted:' || id,
              jsonb_build_object('kind', 'contribution', 'amount', '{"cents": "100000"}'::jsonb, 'reference', reference),
              submitted_at, submitted_at
         FROM submitted),
     told AS (
       INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, before, after, address)
       SELECT submitted_at, member_id, 'contributions.pay', 'contribution', id, NULL::jsonb,
              jsonb_build_object('amount_paid', 1000, 'payment_Reference_Code', reference, 'status', 'pending'), '127.0.0.1'
         FROM submitted
       UNION ALL
       SELECT submitted_at, ${TREASURER}, 'contributions.approve', 'contribution', id, '{"status": "pending"}',
              '{"status": "pending_approval", "office": "Treasurer"}', '127.0.0.1' FROM submitted)
     SELECT id FROM submitted ORDER BY id`,
    [count, `B${randomBytes(4).toString("hex").toUpperCase()}N`],
  );
  const ids = rows.map(({ id }) => id);
  await client.query("DROP SEQUENCE IF EXISTS bench_payment");
  await client.query(`CREATE SEQUENCE bench_payment START ${ids[0] ?? 1}`);
  await client.query("VACUUM ANALYZE payments");
  await client.query("CHECKPOINT");
  await untilQuiet(client);
  return ids;
}

export async function approvals(group: Group, count: number, token: string): Promise<Call[]> {
  const ids = await submit(group, count);
  return ids.map((id) => ({
    path: `/api/finances/monthly-contribution-approval/${id}/`,
    token,
    body: { action: "approved" },
  }));
}

function listsOf(ids: readonly number[], token: string): Call[] {
  return Array.from({ length: Math.ceil(ids.length / LIST) }, (_, list) => ({
    path: "/api/approvals/many/",
    token,
    body: {
      kind: "contribution",
      action: "approved",
      items: ids.slice(list * LIST, (list + 1) * LIST).map((id) => ({ id, amount_seen: PAID_KES })),
    },
  }));
}

/** Proves the invariants of the books after the measurements. */
async function verified({ database, client }: Group): Promise<Figure> {
  await client.query("DROP SCHEMA IF EXISTS bench, bench_pgledger CASCADE");
  await client.query("DROP SEQUENCE bench_payment");
  const { checked, breaches } = await verifyBooks(database.db);
  const note = breaches.map(({ name }) => name).join(", ");
  return figure(
    "verify afterwards, invariants",
    "",
    { checked, broken: breaches.length },
    {
      requested: "clean",
      ...(note === "" ? {} : { note }),
    },
  );
}
