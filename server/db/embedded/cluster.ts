// The folder of PostgreSQL's data ("cluster"): made once, whole or not at all.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { errorCode, explainFileError } from "./file-errors.ts";
import { isAlive } from "./liveness.ts";
import type { Location } from "./location.ts";
import { programEnvironment } from "./server-settings.ts";
import { accessRules, initdbArguments } from "./server-settings.ts";

export type Cluster = {
  /** The folder that holds the cluster's. */
  home: string;
  directory: string;
  socketFolder: string;
  logFile: string;
  account: Account | null;
  binaries: Binaries;
};

/** Returns the cluster's folder, making the cluster when there is none. Two makers at once agree. */
export async function ensureCluster(location: Location, binaries: Binaries): Promise<string> {
  const directory = `${location.home}/postgres`;
  const version = await readVersion(directory);
  if (version === null) {
    await removeUnfinished(location.home);
    await makeCluster(location, binaries, directory);
  } else if (version !== binaries.majorVersion) {
    throw new Error(
      `The database in ${directory} was made by PostgreSQL ${version}, this is PostgreSQL ` +
        `${binaries.majorVersion}. Start it with the release of Akiba it was made by, dump it ` +
        "there and load the dump here.",
    );
  }
  return directory;
}

async function readVersion(directory: string): Promise<string | null> {
  try {
    return (await readFile(`${directory}/PG_VERSION`, "utf8")).trim();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") {
      throw explainFileError(error, `The database in ${directory} cannot be opened`);
    }
    return null;
  }
}

async function makeCluster(location: Location, binaries: Binaries, directory: string) {
  const draft = `${directory}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(draft, { mode: 0o700 });
    if (location.account) await chown(draft, location.account.uid, location.account.gid);
    await runInitdb(location, binaries, draft);
    await writeDurably(`${draft}/pg_hba.conf`, accessRules);
    await rename(draft, directory);
    await syncFolder(location.home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was first; its cluster is as good.
    if (errorCode(error) === "ENOTEMPTY" || errorCode(error) === "EEXIST") {
      if ((await readVersion(directory)) !== null) return;
      throw new Error(`${directory} is there already, but it is not a PostgreSQL cluster.`, {
        cause: error,
      });
    }
    if (errorCode(error) === undefined) throw error;
    throw explainFileError(error, `The database cannot be made in ${location.home}`);
  }
}

async function runInitdb(location: Location, binaries: Binaries, directory: string) {
  const run = promisify(execFile)(`${binaries.folder}/bin/initdb`, initdbArguments(directory), {
    cwd: "/",
    env: programEnvironment(binaries),
    ...location.account,
  });
  await run.catch((error: Error & { stderr?: string }) => {
    throw new Error(`PostgreSQL's initdb failed: ${(error.stderr || error.message).trim()}`, {
      cause: error,
    });
  });
}

/** Removes what a maker left that was killed half-way. */
async function removeUnfinished(home: string) {
  for (const name of await readdir(home)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    await rm(`${home}/${name}`, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeDurably(path: string, text: string) {
  const file = await open(path, "w");
  await file.writeFile(text);
  await file.sync();
  await file.close();
}

async function syncFolder(path: string) {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}
