// The process that reads uploaded files, such that a test can hold it: it then reads nothing until the test lets it go,
// however long that is. It also notes what it sends to the server.
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, inject } from "vitest";

export type HeldReader = {
  /** In place of the built file of server/workers/read-file.ts. */
  worker: URL;
  /** Whichever process is given a file next holds before it reads. */
  holdNext(): Promise<void>;
  /** Resolves with the id of the process that holds, once one does. */
  held(): Promise<number>;
  /** The process that holds reads on. */
  letGo(): Promise<void>;
  /** The messages that the processes have sent: the size of each in bytes, and the length of its longest list. */
  sent(): { bytes: number; items: number }[];
  /** Also lets go. */
  remove(): Promise<void>;
};

export async function makeHeldReader(): Promise<HeldReader> {
  const folder = await mkdtemp(join(tmpdir(), "akiba-held-reader-"));
  const program = join(folder, "read-file.mjs");
  await writeFile(join(folder, "sent"), "");
  await writeFile(program, `const folder = ${JSON.stringify(folder)};\n${holding()}`);
  const findHeld = async () => (await readdir(folder)).find((name) => name.startsWith("held-"));
  return {
    worker: pathToFileURL(program),
    holdNext: () => writeFile(join(folder, "hold"), ""),
    held: async () => {
      for (;;) {
        const name = await findHeld();
        if (name !== undefined) return Number(name.slice("held-".length));
        await sleep(5);
      }
    },
    letGo: async () => {
      const name = await findHeld();
      if (name === undefined) throw new Error("no reader holds");
      await rm(join(folder, name));
    },
    sent: () => {
      const lines = readFileSync(join(folder, "sent"), "utf8").split("\n").slice(0, -1);
      return lines.map((line) => JSON.parse(line) as { bytes: number; items: number });
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/**
 * Has a process hold the file that `send` brings until `others` is done, which nothing but another process could read
 * meanwhile; then lets it go, and returns what comes of the file.
 */
export async function whileHeld<Result>(
  reader: HeldReader,
  send: () => Promise<Result>,
  others: () => Promise<unknown>,
): Promise<Result> {
  await reader.holdNext();
  let isDone = false;
  const result = send().finally(() => {
    isDone = true;
  });
  const holding = await Promise.race([reader.held(), result.then(() => process.pid)]);
  expect(holding).not.toBe(process.pid);
  await others();
  expect(isDone).toBe(false);
  await reader.letGo();
  return result;
}

/** Wraps the built program: whoever renames the file `hold` holds until the file is gone. It takes no time of a processor. */
const holding = () => `
import ${JSON.stringify(inject("readWorker"))};
import { appendFileSync, existsSync, renameSync } from "node:fs";
import { serialize } from "node:v8";

const asleep = new Int32Array(new SharedArrayBuffer(4));

process.prependListener("message", (command) => {
  if (command === "more") return;
  const held = folder + "/held-" + process.pid;
  try {
    renameSync(folder + "/hold", held);
  } catch {
    return;
  }
  while (existsSync(held)) Atomics.wait(asleep, 0, 0, 10);
});

const longestList = (value) =>
  Array.isArray(value)
    ? value.length
    : value?.constructor === Object
      ? Math.max(0, ...Object.values(value).map(longestList))
      : 0;

const send = process.send;
process.send = (message, ...rest) => {
  const items = longestList(message.answer);
  const line = JSON.stringify({ bytes: serialize(message).length, items });
  if (existsSync(folder)) appendFileSync(folder + "/sent", line + "\\n");
  return send.call(process, message, ...rest);
};
`;
