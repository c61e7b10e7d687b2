// A real PgBouncer in front of the tests' PostgreSQL, with its defaults except for what a test is about.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import type { createTestDatabase } from "./test-database.ts";

type Connection = Awaited<ReturnType<typeof createTestDatabase>>;
export type PoolMode = "session" | "transaction" | "statement";

const STARTS_WITHIN_MS = 10_000;

/** Why it cannot run here; null if it can. */
export const pgbouncerMissing: string | null = findMissing();

function findMissing(): string | null {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
    return null;
  } catch {
    return "PgBouncer is not installed (apt install pgbouncer)";
  }
}

/** `connection` through it. */
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
