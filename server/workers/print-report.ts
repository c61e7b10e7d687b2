// The thread that draws reports; the printer (server/platform/pdf/printer.ts) hands it one after the other.
import { parentPort, type TransferListItem } from "node:worker_threads";
import { drawReport } from "#server/platform/pdf/draw-report.ts";
import type { Report } from "#server/platform/pdf/report.ts";
import type { Printed } from "#server/platform/pdf/printer.ts";

parentPort?.on("message", (report: Report) => void print(report));

async function print(report: Report): Promise<void> {
  try {
    const pdf = new Uint8Array(await drawReport(report));
    answer({ pdf }, [pdf.buffer]);
  } catch (error) {
    // Whoever asked is notified; the thread is ready for the next report.
    answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function answer(printed: Printed, handedOver: TransferListItem[] = []): void {
  parentPort?.postMessage(printed, handedOver);
}
