// The formats of the journal export: how the file begins, and how each entry is written, for hledger, Beancount and
// spreadsheets.
import type { Entry } from "#contract/ledger.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { accountOf, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import { plainAmount } from "#domain/money.ts";
import type { EntryRow, PostingRow } from "#server/core/ledger/journal-rows.ts";
import { firstRow, row } from "#server/core/spreadsheets/write-files.ts";

export type JournalFormat = {
  extension: string;
  mediaType: string;
  /** `firstDay` is the day of the oldest entry, or of the export when there is none. */
  head: (params: {
    groupName: string;
    exportedOn: PlainDate;
    firstDay: PlainDate;
    /** In the order of the chart. */
    accounts: readonly AccountCode[];
  }) => string;
  entry: (entry: EntryRow, approvals: Entry["approvals"]) => string;
  /** Whether it names who approved a payment or loan; the others need not be read. */
  hasApprovals?: true;
};

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
  head: ({ groupName, exportedOn, accounts }) =>
    [
      `; The books of ${oneLine(groupName)}, exported on ${exportedOn}.`,
      "",
      "commodity 1000.00 KES",
      "",
      ...accounts.map((code) => `account ${hledgerAccount(code)}`),
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
  head: ({ groupName, exportedOn, firstDay, accounts }) =>
    [
      `; Exported on ${exportedOn}.`,
      `option "title" ${quoted(groupName)}`,
      'option "operating_currency" "KES"',
      "",
      `${firstDay} commodity KES`,
      ...accounts.map((code) => `${firstDay} open ${beancountAccount(code)} KES`),
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
  "approved_by_treasurer",
  "approved_by_sec_gen",
];

export const csv: JournalFormat = {
  extension: "csv",
  mediaType: "text/csv",
  head: () => firstRow(columns),
  hasApprovals: true,
  entry: (entry, approvals) =>
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
          nairobiIso(entry.recordedAt),
          approverFor("Treasurer", approvals),
          approverFor("Sec-Gen", approvals),
        ]),
      )
      .join(""),
};

/** The username of who approved for the office, also in its place (LOAN-8); empty for an entry by hand. */
function approverFor(office: "Treasurer" | "Sec-Gen", approvals: Entry["approvals"]): string {
  const approval = approvals.find((each) => (each.acting_for ?? each.office) === office);
  return approval?.by.username ?? "";
}
