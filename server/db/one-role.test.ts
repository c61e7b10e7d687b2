// A server with DATABASE_URL alone: one role owns the database and serves. Nothing holds that role back, so who else may write is what
// the start and `verify` can say (I60, SAFE-17).
import { afterAll, beforeAll, expect, test } from "vitest";
import { notCompared, readEvidence } from "#server/verify/evidence.ts";
import { OperatorError } from "#server/platform/command.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { openReplicated, type Node, type Replicated } from "#tests/support/replicated-postgres.ts";
import { openMigratedDatabase } from "./open-database.ts";

const ROLE = "chama";
const OTHER = "other";

let machines: Replicated;
let admin: Node;
let location: { databaseUrl: string; dataDir: string };

// Of its own: roles belong to all databases of a PostgreSQL.
beforeAll(async () => {
  machines = await openReplicated();
  admin = await machines.primary();
  await admin.query(`CREATE ROLE ${ROLE} LOGIN`);
  await admin.query(`CREATE ROLE ${OTHER} LOGIN`);
  await admin.query(`CREATE DATABASE akiba OWNER ${ROLE}`);
  const { host, port } = admin.connection;
  location = { databaseUrl: `postgres://${ROLE}@${host}:${port}/akiba`, dataDir: "/nowhere" };
  await (await start()).close();
});
afterAll(() => machines.close());

const start = (log: (line: string) => void = () => undefined) =>
  openMigratedDatabase(location, log);

/** What `npm run verify` finds, as `name: found`, and the sentences of what it does not compare. */
async function verify() {
  const database = await openMigratedDatabase(location, () => undefined, null, {
    takesOlder: true,
  });
  try {
    const { connection: server, owner } = database;
    const rest = { isEmbedded: false, dataDir: null, backupDir: null };
    const evidence = await readEvidence({ server, owner, ...rest });
    const { breaches } = await verifyBooks(database.db, evidence);
    const found = breaches.flatMap(({ name, offenders }) =>
      offenders.map((offender) => `${name}: ${offender.found}`),
    );
    return { found, notCompared: notCompared(evidence) };
  } finally {
    await database.close();
  }
}

/** Runs `body` between the statements and those that take them back. */
async function after(statements: string, takeBack: string, body: () => Promise<void>) {
  await admin.query(statements, "akiba");
  try {
    await body();
  } finally {
    await admin.query(takeBack, "akiba");
  }
}

test("a database in which nobody else may write is clean, and the check says who holds nothing back", async () => {
  const printed: string[] = [];
  await (await start((line) => printed.push(line))).close();
  expect(printed).toEqual([]);
  const { found, notCompared: sentences } = await verify();
  expect(found).toEqual([]);
  expect(sentences[0]).toContain(`The server signs in as ${ROLE}, the owner of the tables`);
  expect(sentences[1]).toContain("superusers");
});

test("a right of everybody is named by the check, and refuses the start in one sentence", () =>
  after("GRANT UPDATE ON postings TO PUBLIC", "REVOKE UPDATE ON postings FROM PUBLIC", async () => {
    expect((await verify()).found).toEqual(["rights-as-listed: everybody may UPDATE postings"]);
    await expect(start()).rejects.toThrow(
      "The database lets everybody do what only the server may (everybody may UPDATE postings): take that back and start again; npm run verify lists all that is wrong.",
    );
  }));

test.each([
  [
    "a right of another role",
    `GRANT UPDATE ON postings TO ${OTHER}`,
    `REVOKE UPDATE ON postings FROM ${OTHER}`,
    `nobody-else-may-write: ${OTHER} may UPDATE postings`,
  ],
  [
    "a right of another role on one column",
    `GRANT UPDATE (amount_cents) ON postings TO ${OTHER}`,
    `REVOKE UPDATE (amount_cents) ON postings FROM ${OTHER}`,
    `nobody-else-may-write: ${OTHER} may UPDATE postings.amount_cents`,
  ],
  [
    "the owner's role granted to another",
    `GRANT ${ROLE} TO ${OTHER}`,
    `REVOKE ${ROLE} FROM ${OTHER}`,
    `nobody-else-may-write: ${OTHER} acts as ${ROLE}`,
  ],
  [
    "the right to write everywhere",
    `GRANT pg_write_all_data TO ${OTHER}`,
    `REVOKE pg_write_all_data FROM ${OTHER}`,
    `nobody-else-may-write: ${OTHER} may write everywhere`,
  ],
  [
    "tables that everybody may make",
    "GRANT CREATE ON SCHEMA public TO PUBLIC",
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
    "nothing-else-is-granted: everybody may CREATE in schema public",
  ],
  [
    "a function of the owner that everybody runs",
    `CREATE SCHEMA aside AUTHORIZATION ${ROLE}; SET ROLE ${ROLE}; CREATE FUNCTION aside.rewrite() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'UPDATE public.postings SET amount_cents = 1'; RESET ROLE`,
    "DROP SCHEMA aside CASCADE",
    `nothing-else-is-granted: aside.rewrite() runs as ${ROLE}`,
  ],
])("%s is named by the check, and by the start, which goes on", (_what, give, takeBack, found) =>
  after(give, takeBack, async () => {
    expect((await verify()).found).toEqual([found]);
    const printed: string[] = [];
    await (await start((line) => printed.push(line))).close();
    expect(printed).toEqual([
      `database: others may write in it, or what guards it is off (${found.slice(found.indexOf(": ") + 2)}); npm run verify lists all`,
    ]);
  }),
);

test("a table that the server's role owns ends a start of two roles in one sentence", async () => {
  await admin.query(`CREATE DATABASE second OWNER ${ROLE}`);
  const { host, port } = admin.connection;
  const of = (role: string) => `postgres://${role}@${host}:${port}/second`;
  const two = { databaseUrl: of(OTHER), migrateUrl: of(ROLE), dataDir: "/nowhere" };
  const open = () => openMigratedDatabase(two, () => undefined);
  await (await open()).close();
  await admin.query(`ALTER TABLE postings OWNER TO ${OTHER}`, "second");
  await expect(open()).rejects.toThrow(
    new OperatorError(
      `The role ${ROLE} may not bring the database up to date (permission denied for table postings): make it the owner of every table and function, and start again; npm run verify lists what it does not own.`,
    ),
  );
  await admin.query(`ALTER TABLE postings OWNER TO ${ROLE}`, "second");
  await (await open()).close();
});
