// What a file is, by its content.
import { refuse } from "#domain/refusal.ts";

export type FileKind = "text" | "xlsx" | "xls" | "pdf" | "picture" | "archive";

const BEGINNINGS: readonly (readonly [FileKind, readonly number[]])[] = [
  ["xlsx", [0x50, 0x4b, 0x03, 0x04]],
  ["xls", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ["picture", [0x89, 0x50, 0x4e, 0x47]],
  ["picture", [0xff, 0xd8, 0xff]],
  ["picture", [...Buffer.from("GIF8")]],
  ["archive", [0x1f, 0x8b]],
  ["archive", [...Buffer.from("Rar!")]],
  ["archive", [0x37, 0x7a, 0xbc, 0xaf]],
];

/** Every zip counts as a workbook until opening it fails, and everything else as text until decoding it does. */
export function fileKind(bytes: Uint8Array): FileKind {
  const kind = BEGINNINGS.find(([, beginning]) =>
    beginning.every((byte, index) => bytes[index] === byte),
  )?.[0];
  if (kind !== undefined) return kind;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1_024));
  if (head.includes("%PDF-")) return "pdf";
  return /^(?:.{4}ftyp|RIFF.{4}WEBP)/s.test(head) ? "picture" : "text";
}

/** Refuses text that is no table: a web page, whatever its name says, XML, or a document of a word processor. */
export function requireTable(text: string, fileName: string): void {
  const head = text.slice(0, 2_000).trimStart();
  if (head.startsWith("{\\rtf")) throw refuse("file-is-document");
  if (!head.startsWith("<")) return;
  if (/<(?:!doctype html|html|head|meta|body|table|div|style)\b/i.test(head)) {
    const ending = /\.(?!html?$)[a-z0-9]{1,8}$/i.exec(fileName)?.[0].toLowerCase() ?? "";
    throw ending === "" ? refuse("file-is-web-page") : refuse("file-is-web-page-named", { ending });
  }
  if (/^<(?:\?xml|[a-z:]+[\s>])/i.test(head)) throw refuse("file-is-xml");
}

/** Refuses a zip by the names of its entries if it is a document of a word processor, or files to be unpacked. */
export function requireWorkbook(entries: readonly string[]): void {
  if (entries.some((name) => /^(?:word|ppt)\//.test(name))) throw refuse("file-is-document");
  const isOffice = entries.some((name) =>
    /^(?:\[Content_Types\]\.xml|xl\/.*|content\.xml|Index\/.*|Index\.zip)$/i.test(name),
  );
  if (!isOffice) throw refuse("file-is-archive");
}
