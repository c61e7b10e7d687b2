// The reads of reports and lists at several sizes of the books, each with several states of PostgreSQL's statistics: a
// plan must not flip between them. `npm run bench -- plans --entries 10000,500000`.
import type { Client } from "pg";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { type Group, withDataSet } from "./database.ts";
import { askInTurns, ends, repeated, signInAll, type Call, type Tokens } from "./load.ts";
import { lists } from "./members.ts";
import { proofs, reports, shapeOf } from "./reports.ts";
import { figure, notMeasured, type Figure } from "./results.ts";
import { startServer, untilQuiet } from "./server-process.ts";
import { worked, yardstick } from "./yardstick.ts";

const TARGET = "p95 under 50 ms";
/** They grow with what a member has, so that nothing is asked of their time. */
const FILES = /\/(proof|csv)\//;
// PostgreSQL settles on a plan for all values after five runs.
const WARM = 12;
const TIMES = 40;

export async function measurePlans(
  params: { databaseUrl: string | null; entries: readonly number[] },
  say: (line: string) => void,
  keep: (figures: Figure[]) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const entries of params.entries) {
    say(`books of about ${entries} entries`);
    await withDataSet(params.databaseUrl, shapeOf(entries), say, async (group) => {
      for (const [state, take] of Object.entries(statistics)) {
        await take(group.client);
        figures.push(
          ...(await measureAll(group, `${entries.toLocaleString("en")} entries, ${state}`, say)),
        );
        keep(figures);
      }
    });
  }
  return figures;
}

async function measureAll(group: Group, books: string, say: (line: string) => void) {
  const tokens = await signInAll(group.database.db);
  const calls: Record<string, Call> = {
    ...reports(tokens),
    ...(await proofs(group, tokens)),
    ...lists(tokens),
  };
  const figures: Figure[] = [];
  // Its own server, which has planned nothing yet.
  const server = await startServer(group.directory);
  try {
    await untilQuiet(group.client);
    const { answered, failed } = await everyRead(server.url, tokens);
    Object.assign(calls, answered);
    figures.push(...failed.map((what) => notMeasured(`${books}: ${what}`, "failed")));
    for (const [what, call] of Object.entries(calls)) {
      await askInTurns(server.url, { clients: 1, calls: repeated(call, WARM) });
      const { result: measured, PostgreSQL } = await worked(group.client, TIMES, () =>
        askInTurns(server.url, { clients: 1, calls: repeated(call, TIMES) }),
      );
      const values = { ...ends(measured), PostgreSQL, ...(await yardstick(group.client)) };
      const more = FILES.test(what) ? { note: "a file" } : { requested: TARGET };
      figures.push(figure(`${books}: ${what}`, "ms", values, more));
      say(`  ${books}: ${what} ${JSON.stringify(values)}`);
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/**
 * The first page of every read of the contract that needs no more than that, by an official and by a member; and those that the server
 * failed to answer, such as a query that took longer than it may.
 */
async function everyRead(url: string, tokens: Tokens) {
  const answered: Record<string, Call> = {};
  const failed: string[] = [];
  for (const { endpoint } of allEndpoints) {
    if (endpoint.method !== "GET" || /:|pdf|export|file|template/.test(endpoint.path)) continue;
    for (const by of ["treasurer", "member"] as const) {
      const call = { path: `${endpoint.path}?page=1`, token: tokens[by] };
      const headers = { Authorization: `Bearer ${call.token}` };
      const { ok, status } = await fetch(url + call.path, { headers });
      if (ok) answered[`${endpoint.path}, ${by}`] = call;
      else if (status >= 500) failed.push(`${endpoint.path}, ${by}`);
    }
  }
  return { answered, failed };
}

const TABLES =
  "'entries', 'postings', 'payments', 'members', 'loans', 'fines', 'member_balances', 'balance_days', 'balance_months'";

/** What PostgreSQL knows of the tables when it plans. It must not take statistics of its own meanwhile. */
const statistics: Record<string, (client: Client) => Promise<void>> = {
  "statistics fresh": async (client) => {
    await eachTable(client, (table) => `ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await eachTable(client, (table) => `ANALYZE ${table}`);
  },
  "statistics of a tenth": async (client) => {
    await eachTable(
      client,
      (table) => `
      CREATE TABLE tenth AS SELECT * FROM ${table} ORDER BY 1, 2 LIMIT (SELECT count(*) / 10 FROM ${table});
      ANALYZE tenth;
      DELETE FROM pg_statistic WHERE starelid = '${table}'::regclass;
      UPDATE pg_statistic SET starelid = '${table}'::regclass WHERE starelid = 'tenth'::regclass;
      SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', '${table}', 'relpages', relpages, 'reltuples', reltuples)
        FROM pg_class WHERE oid = 'tenth'::regclass;
      DROP TABLE tenth`,
    );
  },
  "no statistics": async (client) =>
    eachTable(
      client,
      (table) => `
      DELETE FROM pg_statistic WHERE starelid = '${table}'::regclass;
      SELECT pg_clear_relation_stats('public', '${table}')`,
    ),
};

async function eachTable(client: Client, command: (table: string) => string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relname IN (${TABLES}) AND relkind = 'r'`,
  );
  for (const { name } of rows) await client.query(command(name));
}
