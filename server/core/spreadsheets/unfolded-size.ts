// How large a zip becomes when it is opened, found out without holding more of it than is allowed.
import { inflateRawSync } from "node:zlib";
import { refuse } from "#domain/refusal.ts";

/** 50,000 lines of 13 columns as XML, with room to spare. */
const UNFOLDED_MAX = 160 * 1024 * 1024;
const ENTRIES_MAX = 2_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * Refuses with `file-unfolds-too-large` a zip bomb, by inflating each entry against what is left of the limit: the sizes that a zip
 * states of itself may lie. `file-damaged` where its directory does not lead to its entries.
 */
export function requireUnfoldable(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const entries = view.getUint16(end + 10, true);
  if (entries > ENTRIES_MAX) throw refuse("file-unfolds-too-large");
  let at = view.getUint32(end + 16, true);
  let left = UNFOLDED_MAX;
  for (let count = 0; count < entries; count += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY)
      throw refuse("file-damaged");
    left -= unfoldedSize(bytes, view, { at, left });
    if (left < 0) throw refuse("file-unfolds-too-large");
    at +=
      46 +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
}

/** The end of the directory stands within the last 64 KB, before a comment. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw refuse("file-damaged");
}

function unfoldedSize(
  bytes: Uint8Array,
  view: DataView,
  { at, left }: { at: number; left: number },
): number {
  const method = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 20, true);
  const stated = view.getUint32(at + 24, true);
  const local = view.getUint32(at + 42, true);
  if (local + 30 > view.byteLength) throw refuse("file-damaged");
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + size > view.byteLength) throw refuse("file-damaged");
  if (stated > left) throw refuse("file-unfolds-too-large");
  if (method === STORED) return size;
  if (method !== DEFLATED) throw refuse("file-damaged");
  try {
    return inflateRawSync(bytes.subarray(start, start + size), { maxOutputLength: left + 1 })
      .length;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    throw refuse(code === "ERR_BUFFER_TOO_LARGE" ? "file-unfolds-too-large" : "file-damaged");
  }
}
