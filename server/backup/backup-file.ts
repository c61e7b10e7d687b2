// A backup as a file: tar, compressed, and encrypted where there is a key to encrypt it for.
import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { BackupError } from "#server/platform/command.ts";
import { dumpDatabase } from "./dump-database.ts";
import type { Manifest } from "./manifest.ts";
import type { Origin, SigningKey } from "./signature.ts";
import { packTar, unpackTar, type TarEntry } from "./tar.ts";
import { openPacked, writePacked, type ReadIdentity } from "./packed-file.ts";

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
  await writePacked(Readable.from(packTar(entries, madeAt)), {
    file: () => file,
    draft: `${file}.part-${randomBytes(4).toString("hex")}`,
    recipient,
  });
  const [made] = manifests;
  if (made === undefined) throw new BackupError("The backup has no manifest.");
  return { file, bytes: (await stat(file)).size, ...made };
}

/** The files in a backup, in their order. */
export async function* readBackup(
  file: string,
  readIdentity: ReadIdentity,
): AsyncGenerator<TarEntry> {
  const { plain, whole, close } = await openPacked(file, readIdentity, "backup");
  try {
    yield* unpackTar(plain);
    await whole;
  } catch (error) {
    throw isDamage(error)
      ? new BackupError("The backup is cut off or was altered.", { cause: error })
      : error;
  } finally {
    close();
  }
}

/** What the decompression and the decryption say of a file that is not as it was written. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof BackupError) return false;
  const code = "code" in error ? String(error.code) : "";
  return code.startsWith("Z_") || code === "" || code === "ERR_STREAM_PREMATURE_CLOSE";
}
