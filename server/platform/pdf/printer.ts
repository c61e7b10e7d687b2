// Prints reports outside of the thread that answers requests: one worker, started by the first report, prints one
// report at a time and ends after an idle minute, since its fonts are the largest thing in memory.
import { refuse } from "#domain/refusal.ts";
import { openWorkerThread } from "#server/platform/worker-thread.ts";
import type { Report } from "./report.ts";

export type PrinterOptions = {
  /** The built file of server/workers/print-report.ts. */
  worker: URL;
  /** Reports that may wait while one is printed; the next one is refused. */
  waitingMax?: number;
  /** Reports of one person that may wait. */
  ownWaitingMax?: number;
  /** How long one report may take, in ms. */
  limitMs?: number;
  /** How long the idle worker stays, in ms. */
  idleMs?: number;
};

/** The worker's answer. */
export type Printed = { pdf: Uint8Array } | { failed: string };

/** Prints for the members of one group. */
export type Printer = {
  /**
   * The PDF for a member. Refuses with `server-busy` when too many reports wait, in all or for this member, and
   * when this one takes too long.
   */
  print(report: Report, asker: number): Promise<Uint8Array>;
};

type Job = {
  report: Report;
  /** The group and its member who requested it. */
  asker: string;
  resolve: (pdf: Uint8Array) => void;
  reject: (reason: unknown) => void;
};

const MEMORY_MB = 192;

/** Starts nothing until the first report. */
export function openPrinter(options: PrinterOptions) {
  const { worker, waitingMax = 32, ownWaitingMax = 8, limitMs = 20_000, idleMs = 60_000 } = options;
  /** When each waiting member was last served, as an increasing number. */
  const served = new Map<string, number>();
  let turns = 0;
  const thread = openWorkerThread<Job, Printed>({
    worker,
    memoryMb: MEMORY_MB,
    limitMs,
    idleMs,
    commandOf: ({ report }) => report,
    take: (_job, printed) => {
      if ("pdf" in printed) thread.finish((job) => job.resolve(printed.pdf));
      else thread.finish((job) => job.reject(new Error(`printing failed: ${printed.failed}`)));
    },
    takeNext,
    died: (job, error) => job.reject(error),
    tookTooLong: (job) => job.reject(refuse("server-busy")),
    unfinished: (job) => job.reject(refuse("server-busy")),
  });

  /** The member who has waited longest since their last report, so that nobody waits for all the reports of another. */
  function takeNext(waiting: Job[]): Job | null {
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

  function print(report: Report, asker: string): Promise<Uint8Array> {
    const own = thread.waiting.filter((job) => job.asker === asker).length;
    if (thread.isStopped() || thread.waiting.length >= waitingMax || own >= ownWaitingMax)
      return Promise.reject(refuse("server-busy"));
    return new Promise((resolve, reject) => {
      thread.start({ report, asker, resolve, reject });
    });
  }

  return {
    /** For the members of the group of this name. */
    of: (group: string): Printer => ({
      print: (report, asker) => print(report, `${group} ${asker}`),
    }),

    /** Whether the worker is running. */
    isRunning: () => thread.isRunning(),

    /** Ends the worker and refuses the reports that wait. */
    stop: () => thread.stop(),
  };
}
