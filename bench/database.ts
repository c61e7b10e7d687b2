// A database for one part of the benchmark, empty or with a data set; it is removed after the part.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openMigratedDatabase, type OpenDatabase } from "#server/db/open-database.ts";
import { fillDataSet } from "./data-set/fill.ts";
import type { Shape } from "./data-set/group.ts";

/** The root of the repository; the benchmark runs from a folder of dist. */
export const root = join(import.meta.dirname, "../..");

export type Directory = { databaseUrl: string | null; dataDir: string };
export type Group = { directory: Directory; database: OpenDatabase; client: Client };

/**
 * Makes a data folder for an embedded PostgreSQL, and an empty database in the PostgreSQL of `databaseUrl` if there is
 * one. BENCH_DIR names the folder that contains the data folder.
 */
export async function withDirectory<T>(
  databaseUrl: string | null,
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  const folder = process.env["BENCH_DIR"] ?? tmpdir();
  mkdirSync(folder, { recursive: true });
  const dataDir = mkdtempSync(join(folder, "akiba-bench-"));
  // If this runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const own = databaseUrl === null ? null : await createDatabase(databaseUrl);
  try {
    return await work({ databaseUrl: own?.url ?? null, dataDir });
  } finally {
    await own?.drop();
    removeFolder(dataDir);
  }
}

/** Opens and migrates the database, and closes it after the work. */
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

/** `withDirectory` and `openGroup` together. */
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

/** The folder of the embedded PostgreSQL: the data folder, or the one that its file `location` names. */
export function homeOf(dataDir: string): string {
  const elsewhere = join(dataDir, "location");
  return existsSync(elsewhere) ? readFileSync(elsewhere, "utf8").trim() : dataDir;
}

export function removeFolder(dataDir: string): void {
  rmSync(homeOf(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

// With a data set: a new one, or, if BENCH_KEEP names a folder, a copy of the one that is stored there.

/** A data set's history ends at the moment when it is made. */
export type Wanted = Omit<Shape, "end">;
/** When a data set was made, and how many seconds that took. */
export type Making = { at: string; seconds: number };

const madeBy = ["server/db/migrations", "bench/data-set"];
const madeByFiles = ["demo/group-life.ts", "demo/people.ts"];

/**
 * Like `withDatabase`, but filled. With BENCH_KEEP and an embedded PostgreSQL, it stores the cluster under its shape
 * and a hash of the sources that make it, and `work` gets a copy.
 */
export async function withDataSet<T>(
  databaseUrl: string | null,
  wanted: Wanted,
  say: (line: string) => void,
  work: (group: Group, making: Making) => Promise<T>,
): Promise<T> {
  return withDirectory(databaseUrl, async (directory) => {
    const keep = process.env["BENCH_KEEP"];
    const stored = keep && databaseUrl === null ? join(keep, nameOf(wanted)) : null;
    const making =
      stored !== null && existsSync(stored)
        ? takeStored(stored, directory, say)
        : await make(directory, wanted, say);
    if (stored !== null && !existsSync(stored)) keepMade(stored, directory, making, say);
    return openGroup(directory, (group) => work(group, making));
  });
}

/** Fills the database of the directory. Its PostgreSQL has ended when this returns. */
async function make(
  directory: Directory,
  wanted: Wanted,
  say: (line: string) => void,
): Promise<Making> {
  const end = new Date();
  const startedAt = performance.now();
  await openGroup(directory, ({ database }) =>
    fillDataSet(database.owner, { ...wanted, end }, say),
  );
  return { at: end.toISOString(), seconds: (performance.now() - startedAt) / 1000 };
}

function takeStored(stored: string, directory: Directory, say: (line: string) => void): Making {
  const making = JSON.parse(readFileSync(join(stored, "made.json"), "utf8")) as Making;
  say(`  a copy of ${stored}, made ${making.at}`);
  copy(join(stored, "postgres"), homeOf(directory.dataDir));
  return making;
}

/** The stored cluster appears complete or not at all. If two processes store the same one, the first stays. */
function keepMade(
  stored: string,
  directory: Directory,
  making: Making,
  say: (line: string) => void,
): void {
  const draft = `${stored}.new-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  copy(join(homeOf(directory.dataDir), "postgres"), draft);
  writeFileSync(join(draft, "made.json"), `${JSON.stringify(making)}\n`);
  if (existsSync(stored)) return removeFolder(draft);
  renameSync(draft, stored);
  say(`  kept in ${stored}`);
}

/** Copies owners and modes too: if this runs as root, another account owns the files. */
function copy(folder: string, into: string): void {
  execFileSync("cp", ["-a", folder, into]);
}

function nameOf({ members, months, perMonth, audit }: Wanted): string {
  const hash = createHash("sha256");
  const files = madeBy.flatMap((folder) =>
    readdirSync(join(root, folder))
      .toSorted()
      .map((name) => `${folder}/${name}`),
  );
  for (const file of [...files, ...madeByFiles])
    hash.update(`${file}\n${readFileSync(join(root, file), "utf8")}\n`);
  const shape = `${members}x${months}x${perMonth}${audit ? "-audit" : ""}`;
  return `${shape}-${hash.digest("hex").slice(0, 12)}`;
}
