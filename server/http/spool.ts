// A file that is read from a replica is written to the disk before its first byte is sent, since only then the primary can still
// take over. It has no name there from the moment on it is read.
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

type Content = Uint8Array | AsyncIterable<string | Uint8Array>;

/** The same file, of which nothing is left to be read from the database. */
export async function spool<File extends { content: Content }>(file: File): Promise<File> {
  if (file.content instanceof Uint8Array) return file;
  const path = join(tmpdir(), `akiba-file-${randomBytes(8).toString("hex")}`);
  try {
    const content = Readable.from(file.content, { objectMode: false });
    await pipeline(content, createWriteStream(path, { mode: 0o600, flags: "wx" }));
    const stored = createReadStream(path);
    await once(stored, "open");
    return { ...file, content: stored };
  } finally {
    await rm(path, { force: true });
  }
}
