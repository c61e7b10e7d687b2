// Packs and unpacks the container of a backup: a tar file (POSIX ustar), which every system can open.
import { BackupError } from "#server/platform/command.ts";

export type TarEntry = { name: string; content: Buffer };

export const TAR_BLOCK = 512;
/** No part of a backup is larger, so a header with a larger size is damaged. */
const CONTENT_MAX = 64 * 1024 * 1024;

/** Yields the bytes of a tar file, entry by entry. Names must be ASCII of at most 100 characters. */
export async function* packTar(
  entries: AsyncIterable<TarEntry>,
  modified: Date,
): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    yield header(name, content.length, modified);
    yield content;
    yield Buffer.alloc(tarPadding(content.length));
  }
  yield Buffer.alloc(2 * TAR_BLOCK);
}

/** Yields the entries of a tar file that `packTar` wrote. Refuses one that ends early. */
export async function* unpackTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = openByteReader(bytes);
  for (;;) {
    const head = await source.read(TAR_BLOCK);
    if (head.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(head);
    const content = await source.read(size);
    await source.read(tarPadding(size));
    yield { name, content };
  }
  // Reads to the end, so that the compression's checksum is checked too.
  await source.drain();
}

function header(name: string, size: number, modified: Date): Buffer {
  const block = Buffer.alloc(TAR_BLOCK);
  block.write(name, 0, 100, "ascii");
  block.write("0000600\0", 100, "ascii");
  block.write("0000000\0", 108, "ascii");
  block.write("0000000\0", 116, "ascii");
  block.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "ascii");
  const seconds = Math.floor(modified.getTime() / 1000);
  block.write(`${seconds.toString(8).padStart(11, "0")}\0`, 136, "ascii");
  block.write("0", 156, "ascii");
  block.write("ustar\u000000", 257, "ascii");
  block.write(`${checksum(block).toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return block;
}

function readHeader(block: Buffer): { name: string; size: number } {
  const { name, size } = readTarHeader(block);
  if (size > CONTENT_MAX) throw new BackupError(NO_BACKUP);
  return { name, size };
}

const NO_BACKUP = "This is not a backup of Akiba, or it was altered.";

/**
 * Reads a header. `type` is 0 for a file, 5 for a folder, 2 for a symbolic link to `link`. Refuses a wrong checksum.
 */
export function readTarHeader(block: Buffer): {
  name: string;
  size: number;
  type: string;
  link: string;
} {
  const text = (from: number, to: number) => block.toString("utf8", from, to).replace(/\0.*$/s, "");
  const size = Number.parseInt(text(124, 136), 8);
  const sum = Number.parseInt(text(148, 156), 8);
  if (sum !== checksum(block) || !(size >= 0)) throw new BackupError(NO_BACKUP);
  const prefix = text(345, 500);
  const name = prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`;
  return { name, size, type: text(156, 157) || "0", link: text(157, 257) };
}

/** The sum of the header's bytes, its own field counted as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/** The bytes that fill the last block of a file of this size. */
export function tarPadding(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** `read` returns exactly `size` bytes, or refuses if there are fewer; `drain` reads to the end. */
export function openByteReader(bytes: AsyncIterable<Buffer>) {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldSize = 0;
  return {
    async read(size: number): Promise<Buffer> {
      while (heldSize < size) {
        const next = await source.next();
        if (next.done === true) throw new BackupError("The backup is cut off: its end is missing.");
        held.push(next.value);
        heldSize += next.value.length;
      }
      const all = Buffer.concat(held);
      held = [all.subarray(size)];
      heldSize = all.length - size;
      return all.subarray(0, size);
    },
    async drain(): Promise<void> {
      while ((await source.next()).done !== true);
    },
  };
}
