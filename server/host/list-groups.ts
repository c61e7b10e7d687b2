// What the host knows of its groups: that they are well, never what a member has (GROUP-6).
import { nairobiDate } from "#domain/calendar.ts";
import { groupUrl } from "#domain/groups/group-name.ts";
import { newestMigration } from "#server/db/migrate.ts";
import { withClient } from "#server/db/primary.ts";
import type { GroupRow } from "./directory-schema.ts";
import type { Host } from "./host.ts";

export type GroupView = {
  name: string;
  title: string;
  url: string;
  state: "active" | "updating" | "moving" | "failing" | "ended";
  database: string;
  schema: string | null;
  schema_wanted: string;
  size_mb: number | null;
  connections: number;
  last_active_on: string | null;
  failing: string | null;
  created_on: string;
  founder: string | null;
};

/** By name; a founding that was cut off is not among them. */
export async function listGroups(host: Host): Promise<GroupView[]> {
  const rows = await host.directory.db
    .selectFrom("groups")
    .selectAll()
    .where("state", "<>", "creating")
    .orderBy("name")
    .execute();
  const measured = await measure(host);
  return rows.map((row) => toView(host, row, measured));
}

/** Null if there is none of that name. */
export async function showGroup(host: Host, name: string): Promise<GroupView | null> {
  return (await listGroups(host)).find((each) => each.name === name) ?? null;
}

type Measured = ReadonlyMap<string, { size_mb: number; connections: number }>;

const MB = 1024 * 1024;

/** Of every database of the cluster, by name. */
async function measure({ directory }: Host): Promise<Measured> {
  const { rows } = await withClient(directory.postgres.owner, (client) =>
    client.query<{ name: string; bytes: string; connections: string }>(
      `SELECT d.datname AS name, pg_database_size(d.oid) AS bytes, count(a.pid) AS connections
         FROM pg_database d LEFT JOIN pg_stat_activity a ON a.datid = d.oid
        WHERE d.datallowconn GROUP BY d.oid, d.datname`,
    ),
  );
  return new Map(
    rows.map(({ name, bytes, connections }) => [
      name,
      { size_mb: Math.round(Number(bytes) / MB), connections: Number(connections) },
    ]),
  );
}

function toView({ settings }: Host, row: GroupRow, measured: Measured): GroupView {
  const { size_mb = null, connections = 0 } = measured.get(row.database) ?? {};
  const state = row.state === "creating" ? "updating" : row.state;
  return {
    name: row.name,
    title: row.title,
    url: groupUrl(settings.config.publicUrl, row.name),
    state: state === "active" && row.failing !== null ? "failing" : state,
    database: row.database,
    schema: row.schema,
    schema_wanted: newestMigration,
    size_mb,
    connections,
    last_active_on: row.last_active_at === null ? null : nairobiDate(row.last_active_at),
    failing: row.failing,
    created_on: nairobiDate(row.created_at),
    founder: row.founder,
  };
}
