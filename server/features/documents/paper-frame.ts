// What every paper has: the group at its head, and at its foot when it was made and how the log stood.
import { formatDay, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { formatAmount, type Cents } from "#domain/money.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import type { GroupSettings } from "#server/core/members/group-settings.ts";
import { readLogHead } from "#server/core/audit-log/log-tree.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Paper } from "#server/platform/pdf/paper.ts";

/** A paper and the words of its file's name, after the group's. */
export type NamedPaper = { paper: Paper; named: readonly string[] };

type Content = Pick<Paper, "title" | "about"> & Partial<Pick<Paper, "facts" | "tables" | "notes">>;

export async function framePaper(
  reader: Reader,
  given: { group: GroupSettings; now: Date; named: readonly string[]; content: Content },
): Promise<NamedPaper> {
  const { group, now, named, content } = given;
  const head = await readLogHead(reader);
  return {
    named,
    paper: {
      language: "en-KE",
      pageNumber: "Page {page} of {count}",
      facts: [],
      tables: [],
      notes: [],
      ...content,
      group: group.name,
      madeAt: now,
      foot: [
        `Printed on ${formatDay(nairobiDate(now))} at ${nairobiIso(now).slice(11, 16)}, Nairobi. All amounts in KES.`,
        head === null
          ? "Log: no entries yet"
          : `Log: ${formatCount(BigInt(head.size))} ${head.size === 1 ? "entry" : "entries"}, fingerprint ${writeFingerprint(head.fingerprint)}`,
      ],
    },
  };
}

/** The name of a paper's file, without its ending. */
export function fileNameOf({ paper, named }: NamedPaper): string {
  return [paper.group, ...named].map(toFileWord).filter(Boolean).join("-");
}

/** `1,234.50`, in parentheses below zero, as accountants write it. */
export function figure(cents: Cents): string {
  return cents < 0n ? `(${formatAmount(-cents)})` : formatAmount(cents);
}

/** A status as a person reads it: `pending_approval` is "Pending approval". */
export function statusWords(status: string): string {
  const words = status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatCount(count: bigint): string {
  return formatAmount(count * 100n).replace(/\.00$/, "");
}

/** Letters and digits that every file system takes: `Mũthoni's Group` becomes `muthoni-s-group`. */
function toFileWord(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
}
