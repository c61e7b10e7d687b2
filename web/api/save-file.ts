// Hands a file to the browser to be stored.
import { textsOf } from "#web/messages/words.ts";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { fill } from "#web/ui/texts.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import type { FetchedFile } from "./fetch-file.ts";

// A phone may open the file only after the page has gone on.
const STORED_MS = 60_000;

export function saveFile({ name, content, asOf }: FetchedFile): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  if (asOf !== null) {
    const reported = fill(textsOf("ui").asOn, { date: formatMomentAndTime(asOf) });
    showToast("note", `${name}: ${reported}`);
  }
  setTimeout(() => URL.revokeObjectURL(url), STORED_MS);
}
