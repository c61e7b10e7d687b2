// A PostgreSQL of the application's own: stored beside the application's data, started when it is
// needed, shared by every process that opens the same data folder, stopped by the last to leave.
// docs/decisions/002-embedded-postgresql.md says why.
import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { prepareBinaries } from "./binaries.ts";
import { databaseName, databaseUser, ensureCluster, socketPort, type Cluster } from "./cluster.ts";
import { errorCode, explainFileError } from "./file-errors.ts";
import { readPostmasterFile } from "./liveness.ts";
import { chooseLocation, type Location } from "./location.ts";
import { prepareArchive, type ArchiveParams, type LogArchive } from "./log-archive.ts";
import { joinDatabase, superviseMembership } from "./membership.ts";

export type EmbeddedPostgres = {
  /** For `pg` Pool/Client: host = socket folder, user, database. */
  connection: { host: string; port: number; user: string; database: string };
  /** true when this process found a running postmaster instead of starting one */
  adopted: boolean;
  /** Where its log is archived; null when that was not asked, and stays as it is. */
  archive: LogArchive | null;
  /** Leaves; the last server to leave shuts PostgreSQL down cleanly. */
  close(): Promise<void>;
};

/**
 * Opens the database stored in `dataDir`, making it the first time. While it is open, PostgreSQL is
 * started again within about a second whenever it dies. Refuses, with a sentence to show to the
 * operator: a folder of somebody else, a cluster of another PostgreSQL release, Windows.
 */
export async function openEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  /** Archives the log as wished, or ends that. Without it the archiving stays as it is. */
  archive?: ArchiveParams | undefined;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const location = await chooseLocation(options.dataDir);
  const binaries = await prepareBinaries(location);
  const directory = await ensureCluster(location, binaries);
  const archive =
    options.archive === undefined ? null : await prepareArchive(location, options.archive);
  const cluster: Cluster = {
    home: location.home,
    directory,
    socketFolder: await prepareSocketFolder(location, directory),
    logFile: `${location.home}/postgres.log`,
    account: location.account,
    binaries,
  };

  const membership = await joinDatabase(cluster);
  log(
    `PostgreSQL ${binaries.majorVersion} ${membership.adopted ? "was already running" : "started"}; ` +
      `the data is in ${directory}`,
  );
  const supervision = superviseMembership(cluster, membership, log);

  return {
    connection: {
      host: cluster.socketFolder,
      port: socketPort,
      user: databaseUser,
      database: databaseName,
    },
    adopted: membership.adopted,
    archive,
    close: supervision.leave,
  };
}

// The private folder of the database's Unix socket. Who may enter it may use the database.

/** What sun_path holds on Linux (108) or macOS (104), less the closing zero. */
const longestSocketPath = process.platform === "linux" ? 107 : 103;

/** Returns the folder, mode 0700, belonging to the account that PostgreSQL runs as. */
export async function prepareSocketFolder(location: Location, directory: string): Promise<string> {
  // A running PostgreSQL has chosen already; TMPDIR may have been another one for it.
  const chosen = await readPostmasterFile(directory);
  const folder = chosen?.socketFolder || preferredFolder(location.home);
  try {
    await makePrivate(location, folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw explainFileError(error, `The socket folder ${folder} cannot be used`);
  }
  return folder;
}

function preferredFolder(home: string) {
  const folder = `${home}/socket`;
  const path = `${folder}/.s.PGSQL.${socketPort}`;
  if (Buffer.byteLength(path) <= longestSocketPath) return folder;
  return `${tmpdir()}/akiba-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`;
}

async function makePrivate(location: Location, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const self = process.getuid?.();
  const owner = location.account?.uid ?? self;
  const found = await lstat(folder);
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== self)) {
    throw new Error(
      `The socket folder ${folder} belongs to somebody else (uid ${found.uid}). Remove it, or set ` +
        "DATA_DIR to a shorter path.",
    );
  }
  if (location.account && found.uid !== owner) {
    await chown(folder, location.account.uid, location.account.gid);
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
}
