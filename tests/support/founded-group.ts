// A group that has its three officials when a test begins. Signing up and in by the API takes a third of a second of a
// processor, so one group of a run does it, and every other begins with a clone of its database.
import { Client } from "pg";
import { inject } from "vitest";
import { appointOfficials, keepBooks, type Bookkeeping, type Officials } from "./bookkeeping.ts";
import { createTestDatabase } from "./test-database.ts";
import { startGroup, usualStart, type ServerOptions, type TestGroup } from "./test-group.ts";

/** Of the advisory lock that is held while a group is founded. */
const FOUNDING = 20_260_316;

/** A group as `startGroup` starts it, with a Chairperson, a Treasurer and a Sec-Gen, founded at `startsAt`. */
export async function startFoundedGroup({
  startsAt = usualStart,
  ...options
}: ServerOptions & { startsAt?: string } = {}): Promise<{ group: TestGroup; books: Bookkeeping }> {
  const { database, officials } = await found(startsAt);
  const copyOf = { database, people: Object.keys(officials).length };
  const group = await startGroup({ ...options, startsAt, copyOf });
  return { group, books: keepBooks(group, officials) };
}

/** The database that the groups of this instant are cloned from, and who its officials are; founds it where it is missing. */
async function found(startsAt: string): Promise<{ database: string; officials: Officials }> {
  const database = `akiba_founded_${Date.parse(startsAt)}`;
  const client = new Client(inject("postgres"));
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [FOUNDING]);
    const officials = await readOfficials(client, database);
    return { database, officials: officials ?? (await foundOnce(client, { database, startsAt })) };
  } finally {
    // The lock ends with the connection.
    await client.end();
  }
}

async function foundOnce(
  client: Client,
  { database, startsAt }: { database: string; startsAt: string },
): Promise<Officials> {
  const connection = await createTestDatabase();
  const group = await startGroup({ connection, startsAt });
  const officials = await appointOfficials(group);
  await group.close();
  await client.query(`ALTER DATABASE ${connection.database} RENAME TO ${database}`);
  const text = client.escapeLiteral(JSON.stringify(officials));
  await client.query(`COMMENT ON DATABASE ${database} IS ${text}`);
  return officials;
}

/** Their ids and tokens stand in the comment on the database, where every process of the run finds them. */
async function readOfficials(client: Client, database: string): Promise<Officials | null> {
  const { rows } = await client.query<{ officials: string }>(
    "SELECT shobj_description(oid, 'pg_database') AS officials FROM pg_database WHERE datname = $1",
    [database],
  );
  return rows[0] === undefined ? null : JSON.parse(rows[0].officials);
}
