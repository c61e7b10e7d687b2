// Founds a group: its row in the directory, and its database, copied from a migrated template (GROUP-3).
import { randomUUID } from "node:crypto";
import { escapeIdentifier, type ClientBase } from "pg";
import { groupUrl, isGroupName } from "#domain/groups/group-name.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { makeSetupLink } from "#server/core/members/setup-links.ts";
import { inDatabase } from "#server/db/connection.ts";
import { migrate, newestMigration, schemaVersion } from "#server/db/migrate.ts";
import { openMigrated } from "#server/db/open-database.ts";
import { withClient } from "#server/db/primary.ts";
import { OperatorError } from "#server/platform/command.ts";
import type { GroupRow } from "./directory-schema.ts";
import { newPepper } from "./host-config.ts";
import type { Host } from "./host.ts";

type Founding = { name: string; title: string; founder: string | null; now: Date };

/**
 * Returns the group's address and its setup link. Refuses a name that no group may have, and one that a group has or had. A
 * founding that was cut off goes on.
 */
export async function createGroup(
  host: Host,
  { name, title, founder, now }: Founding,
): Promise<{ url: string; setupLink: string | null }> {
  if (!isGroupName(name))
    throw new OperatorError(
      `A group cannot have the name "${name}": 3 to 30 small letters, digits and hyphens, a letter first, such as umoja.`,
    );
  if (title.trim() === "") throw new OperatorError("The group needs a title.");
  const row = await claimName(host, { name, title: title.trim(), founder, now });
  await makeDatabase(host, row);
  await host.directory.db.transaction().execute(async (tx) => {
    await tx
      .updateTable("groups")
      .set({ state: "active", schema: newestMigration, wakes_at: now })
      .where("number", "=", row.number)
      .execute();
    const { number: group_number } = row;
    await tx
      .insertInto("changes")
      .values({ at: now, what: "create", group_number, facts: JSON.stringify({ name }) })
      .execute();
  });
  const url = groupUrl(host.settings.config.publicUrl, name);
  return { url, setupLink: await linkToSetup(host, row, { url, now }) };
}

/** The group's row; that of a founding that was cut off, if there is one. */
async function claimName(host: Host, founding: Founding): Promise<GroupRow> {
  const { name, title, founder, now } = founding;
  const { db } = host.directory;
  await db
    .insertInto("groups")
    .values({
      name,
      title,
      founder,
      database: `group_${name.replaceAll("-", "_")}`,
      identity: randomUUID(),
      state: "creating",
      pepper: host.box.seal(Buffer.from(newPepper()), name).bytes,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db
    .selectFrom("groups")
    .selectAll()
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  if (row.state !== "creating")
    throw new OperatorError(`There is, or was, a group with the name "${name}".`);
  return row;
}

/** Makes the database again: what a founding that was cut off left of it holds nothing. */
async function makeDatabase(host: Host, { database, identity }: GroupRow): Promise<void> {
  const { owner, connection } = host.directory.postgres;
  const template = await ensureTemplate(host);
  const name = escapeIdentifier(database);
  const role = escapeIdentifier(await host.serverRole());
  await withClient(owner, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${escapeIdentifier(template)}`);
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${role}`);
  });
  const own = { owner: inDatabase(owner, database), server: inDatabase(connection, database) };
  await withClient(own.owner, async (client) => {
    await client.query("BEGIN");
    await client.query("ALTER TABLE group_identity DISABLE TRIGGER USER");
    await client.query("UPDATE group_identity SET id = $1", [identity]);
    await client.query("ALTER TABLE group_identity ENABLE TRIGGER USER");
    await client.query("COMMIT");
  });
  await migrate(own.owner, own.server);
}

const TEMPLATE = "akiba_template";
/** One process makes the template, and the others wait. */
const TEMPLATE_LOCK = 7_265_011;

/** The name of an empty group's database with this release's schema. It gets that name when it is complete. */
async function ensureTemplate(host: Host): Promise<string> {
  const { owner } = host.directory.postgres;
  const name = `${TEMPLATE}_${schemaVersion.slice(0, 12)}`;
  await withClient(owner, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    if (await hasDatabase(client, name)) return;
    const unfinished = `${TEMPLATE}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished}`);
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`);
    await migrate(inDatabase(owner, unfinished));
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${escapeIdentifier(name)}`);
  });
  return name;
}

async function hasDatabase(client: ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  return rowCount !== 0;
}

async function linkToSetup(
  host: Host,
  { database }: GroupRow,
  { url: publicUrl, now }: { url: string; now: Date },
): Promise<string | null> {
  const { owner, connection } = host.directory.postgres;
  const doors = {
    owner: inDatabase(owner, database),
    connection: inDatabase(connection, database),
  };
  const opened = await openMigrated(doors, () => undefined);
  try {
    const link = await makeSetupLink(opened.db, { publicUrl, endsEarlier: true, now });
    await sealAudit(opened.db);
    return link;
  } finally {
    await opened.close();
  }
}
