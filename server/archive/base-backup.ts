// A base backup of the embedded PostgreSQL into one file, by PostgreSQL's own command BASE_BACKUP: a tar of its data folder, with
// as much of the log as makes it whole by itself.
import { randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { PassThrough } from "node:stream";
import { Client, type ClientConfig, type Connection, type Submittable } from "pg";
import { writePacked } from "#server/backup/packed-file.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { baseName, readLsn, segmentOf, type BaseName } from "./archive-folder.ts";

// A disk that reads for those who wait is not taken from them: kilobytes a second.
const RATE_MAX = 65_536;
const COMMAND = `BASE_BACKUP (LABEL 'akiba', CHECKPOINT 'fast', WAL, WAIT false, MANIFEST 'no', MAX_RATE ${RATE_MAX})`;

/** Writes it into `folder`, whole and on disk, or not at all. `owner` may replicate. */
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

/** The answer to BASE_BACKUP: where it begins in the log, and the copied bytes, whose reader sets the pace. */
class BaseBackup implements Submittable {
  readonly tar = new PassThrough();
  #rows: string[][] = [];
  #error: Error | null = null;
  #waits = false;

  submit(connection: Connection): void {
    connection.query(COMMAND);
  }

  /** The segment that holds its beginning. */
  from(): string {
    const [lsn = "", timeline = ""] = this.#rows[0] ?? [];
    return segmentOf(Number(timeline), readLsn(lsn));
  }

  handleRowDescription(): void {}

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#rows.push(message.fields.map(String));
  }

  handleCopyData(message: { chunk: Buffer }, connection: Connection & { stream: PassThrough }) {
    // Its first byte says what follows: n a new file, d its bytes, p how far it is. There is one file.
    if (message.chunk[0] !== 0x64 /* d */) return;
    // The parser's buffer is used again.
    if (this.tar.write(Buffer.from(message.chunk.subarray(1))) || this.#waits) return;
    // What has arrived already still comes.
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
