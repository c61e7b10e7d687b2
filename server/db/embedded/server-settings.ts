// How the embedded PostgreSQL is set up: durable before fast, and small when idle.
import type { Binaries } from "./binaries.ts";

export const databaseUser = "akiba";
export const databaseName = "akiba";

/** Only a name here: it is part of the socket's file name, no TCP port is opened. */
export const socketPort = 5432;

const settings = {
  listen_addresses: "",
  port: String(socketPort),
  unix_socket_permissions: "0700",
  max_connections: "100",

  // An acknowledged change survives a power cut.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",

  // A community group's books fit in little memory.
  shared_buffers: "64MB",
  huge_pages: "off",
  io_method: "sync",
  jit: "off",
  max_parallel_workers_per_gather: "0",
  // Flash or memory, not a spinning disk: an index is worth its jumps.
  random_page_cost: "1.1",
  max_worker_processes: "4",
  max_logical_replication_workers: "0",
  max_wal_senders: "4",
  min_wal_size: "64MB",
  max_wal_size: "512MB",
  autovacuum_max_workers: "2",

  // Two officials who act on the same item at once wait a moment, not a second.
  deadlock_timeout: "200ms",

  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  // What members wrote stays out of the log: refused statements, and the values that broke a constraint. Who sent the
  // statement is shown all of it.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** The arguments of `postgres`; they stand on the command line so that a new release may change them. */
export function postmasterArguments(
  cluster: { directory: string; socketFolder: string },
  more: Readonly<Record<string, string>>,
) {
  const options = Object.entries({
    ...settings,
    unix_socket_directories: cluster.socketFolder,
    ...more,
  });
  return [
    "-D",
    cluster.directory,
    ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/** The arguments of `initdb`. The builtin locale sorts the same on every machine, for ever. */
export function initdbArguments(directory: string) {
  return [
    "-D",
    directory,
    `--username=${databaseUser}`,
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--auth=trust",
    "--no-instructions",
    "--set=listen_addresses=",
  ];
}

/** pg_hba.conf: whoever may enter the socket's folder (mode 0700) may connect, and nobody else. */
export const accessRules = "# TYPE  DATABASE  USER  METHOD\nlocal   all       all   trust\n";

/** PostgreSQL's programs see nothing of this process's variables: a stray PGDATA changes nothing. */
export function programEnvironment(binaries: Binaries): Record<string, string> {
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    LC_ALL: "C",
    TZ: "UTC",
    LD_LIBRARY_PATH: `${binaries.folder}/lib`,
  };
}
