// Watches a server while something is done: what its health waits, what its processes that read files take, and how much
// it grows.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { askInTurns, type Call, repeated, type Tokens } from "../load.ts";
import { figure, type Figure, quantile } from "../results.ts";
import {
  childrenOf,
  commandLine,
  memoryOf,
  processorTime,
  type ServerProcess,
} from "../server-process.ts";

/** Health asked as often without the load, for comparison. */
const ALONE = 200;

type Watched<Result> = {
  result: Result;
  seconds: number;
  /** What each health answer took, in ms: asked one after another all the while, and before that. */
  times: number[];
  alone: number[];
  /** The most that was seen of any process that read, which ends between two looks, and how much the server grew. */
  readerMiB: number;
  readerSeconds: number;
  grewMiB: number;
};

export async function watched<Result>(
  { server, tokens }: { server: ServerProcess; tokens: Tokens },
  act: () => Promise<Result>,
): Promise<Watched<Result>> {
  const health: Call = { path: "/api/health", token: tokens.member };
  const { times: alone } = await askInTurns(server.url, {
    clients: 1,
    calls: repeated(health, ALONE),
  });
  const done = new AbortController();
  const times: number[] = [];
  const timing = (async () => {
    while (!done.signal.aborted) {
      const measured = await askInTurns(server.url, { clients: 1, calls: [health] });
      times.push(...measured.times);
      await wait(2);
    }
  })();
  const looking = lookAtProcesses(server, done.signal);
  const began = performance.now();
  try {
    const result = await act();
    const seconds = (performance.now() - began) / 1000;
    done.abort();
    await timing;
    return { result, seconds, times, alone, ...(await looking) };
  } finally {
    done.abort();
  }
}

async function lookAtProcesses({ pid }: ServerProcess, signal: AbortSignal) {
  const began = memoryOf([pid]);
  const readers = new Map<number, { peakMiB: number; ms: number }>();
  // A process that read something before keeps its peak and its time; only what comes now counts.
  const before = new Map(readersOf(pid).map((child) => [child, processorTime([child])]));
  let most = began;
  while (!signal.aborted) {
    most = Math.max(most, memoryOf([pid]));
    for (const child of readersOf(pid))
      readers.set(child, {
        peakMiB: Math.max(readers.get(child)?.peakMiB ?? 0, peakOf(child)),
        ms: Math.max(
          readers.get(child)?.ms ?? 0,
          processorTime([child]) - (before.get(child) ?? 0),
        ),
      });
    await wait(20);
  }
  const all = [...readers.values()];
  return {
    readerMiB: Math.max(0, ...all.map(({ peakMiB }) => peakMiB)),
    readerSeconds: Math.max(0, ...all.map(({ ms }) => ms)) / 1000,
    grewMiB: most - began,
  };
}

const readersOf = (server: number) =>
  childrenOf(server).filter((child) => commandLine(child).includes("read-file"));

/** The most that the process has had in memory, in MiB; 0 if it is gone. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** What health waited, beside what it waits when nothing else goes on. */
export function waitedMeanwhile(
  what: string,
  { times, alone }: Pick<Watched<unknown>, "times" | "alone">,
): Figure {
  const values = {
    p50: quantile(times, 0.5),
    most: Math.max(...times),
    "most alone": Math.max(...alone),
  };
  return figure(`health while ${what}`, "ms", values, {
    requested: "at most 250 ms",
    note: `${times.length} answers`,
  });
}

/** What reading took: of memory, and how much the server grew. */
export function memoryMeanwhile(
  what: string,
  { readerMiB, grewMiB }: Pick<Watched<unknown>, "readerMiB" | "grewMiB">,
  most: { readerMb: number; grewMb: number },
): Figure[] {
  return [
    figure(
      `${what}: memory of the reader`,
      "MiB",
      { most: readerMiB },
      { requested: `at most ${most.readerMb} MB` },
    ),
    figure(
      `${what}: growth of the server`,
      "MiB",
      { most: grewMiB },
      { requested: `under ${most.grewMb} MB` },
    ),
  ];
}
