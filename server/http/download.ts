// An answer that is a file. One from a replica is written to disk before its first byte is sent, because only until
// then the primary can take over. The file is unlinked as soon as it is open.
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Actor } from "#domain/permissions.ts";
import type { Database } from "#server/db/connection.ts";
import { readFromSource, type ReportSource } from "./replica-read.ts";

/** A file's content: all of it, or pieces that are read no faster than they are sent. */
export type Download = {
  name: string;
  mediaType: string;
  content: Uint8Array | AsyncIterable<string | Uint8Array>;
};

/** Sends the file that `open` reads. */
export async function sendDownload(
  source: ReportSource,
  requested: { endpoint: Endpoint; actor: Actor },
  open: (reader: Database) => Promise<Download>,
  reply: FastifyReply,
): Promise<unknown> {
  const params = { ...requested, isHurried: false };
  const { answer: file, asOf } = await readFromSource(source, params, async (reader) => {
    const opened = await open(reader);
    return reader === source.db ? opened : spool(opened);
  });
  if (asOf !== null) reply.header("X-As-Of", asOf);
  reply.header("Content-Type", file.mediaType);
  reply.header("Content-Disposition", `attachment; filename="${file.name}"`);
  return reply.send(
    file.content instanceof Uint8Array
      ? Buffer.from(file.content.buffer)
      : Readable.from(file.content, { objectMode: false }),
  );
}

/** The same file, with nothing left to read from the database. */
async function spool(file: Download): Promise<Download> {
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
