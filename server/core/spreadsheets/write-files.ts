// Writes files for people: a line of a CSV file, and many files as one zip.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

// A line of a CSV file (RFC 4180) in which no spreadsheet sees a formula (BOOK-24).

export function row(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/**
 * Puts an apostrophe before anything a spreadsheet would read as a formula: at the beginning of a text, and wherever
 * a program that splits at semicolons, tabs or bars regardless of quotes would start another cell.
 */
function cell(value: string | number): string {
  const text = String(value);
  const harmless = text
    .replaceAll(/(^|[;|\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g, "$1$2'")
    .replace(/^(?=[\t\r\n])/, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

// Many files as one (ZIP), packed as it is sent: no file begins to be read before the one ahead of it is written.

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
