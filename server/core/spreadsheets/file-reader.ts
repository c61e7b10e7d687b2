// Reads uploaded files outside of the thread that answers requests: one thread, started by the first file, reads one
// file at a time within limits of time and memory, and ends after an idle minute
// (docs/decisions/025-reading-files.md).
import { setImmediate as nextTurn } from "node:timers/promises";
import { assert } from "#domain/assert.ts";
import { Refusal, refuse } from "#domain/refusal.ts";
import type { Table } from "#domain/spreadsheets/table.ts";
import type { FileLine, StatementFile } from "#domain/statements/statement-file.ts";
import type { StatementOptions } from "#server/core/statements/read-statement.ts";
import { openWorkerThread } from "#server/platform/worker-thread.ts";

export type FileReaderOptions = {
  /** The built file of server/workers/read-file.ts. */
  worker: URL;
  /** Files that may wait while one is read; the next one is refused. */
  waitingMax?: number;
  /** How long one file may take, in ms. */
  limitMs?: number;
  /** How long the idle thread stays, in ms. */
  idleMs?: number;
};

/** The command to the thread. */
export type ReadCommand =
  | { read: "tables"; bytes: Uint8Array }
  | { read: "statement"; bytes: Uint8Array; options: StatementOptions }
  | { read: "more" };

/** The thread's messages: one part at a time, each on request, so that no large answer holds up the event loop. */
export type ReadAnswer =
  | { part: "table"; name: string }
  | { part: "rows"; rows: Table["rows"] }
  | { part: "lines"; lines: FileLine[] }
  | { part: "end"; file: StatementFile | null }
  | { refused: Pick<Refusal, "code" | "kind" | "facts"> & { fields: string[] } }
  | { failed: string };

export type FileReader = ReturnType<typeof openFileReader>;

type Job = {
  command: ReadCommand;
  tables: Table[];
  lines: FileLine[];
  resolve: (read: { tables: Table[]; file: StatementFile | null }) => void;
  reject: (reason: unknown) => void;
};

const MEMORY_MB = 512;

/** Starts nothing until the first file. */
export function openFileReader(options: FileReaderOptions) {
  const { worker, waitingMax = 8, limitMs = 20_000, idleMs = 60_000 } = options;
  const thread = openWorkerThread<Job, ReadAnswer>({
    worker,
    memoryMb: MEMORY_MB,
    limitMs,
    idleMs,
    isSilent: true,
    commandOf: ({ command }) => command,
    take: (job, answer) => void take(job, answer),
    // Identified by the file, because only one is read at a time.
    died: (job, error) => {
      const isOutOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      job.reject(isOutOfMemory ? refuse("file-unfolds-too-large") : error);
    },
    tookTooLong: (job) => job.reject(refuse("file-took-too-long")),
    unfinished: (job) => job.reject(refuse("server-busy")),
  });

  async function take(job: Job, answer: ReadAnswer): Promise<void> {
    if ("failed" in answer)
      return thread.finish(() => job.reject(new Error(`reading failed: ${answer.failed}`)));
    if ("refused" in answer) return thread.finish(() => job.reject(asRefusal(answer.refused)));
    if (answer.part === "end") return thread.finish(() => job.resolve(resultOf(job, answer.file)));
    if (answer.part === "table") job.tables.push({ name: answer.name, rows: [] });
    else if (answer.part === "rows") job.tables.at(-1)?.rows.push(...answer.rows);
    else job.lines.push(...answer.lines);
    await nextTurn();
    thread.tellMore(job, { read: "more" } satisfies ReadCommand);
  }

  function read(command: ReadCommand): Promise<{ tables: Table[]; file: StatementFile | null }> {
    if (thread.isStopped() || thread.waiting.length >= waitingMax)
      return Promise.reject(refuse("server-busy"));
    return new Promise((resolve, reject) => {
      thread.start({ command, tables: [], lines: [], resolve, reject });
    });
  }

  return {
    /**
     * The sheets of a CSV, xlsx or xls file. Refuses with `file-…` what cannot be read, and with `server-busy` when
     * too many files wait.
     */
    async readTables(bytes: Uint8Array): Promise<Table[]> {
      return (await read({ read: "tables", bytes })).tables;
    },

    /** A statement of any kind. Refuses with `file-…` and `statement-…`; faults within its lines are in `problems`. */
    async readStatement(bytes: Uint8Array, params: StatementOptions): Promise<StatementFile> {
      const { file } = await read({ read: "statement", bytes, options: params });
      assert(file !== null, "the thread read no statement");
      return file;
    },

    /** Whether the thread is running. */
    isRunning: () => thread.isRunning(),

    /** Ends the thread and refuses the files that wait. */
    stop: () => thread.stop(),
  };
}

function resultOf({ tables, lines }: Job, file: StatementFile | null) {
  return { tables, file: file === null ? null : { ...file, lines } };
}

function asRefusal({
  code,
  kind,
  facts,
  fields,
}: { fields: string[] } & Pick<Refusal, "code" | "kind" | "facts">) {
  const refused = new Refusal({ code, kind, facts });
  return fields.reduce((reported, field) => reported.at(field), refused);
}
