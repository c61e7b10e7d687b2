// Hands a file to the browser to be kept.
import type { FetchedFile } from "./fetch-file.ts";

// A phone may open the file only after the page has gone on.
const STORED_MS = 60_000;

export function saveFile({ name, content }: FetchedFile): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), STORED_MS);
}
