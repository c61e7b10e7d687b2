// The journal for a spreadsheet (RFC 4180), a line per posting.
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import { plainAmount, type JournalFormat } from "./journal-format.ts";

const columns = [
  "entry",
  "date",
  "type",
  "description",
  "account",
  "debit",
  "credit",
  "member",
  "loan",
  "source",
  "reverses",
  "author",
  "recorded_at",
];

export const csv: JournalFormat = {
  extension: "csv",
  mediaType: "text/csv",
  head: () => row(columns),
  entry: (entry) =>
    entry.postings
      .map(({ account, amountCents, member, loanId }) =>
        row([
          entry.id,
          entry.date,
          entryTypeOf(entry.source),
          entry.description,
          account,
          amountCents > 0n ? plainAmount(amountCents) : "",
          amountCents < 0n ? plainAmount(-amountCents) : "",
          member?.username ?? "",
          loanId ?? "",
          `${entry.source.kind} ${entry.source.id} ${entry.source.purpose}`,
          entry.reverses ?? "",
          entry.author?.username ?? "",
          entry.recordedAt.toISOString(),
        ]),
      )
      .join(""),
};

function row(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/**
 * What a spreadsheet would take for a formula gets an apostrophe before it: at the beginning of a text, and where a program that
 * parts its columns by semicolons, tabs or bars, whatever the quotes say, would begin another cell.
 */
function cell(value: string | number): string {
  const text = String(value);
  const harmless = text
    .replaceAll(/(^|[;|\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g, "$1$2'")
    .replace(/^(?=[\t\r\n])/, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
