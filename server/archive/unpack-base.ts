// Unpacks a base backup's tar into a folder, in one pass and whatever the size of its files.
import { createWriteStream } from "node:fs";
import { chmod, chown, lchown, mkdir, symlink } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError } from "#server/backup/backup-error.ts";
import { openByteReader, readTarHeader, TAR_BLOCK, tarPadding } from "#server/backup/tar.ts";

const CHUNK = 1024 * 1024;

/** Files belong to `account`, as PostgreSQL wants them: readable by it alone. */
export async function unpackBase(
  bytes: AsyncIterable<Buffer>,
  folder: string,
  account: { uid: number; gid: number } | null,
): Promise<void> {
  const source = openByteReader(bytes);
  for (;;) {
    const head = await source.read(TAR_BLOCK);
    if (head.every((byte) => byte === 0)) break;
    const { name, size, type, link } = readTarHeader(head);
    const path = pathWithin(folder, name);
    if (type === "5") await mkdir(path, { recursive: true, mode: 0o700 });
    else if (type === "2") await symlink(link, path);
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(
        Readable.from(chunksOf(source, size), { objectMode: false }),
        // PostgreSQL brings all of it to the disk before it recovers.
        createWriteStream(path, { mode: 0o600, flags: "wx" }),
      );
      await source.read(tarPadding(size));
    }
    if (type !== "2") await chmod(path, type === "5" ? 0o700 : 0o600);
    if (account !== null) await (type === "2" ? lchown : chown)(path, account.uid, account.gid);
  }
  // To the very end, so that the checksum of the compression is checked too.
  await source.drain();
}

async function* chunksOf(source: { read(size: number): Promise<Buffer> }, size: number) {
  for (let left = size; left > 0; left -= CHUNK) yield await source.read(Math.min(left, CHUNK));
}

function pathWithin(folder: string, name: string): string {
  const path = normalize(join(folder, name));
  if (path !== folder && !path.startsWith(`${folder}/`) && path !== `${folder}/`)
    throw new BackupError(`The base backup holds ${name}, which leads out of it.`);
  return path;
}
