// Answers a read from the read replica where allowed (contract/replica-reads.ts), otherwise from the primary; also a read whose answer
// is a file.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { AS_OF_AFTER_MS, replicaReads } from "#contract/replica-reads.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { readLastChangeBy } from "#server/core/audit-log/audit.ts";
import type { Database } from "#server/db/connection.ts";
import type { Replica } from "#server/db/replica.ts";

/** The log has the moment of the request; its commit follows within the 10 seconds of SAFE-8, or never. */
const COMMITTED_WITHIN_MS = 15_000;

export type ReportSource = { db: Database; replica?: Replica | undefined; now: () => Date };

export type Sourced<T> = {
  answer: T;
  /** The time that the answer shows as its age: ISO 8601, or null. */
  asOf: string | null;
};

/** `isHurried` where the caller waits for the whole answer, not for a file. */
export async function readFromSource<T>(
  { db, replica, now }: ReportSource,
  { endpoint, actor, isHurried }: { endpoint: Endpoint; actor: Actor; isHurried: boolean },
  work: (reader: Database) => Promise<T>,
): Promise<Sourced<T>> {
  if (replica !== undefined && mayReadReplica(endpoint, actor)) {
    const found = await replica.read(work, { isHurried, notBefore: () => ownChange(db, actor) });
    if (found !== null) return { answer: found.answer, asOf: asOfBeyond(found.asOf, now()) };
  }
  return { answer: await work(db), asOf: null };
}

function mayReadReplica(endpoint: Endpoint, actor: Actor): boolean {
  const whom = replicaReads.get(endpoint);
  return whom === "everybody" || (whom === "auditors" && actor.isAuditor);
}

/** When the caller's last change is certainly committed: a report must contain what its reader has just done. */
async function ownChange(db: Database, actor: Actor): Promise<Date | null> {
  const at = actor.isAuditor ? null : await readLastChangeBy(db, actor.id);
  return at === null ? null : new Date(at.getTime() + COMMITTED_WITHIN_MS);
}

function asOfBeyond(asOf: Date, now: Date): string | null {
  return now.getTime() - asOf.getTime() > AS_OF_AFTER_MS ? nairobiIso(asOf) : null;
}

// A file from a replica is written to disk before its first byte is sent, because only until then the primary can take over. It is
// unlinked as soon as it is open.

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
      ? Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength)
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
