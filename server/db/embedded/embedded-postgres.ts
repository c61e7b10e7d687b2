// A PostgreSQL of the application's own: stored beside the application's data, started when it is
// needed, shared by every process that opens the same data folder, stopped by the last to leave.
// docs/decisions/002-embedded-postgresql.md tells why.
import { prepareBinaries } from "./binaries.ts";
import { ensureCluster, type Cluster } from "./cluster.ts";
import { chooseLocation } from "./location.ts";
import { databaseName, databaseUser, socketPort } from "./server-settings.ts";
import { prepareArchive, type ArchiveParams, type LogArchive } from "./log-archive.ts";
import { superviseMembership, joinDatabase } from "./membership.ts";
import { prepareSocketFolder } from "./socket-folder.ts";

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
