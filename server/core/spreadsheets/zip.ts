// Many files as one (ZIP), packed as it is sent: no file begins to be read before the one ahead of it is written.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file of the archive, in pieces that are read no faster than they are sent. */
export type PackedFile = { name: string; content: AsyncIterable<string | Uint8Array> };

export function zip(files: readonly PackedFile[], modifiedAt: Date): AsyncIterable<Uint8Array> {
  const archive = new ZipFile();
  const packed = archive.outputStream as Readable;
  archive.on("error", (error) => packed.destroy(error));
  let reading: Readable | null = null;
  // Whoever leaves halfway leaves nothing open.
  packed.once("close", () => reading?.destroy());
  for (const { name, content } of files)
    archive.addReadStreamLazy(name, { mtime: modifiedAt }, (begin) => {
      reading = Readable.from(content, { objectMode: false });
      begin(null, reading);
    });
  archive.end();
  return packed;
}
