// Two servers on one PostgreSQL, compared with one server. Each has its own processors if there are enough.
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { fillDataSet } from "./data-set/fill.ts";
import { withDatabase, type Group } from "./database.ts";
import { askInTurns, repeated, type Call, signInAll } from "./load.ts";
import { figure, notMeasured, type Figure, isInstalled } from "./results.ts";
import {
  postgresProcesses,
  processorTime,
  startServer,
  type ServerProcess,
  untilQuiet,
} from "./server-process.ts";

const CLIENTS = 16;
const WARM = 300;
const TARGET = "at least 1.5 times";

type Processors = { load: string; postgres: string; servers: [one: string, other: string] };

/** Reads a page of the members, which keeps the server busier than the database. */
export async function measureServers(
  params: { databaseUrl: string | null; count: number },
  say: (line: string) => void,
): Promise<Figure[]> {
  if (!isInstalled("taskset")) return [notMeasured("two servers", "missing")];
  return withDatabase(params.databaseUrl, async (group) => {
    const shape = { members: 2_000, months: 24, perMonth: 1, end: new Date(), audit: false };
    await fillDataSet(group.database.owner, shape, say);
    const processors = share(availableParallelism());
    pin(process.pid, processors.load);
    for (const pid of await postgresProcesses(group.client)) pin(pid, processors.postgres);
    const { chairperson: token } = await signInAll(group.database.db);
    const calls = repeated({ path: "/api/user/get_users?page=3", token }, params.count);
    const one = await startServer(group.directory, ["taskset", "-c", processors.servers[0]]);
    const alone = await load(group, [one], calls);
    say(`  one server: ${alone.perSecond.toFixed(0)} a second`);
    const other = await startServer(group.directory, ["taskset", "-c", processors.servers[1]]);
    const together = await load(group, [one, other], calls);
    say(`  two servers: ${together.perSecond.toFixed(0)} a second`);
    await Promise.all([one.stop(), other.stop()]);
    pin(process.pid, `0-${availableParallelism() - 1}`);
    return tell(alone, together, processors);
  });
}

/** One processor for each server and for the load, the rest for PostgreSQL. With fewer than four, some are shared. */
function share(count: number): Processors {
  if (count < 2) return { load: "0", postgres: "0", servers: ["0", "0"] };
  if (count < 4) return { load: "0", postgres: "0", servers: ["1", count === 3 ? "2" : "1"] };
  return {
    load: "0",
    postgres: count === 4 ? "1" : `1-${count - 3}`,
    servers: [String(count - 2), String(count - 1)],
  };
}

function pin(pid: number, processors: string): void {
  execFileSync("taskset", ["-acp", processors, String(pid)], { stdio: "ignore" });
}

type Load = { perSecond: number; serverMs: number; databaseMs: number };

async function load(group: Group, servers: ServerProcess[], calls: Call[]): Promise<Load> {
  await untilQuiet(group.client);
  const each = (all: Call[]) =>
    Promise.all(
      servers.map(({ url }) =>
        askInTurns(url, {
          clients: CLIENTS / servers.length,
          calls: all.slice(0, all.length / servers.length),
        }),
      ),
    );
  await each(calls.slice(0, WARM));
  const pids = servers.map(({ pid }) => pid);
  const database = await postgresProcesses(group.client);
  const before = { servers: processorTime(pids), database: processorTime(database) };
  const measured = await each(calls);
  const answers = measured.reduce((sum, { times }) => sum + times.length, 0);
  return {
    perSecond: measured.reduce((sum, { times, seconds }) => sum + times.length / seconds, 0),
    serverMs: (processorTime(pids) - before.servers) / answers,
    databaseMs: (processorTime(database) - before.database) / answers,
  };
}

function tell(alone: Load, together: Load, processors: Processors): Figure[] {
  const hasOwn = new Set([processors.load, processors.postgres, ...processors.servers]).size === 4;
  const shared = `load on processor ${processors.load}, PostgreSQL on ${processors.postgres}, servers on ${processors.servers.join(" and ")}`;
  const cost = ({ serverMs, databaseMs }: Load) => ({ server: serverMs, PostgreSQL: databaseMs });
  // A server answers in one thread, so this is how many requests two servers answer in a millisecond.
  const answered = 2 / together.serverMs;
  return [
    figure("one server", "/s", { requests: alone.perSecond }, { note: shared }),
    figure("two servers", "/s", { requests: together.perSecond }, { note: shared }),
    figure(
      "two against one",
      "times",
      { measured: together.perSecond / alone.perSecond },
      {
        requested: TARGET,
        ...(hasOwn
          ? {}
          : {
              note: "too few processors for each to have its own: the servers wait for one another here, so this shows only what a second one costs",
            }),
      },
    ),
    figure("processor time of a request, one server", "ms", cost(alone)),
    figure("processor time of a request, two servers", "ms", cost(together)),
    figure(
      "two against one, reckoned from it",
      "times",
      { bound: answered * alone.serverMs },
      { requested: TARGET, note: "each server with a processor of its own" },
    ),
    figure("processors that PostgreSQL needs for that", "", {
      processors: answered * together.databaseMs,
    }),
  ];
}
