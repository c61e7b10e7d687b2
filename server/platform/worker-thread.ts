// A thread for heavy work, outside of the one that answers requests: started by the first job, runs one job at a time
// within limits of time and memory, and ends after an idle while.
import { Worker } from "node:worker_threads";

export type WorkerThread<J> = {
  /** Queues a job. */
  start(job: J): void;
  /** The running job has ended: `settle` resolves it, and the next one starts. */
  finish(settle: (job: J) => void): void;
  waiting: readonly J[];
  isRunning(): boolean;
  isStopped(): boolean;
  /** Ends the thread; passes unfinished jobs to `unfinished`. */
  stop(): Promise<void>;
};

export type WorkerThreadOptions<J, A> = {
  /** The built file of the thread. */
  worker: URL;
  memoryMb: number;
  /** How long one job may take, in ms. */
  limitMs: number;
  /** How long the idle thread stays, in ms. */
  idleMs: number;
  /** The first command of a job to the thread. */
  commandOf(job: J): unknown;
  /** The thread's messages about the running job; `finish` ends it. */
  take(job: J, answer: A): void;
  /** Picks the next waiting job, by default the first, and takes it out of the list. */
  takeNext?: (waiting: J[]) => J | null;
  /** Called for a job when the thread dies, by a fault or out of memory. */
  died(job: J, error: Error): void;
  /** Called for a job that takes too long; the next one gets a new thread. */
  tookTooLong: (job: J) => void;
  /** Called for an unfinished job when everything ends. */
  unfinished(job: J): void;
};

/** Starts nothing until the first job. */
export function openWorkerThread<J, A>(options: WorkerThreadOptions<J, A>): WorkerThread<J> {
  const { takeNext = (jobs: J[]) => jobs.shift() ?? null } = options;
  const waiting: J[] = [];
  let worker: Worker | null = null;
  let current: { job: J } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function startWorker(): Worker {
    const started = new Worker(options.worker, {
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    });
    started.on("message", (answer: A) => {
      if (worker === started && current !== null) options.take(current.job, answer);
    });
    started.on("error", (error) => {
      if (worker !== started) return;
      worker = null;
      finish((job) => options.died(job, error));
    });
    return started;
  }

  function finish(settle: (job: J) => void): void {
    const ended = current;
    current = null;
    clearTimeout(timer);
    if (ended !== null) settle(ended.job);
    next();
  }

  function next(): void {
    if (current !== null || isStopped) return;
    const job = takeNext(waiting);
    if (job === null) {
      timer = setTimeout(() => void endWorker(), options.idleMs);
      timer.unref();
      return;
    }
    current = { job };
    clearTimeout(timer);
    worker ??= startWorker();
    tell(worker, options.commandOf(job));
    timer = setTimeout(giveUp, options.limitMs);
  }

  function giveUp(): void {
    void endWorker();
    finish(options.tookTooLong);
  }

  async function endWorker(): Promise<void> {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  return {
    start(job) {
      waiting.push(job);
      next();
    },
    finish,
    waiting,
    isRunning: () => worker !== null,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const undone = current === null ? [...waiting] : [current.job, ...waiting];
      current = null;
      waiting.length = 0;
      for (const job of undone) options.unfinished(job);
      await endWorker();
    },
  };
}

function tell(worker: Worker, command: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  worker.postMessage(command);
}
