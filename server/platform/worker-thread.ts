// A thread for heavy work, away from the one that answers requests: started by the first job, one job at a time, with a limit of
// time and memory, and gone after a while without work.
import { Worker } from "node:worker_threads";

export type WorkerThread<J> = {
  /** Puts a job behind those that wait. */
  start(job: J): void;
  /** The job that runs has its end: `settle` tells whoever waits for it, and the next one begins. */
  finish(settle: (job: J) => void): void;
  /** Says more to the thread about this job; nothing when another one runs by now, or none. */
  tellMore(job: J, command: unknown): void;
  waiting: readonly J[];
  isRunning(): boolean;
  isStopped(): boolean;
  /** Ends the thread; what was still to be done is given to `unfinished`. */
  stop(): Promise<void>;
};

export type WorkerThreadOptions<J, A> = {
  /** The built file of the thread. */
  worker: URL;
  memoryMb: number;
  /** How long one job may take. */
  limitMs: number;
  /** How long the thread stays without work. */
  idleMs: number;
  /** Whether what the thread prints stays out of the server's own output. */
  isSilent?: boolean;
  /** The first command of a job to the thread. */
  commandOf(job: J): unknown;
  /** What the thread says of the job that runs; `finish` ends it. */
  take(job: J, answer: A): void;
  /** Which of those that wait comes next; by default the first. Takes it out of the list. */
  takeNext?: (waiting: J[]) => J | null;
  /** What becomes of a job when the thread dies, by a fault or for want of memory. */
  died(job: J, error: Error): void;
  /** What becomes of a job that takes too long; the one behind it gets a new thread. */
  tookTooLong: (job: J) => void;
  /** What becomes of a job that is not done when all ends. */
  unfinished(job: J): void;
};

/** Costs nothing until the first job. */
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
      ...(options.isSilent === true ? { stdout: true, stderr: true } : {}),
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
    tellMore(job, command) {
      if (worker !== null && current?.job === job) tell(worker, command);
    },
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
