// The journal for hledger: valid for `hledger check --strict`, every account and the commodity declared.
import { accountOf, accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { EntryRow, PostingRow } from "#server/core/ledger/journal-rows.ts";
import { oneLine, plainAmount, type JournalFormat } from "./journal-format.ts";

const roots = {
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
      ...accounts.map(({ code }) => `account ${accountName(code)}`),
      "",
    ].join("\n"),
  entry: (entry) => [headline(entry), ...entry.postings.map(line), "", ""].join("\n"),
};

export function accountName(code: AccountCode): string {
  return `${roots[accountOf(code).class]}:${code}`;
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
  return `    ${accountName(account).padEnd(40)}  ${plainAmount(amountCents).padStart(16)} KES${comment}`;
}

/** A semicolon would begin a comment, a bar would part payee from note, and a comma would end a tag. */
function safeText(text: string): string {
  return oneLine(text).replaceAll(/[;|,]/g, " ").replaceAll(/ {2,}/g, " ");
}
