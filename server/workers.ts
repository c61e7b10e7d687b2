// The threads and processes beside the one that answers requests: they belong to the server, and serve every group of it.
import { openFileReader, type FileReader } from "#server/core/file-reader/file-reader.ts";
import { openPrinter, type Printer } from "#server/platform/pdf/printer.ts";

/** As one group uses them: who waits is counted within the group. */
export type GroupWorkers = { printer: Printer; fileReader: FileReader };

export type Workers = {
  /** `group` is any name that no other group of this server has. */
  of(group: string): GroupWorkers;
  stop(): Promise<void>;
};

type WorkerFiles = {
  /** The built file of server/workers/print-report.ts. */
  printWorker: URL;
  /** The built file of server/workers/read-file.ts. */
  readWorker: URL;
};

/** Starts nothing until the first report or file. */
export function openWorkers({ printWorker, readWorker }: WorkerFiles): Workers {
  const printer = openPrinter({ worker: printWorker });
  const fileReader = openFileReader({ worker: readWorker });
  return {
    of: (group) => ({ printer: printer.of(group), fileReader: fileReader.of(group) }),
    stop: async () => {
      await Promise.all([printer.stop(), fileReader.stop()]);
    },
  };
}
