// The journal for a spreadsheet (RFC 4180), a line per posting.
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import { row } from "#server/core/spreadsheets/csv-row.ts";
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
