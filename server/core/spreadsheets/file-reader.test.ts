import { afterEach, describe, expect, inject, it } from "vitest";
import { existsSync, readFileSync } from "node:fs";
import {
  bytesOf,
  csvOf,
  january,
  newOrganisation,
  type Movement,
} from "#tests/support/statement-files.ts";
import { customerTable } from "#tests/support/statement-files.ts";
import { pdfStatement } from "#tests/support/pdf-files.ts";
import { bombXlsx, xlsxOf } from "#tests/support/workbooks.ts";
import { openFileReader, type FileReader, type FileReaderOptions } from "./file-reader.ts";

const worker = new URL(inject("readWorker"));
const readers: FileReader[] = [];

const open = (options: Partial<FileReaderOptions> = {}): FileReader => {
  const reader = openFileReader({ worker, ...options });
  readers.push(reader);
  return reader;
};
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.stop();
});

const month = { opening: 1_000_000n, movements: january };
const csv = () => bytesOf(csvOf(newOrganisation(month)));

/** This many payments in, one a minute. */
function payments(count: number): Movement[] {
  return Array.from({ length: count }, (_, index) => ({
    receipt: `UA${String(index).padStart(8, "0")}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString().slice(0, 19).replace("T", " "),
    cents: 100_000n + BigInt(index),
    details: `Pay Bill from 2547****${index % 1000} - NAME **** ${index} Acc. M${index % 500}`,
  }));
}

describe("files are read in a thread of their own", () => {
  it("are read one after the other, each unchanged", async () => {
    const reader = open();
    expect(reader.isRunning()).toBe(false);
    const [statement, tables, pdf] = await Promise.all([
      reader.readStatement(csv(), { fileName: "a.csv" }),
      reader.readTables(bytesOf("RegNo,Name\n007,Jane\n")),
      reader.readStatement(await pdfStatement(customerTable(month), { password: "1234" }), {
        fileName: "a.pdf",
        password: "1234",
      }),
    ]);
    expect(statement).toMatchObject({ format: "mpesa_organisation_new", breaks: [] });
    expect(statement.lines[0]).toMatchObject({ line: 2, amountCents: -1_200n });
    expect(tables).toEqual([
      {
        name: "",
        rows: [
          [
            { text: "RegNo", kind: "text" },
            { text: "Name", kind: "text" },
          ],
          [
            { text: "007", kind: "text" },
            { text: "Jane", kind: "text" },
          ],
        ],
      },
    ]);
    expect(pdf.lines).toHaveLength(january.length);
  });

  it("a refusal comes back with its code, facts and field", async () => {
    const reader = open();
    await expect(reader.readTables(new Uint8Array([1, 0, 2]))).rejects.toMatchObject({
      code: "file-kind-unknown",
      kind: "invalid",
    });
    const locked = await pdfStatement(customerTable(month), { password: "1234" });
    await expect(reader.readStatement(locked, { fileName: "a.pdf" })).rejects.toMatchObject({
      code: "statement-password-needed",
      errors: { password: [{ code: "statement-password-needed" }] },
    });
    expect((await reader.readStatement(csv(), { fileName: "a.csv" })).lines).toHaveLength(8);
  });

  it("more files than may wait are refused, and those before them are read", async () => {
    const reader = open({ waitingMax: 1 });
    const read = () => reader.readStatement(csv(), { fileName: "a.csv" });
    const [one, two] = [read(), read()];
    await expect(read()).rejects.toMatchObject({ code: "server-busy" });
    expect((await one).lines).toHaveLength(8);
    expect((await two).lines).toHaveLength(8);
  });

  it("a file that unfolds without end is refused, and the next is read", async () => {
    const reader = open();
    await expect(reader.readTables(bombXlsx())).rejects.toMatchObject({
      code: "file-unfolds-too-large",
    });
    expect(await reader.readTables(xlsxOf({ One: [["a"]] }))).toHaveLength(1);
  });

  it("a file that takes too long is refused, and the next gets a new thread", async () => {
    const stubborn = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from "node:worker_threads";
        parentPort.on("message", ({ bytes }) => {
          if (bytes?.length === 1) parentPort.postMessage({ part: "end", file: null });
          else while (true);
        });`)}`,
    );
    const reader = open({ worker: stubborn, limitMs: 1_500 });
    const endless = reader.readTables(new Uint8Array(2));
    const next = reader.readTables(new Uint8Array(1));
    await expect(endless).rejects.toMatchObject({ code: "file-took-too-long" });
    expect(await next).toEqual([]);
  });

  it("the thread ends when there is nothing to read, and starts again", async () => {
    const reader = open({ idleMs: 1 });
    await reader.readTables(bytesOf("a,b\n"));
    await expect.poll(() => reader.isRunning()).toBe(false);
    expect(await reader.readTables(bytesOf("a,b\n"))).toHaveLength(1);
  });

  it("stopping refuses what is not read yet", async () => {
    const reader = open();
    const unread = reader.readStatement(csv(), { fileName: "a.csv" });
    const [outcome] = await Promise.all([unread.catch((error: unknown) => error), reader.stop()]);
    expect(outcome).toMatchObject({ code: "server-busy" });
    await expect(reader.readTables(csv())).rejects.toMatchObject({ code: "server-busy" });
  });
});

/**
 * Samples every few milliseconds; `stop` returns the longest time that nothing else had a turn in this thread.
 * Measured in processor time where the system reports it, so that other load on the machine does not count.
 */
function watchStints(look: () => void) {
  let [last, longest] = [ownMs(), 0];
  const note = () => {
    const now = ownMs();
    longest = Math.max(longest, now - last);
    last = now;
    look();
  };
  const watch = setInterval(note, 5);
  return {
    stop: () => {
      clearInterval(watch);
      note();
      return longest;
    },
  };
}

/**
 * This thread's processor time: user and system, in hundredths of a second; the two fields come after the name in
 * parentheses.
 */
function ownMs(): number {
  const statFile = `/proc/self/task/${process.pid}/stat`;
  if (!existsSync(statFile)) return performance.now();
  const fields = readFileSync(statFile, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

describe("10,000 lines", () => {
  const rows = newOrganisation({ opening: 0n, movements: payments(10_000) });

  it.each([
    ["csv", () => bytesOf(csvOf(rows))],
    ["xlsx", () => xlsxOf({ Statement: rows })],
  ])(
    "of %s are read and proved within 5 seconds, 256 MB, and without holding up others",
    async (_, made) => {
      const bytes = made();
      const reader = open();
      await reader.readTables(bytesOf("a,b\n"));
      const before = process.memoryUsage().rss;
      let most = before;
      const stints = watchStints(() => (most = Math.max(most, process.memoryUsage().rss)));
      const began = process.cpuUsage();
      const file = await reader.readStatement(bytes, { fileName: "a" });
      const { user, system } = process.cpuUsage(began);
      const longestMs = stints.stop();
      expect(file).toMatchObject({ breaks: [], problems: [] });
      expect(file.lines).toHaveLength(10_000);
      expect((user + system) / 1_000).toBeLessThan(5_000);
      expect((most - before) / 1024 / 1024).toBeLessThan(256);
      expect(longestMs).toBeLessThan(250);
    },
  );

  it("five times as many are a statement still, and one more is too many", async () => {
    const lines = payments(50_001);
    const most = await open().readStatement(
      bytesOf(csvOf(newOrganisation({ opening: 0n, movements: lines.slice(1) }))),
      { fileName: "a" },
    );
    expect(most.lines).toHaveLength(50_000);
    const tooMany = bytesOf(csvOf(newOrganisation({ opening: 0n, movements: lines })));
    await expect(open().readStatement(tooMany, { fileName: "a" })).rejects.toMatchObject({
      code: "statement-too-many-lines",
      facts: { most: 50_000 },
    });
  });
});
