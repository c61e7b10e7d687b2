import { afterEach, expect, inject, onTestFinished, test, vi } from "vitest";
import type { Report } from "./report.ts";
import { openPrinter } from "./printer.ts";

const worker = new URL(inject("printWorker"));
const printers: ReturnType<typeof openPrinter>[] = [];

const open = (options: Partial<Parameters<typeof openPrinter>[0]> = {}) => {
  const printer = openPrinter({ worker, ...options });
  printers.push(printer);
  return { ...printer, ...printer.of("chama") };
};
afterEach(async () => {
  for (const printer of printers.splice(0)) await printer.stop();
});

function reportOf(lines: number): Report {
  const row = { kind: "line" as const, cells: ["Name", "1.00"] };
  return {
    language: "en-KE",
    pageNumber: "Page {page} of {count}",
    group: "Akiba",
    title: "Test",
    about: "Today",
    facts: [],
    tables: [
      {
        columns: [{ title: "A" }, { title: "B", width: 80 }],
        rows: Array.from({ length: lines }, () => row),
      },
    ],
    notes: [],
    foot: ["Foot"],
    madeAt: new Date("2026-03-16T09:00:00Z"),
  };
}

const isBusy = { code: "server-busy" };

test("reports asked for at once are all printed, one after the other", async () => {
  const printer = open();
  expect(printer.isRunning()).toBe(false);
  const pdfs = await Promise.all([3, 200, 1].map((lines) => printer.print(reportOf(lines), 1)));
  for (const pdf of pdfs) expect(Buffer.from(pdf.slice(0, 5)).toString()).toBe("%PDF-");
  expect(pdfs[1]!.length).toBeGreaterThan(pdfs[0]!.length);
  expect(printer.isRunning()).toBe(true);
});

test("more reports than may wait are refused, and those before them are printed", async () => {
  const printer = open({ waitingMax: 1 });
  const [one, two] = [printer.print(reportOf(5), 1), printer.print(reportOf(5), 1)];
  await expect(printer.print(reportOf(5), 1)).rejects.toMatchObject(isBusy);
  expect((await one).length).toBeGreaterThan(1_000);
  expect((await two).length).toBeGreaterThan(1_000);
});

test("a person with many reports waits behind one with a single report, and cannot fill the queue", async () => {
  const printer = open({ ownWaitingMax: 3 });
  const order: string[] = [];
  const ask = async (asker: number, name: string) => {
    await printer.print(reportOf(1), asker);
    order.push(name);
  };
  const many = [1, 2, 3, 4].map((number) => ask(1, `many ${number}`));
  await expect(printer.print(reportOf(1), 1)).rejects.toMatchObject(isBusy);
  const others = [ask(2, "one"), ask(3, "other")];
  await Promise.all([...many, ...others]);
  expect(order).toEqual(["many 1", "one", "other", "many 2", "many 3", "many 4"]);
});

// Answers every report but the one called "Endless".
const stubborn = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ title }) => {
      if (title !== "Endless") parentPort.postMessage({ pdf: new Uint8Array([1]) });
    });`)}`,
);

test("a report that takes too long is refused, and the next gets a new thread", async () => {
  // The limit ends when this test says so: for the next report, which waits for its thread, never.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const printer = open({ worker: stubborn, limitMs: 4_000 });
  const endless = printer.print({ ...reportOf(1), title: "Endless" }, 1);
  const next = printer.print(reportOf(1), 1);
  vi.advanceTimersByTime(4_000);
  await expect(endless).rejects.toMatchObject(isBusy);
  expect(await next).toEqual(new Uint8Array([1]));
});

test("the thread ends when there is nothing to print, and starts again", async () => {
  const printer = open({ idleMs: 1 });
  await printer.print(reportOf(1), 1);
  await expect.poll(() => printer.isRunning()).toBe(false);
  expect((await printer.print(reportOf(1), 1)).length).toBeGreaterThan(1_000);
});

test("stopping refuses what is not printed yet", async () => {
  const printer = open();
  const unprinted = printer.print(reportOf(1_000), 1);
  const [outcome] = await Promise.all([unprinted.catch((error: unknown) => error), printer.stop()]);
  expect(outcome).toMatchObject(isBusy);
  expect(printer.isRunning()).toBe(false);
  await expect(printer.print(reportOf(1), 1)).rejects.toMatchObject(isBusy);
});

test("a fault while drawing is reported as a fault, not as being busy", async () => {
  const broken = { ...reportOf(1), tables: [{ columns: [], rows: [null] }] } as unknown as Report;
  await expect(open().print(broken, 1)).rejects.toThrow("printing failed");
});
