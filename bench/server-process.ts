// The built server as a separate process, as `npm start` runs it; and the memory and processor time that processes
// take, as Linux reports them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import type { Client } from "pg";
import { root, type Directory } from "./database.ts";

export type ServerProcess = { url: string; pid: number; stop(): Promise<void> };

const FIRST_PORT = Number(process.env["BENCH_PORT"] ?? 4600);
let nextPort = FIRST_PORT;

/**
 * Returns when the server is healthy. `before` is a program, with its arguments, that starts the server, such as
 * `taskset`; `settings` are more environment variables.
 */
export async function startServer(
  directory: Directory,
  before: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const port = nextPort++;
  const [program, ...rest] = [...before, process.execPath, join(root, "dist/server/main.js")];
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...environment(directory, port), ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("the server does not start");
  const end = () => void child.kill("SIGTERM");
  process.once("exit", end);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, () => child.exitCode !== null).catch((error: unknown) => {
    end();
    throw error;
  });
  return {
    url,
    pid,
    stop: async () => {
      process.off("exit", end);
      const exited = once(child, "exit");
      end();
      await exited;
    },
  };
}

/** The environment of a server in this directory: no rate limit, no mail, and only errors in its log. */
export function environment(directory: Directory, port: number): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...inherited } = process.env;
  return {
    ...inherited,
    PORT: String(port),
    DATA_DIR: directory.dataDir,
    DATABASE_URL: directory.databaseUrl ?? "",
    SMTP_URL: "",
    RATE_LIMIT: "off",
    LOG_LEVEL: "error",
  };
}

/** Waits until the server reports that it is healthy; asks every few milliseconds. */
export async function untilHealthy(url: string, isOver: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    if (await isHealthy(url)) return;
    if (isOver()) throw new Error("the server has ended");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("the server is not healthy after two minutes");
}

function isHealthy(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${url}/api/health`, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on("error", () => resolve(false));
  });
}

const QUIET_MS = 2_000;

/**
 * Waits until the server has finished its work in the background: for two seconds no job is due, nothing waits to be
 * summed or sealed, and no query takes long.
 */
export async function untilQuiet(client: Client): Promise<void> {
  let since = performance.now();
  while (performance.now() - since < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { rows } = await client.query<{ busy: boolean }>(`
      SELECT EXISTS (SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts)
          OR EXISTS (SELECT FROM postings_to_sum)
          OR EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
                        AND (query_start < clock_timestamp() - interval '300 milliseconds'
                             OR application_name = 'akiba sealer')) AS busy`);
    if (rows[0]?.busy !== false) since = performance.now();
  }
}

const CLOCK_TICKS = 100;

/** The processes of the PostgreSQL behind a connection; empty if it runs on another machine. */
export async function postgresProcesses(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ folder: string }>(
    "SELECT current_setting('data_directory') AS folder",
  );
  const text = readIfThere(join(rows[0]?.folder ?? "", "postmaster.pid"));
  if (text === null) return [];
  const postmaster = Number(text.split("\n")[0]);
  return [postmaster, ...childrenOf(postmaster)];
}

export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent);
}

export function commandLine(pid: number): string {
  return (readIfThere(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ");
}

/** The memory of the processes in MiB; shared memory counts once. */
export function memoryOf(pids: readonly number[]): number {
  const kib = pids.map((pid) => {
    const text = readIfThere(`/proc/${pid}/smaps_rollup`);
    return Number(/^Pss:\s+(\d+) kB/m.exec(text ?? "")?.[1] ?? 0);
  });
  return kib.reduce((sum, each) => sum + each, 0) / 1024;
}

/** The processor time in milliseconds since the processes began. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) * (1000 / CLOCK_TICKS);
}

function statOf(pid: number): { parent: number; ticks: number } | null {
  const text = readIfThere(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name in brackets may contain spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
