// A database that holds a data set: made anew, or, where BENCH_KEEP names a folder, a copy of the one made there before.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fillDataSet } from "./data-set/fill.ts";
import type { Shape } from "./data-set/people.ts";
import {
  homeOf,
  openGroup,
  removeFolder,
  withDirectory,
  type Group,
  type Directory,
} from "./directory.ts";
import { root } from "./server-process.ts";

/** A data set ends at the moment it is made. */
export type Wanted = Omit<Shape, "end">;
/** When it was made, and how many seconds that took. */
export type Making = { at: string; seconds: number };

const madeBy = ["server/db/migrations", "bench/data-set"];

/**
 * Like `withDatabase`, filled. With BENCH_KEEP and an embedded PostgreSQL the cluster is stored under the shape and a hash
 * of what makes it, the migrations and `bench/data-set`, and each work gets a copy of its own.
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

/** In the place; its PostgreSQL has ended afterwards. */
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

/** Appears whole or not at all; of two who make the same one the first stays. */
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

/** With its owner, who as root is another account, and modes. */
function copy(folder: string, into: string): void {
  execFileSync("cp", ["-a", folder, into]);
}

function nameOf({ members, months, perMonth, audit }: Wanted): string {
  const hash = createHash("sha256");
  for (const folder of madeBy)
    for (const name of readdirSync(join(root, folder)).toSorted())
      hash.update(`${folder}/${name}\n${readFileSync(join(root, folder, name), "utf8")}\n`);
  const shape = `${members}x${months}x${perMonth}${audit ? "-audit" : ""}`;
  return `${shape}-${hash.digest("hex").slice(0, 12)}`;
}
