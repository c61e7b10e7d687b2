// Fills an empty database with a group. It inserts the rows at once instead of running the actions, but each row is as
// the actions would have left it, which `verify` proves.
import { Client } from "pg";
import { suspendGuards } from "#server/backup/load-database.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { auditLog, counts, entryHashes, leafHashes, leaves, nodes, seals } from "./audit-log.ts";
import { journal, otherRecords, payments, postings } from "./books.ts";
import type { Shape } from "./group.ts";
import { copyPlans, PLANS } from "./plans.ts";

const records = ["members", "loans", "fines", "fine_settlements", "ledger_posts"];
const sums = ["balance_days", "balance_months", "member_balances"];
const log = ["audit_entries", "audit_seals", "audit_counts", "log_leaves", "log_tree"];
const filled = [
  ...records,
  "payments",
  "payment_references",
  "entries",
  "postings",
  ...sums,
  ...log,
];

const numbered = [
  "members",
  "loans",
  "payments",
  "fines",
  "ledger_posts",
  "entries",
  "audit_entries",
];

/**
 * Refuses a database that has members. Two connections work at the same time, to use two processors. If it fails
 * halfway, the rows so far stay. It writes no mail: nobody reads it at these addresses.
 */
export async function fillDataSet(
  connection: ConnectionOptions,
  shape: Shape,
  say: (line: string) => void,
): Promise<void> {
  const clients = Array.from(
    { length: 3 },
    () => new Client({ ...connection, application_name: "akiba bench" }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  try {
    const [guarding, ...hands] = clients;
    if (guarding === undefined) return;
    await refuseFilled(guarding);
    for (const hand of hands)
      await runAll(hand, [
        "SET work_mem = '256MB'",
        "SET maintenance_work_mem = '512MB'",
        `SET search_path = public, ${PLANS}`,
      ]);
    await guarding.query("BEGIN");
    const restoreGuards = await suspendGuards(guarding);
    const keys = await dropKeys(guarding, filled);
    await runAll(guarding, [`CREATE SCHEMA ${PLANS}`, "COMMIT"]);
    await runSteps(hands, steps(shape, keys, restoreGuards), say);
    const tidy = [...numbered.map(counter), `DROP SCHEMA ${PLANS} CASCADE`];
    await timed("counters", () => runAll(guarding, tidy), say);
    await timed("vacuum", async () => runSteps(hands, await vacuum(guarding)), say);
    await timed("checkpoint", () => runAll(guarding, ["CHECKPOINT"]), say);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/**
 * The steps that others wait for longest come first. Adding a key locks its table against readers, so a table's keys
 * come when no step reads the table for long.
 */
function steps(
  shape: Shape,
  keys: (...tables: string[]) => string[],
  restoreGuards: () => Promise<void>,
): Step[] {
  const audited = (...audited: Step[]) => (shape.audit ? audited : []);
  return [
    { name: "people and plans", after: [], run: (client) => copyPlans(client, shape) },
    step("records", ["people and plans"], otherRecords(shape)),
    step("journal", ["records"], journal()),
    ...audited(
      step("audit log", ["journal"], auditLog(shape)),
      step("seals", ["audit log"], seals()),
    ),
    step(
      "leaves of the tree",
      ["seals", "order of the log", "hashes of the journal"],
      leafHashes(),
    ),
    step("tree of the log", ["leaves of the tree"], [...keys("log_tree"), ...nodes()]),
    step("payments", ["people and plans"], payments()),
    step("postings and sums", ["journal"], postings()),
    step("keys of payments", ["payments"], keys("payments", "payment_references")),
    step("keys of the journal", ["postings and sums", "audit log"], keys("entries", "postings")),
    step("order of the log", ["journal", "audit log"], leaves(shape)),
    step("hashes of the journal", ["keys of the journal"], entryHashes()),
    ...audited(step("counts of the audit log", ["audit log"], counts())),
    step("keys of records", ["audit log"], keys(...records, ...sums)),
    step(
      "keys of the audit log",
      ["seals", "order of the log", "counts of the audit log"],
      keys("audit_entries", "audit_counts"),
    ),
    step("keys of the seals", ["leaves of the tree"], keys("audit_seals", "log_leaves")),
    {
      name: "foreign keys and triggers",
      after: [
        "keys of payments",
        "hashes of the journal",
        "keys of records",
        "keys of the audit log",
        "keys of the seals",
      ],
      run: restoreGuards,
    },
  ];
}

function step(name: string, after: string[], texts: string[]): Step {
  return { name, after, run: (client) => runAll(client, texts) };
}

/** One step for each table, the largest first. */
async function vacuum(client: Client): Promise<Step[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND NOT relisshared ORDER BY pg_relation_size(oid) DESC`,
  );
  return rows.map(({ name }) => step(name, [], [`VACUUM ANALYZE ${name}`]));
}

async function refuseFilled(client: Client): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM members LIMIT 1");
  if (rowCount !== 0)
    throw new Error("This database is not empty; a data set needs one of its own.");
}

async function runAll(client: Client, texts: readonly string[]): Promise<void> {
  for (const text of texts) await client.query(text);
}

async function timed(name: string, work: () => Promise<void>, say: (line: string) => void) {
  const startedAt = performance.now();
  await work();
  say(`  ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function counter(table: string): string {
  const sequence = `pg_get_serial_sequence('${table}', 'id')`;
  return `SELECT setval(${sequence}, max(id)) FROM ${table}`;
}

// Keys and indexes of the tables of a data set. They are made after the rows: every row is still checked, but in less
// time than row by row.

/**
 * Drops the keys and indexes; the foreign keys must be gone already. Returns a function with the commands that create
 * those of the named tables again.
 */
async function dropKeys(
  client: Client,
  tables: readonly string[],
): Promise<(...tables: string[]) => string[]> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype IN ('p', 'u') AND conrelid = ANY ($1::regclass[]) ORDER BY conname`,
    [tables],
  );
  for (const { table, name } of keys.rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const indexes = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = ANY ($1::regclass[])`,
    [tables],
  );
  for (const { name } of indexes.rows) await client.query(`DROP INDEX ${name}`);
  const making = [
    ...keys.rows.map(({ table, name, definition }) => ({
      table,
      text: `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    })),
    ...indexes.rows.map(({ table, definition }) => ({ table, text: definition })),
  ];
  return (...wanted) =>
    making.filter(({ table }) => wanted.includes(table)).map(({ text }) => text);
}

// Steps, each of which starts as soon as those that it needs are done and a connection is idle.

type Step = {
  name: string;
  /** The steps that must be done before. Names that are not in the list count as done. */
  after: readonly string[];
  run(client: Client): Promise<void>;
};

/** Starts the first of the steps that can start. Reports how many seconds each step took. */
async function runSteps(
  clients: readonly Client[],
  steps: readonly Step[],
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const waiting = new Set(steps);
  const undone = new Set(steps.map(({ name }) => name));
  const idle = [...clients];
  const running = new Set<Promise<void>>();
  const next = () => [...waiting].find(({ after }) => !after.some((name) => undone.has(name)));
  const start = async (step: Step, client: Client) => {
    const startedAt = performance.now();
    await step.run(client);
    say(`  ${step.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    undone.delete(step.name);
    idle.push(client);
  };
  while (undone.size > 0) {
    for (let step = next(); step !== undefined && idle.length > 0; step = next()) {
      waiting.delete(step);
      const client = idle.pop();
      if (client === undefined) break;
      const work = start(step, client).finally(() => running.delete(work));
      running.add(work);
    }
    if (running.size === 0) throw new Error("The steps that are left wait for one another.");
    await Promise.race(running);
  }
}
