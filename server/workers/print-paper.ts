// The thread that draws papers; the printer (server/platform/pdf/printer.ts) hands it one after the other.
import { parentPort, type TransferListItem } from "node:worker_threads";
import { drawPaper } from "#server/platform/pdf/draw-paper.ts";
import type { Paper } from "#server/platform/pdf/paper.ts";
import type { Printed } from "#server/platform/pdf/printer.ts";

parentPort?.on("message", (paper: Paper) => void print(paper));

async function print(paper: Paper): Promise<void> {
  try {
    const pdf = new Uint8Array(await drawPaper(paper));
    answer({ pdf }, [pdf.buffer]);
  } catch (error) {
    // Whoever asked is told; the thread stands ready for the next paper.
    answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function answer(printed: Printed, handedOver: TransferListItem[] = []): void {
  parentPort?.postMessage(printed, handedOver);
}
