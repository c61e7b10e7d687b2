// Proxies in front of the tests' PostgreSQL: a real PgBouncer, and a detour that can be cut, go silent, or swallow
// answers.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./machine.ts";
import type { createTestDatabase } from "./test-database.ts";

type Connection = Awaited<ReturnType<typeof createTestDatabase>>;
export type PoolMode = "session" | "transaction" | "statement";

const STARTS_WITHIN_MS = 10_000;

/** Why PgBouncer cannot run here; null if it can. */
export const pgbouncerMissing: string | null = findMissing();

function findMissing(): string | null {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
    return null;
  } catch {
    return "PgBouncer is not installed (apt install pgbouncer)";
  }
}

/** Starts PgBouncer with its defaults, except for `poolMode`; its `connection` is `target` through it. */
export async function startPgbouncer(target: Connection, poolMode: PoolMode) {
  const folder = await mkdtemp(join(tmpdir(), "akiba-pgbouncer-"));
  const port = await freePort("127.0.0.1");
  // PgBouncer does not run as root: the database's user may enter the folder of its socket.
  const { uid, gid } = await stat(target.host);
  await chown(folder, uid, gid);
  await writeFile(join(folder, "users.txt"), '"akiba" ""\n"akiba_server" ""\n', { mode: 0o644 });
  const settings = [
    "[databases]",
    `* = host=${target.host} port=${target.port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${folder}/users.txt`,
    `logfile = ${folder}/pgbouncer.log`,
    `pool_mode = ${poolMode}`,
  ];
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, `${settings.join("\n")}\n`, { mode: 0o644 });
  const child = spawn("pgbouncer", ["-q", file], { uid, gid, cwd: "/", stdio: "ignore" });
  await untilListening(child, port);
  return {
    connection: { ...target, host: "127.0.0.1", port },
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (const end = Date.now() + STARTS_WITHIN_MS; Date.now() < end; await wait(20)) {
    if (child.exitCode !== null) break;
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error("PgBouncer did not start");
}

/** With `unanswered`, queries still arrive, and their answers are lost. */
type Mode = "open" | "silent" | "unanswered" | "refusing";

export type Detour = {
  /** Where it listens. */
  port: number;
  cut(): void;
  set(next: Mode): void;
  /** Called with the data for the database before it gets there. */
  watch(watching: ((sent: string) => void) | null): void;
  stop(): Promise<void>;
};

/** Listens on its own port of this machine. `target` is a port of this machine, or the path of a socket. */
export async function startDetour(target: number | string): Promise<Detour> {
  const sockets = new Set<Socket>();
  let mode: Mode = "open";
  let onSent: ((sent: string) => void) | null = null;
  const server = createServer((near) => {
    if (mode === "refusing") return void near.destroy();
    const far = typeof target === "string" ? connect(target) : connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (bytes: Buffer) => {
        if (from === near) onSent?.(bytes.toString("latin1"));
        if (mode === "open" || (mode === "unanswered" && from === near)) to.write(bytes);
      });
    }
  });
  const port = await freePort("127.0.0.1");
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    set(next) {
      mode = next;
      if (next === "refusing") cut();
    },
    watch: (watching) => void (onSent = watching),
    async stop() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
