// A backup as a file: tar, compressed, and encrypted where there is a key to encrypt it for.
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { BackupError } from "#server/platform/command.ts";
import { dumpDatabase } from "./dump-database.ts";
import { decryptWith, encryptTo, isEncrypted } from "./encryption.ts";
import type { Manifest } from "./manifest.ts";
import type { Origin, SigningKey } from "./signature.ts";
import { packTar, unpackTar, type TarEntry } from "./tar.ts";

export type WrittenBackup = { file: string; bytes: number; manifest: Manifest; origin: Origin };

/** Writes the database to `file`, which is there whole, on disk, or not at all. */
export async function writeBackup(
  connection: ConnectionOptions,
  params: { file: string; recipient: string | null; madeAt: Date; key: SigningKey },
): Promise<WrittenBackup> {
  const { file, recipient, madeAt, key } = params;
  const manifests: { manifest: Manifest; origin: Origin }[] = [];
  const entries = dumpDatabase(connection, {
    madeAt,
    key,
    onManifest: (manifest, origin) => manifests.push({ manifest, origin }),
  });
  const zipped = createGzip();
  const packing = pipeline(Readable.from(packTar(entries, madeAt)), zipped);
  // Its failure reaches the writing too; here it only must not go unheard.
  packing.catch(() => undefined);
  const draft = `${file}.part-${randomBytes(4).toString("hex")}`;
  try {
    const sealed = recipient === null ? zipped : await encryptTo(recipient, zipped);
    await pipeline(sealed, createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true }));
    await packing;
    await rename(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    zipped.destroy();
    await rm(draft, { force: true });
    throw error;
  }
  const [made] = manifests;
  if (made === undefined) throw new BackupError("The backup has no manifest.");
  return { file, bytes: (await stat(file)).size, ...made };
}

/** The files in a backup, in their order. `readIdentity` gives the text of a key file, or null when there is none. */
export async function* readBackup(
  file: string,
  readIdentity: () => Promise<string | null>,
): AsyncGenerator<TarEntry> {
  let source: Readable = createReadStream(file);
  if (await isEncrypted(file)) {
    const identity = await readIdentity();
    if (identity === null)
      throw new BackupError(
        "The backup is encrypted: name the file of its key with --identity FILE.",
      );
    source = await decryptWith(identity, source);
  }
  const plain = createGunzip();
  const reading = pipeline(source, plain);
  reading.catch(() => undefined);
  try {
    yield* unpackTar(plain);
    await reading;
  } catch (error) {
    throw isDamage(error)
      ? new BackupError("The backup is cut off or was altered.", { cause: error })
      : error;
  } finally {
    plain.destroy();
    source.destroy();
  }
}

/** What the decompression and the decryption say of a file that is not as it was written. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof BackupError) return false;
  const code = "code" in error ? String(error.code) : "";
  return code.startsWith("Z_") || code === "" || code === "ERR_STREAM_PREMATURE_CLOSE";
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}
