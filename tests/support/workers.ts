// The built workers of the tests' servers.
import { inject } from "vitest";
import { openWorkers, type Workers } from "#server/workers.ts";

/** Nothing runs, and nothing has to be stopped, unless a report is printed or a file is read. */
export function openTestWorkers(readWorker = new URL(inject("readWorker"))): Workers {
  return openWorkers({ printWorker: new URL(inject("printWorker")), readWorker });
}
