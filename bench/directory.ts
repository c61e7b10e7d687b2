// A database for one part of the benchmark, and gone after it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openMigratedDatabase, type OpenDatabase } from "#server/db/open-database.ts";

export type Directory = { databaseUrl: string | null; dataDir: string };
export type Group = { directory: Directory; database: OpenDatabase; client: Client };

/**
 * A place for an empty database, in an embedded PostgreSQL of its own or in the one of `databaseUrl`. BENCH_DIR names
 * the folder for it.
 */
export async function withDirectory<T>(
  databaseUrl: string | null,
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  const folder = process.env["BENCH_DIR"] ?? tmpdir();
  mkdirSync(folder, { recursive: true });
  const dataDir = mkdtempSync(join(folder, "akiba-bench-"));
  // As root PostgreSQL runs as another user, who must get in.
  chmodSync(dataDir, 0o755);
  const own = databaseUrl === null ? null : await createDatabase(databaseUrl);
  try {
    return await work({ databaseUrl: own?.url ?? null, dataDir });
  } finally {
    await own?.drop();
    removeFolder(dataDir);
  }
}

/** Opens the database of a place, migrated, and leaves it after the work. */
export async function openGroup<T>(
  directory: Directory,
  work: (group: Group) => Promise<T>,
): Promise<T> {
  const database = await openMigratedDatabase(directory, () => undefined);
  const client = new Client({ ...database.owner, application_name: "akiba bench" });
  await client.connect();
  try {
    return await work({ directory, database, client });
  } finally {
    await client.end();
    await database.close();
  }
}

/** The two together. */
export async function withDatabase<T>(
  databaseUrl: string | null,
  work: (group: Group) => Promise<T>,
): Promise<T> {
  return withDirectory(databaseUrl, (directory) => openGroup(directory, work));
}

async function createDatabase(databaseUrl: string) {
  const name = `akiba_bench_${process.pid}`;
  const run = async (text: string) => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Where the embedded PostgreSQL of a data folder lives: there, or where the folder says. */
export function homeOf(dataDir: string): string {
  const elsewhere = join(dataDir, "location");
  return existsSync(elsewhere) ? readFileSync(elsewhere, "utf8").trim() : dataDir;
}

export function removeFolder(dataDir: string): void {
  rmSync(homeOf(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
