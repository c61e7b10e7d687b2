// Writes a base backup of the embedded PostgreSQL into one file, by its command BASE_BACKUP: a tar of its data folder
// with as much of the log as it needs to be consistent.
import { randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { PassThrough } from "node:stream";
import { Client, type ClientConfig, type Connection, type Submittable } from "pg";
import { writePacked } from "#server/backup/packed-file.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { baseName, readLsn, segmentOf, type BaseName } from "./archive-folder.ts";

// Kilobytes a second. The limit leaves the disk to requests.
const RATE_MAX = 65_536;
const COMMAND = `BASE_BACKUP (LABEL 'akiba', CHECKPOINT 'fast', WAL, WAIT false, MANIFEST 'no', MAX_RATE ${RATE_MAX})`;

/** Writes a base backup into `folder`, complete and on disk, or nothing. `owner` needs the right to replicate. */
export async function writeBaseBackup(
  owner: ConnectionOptions,
  params: { folder: string; recipient: string | null; now: () => Date },
): Promise<Pick<BaseName, "file">> {
  const { folder, recipient, now } = params;
  const options: ClientConfig & { replication: string } = {
    ...owner,
    application_name: "akiba base backup",
    replication: "database",
  };
  const client = new Client(options);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const copied = new BaseBackup();
    client.query(copied);
    const path = await writePacked(copied.tar, {
      file: () =>
        join(folder, baseName({ finishedAt: now(), from: copied.from() }, recipient !== null)),
      draft: join(folder, `.base-${randomBytes(4).toString("hex")}.part`),
      recipient,
    });
    return { file: basename(path) };
  } finally {
    await client.end();
  }
}

/**
 * Reads the answer to BASE_BACKUP: its position in the log, and the copied bytes as a stream, whose reader sets the
 * pace.
 */
class BaseBackup implements Submittable {
  readonly tar = new PassThrough();
  #rows: string[][] = [];
  #error: Error | null = null;
  #waits = false;

  submit(connection: Connection): void {
    connection.query(COMMAND);
  }

  /** The log segment in which the backup begins. */
  from(): string {
    const [lsn = "", timeline = ""] = this.#rows[0] ?? [];
    return segmentOf(Number(timeline), readLsn(lsn));
  }

  handleRowDescription(): void {}

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#rows.push(message.fields.map(String));
  }

  handleCopyData(message: { chunk: Buffer }, connection: Connection & { stream: PassThrough }) {
    // The first byte tells the kind of message: n a new file, d its bytes, p the progress. There is one file.
    if (message.chunk[0] !== 0x64 /* d */) return;
    // The parser reuses its buffer, so the bytes are copied.
    if (this.tar.write(Buffer.from(message.chunk.subarray(1))) || this.#waits) return;
    // Bytes that have arrived already still come after the pause.
    this.#waits = true;
    connection.stream.pause();
    this.tar.once("drain", () => {
      this.#waits = false;
      connection.stream.resume();
    });
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.#error === null) this.tar.end();
  }

  handleError(error: Error): void {
    this.#error = error;
    this.tar.destroy(error);
  }
}
