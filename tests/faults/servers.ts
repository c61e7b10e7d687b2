// Built servers as an operator would run them: one or more on one database, each on a fixed port.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "#tests/support/machine.ts";
import { startMailServer, type MailServer } from "../../e2e/application.ts";

const built = fileURLToPath(new URL("../../dist/server/", import.meta.url));
const PATIENCE_MS = 60_000;

export type Servers = {
  urls: readonly string[];
  /** The first server's. */
  url: string;
  mail: MailServer;
  dataDir: string;
  command(name: string, ...args: string[]): Promise<string>;
  /** The same with another environment. */
  commandWith(env: NodeJS.ProcessEnv, name: string): Promise<string>;
  /** The processes of the embedded PostgreSQL, the first one first; empty while it is away. */
  postgresPids(): Promise<number[]>;
  /** Faults of their own that the servers logged. */
  errors(): string[];
  end(index: number, signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  start(index: number): Promise<void>;
  untilHealthy(): Promise<void>;
  close(): Promise<void>;
};

type Options = { count?: number; env?: NodeJS.ProcessEnv; dataDir?: string };

export async function startServers({
  count = 1,
  env: more = {},
  dataDir,
}: Options = {}): Promise<Servers> {
  const mail = await startMailServer();
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "akiba-faults-")));
  await chmod(folder, 0o755);
  const ports: number[] = [];
  for (let index = 0; index < count; index++) ports.push(await freePort("127.0.0.1"));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const environment = (index: number): NodeJS.ProcessEnv => ({
    ...process.env,
    PORT: String(ports[index]),
    HOST: "127.0.0.1",
    PUBLIC_URL: urls[0]!,
    DATA_DIR: folder,
    SMTP_URL: mail.url,
    RATE_LIMIT: "off",
    NODE_ENV: "test",
    LOG_LEVEL: "error",
    ...more,
  });
  const running: ChildProcess[] = [];
  /** The output of each running server. */
  const outputs: string[][] = [];
  const logged: string[] = [];
  const healthy = async (index: number) => {
    const child = running[index]!;
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    await untilHealthy(urls[index]!, isRunning, outputs[index]!);
  };
  const start = async (index: number) => {
    const output: string[] = [];
    outputs[index] = output;
    const child = spawn(process.execPath, [join(built, "main.js")], {
      env: environment(index),
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => output.push(text.toString()));
    child.stdout.on("data", (text: Buffer) => logged.push(text.toString()));
    running[index] = child;
    await healthy(index);
  };
  for (let index = 0; index < count; index++) await start(index);
  const end = async (index: number, signal: "SIGKILL" | "SIGTERM") => {
    const child = running[index];
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    await ended;
  };
  const run = async (name: string, args: string[], other: NodeJS.ProcessEnv = {}) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(built, `${name}.js`), ...args],
      { env: { ...environment(0), ...other } },
    );
    return stdout;
  };
  return {
    urls,
    url: urls[0]!,
    mail,
    dataDir: folder,
    command: (name, ...args) => run(name, args),
    commandWith: (env, name) => run(name, [], env),
    postgresPids: () => findPostgres(folder),
    errors: () => logged.filter((line) => line.includes("request failed")),
    end,
    start,
    async untilHealthy() {
      for (let index = 0; index < count; index++) await healthy(index);
    },
    async close() {
      for (let index = 0; index < count; index++) await end(index, "SIGTERM");
      await mail.close();
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(
  url: string,
  isRunning: () => boolean,
  output: string[],
): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && isRunning();) {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => null,
    );
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`${url} is not healthy:\n${output.join("")}`);
}

async function findPostgres(dataDir: string): Promise<number[]> {
  const file = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "");
  const postmaster = Number(file.split("\n")[0]);
  if (!(postmaster > 0)) return [];
  const children: number[] = [];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
    // After the name in brackets: state, then the parent.
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === postmaster)
      children.push(Number(entry));
  }
  return [postmaster, ...children];
}

/** Sends a signal to processes, some of which may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
}
