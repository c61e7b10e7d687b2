// Prints papers away from the thread that answers requests: one worker, started by the first paper, one paper at a time,
// and gone after a minute without work, since its fonts are the largest thing the server would keep in memory.
import { Worker } from "node:worker_threads";
import { refuse } from "#domain/refusal.ts";
import type { Report } from "./report.ts";

export type PrinterOptions = {
  /** The built file of server/workers/print-report.ts. */
  worker: URL;
  /** Papers that may wait while one is printed; the next is refused. */
  waitingMax?: number;
  /** Papers of one person that may wait. */
  ownWaitingMax?: number;
  /** How long one paper may take. */
  limitMs?: number;
  /** How long the worker stays without work. */
  idleMs?: number;
};

/** What the worker answers. */
export type Printed = { pdf: Uint8Array } | { failed: string };

export type Printer = ReturnType<typeof openPrinter>;

type Job = {
  report: Report;
  /** The member who asked for it. */
  asker: number;
  resolve: (pdf: Uint8Array) => void;
  reject: (reason: unknown) => void;
};

const MEMORY_MB = 192;

/** Costs nothing until the first paper. */
export function openPrinter(options: PrinterOptions) {
  const {
    worker: file,
    waitingMax = 32,
    ownWaitingMax = 8,
    limitMs = 20_000,
    idleMs = 60_000,
  } = options;
  const waiting: Job[] = [];
  let worker: Worker | null = null;
  let current: Job | null = null;
  /** When each who waits was last served, as a number that grows. */
  const served = new Map<number, number>();
  let turns = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function startWorker(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    started.on("message", (printed: Printed) => {
      if (worker !== started) return;
      if ("pdf" in printed) finish((job) => job.resolve(printed.pdf));
      else finish((job) => job.reject(new Error(`printing failed: ${printed.failed}`)));
    });
    // It died, by a fault or for want of memory.
    started.on("error", (error) => {
      if (worker !== started) return;
      worker = null;
      finish((job) => job.reject(error));
    });
    return started;
  }

  function finish(settle: (job: Job) => void): void {
    const job = current;
    current = null;
    clearTimeout(timer);
    if (job !== null) settle(job);
    next();
  }

  function next(): void {
    if (current !== null || isStopped) return;
    current = takeNext();
    if (current === null) {
      timer = setTimeout(() => void endWorker(), idleMs);
      timer.unref();
      return;
    }
    clearTimeout(timer);
    worker ??= startWorker();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
    worker.postMessage(current.report);
    timer = setTimeout(giveUp, limitMs);
  }

  /** Of whom nothing was printed for longest, so that nobody waits for all the papers of another. */
  function takeNext(): Job | null {
    let first = 0;
    for (const [index, job] of waiting.entries())
      if (lastServed(job) < lastServed(waiting[first]!)) first = index;
    const job = waiting.splice(first, 1)[0];
    if (job === undefined) {
      served.clear();
      return null;
    }
    served.set(job.asker, ++turns);
    return job;
  }

  const lastServed = ({ asker }: Job) => served.get(asker) ?? 0;

  /** The paper takes too long; whoever waits behind it gets a new worker. */
  function giveUp(): void {
    void endWorker();
    finish((job) => job.reject(refuse("server-busy")));
  }

  async function endWorker(): Promise<void> {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  return {
    /**
     * The PDF for a member. Refuses with `server-busy` when too many papers wait, of all or of this member, and when this one
     * takes too long.
     */
    print(report: Report, asker: number): Promise<Uint8Array> {
      const own = waiting.filter((job) => job.asker === asker).length;
      if (isStopped || waiting.length >= waitingMax || own >= ownWaitingMax)
        return Promise.reject(refuse("server-busy"));
      return new Promise((resolve, reject) => {
        waiting.push({ report, asker, resolve, reject });
        next();
      });
    },

    /** Whether a worker stands ready or prints. */
    isRunning: () => worker !== null,

    /** Ends the worker; what was still to be printed is refused. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      const unprinted = current === null ? waiting : [current, ...waiting];
      current = null;
      for (const job of unprinted) job.reject(refuse("server-busy"));
      waiting.length = 0;
      await endWorker();
    },
  };
}
