// Processes that read what people upload. The system ends one that uses too much, whatever a file says of itself, and
// with it goes everything that the file left in memory (docs/decisions/025-reading-files.md).
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { refuse } from "#domain/refusal.ts";

export type ReaderOptions = {
  /** The built file of server/workers/read-file.ts. */
  worker: URL;
  /** Files that may wait, in all and of one person; the next one is refused. */
  waitingMax?: number;
  ownWaitingMax?: number;
  /** How many are read at once, each by a process of its own. */
  atOnce?: number;
  /** How long of a processor one file may take, in s. */
  processorS?: number;
  /** How long one file may take in all, in ms, however busy the machine is. */
  limitMs?: number;
  /** How long an idle process stays, in ms. */
  idleMs?: number;
};

/** The process sends one message at a time; a message that is not the last waits for `more`. */
export type ReaderMessage<Answer> = { answer: Answer; isLast: boolean };
export const MORE = "more";

/** What people are promised: no reader has more than this in memory. */
export const READER_MEMORY_MB = 512;
/** What the system gives a process of memory that can be written to, in KB: 72 MB are for programs and libraries. */
export const READER_WRITABLE_KB = (READER_MEMORY_MB - 72) * 1024;
/** Of JavaScript's own, in MB: below all of it, so that V8 collects garbage before the system refuses. */
const HEAP_MB = 320;
/** A process that has become larger than this, in KB, or used more of a processor, in s, reads no other file. */
const REUSED_KB_MAX = 160_000;
const REUSED_S_MAX = 5;
/** Asking costs a process of its own elsewhere. */
const LOOK_MS = process.platform === "linux" ? 50 : 250;

type Job<Answer> = {
  /** The group and its member who sent the file. */
  asker: string;
  /** Files of a later round wait for those of an earlier one. */
  round: number;
  command: unknown;
  take: (answer: Answer) => void;
  resolve: () => void;
  reject: (reason: unknown) => void;
};

type Reader<Answer> = {
  child: ChildProcess;
  job: Job<Answer> | null;
  /** Of the running job, or until the idle process ends. */
  timers: NodeJS.Timeout[];
};

/** Reading leaves a processor to everybody else, and takes its turn with them: one that always yields starves. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;

export type ReaderProcesses<Answer> = {
  /**
   * Passes each answer to `take`, and resolves after the last. Refuses with `file-too-large-to-read` where reading
   * takes more than 512 MB, 30 s of a processor or 3 minutes, and with `server-busy` where too many files wait.
   */
  run(asker: string, command: unknown, take: (answer: Answer) => void): Promise<void>;
  /** The ids of the processes. */
  running(): (number | undefined)[];
  /** Ends the processes, and refuses the files that wait. */
  stop(): Promise<void>;
};

/** Starts nothing until the first file; on a machine with more than two processors, two are read at a time. */
export function openReaderProcesses<Answer>(options: ReaderOptions): ReaderProcesses<Answer> {
  const { waitingMax = 16, ownWaitingMax = 11, limitMs = 180_000, idleMs = 60_000 } = options;
  const { atOnce = AT_ONCE, processorS = 30 } = options;
  const readers: Reader<Answer>[] = [];
  const waiting: Job<Answer>[] = [];
  /** Of the file that was begun last. */
  let round = 0;
  let isStopped = false;

  function next(): void {
    const free = readers.find(({ job }) => job === null);
    if (isStopped || waiting.length === 0) return;
    if (free === undefined && readers.length >= atOnce) return;
    const reader = free ?? start();
    const first = Math.min(...waiting.map((each) => each.round));
    const [job] = waiting.splice(
      waiting.findIndex((each) => each.round === first),
      1,
    );
    if (job === undefined) return;
    rest(reader);
    reader.job = job;
    round = job.round;
    reader.timers = [
      setTimeout(() => end(reader, refuse("file-too-large-to-read")), limitMs),
      setInterval(() => void look(reader, job), LOOK_MS),
    ];
    tell(reader, job.command);
  }

  /** Nobody waits for two files of another: a person's next one has the round after that of the one before. */
  function roundOf(asker: string): number {
    const own = [...waiting, ...readers.flatMap(({ job }) => job ?? [])].filter(
      (job) => job.asker === asker,
    );
    return Math.max(round, ...own.map((job) => job.round + 1));
  }

  function start(): Reader<Answer> {
    const child = spawnReader(options.worker, processorS + REUSED_S_MAX);
    const reader: Reader<Answer> = { child, job: null, timers: [] };
    readers.push(reader);
    child.on("message", (message) => void take(reader, message as ReaderMessage<Answer>));
    child.once("error", (error) => end(reader, error));
    // V8, zlib and the decoders of pictures abort where the system gives no more memory.
    child.once("exit", (code, signal) =>
      end(
        reader,
        signal === null
          ? new Error(`the reader ended with code ${code}`)
          : refuse("file-too-large-to-read"),
      ),
    );
    return reader;
  }

  async function take(reader: Reader<Answer>, message: ReaderMessage<Answer>): Promise<void> {
    const { job } = reader;
    if (job === null) return;
    try {
      job.take(message.answer);
    } catch (error) {
      return end(reader, error);
    }
    // A large answer comes in parts, and others have a turn after each.
    await nextTurn();
    if (reader.job !== job) return;
    if (!message.isLast) return tell(reader, MORE);
    const [kb, seconds] = await Promise.all([
      residentKb(reader.child),
      processorSecondsOf(reader.child),
    ]);
    const isLight = kb <= REUSED_KB_MAX && seconds <= REUSED_S_MAX;
    if (reader.job !== job) return;
    rest(reader);
    reader.job = null;
    job.resolve();
    if (!isLight) return end(reader, null);
    reader.timers = [setTimeout(() => end(reader, null), idleMs).unref()];
    next();
  }

  async function look(reader: Reader<Answer>, job: Job<Answer>): Promise<void> {
    const kb = await residentKb(reader.child);
    if (kb > READER_MEMORY_MB * 1024 && reader.job === job)
      end(reader, refuse("file-too-large-to-read"));
  }

  function rest(reader: Reader<Answer>): void {
    for (const timer of reader.timers.splice(0)) clearTimeout(timer);
  }

  /** Ends the process at once, and refuses what it was reading with `reason`. */
  function end(reader: Reader<Answer>, reason: unknown): void {
    const at = readers.indexOf(reader);
    if (at === -1) return;
    readers.splice(at, 1);
    rest(reader);
    reader.child.kill("SIGKILL");
    reader.job?.reject(reason);
    reader.job = null;
    next();
  }

  return {
    run(asker, command, take) {
      const own = waiting.filter((job) => job.asker === asker).length;
      if (isStopped || waiting.length >= waitingMax || own >= ownWaitingMax)
        return Promise.reject(refuse("server-busy"));
      return new Promise((resolve, reject) => {
        waiting.push({ asker, round: roundOf(asker), command, take, resolve, reject });
        next();
      });
    },

    running: () => readers.map(({ child }) => child.pid),

    async stop() {
      isStopped = true;
      const children = readers.map(({ child }) => child);
      const gone = children.map(
        (child) =>
          new Promise((resolve) => {
            if (child.exitCode !== null || child.signalCode !== null) resolve(null);
            else child.once("exit", resolve).once("error", resolve);
          }),
      );
      while (readers[0] !== undefined) end(readers[0], refuse("server-busy"));
      for (const job of waiting.splice(0)) job.reject(refuse("server-busy"));
      await Promise.all(gone);
    },
  };

  function tell({ child }: Reader<Answer>, command: unknown): void {
    // One that has ended meanwhile tells of it by its exit.
    child.send(command as object, () => {});
  }
}

/**
 * The shell sets the limits that the system holds the process to: memory that can be written to, and time of a
 * processor. macOS holds it to the second alone; there, `look` sees what it uses. It knows none of the server's settings.
 */
function spawnReader(worker: URL, seconds: number): ChildProcess {
  const limits = `ulimit -s 2048; ulimit -d ${READER_WRITABLE_KB}; ulimit -t ${seconds}; exec "$@"`;
  const node = [process.execPath, `--max-old-space-size=${HEAP_MB}`, fileURLToPath(worker)];
  return spawn("/bin/sh", ["-c", limits, "sh", ...node], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    env: { MALLOC_ARENA_MAX: "2" },
  });
}

const run = promisify(execFile);

/** In KB; 0 if the process is gone, and where nothing tells. */
async function residentKb({ pid }: ChildProcess): Promise<number> {
  try {
    const text =
      process.platform === "linux"
        ? /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]
        : (await run("ps", ["-o", "rss=", "-p", String(pid)])).stdout;
    return Number(text ?? 0);
  } catch {
    return 0;
  }
}

/** Of a processor, that the process used so far; 0 if it is gone, and where nothing tells. */
async function processorSecondsOf({ pid }: ChildProcess): Promise<number> {
  try {
    if (process.platform === "linux") {
      // In hundredths of a second, in the programs' part and the system's; the name may have spaces.
      const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ");
      return (Number(fields?.[11]) + Number(fields?.[12])) / 100;
    }
    const { stdout } = await run("ps", ["-o", "time=", "-p", String(pid)]);
    return stdout
      .trim()
      .split(":")
      .reduce((sum, part) => sum * 60 + Number(part), 0);
  } catch {
    return 0;
  }
}
