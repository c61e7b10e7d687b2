// Workbooks as Excel writes them, made from rows of text, numbers and days.
import { constants, deflateRawSync } from "node:zlib";
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

/** A workbook of some 300 KB whose single sheet is 300 MB of spaces, and that claims to be small. */
export function bombXlsx(): Uint8Array {
  const spaces = Buffer.alloc(1024 * 1024, " ");
  // A flushed part does not refer to the part before it, so it can be repeated.
  const part = deflateRawSync(spaces, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const last = deflateRawSync(spaces, { level: 9 });
  const folded = Buffer.concat([...Array.from({ length: 299 }, () => part), last]);
  return zipOf([{ name: "xl/worksheets/sheet1.xml", folded, statedSize: 1_000 }]);
}

function zipOf(entries: { name: string; folded: Buffer; statedSize: number }[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, folded, statedSize } of entries) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(folded.length, 14);
    shared.writeUInt32LE(statedSize, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, Buffer.from(name), folded]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), shared, tail, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return new Uint8Array(Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end]));
}
