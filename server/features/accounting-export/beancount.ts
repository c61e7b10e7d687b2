// The journal for Beancount: valid for `bean-check`, every account opened before its first day.
import { accountOf, accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { EntryRow, PostingRow } from "#server/core/ledger/journal-rows.ts";
import { oneLine, plainAmount, type JournalFormat } from "./journal-format.ts";

const roots = {
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
      ...accounts.map(({ code }) => `${firstDay} open ${accountName(code)} KES`),
      "",
      "",
    ].join("\n"),
  entry: (entry) => [...headlines(entry), ...entry.postings.flatMap(lines), "", ""].join("\n"),
};

/** `Liabilities:Monthly-Contribution`: each part begins with a capital, and words are joined by dashes. */
export function accountName(code: AccountCode): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${roots[accountOf(code).class]}:${words.join("-")}`;
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
    `  ${accountName(account).padEnd(40)}  ${plainAmount(amountCents).padStart(16)} KES`,
    ...(member === null ? [] : [`    member: ${quoted(member.username)}`]),
    ...(loanId === null ? [] : [`    loan: "${loanId}"`]),
  ];
}

function quoted(text: string): string {
  return `"${oneLine(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
