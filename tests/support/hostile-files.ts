// Small files that take far more memory or time to read than they seem to.
import { constants, deflateRawSync, deflateSync } from "node:zlib";
import sharp from "sharp";
import { bytesOf, csvOf, type Rows } from "./statement-files.ts";
import { zipOf, type ZipEntry } from "./workbooks.ts";

const MB = 1024 * 1024;

/** `megabytes` of spaces, packed without zlib's wrapping into a thousandth. */
export function packedSpaces(megabytes: number): Buffer {
  const spaces = Buffer.alloc(MB, " ");
  // A flushed part does not refer to the part before it, so it can be repeated.
  const part = deflateRawSync(spaces, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const last = deflateRawSync(spaces, { level: 9 });
  return Buffer.concat([...Array.from({ length: megabytes - 1 }, () => part), last]);
}

/** A workbook of some 300 KB whose single sheet is 300 MB of spaces. */
export function bombXlsx(): Uint8Array {
  return zipOf(workbookParts({ folded: packedSpaces(300), statedSize: 300 * MB }));
}

/** The directory says that the sheet is small and stored as it is; its own header says that it is packed, and large. */
export function xlsxOfTwoMinds(megabytes = 1_500): Uint8Array {
  const folded = packedSpaces(megabytes);
  return zipOf(
    workbookParts({ folded, statedSize: megabytes * MB, listedAsStored: folded.length }),
  );
}

/** Its single sheet under a thousand names. */
export function xlsxOfOneManyTimes(): Uint8Array {
  const sheet = { folded: packedSpaces(20), statedSize: 20 * MB };
  const others = Array.from({ length: 1_000 }, (_, index) => ({
    name: `xl/worksheets/${index}.xml`,
    folded: sheet.folded,
    statedSize: sheet.statedSize,
    isListedOnly: true as const,
  }));
  return zipOf([...workbookParts(sheet), ...others]);
}

const row = (...cells: number[]) =>
  `<row>${cells.map((index) => `<c t="s"><v>${index}</v></c>`).join("")}</row>`;

/** A statement of a bank whose lines all have one text of 1,000 letters, which the file holds once. */
export function xlsxOfOneText(lines = 50_000): Uint8Array {
  const text = "x".repeat(1_000);
  const texts = [
    "Date",
    "Details",
    "Debit",
    "Credit",
    "Balance",
    "05/02/2026",
    text,
    "",
    "1.00",
    "",
  ];
  const rows = row(0, 1, 2, 3, 4) + row(5, 6, 7, 8, 9).repeat(lines);
  return zipOf([
    ...workbookParts(
      packed("", `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`),
    ),
    packed(
      "xl/sharedStrings.xml",
      `<sst xmlns="${MAIN}">${texts.map((each) => `<si><t>${each}</t></si>`).join("")}</sst>`,
    ),
  ]);
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

function packed(name: string, xml: string): ZipEntry {
  return { name, folded: deflateRawSync(xml), statedSize: xml.length };
}

/** What makes a zip a workbook, with this as its sheet. */
function workbookParts(sheet: Omit<ZipEntry, "name">): ZipEntry[] {
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const link = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const links = "http://schemas.openxmlformats.org/package/2006/relationships";
  const types = [
    ["/xl/workbook.xml", "sheet.main"],
    ["/xl/worksheets/sheet1.xml", "worksheet"],
    ["/xl/sharedStrings.xml", "sharedStrings"],
  ].map(([name, type]) => `<Override PartName="${name}" ContentType="${kind}.${type}+xml"/>`);
  return [
    // First, so that other names may lead to it.
    { ...sheet, name: "xl/worksheets/sheet1.xml" },
    packed(
      "[Content_Types].xml",
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types.join("")}</Types>`,
    ),
    packed(
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${link}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    packed(
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${link}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
  ];
}

/** A page whose text is `megabytes` of spaces. */
export function pdfOfSpaces(megabytes = 3_000): Uint8Array {
  const raw = packedSpaces(megabytes);
  const stream = Buffer.concat([Buffer.from([0x78, 0xda]), raw, Buffer.from([0, 0, 0, 1])]);
  return pdfOf(stream, "/Filter /FlateDecode");
}

/** The same, packed once more: 30 KB that unfold to 3 GB. */
export function pdfOfSpacesWithin(megabytes = 3_000): Uint8Array {
  const raw = packedSpaces(megabytes);
  const inner = Buffer.concat([Buffer.from([0x78, 0xda]), raw, Buffer.from([0, 0, 0, 1])]);
  return pdfOf(deflateSync(inner, { level: 9 }), "/Filter [/FlateDecode /FlateDecode]");
}

function pdfOf(stream: Buffer, filter: string): Uint8Array {
  const parts = [
    "%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n",
    "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n",
    "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >> endobj\n",
    `4 0 obj << /Length ${stream.length} ${filter} >> stream\n`,
  ].map((text) => Buffer.from(text, "latin1"));
  const body = Buffer.concat([...parts, stream, Buffer.from("\nendstream endobj\n", "latin1")]);
  const begins = [1, 2, 3, 4].map((number) => body.indexOf(`${number} 0 obj`));
  const table = begins.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 5\n0000000000 65535 f \n${table}trailer << /Size 5 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return new Uint8Array(Buffer.concat([body, Buffer.from(end, "latin1")]));
}

export const csvOfCommas = (bytes: number): Uint8Array => new Uint8Array(Buffer.alloc(bytes, ","));
export const csvOfRowsOfCommas = (bytes: number): Uint8Array =>
  new Uint8Array(Buffer.alloc(bytes, ",,,\n"));
export const csvOfBreaks = (bytes: number): Uint8Array => new Uint8Array(Buffer.alloc(bytes, "\n"));

/** A statement of a bank with an unreadable date and amount in each of its lines. */
export function csvOfFaults(lines = 55_000): Uint8Array {
  const rows: Rows = Array.from({ length: lines }, (_, index) => [
    "soon",
    `In ${index}`,
    "",
    "five",
    "?",
  ]);
  return bytesOf(csvOf([["Date", "Details", "Debit", "Credit", "Balance"], ...rows]));
}

/** A picture of 49 megapixels that is drawn in seven passes, so that a decoder holds all of it. */
export async function largestPicture(): Promise<Uint8Array> {
  const side = 7_000;
  const create = { width: side, height: side, channels: 4 as const, background: "#12345678" };
  return new Uint8Array(
    await sharp({ create }).png({ progressive: true, compressionLevel: 9 }).toBuffer(),
  );
}
