// Workbooks as Excel writes them, made from rows of text, numbers and days.
import { utils, write, type WorkBook } from "@e965/xlsx";

export type Value = string | number | Date | null;
type Sheets = Record<string, readonly (readonly Value[])[]>;

export function workbookOf(sheets: Sheets): WorkBook {
  const workbook = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(
      rows.map((row) => row.map((value) => value)),
      { dateNF: "dd/mm/yyyy", UTC: true },
    );
    utils.book_append_sheet(workbook, sheet, name);
  }
  return workbook;
}

export function xlsxOf(sheets: Sheets): Uint8Array {
  return new Uint8Array(
    write(workbookOf(sheets), { type: "buffer", bookType: "xlsx", compression: true }) as Buffer,
  );
}

/** The format before 2007, in OLE2. */
export function xlsOf(sheets: Sheets): Uint8Array {
  return new Uint8Array(write(workbookOf(sheets), { type: "buffer", bookType: "biff8" }) as Buffer);
}

export type ZipEntry = {
  name: string;
  folded: Buffer;
  statedSize: number;
  /** What the directory says of it instead: packed by no method, and of this size. */
  listedAsStored?: number;
  /** Only in the directory: leads to the first entry. */
  isListedOnly?: true;
};

/** A zip of these entries, whatever they claim. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, folded, statedSize, listedAsStored, isListedOnly } of entries) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(folded.length, 14);
    shared.writeUInt32LE(statedSize, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, Buffer.from(name), folded]);
    const listed = Buffer.from(shared);
    if (listedAsStored !== undefined) {
      listed.writeUInt16LE(0, 4);
      listed.writeUInt32LE(listedAsStored, 18);
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(isListedOnly ? 0 : at, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), listed, tail, Buffer.from(name)]),
    );
    if (isListedOnly) continue;
    parts.push(local);
    at += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(at, 12);
  return new Uint8Array(Buffer.concat([...parts, listing, Buffer.from("PK\x05\x06"), end]));
}
