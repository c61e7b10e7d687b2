import { afterAll, afterEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Refusal } from "#domain/refusal.ts";
import {
  bombXlsx,
  csvOfBreaks,
  csvOfCommas,
  csvOfFaults,
  csvOfRowsOfCommas,
  largestPicture,
  pdfOfSpaces,
  pdfOfSpacesWithin,
  xlsxOfOneManyTimes,
  xlsxOfOneText,
  xlsxOfTwoMinds,
} from "#tests/support/hostile-files.ts";
import { countTurns } from "#tests/support/answered-meanwhile.ts";
import { makeHeldReader, whileHeld } from "#tests/support/held-reader.ts";
import {
  bytesOf,
  csvOf,
  january,
  newOrganisation,
  type Movement,
  type Rows,
} from "#tests/support/statement-files.ts";
import { customerTable } from "#tests/support/statement-files.ts";
import { pdfStatement } from "#tests/support/pdf-files.ts";
import { xlsxOf } from "#tests/support/workbooks.ts";
import { openFileReader, type FileReader } from "./file-reader.ts";
import {
  openReaderProcesses,
  READER_MEMORY_MB,
  READER_WRITABLE_KB,
  type ReaderOptions,
} from "./reader-processes.ts";

const worker = new URL(inject("readWorker"));
const held = await makeHeldReader();
afterAll(() => held.remove());
const readers: ReturnType<typeof openFileReader>[] = [];

const open = (options: Partial<ReaderOptions> = {}) => {
  const reader = openFileReader({ worker, ...options });
  readers.push(reader);
  return { ...reader, ...reader.of("chama") };
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

const context = {
  cutOver: "2026-02-28",
  words: {
    statuses: { known: new Map(), listed: "" },
    loanTypes: { known: new Map(), listed: "" },
    accounts: { known: new Map(), listed: "" },
  },
  accounts: [],
  products: [],
  mapping: null,
  language: "en",
} as const;
const name = { fileName: "a", today: "2030-01-01" };

const niceOf = (process: number | "self" | undefined) =>
  readFileSync(`/proc/${process}/stat`, "utf8").split(") ").at(-1)?.split(" ")[16];

/** A program in place of the built one; `folder` is where it may write. */
async function withProgram(
  text: string,
  act: (program: URL, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "akiba-reader-"));
  try {
    const program = join(folder, "program.mjs");
    await writeFile(program, `const folder = ${JSON.stringify(folder)};\n${text}`);
    await act(pathToFileURL(program), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Answers a file of one byte, and is busy with every other one for ever. */
const stubborn = (hangs: string) => `process.on("message", ({ bytes }) => {
  if (bytes?.length === 1) process.send({ answer: { whole: { picture: null } }, isLast: true });
  else { ${hangs} }
});`;

const LONG_MS = 3_600_000;
const notesThatItHasOne = `import("node:fs").then(({ writeFileSync }) => writeFileSync(folder + "/has-" + process.pid, ""));
  setInterval(() => {}, 60_000);`;

/** Two files that are read for ever, of two people, and one of a third that waits for them. */
function sendEndless(reader: Pick<FileReader, "for">) {
  const endless = [1, 2].map((asker) => reader.for(asker).redrawPicture(new Uint8Array(2)));
  return {
    endless: Promise.allSettled(endless),
    next: reader.for(3).redrawPicture(new Uint8Array(1)),
  };
}

const tooLarge = {
  status: "rejected",
  reason: expect.objectContaining({ code: "file-too-large-to-read" }),
};

/** Notes how many MB it has, and ends as V8 does where there is no more. */
const hungry = `import { writeFileSync } from "node:fs";
process.on("message", () => {
  const had = [];
  try {
    while (had.length < 2_000) {
      had.push(Buffer.alloc(1_024 * 1_024, 1));
      writeFileSync(folder + "/had", String(had.length));
    }
  } catch {
    process.abort();
  }
  process.send({ answer: { whole: { picture: null } }, isLast: true });
});`;

/** What the server has taken into its own memory of what the reader sent. */
const sentBytes = () => held.sent().reduce((sum, { bytes }) => sum + bytes, 0);

describe("files are read by processes of their own", () => {
  it("each unchanged, whatever else is read", async () => {
    const reader = open({ atOnce: 2 });
    expect(reader.running()).toEqual([]);
    const [statement, sheet, pdf] = await Promise.all([
      reader.for(1).readStatement(csv(), { fileName: "a.csv", today: "2030-01-01" }),
      reader.for(2).readSheet([{ bytes: bytesOf("RegNo,Name\n007,Jane\n"), ...name }], context),
      reader.for(3).readStatement(await pdfStatement(customerTable(month), { password: "1234" }), {
        fileName: "a.pdf",
        today: "2030-01-01",
        password: "1234",
      }),
    ]);
    expect(statement).toMatchObject({ format: "mpesa_organisation_new", breaks: [] });
    expect(statement.lines[0]).toMatchObject({ line: 2, amountCents: -1_200n });
    expect(sheet.problems.map(({ fault }) => fault.code)).toContain("sheet-missing");
    expect(pdf.lines).toHaveLength(january.length);
    expect(reader.running()).toHaveLength(2);
  });

  it("a refusal comes back with its code, its facts, and the field that it is about", async () => {
    const reader = open().for(1);
    await expect(reader.readStatement(new Uint8Array([1, 0, 2]), name)).rejects.toMatchObject({
      code: "file-kind-unknown",
      kind: "invalid",
      errors: { file: [{ code: "file-kind-unknown" }] },
    });
    const locked = await pdfStatement(customerTable(month), { password: "1234" });
    const refused = await reader.readStatement(locked, name).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "statement-password-needed" });
    expect(Object.keys((refused as Refusal).errors ?? {})).toEqual(["password"]);
    expect((await reader.readStatement(csv(), name)).lines).toHaveLength(8);
    expect(await reader.redrawPicture(csv())).toBeNull();
  });

  it("two at a time; more than may wait are refused, and those before them are read", async () => {
    const reader = open({ waitingMax: 2, atOnce: 2 });
    const read = (asker: number) => reader.for(asker).readStatement(csv(), name);
    const taken = [1, 2, 3, 4].map(read);
    expect(reader.running()).toHaveLength(2);
    await expect(read(5)).rejects.toMatchObject({ code: "server-busy" });
    for (const file of await Promise.all(taken)) expect(file.lines).toHaveLength(8);
    expect(reader.running()).toHaveLength(2);
  });

  it("the files of a year's months wait for each other, as one person sends them at once", async () => {
    const reader = open({ worker: held.worker, atOnce: 1 }).for(1);
    const read = () => reader.readStatement(csv(), name);
    const late: ReturnType<typeof read>[] = [];
    await whileHeld(held, read, async () => {
      late.push(...Array.from({ length: 11 }, read));
      await expect(read()).rejects.toMatchObject({ code: "server-busy" });
    });
    for (const file of await Promise.all(late)) expect(file.lines).toHaveLength(8);
  });

  it("the first files of all are read before the second of anybody, and so on", async () => {
    const reader = open({ worker: held.worker, atOnce: 1, waitingMax: 12, ownWaitingMax: 4 });
    const order: string[] = [];
    const counts = new Map<number, number>();
    const read = async (asker: number) => {
      const count = (counts.get(asker) ?? 0) + 1;
      counts.set(asker, count);
      await reader.for(asker).readStatement(csv(), name);
      order.push(`${asker}.${count}`);
    };
    const late: Promise<void>[] = [];
    await whileHeld(
      held,
      () => read(1),
      async () => {
        late.push(...[1, 1, 1, 1, 2, 2, 3].map(read));
        await expect(read(1)).rejects.toMatchObject({ code: "server-busy" });
      },
    );
    await Promise.all(late);
    expect(order).toEqual(["1.1", "2.1", "3.1", "1.2", "2.2", "1.3", "1.4", "1.5"]);
  });

  it("others have their turn while a process has a file, and after each part of its answer", async () => {
    const processes = openReaderProcesses<object>({ worker: held.worker });
    const log: string[] = [];
    const state = { isOver: false };
    const turn = () => {
      if (log.at(-1) !== "turn") log.push("turn");
      if (!state.isOver) setImmediate(turn);
    };
    turn();
    const bytes = bytesOf(csvOf(newOrganisation({ opening: 0n, movements: payments(2_000) })));
    const command = { read: "statement", bytes, options: name };
    await whileHeld(
      held,
      () => processes.run("1", command, () => log.push("part")),
      () => new Promise((done) => setImmediate(done)),
    );
    state.isOver = true;
    await processes.stop();
    expect(log.filter((each) => each === "part").length).toBeGreaterThanOrEqual(2_000 / 400);
    expect(log.join(" ")).not.toContain("part part");
  });

  it("a file that uses a processor for too long is refused, and the next gets a new process", () =>
    withProgram(stubborn("while (true);"), async (program) => {
      const reader = open({ worker: program, atOnce: 2, processorS: 1 });
      const { endless, next } = sendEndless(reader);
      expect(await endless).toEqual([tooLarge, tooLarge]);
      expect(await next).toBeNull();
    }));

  it("a file that takes too long in all is refused, and the next gets a new process", () =>
    withProgram(stubborn(notesThatItHasOne), async (program, folder) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      const reader = open({ worker: program, atOnce: 2, limitMs: LONG_MS });
      const { endless, next } = sendEndless(reader);
      const noted = () => readdirSync(folder).filter((name) => name.startsWith("has-")).length;
      await expect.poll(noted).toBe(2);
      vi.advanceTimersByTime(LONG_MS);
      expect(await endless).toEqual([tooLarge, tooLarge]);
      expect(await next).toBeNull();
    }));

  it("a file waits for longer than it may take of a processor, and is read", async () => {
    const reader = open({ worker: held.worker, processorS: 1 });
    const file = await whileHeld(
      held,
      () => reader.for(1).readStatement(csv(), name),
      // By the time that the system has ended another one with these limits, the first has waited for longer than that.
      () =>
        withProgram(stubborn("while (true);"), async (program) => {
          const other = open({ worker: program, processorS: 1 });
          await expect(other.for(1).redrawPicture(new Uint8Array(2))).rejects.toMatchObject({
            code: "file-too-large-to-read",
          });
        }),
    );
    expect(file.lines).toHaveLength(8);
  });

  it.skipIf(process.platform !== "linux")(
    "a file that wants more memory than the system gives is refused",
    async () => {
      await withProgram(hungry, async (program, folder) => {
        await expect(
          open({ worker: program }).for(1).redrawPicture(new Uint8Array(2)),
        ).rejects.toMatchObject({ code: "file-too-large-to-read" });
        const hadMb = Number(readFileSync(join(folder, "had"), "utf8"));
        expect(hadMb).toBeLessThanOrEqual(READER_WRITABLE_KB / 1_024);
        // Most of it is there for the file.
        expect(hadMb).toBeGreaterThan(READER_MEMORY_MB / 2);
      });
    },
  );

  it("a process ends when there is nothing to read, and another starts", async () => {
    const reader = open({ idleMs: 1 });
    await reader.for(1).readStatement(csv(), name);
    await expect.poll(() => reader.running()).toEqual([]);
    expect((await reader.for(1).readStatement(csv(), name)).lines).toHaveLength(8);
  });

  it("stopping refuses what is not read yet", async () => {
    const reader = open();
    const unread = reader.for(1).readStatement(csv(), name);
    const [outcome] = await Promise.all([unread.catch((error: unknown) => error), reader.stop()]);
    expect(outcome).toMatchObject({ code: "server-busy" });
    await expect(reader.for(1).readStatement(csv(), name)).rejects.toMatchObject({
      code: "server-busy",
    });
  });

  it("a process ends with the server, whatever became of it", async () => {
    const child = fork(fileURLToPath(worker), { serialization: "advanced", stdio: "ignore" });
    const ended = once(child, "exit");
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });

  it("a process knows none of the server's settings, and has its limits from the system", async () => {
    const reader = open();
    await reader.for(1).readStatement(csv(), name);
    const [pid] = reader.running();
    if (!existsSync(`/proc/${pid}/environ`)) return;
    const names = readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .map((each) => each.split("=")[0]);
    expect(names.filter((each) => /DATABASE|SMTP|SECRET|PEPPER|HOME/.test(each ?? ""))).toEqual([]);
    const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
    expect(Number(/^Max data size\s+(\d+)\s/m.exec(limits)?.[1])).toBe(READER_WRITABLE_KB * 1_024);
    expect(READER_WRITABLE_KB).toBeLessThan(READER_MEMORY_MB * 1_024);
    expect(limits).toMatch(/^Max cpu time\s+35\s/m);
    // It takes its turn with the rest: the priority of the server.
    expect(niceOf(pid)).toBe(niceOf("self"));
  });
});

const statement = (make: () => Uint8Array) => (reader: FileReader) =>
  reader.for(1).readStatement(make(), name);
const sheet = (make: () => Uint8Array) => (reader: FileReader) =>
  reader.for(1).readSheet([{ bytes: make(), ...name }], context);

/** What a person may be promised of any file: read, or refused in this sentence, and nobody is harmed meanwhile. */
describe("however much a file unfolds to, it is too large to read", () => {
  it.each<[string, (reader: FileReader) => Promise<unknown>]>([
    ["a workbook of 300 MB of spaces", sheet(bombXlsx)],
    ["a zip whose directory and headers differ", statement(xlsxOfTwoMinds)],
    ["one part of a zip under a thousand names", sheet(xlsxOfOneManyTimes)],
    ["a PDF of 3 GB of spaces", statement(pdfOfSpaces)],
    ["the same, packed twice", statement(pdfOfSpacesWithin)],
    ["10 MB of commas", statement(() => csvOfCommas(10_000_000))],
    ["5 MB of commas, moving in", sheet(() => csvOfCommas(5_000_000))],
    ["5 MB of rows of commas, moving in", sheet(() => csvOfRowsOfCommas(5_000_000))],
    ["10 MB of empty rows", statement(() => csvOfBreaks(10_000_000))],
    ["one text in 50,000 cells", statement(xlsxOfOneText)],
  ])("%s", async (_name, read) => {
    const reader = open({ worker: held.worker });
    const before = sentBytes();
    const { result, others } = await countTurns(() =>
      read(reader).catch((error: unknown) => error),
    );
    expect(result).toMatchObject({
      code: "file-too-large-to-read",
      errors: { file: [{ code: "file-too-large-to-read" }] },
    });
    expect(others).toBeGreaterThan(20);
    expect(sentBytes() - before).toBeLessThanOrEqual(48 * 1024 * 1024);
    expect((await reader.for(1).readStatement(csv(), name)).lines).toHaveLength(8);
  });

  it("the largest picture is drawn, and a statement of nothing but faults is read", async () => {
    const reader = open().for(1);
    const [picture, faults] = [await largestPicture(), csvOfFaults()];
    const drawn = await countTurns(() => reader.redrawPicture(picture));
    expect(drawn.result?.length).toBeGreaterThan(100);
    const read = await countTurns(() => reader.readStatement(faults, name));
    expect(read.result.problems).toHaveLength(1_000);
    for (const { others } of [drawn, read]) expect(others).toBeGreaterThan(20);
  });
});

describe("10,000 lines", () => {
  const rows = newOrganisation({ opening: 0n, movements: payments(10_000) });

  it.each([
    ["csv", () => bytesOf(csvOf(rows))],
    ["xlsx", () => xlsxOf({ Statement: rows })],
  ])("of %s are read and proved, and others have their turns meanwhile", async (_, made) => {
    const bytes = made();
    const reader = open().for(1);
    const { result, others } = await countTurns(() => reader.readStatement(bytes, name));
    expect(result).toMatchObject({ breaks: [], problems: [] });
    expect(result.lines).toHaveLength(10_000);
    expect(others).toBeGreaterThan(20);
  });

  it.each([
    ["csv", (rows: Rows) => bytesOf(csvOf(rows))],
    ["xlsx", (rows: Rows) => xlsxOf({ Statement: rows })],
  ])(
    "five times as many as %s are a statement still, and one more is too many",
    async (_, made) => {
      const reader = open().for(1);
      const lines = payments(50_001);
      const written = (movements: Movement[]) => made(newOrganisation({ opening: 0n, movements }));
      const most = await reader.readStatement(written(lines.slice(1)), name);
      expect(most.lines).toHaveLength(50_000);
      await expect(reader.readStatement(written(lines), name)).rejects.toMatchObject({
        code: "statement-too-many-lines",
        facts: { most: 50_000 },
      });
    },
  );
});
