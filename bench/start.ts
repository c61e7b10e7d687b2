// How long `npm start` takes to be healthy when everything is installed and built, and how much memory it takes when
// idle.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fillDataSet } from "./data-set/fill.ts";
import { openGroup, root, withDirectory, type Group } from "./database.ts";
import { figure, median, type Figure } from "./results.ts";
import {
  childrenOf,
  commandLine,
  memoryOf,
  postgresProcesses,
  environment,
  untilHealthy,
} from "./server-process.ts";

const TIMES = 5;
const IDLE_MS = 15_000;
const PORT = Number(process.env["BENCH_PORT"] ?? 4600) + 50;

/** Measures a group of 40 members and three years. The database starts and stops with the server. */
export async function measureStart(say: (line: string) => void): Promise<Figure[]> {
  return withDirectory(null, async (directory) => {
    const memory = await openGroup(directory, (group) => idleMemory(group));
    // The first start is not timed: after it, the last writes are on disk and the program files are in memory.
    await (await startWithNpm(environment(directory, PORT))).stop();
    const times: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const server = await startWithNpm(environment(directory, PORT));
      times.push(server.seconds);
      say(`  ${server.seconds.toFixed(2)} s`);
      await server.stop();
    }
    return [
      figure(
        "npm start to healthy, with PostgreSQL, warm",
        "s",
        { median: median(times), slowest: Math.max(...times) },
        { requested: "under 1.5 s" },
      ),
      figure("memory when idle", "MiB", memory, { requested: "together under 200 MB" }),
    ];
  });
}

async function idleMemory({ directory, database, client }: Group) {
  const shape = { members: 40, months: 36, perMonth: 1, end: new Date(), audit: true };
  await fillDataSet(database.owner, shape, () => undefined);
  const running = await startWithNpm(environment(directory, PORT));
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const server = memoryOf(running.pids());
  const PostgreSQL = memoryOf(await postgresProcesses(client));
  await running.stop();
  return { server, PostgreSQL, together: server + PostgreSQL };
}

async function startWithNpm(env: NodeJS.ProcessEnv) {
  const startedAt = performance.now();
  // Its own process group, so that a signal to the group reaches npm, its shell and the server.
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: "ignore", detached: true });
  await untilHealthy(`http://127.0.0.1:${PORT}`, () => child.exitCode !== null);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    seconds,
    /** Only the server, because it can run without npm and npm's shell. */
    pids: () => [serverUnder(child.pid ?? 0)],
    stop: async () => {
      const exited = once(child, "exit");
      process.kill(serverUnder(child.pid ?? 0), "SIGTERM");
      await exited;
    },
  };
}

/** The server's process, which npm's script became. It may have started PostgreSQL as its child. */
function serverUnder(pid: number): number {
  const server = descendantsOf(pid).findLast((each) =>
    commandLine(each).includes("scripts/launch.mjs"),
  );
  if (server === undefined) throw new Error("npm start runs no server");
  return server;
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}
