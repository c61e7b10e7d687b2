// Text from the bytes of a file: UTF-8, UTF-16 or Windows-1252, with or without a mark, whole or with a few bytes damaged.

/** What stands for a byte that is none of the text. */
const UNREADABLE = "\uFFFD";

/**
 * Decodes by the byte order mark; without one, as UTF-16 if every other byte is zero, as UTF-8 if more of its letters
 * are valid than not, else as Windows-1252, in which every byte is valid. Zeros and Ctrl-Z at the end, with which old
 * programs fill a file, are no text. Null if these bytes are no text at all.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const wide = wideEncodingOf(bytes);
  const decoded =
    wide === null
      ? decodeNarrow(bytes)
      : new TextDecoder(wide).decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = withoutFill(decoded);
  if (text === "") return null;
  // Besides tabs, line ends and page breaks; Windows-1252 has some of the upper ones.
  const controls = countOf(text, /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}/gu);
  return controls > Math.min(Math.max(CONTROLS_FEW, text.length / 200), text.length / 20)
    ? null
    : text.replaceAll("\u0000", UNREADABLE);
}

/** In a file of some length; in a long one, one of 200 characters, and in a short one, one of 20. */
const CONTROLS_FEW = 2;

function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [high = 0, low = 0] = zeros.map((count) => count / (head.length / 2));
  // Letters of other scripts have no zero, but separators, digits and line ends do.
  if (low > 0.4 && high < 0.05) return "utf-16le";
  return high > 0.4 && low < 0.05 ? "utf-16be" : null;
}

function decodeNarrow(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8").decode(bytes);
  const wrong = countOf(text, /\uFFFD/g);
  if (wrong === 0) return text;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const valid = countOf(text, /(?!\uFFFD)\P{ASCII}/gu);
  return hasMark || valid >= wrong ? text : decodeWindows(bytes);
}

function decodeWindows(bytes: Uint8Array): string {
  const text = new TextDecoder("latin1").decode(bytes);
  return text.replace(
    /[\u0080-\u009f]/g,
    (control) => WINDOWS[control.charCodeAt(0) - 128] ?? control,
  );
}

// Node 20 reads these as control characters.
const WINDOWS = Array.from("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ");

/** Zero, and Ctrl-Z, the end of a file in CP/M and DOS. */
const FILL = new Set(["\u0000", "\u001a"]);

function withoutFill(text: string): string {
  let end = text.length;
  let start = end;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? "";
    if (FILL.has(last)) start = end - 1;
    else if (/\S/.test(last)) break;
  }
  return text.slice(0, start);
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}
