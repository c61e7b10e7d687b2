// The formats of the journal export: how the file begins, and how each entry is written, for hledger, Beancount and
// spreadsheets.
import type { PlainDate } from "#domain/calendar.ts";
import { accountOf, accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import { formatAmount, type Cents } from "#domain/money.ts";
import type { EntryRow, PostingRow } from "#server/core/ledger/journal-rows.ts";
import { row } from "#server/core/spreadsheets/write-files.ts";

export type JournalFormat = {
  extension: string;
  mediaType: string;
  /** `firstDay` is the day of the oldest entry, or of the export when there is none. */
  head: (params: { groupName: string; exportedOn: PlainDate; firstDay: PlainDate }) => string;
  entry: (entry: EntryRow) => string;
};

/** KES with two decimals and nothing else, as programs read it: `-1234.50`. */
export function plainAmount(cents: Cents): string {
  return formatAmount(cents).replaceAll(",", "");
}

/** One line: line breaks and other control characters become spaces. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

// The journal for hledger: valid for `hledger check --strict`, every account and the commodity declared.

const hledgerRoots = {
  asset: "assets",
  liability: "liabilities",
  equity: "equity",
  revenue: "revenues",
  expense: "expenses",
} as const;

export const hledger: JournalFormat = {
  extension: "journal",
  mediaType: "text/plain",
  head: ({ groupName, exportedOn }) =>
    [
      `; The books of ${oneLine(groupName)}, exported on ${exportedOn}.`,
      "",
      "commodity 1000.00 KES",
      "",
      ...accounts.map(({ code }) => `account ${hledgerAccount(code)}`),
      "",
    ].join("\n"),
  entry: (entry) => [headline(entry), ...entry.postings.map(line), "", ""].join("\n"),
};

export function hledgerAccount(code: AccountCode): string {
  return `${hledgerRoots[accountOf(code).class]}:${code}`;
}

function headline({ date, id, description, source, reverses }: EntryRow): string {
  const tags = [`source:${source.kind} ${source.id}`, `purpose:${source.purpose}`];
  if (reverses !== null) tags.push(`reverses:${reverses}`);
  return `${date} * (${id}) ${safeText(description)}  ; ${tags.join(", ")}`;
}

function line({ account, amountCents, member, loanId }: PostingRow): string {
  const tags = [
    ...(member === null ? [] : [`member:${safeText(member.username)}`]),
    ...(loanId === null ? [] : [`loan:${loanId}`]),
  ];
  const comment = tags.length === 0 ? "" : `  ; ${tags.join(", ")}`;
  return `    ${hledgerAccount(account).padEnd(40)}  ${plainAmount(amountCents).padStart(16)} KES${comment}`;
}

/** A semicolon would start a comment, a bar would split payee and note, and a comma would end a tag. */
function safeText(text: string): string {
  return oneLine(text).replaceAll(/[;|,]/g, " ").replaceAll(/ {2,}/g, " ");
}

// The journal for Beancount: valid for `bean-check`, every account opened before its first day.

const beancountRoots = {
  asset: "Assets",
  liability: "Liabilities",
  equity: "Equity",
  revenue: "Income",
  expense: "Expenses",
} as const;

export const beancount: JournalFormat = {
  extension: "beancount",
  mediaType: "text/plain",
  head: ({ groupName, exportedOn, firstDay }) =>
    [
      `; Exported on ${exportedOn}.`,
      `option "title" ${quoted(groupName)}`,
      'option "operating_currency" "KES"',
      "",
      `${firstDay} commodity KES`,
      ...accounts.map(({ code }) => `${firstDay} open ${beancountAccount(code)} KES`),
      "",
      "",
    ].join("\n"),
  entry: (entry) => [...headlines(entry), ...entry.postings.flatMap(lines), "", ""].join("\n"),
};

/** `Liabilities:Monthly-Contribution`: each part starts with a capital, dashes join its words. */
export function beancountAccount(code: AccountCode): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${beancountRoots[accountOf(code).class]}:${words.join("-")}`;
}

function headlines({ date, id, description, source, reverses }: EntryRow): string[] {
  return [
    `${date} * ${quoted(description)}`,
    `  entry: "${id}"`,
    `  source: "${source.kind} ${source.id}"`,
    `  purpose: "${source.purpose}"`,
    ...(reverses === null ? [] : [`  reverses: "${reverses}"`]),
  ];
}

function lines({ account, amountCents, member, loanId }: PostingRow): string[] {
  return [
    `  ${beancountAccount(account).padEnd(40)}  ${plainAmount(amountCents).padStart(16)} KES`,
    ...(member === null ? [] : [`    member: ${quoted(member.username)}`]),
    ...(loanId === null ? [] : [`    loan: "${loanId}"`]),
  ];
}

function quoted(text: string): string {
  return `"${oneLine(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

// The journal for a spreadsheet (RFC 4180), a line per posting.

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
