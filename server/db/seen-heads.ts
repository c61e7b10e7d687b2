// The tree heads of the log that the server has seen, stored outside of the database (SAFE-28): in DATA_DIR, one line for each, only
// ever appended. Whoever owns the database can empty its log and write another one; the tree heads seen before tell.
import { mkdir, open, readFile, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { errorCode } from "./embedded/file-errors.ts";

export const HEADS_FILE = "seen-heads.jsonl";

const moment = z.iso.datetime();
/** A head: the first `size` entries of the database's log have this root, in hexadecimal. */
const headSchema = z.object({
  at: moment,
  database: z.string(),
  size: z.int().positive(),
  root: z.string().regex(/^([0-9a-f]{2})+$/i),
});
/** An operator accepted the database with a log of `accepted` entries: longer ones seen before count no more. */
const acceptanceSchema = z.object({
  at: moment,
  database: z.string(),
  accepted: z.int().nonnegative(),
});
const lineSchema = z.union([headSchema, acceptanceSchema]);

export type SeenHead = z.output<typeof headSchema>;
type Line = z.output<typeof lineSchema>;

/** What is in the files about one database. */
export type SeenHeads = {
  heads: SeenHead[];
  /** How many lines are cut off, as a power cut leaves them. */
  unread: number;
  /** Whole lines that no server writes, each as it is. */
  altered: string[];
  /** The server's own file: whether it is there, and has a head of this database. */
  own: "missing" | "empty" | "read";
  /** Whether a copy has a head of this database. */
  isCopyRead: boolean;
};

/** `verify` compares at most this many: each head also proves all that was in the log before it. */
const COMPARED = 1_000;

/**
 * Reads the newest tree heads seen of a database, oldest first, without those that an acceptance ended. `folders`: the server's own, and
 * those of copies, which are read even if the server's own file is gone.
 */
export async function readSeenHeads(
  [ownFolder, ...copies]: readonly [own: string, ...copies: string[]],
  database: string,
): Promise<SeenHeads> {
  const [own, ...copied] = await Promise.all([ownFolder, ...copies].map(readLines));
  const read = [...new Set([...(own ?? []), ...copied.flatMap((lines) => lines ?? [])])].map(
    (text) => ({ text, line: readLine(text) }),
  );
  const lines = read
    .flatMap(({ line }) => (typeof line === "object" && line.database === database ? [line] : []))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  let heads: SeenHead[] = [];
  for (const line of lines)
    if ("accepted" in line) heads = heads.filter(({ size }) => size <= line.accepted);
    else heads.push(line);
  return {
    heads: heads.slice(-COMPARED),
    unread: read.filter(({ line }) => line === "cut off").length,
    altered: read.flatMap(({ text, line }) => (line === "altered" ? [text] : [])),
    own: own == null ? "missing" : hasHead(own, database) ? "read" : "empty",
    isCopyRead: copied.some((each) => hasHead(each ?? [], database)),
  };
}

function hasHead(lines: readonly string[], database: string): boolean {
  return lines.map(readLine).some((line) => typeof line === "object" && line.database === database);
}

/** Null if the folder has no file of tree heads. */
async function readLines(folder: string): Promise<string[] | null> {
  const text = await readFile(join(folder, HEADS_FILE), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : text.split("\n").filter((line) => line !== "");
}

/** A line of which half is there is no JSON; one that is, and says anything else, was written by no server. */
function readLine(text: string): Line | "cut off" | "altered" {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "cut off";
  }
  const { data } = lineSchema.safeParse(value);
  return data ?? "altered";
}

/** The last sizes that this process stored: a head that is stored is not stored again. */
const stored = new Map<string, number>();
/** Writes follow one another, so that none cuts into another. */
let writing: Promise<void> = Promise.resolve();

/** Stores a head durably unless it is stored already: it is on disk when the promise resolves. */
export function noteHead(dataDir: string, head: Omit<SeenHead, "at">): Promise<void> {
  const before = writing.catch(() => undefined);
  writing = (async () => {
    await before;
    const key = join(dataDir, head.database);
    if (stored.get(key) === head.size) return;
    await append(dataDir, { at: new Date().toISOString(), ...head });
    stored.set(key, head.size);
  })();
  return writing;
}

/** Stores that an operator accepted the database with a log of `size` entries. */
export async function noteAcceptance(
  dataDir: string,
  { at, database, size }: { at: string; database: string; size: number },
): Promise<void> {
  await append(dataDir, { at, database, accepted: size });
  stored.delete(join(dataDir, database));
}

function append(dataDir: string, line: Line): Promise<void> {
  return appendLines(dataDir, [JSON.stringify(line)]);
}

async function appendLines(folder: string, lines: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = await open(join(folder, HEADS_FILE), "a+", 0o600);
  try {
    const start = (await endsWhole(file)) ? "" : "\n";
    await file.write(`${start}${lines.join("\n")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether the last line is whole: a power cut may have left half of one. */
async function endsWhole(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() === "\n";
}

/** The sizes of file and copy after the last copying. The archive asks every two seconds, and reads both only after a change. */
const copiedSizes = new Map<string, string>();

/** Adds to the copy in `folder` the lines that it does not have: what was copied once stays there. */
export async function copySeenHeads(dataDir: string, folder: string): Promise<void> {
  const key = `${dataDir} ${folder}`;
  if (copiedSizes.get(key) === (await readSizes(dataDir, folder))) return;
  const [own, copied] = await Promise.all([dataDir, folder].map(readLines));
  const known = new Set(copied);
  const missing = (own ?? []).filter((line) => !known.has(line));
  if (missing.length > 0) await appendLines(folder, missing);
  copiedSizes.set(key, await readSizes(dataDir, folder));
}

async function readSizes(...folders: readonly string[]): Promise<string> {
  return (await Promise.all(folders.map((each) => sizeOf(join(each, HEADS_FILE))))).join(" ");
}

/** In bytes; 0 if there is no such file. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return 0;
    throw error;
  }
}

// The folders of the groups that this process serves, by the names of their databases. A program that serves none, such as the
// demo or a command, stores no tree heads.

const folders = new Map<string, string>();

/** From now on, each head of this database that the process reads is stored in `dataDir` before it is used; null ends it. */
export function storeHeadsIn(dataDir: string | null, database: string): void {
  if (dataDir === null) folders.delete(database);
  else folders.set(database, dataDir);
}

/** Stores a head that an answer, a report or a mail is about to contain, before it leaves (SAFE-28). */
export async function noteBeforeUse(head: Omit<SeenHead, "at">): Promise<void> {
  const folder = folders.get(head.database);
  if (folder !== undefined) await noteHead(folder, head);
}
