// The books as files (BOOK-23): the journal in a format of plain-text accounting, tables for a spreadsheet, or all in one
// archive.
import { sql } from "kysely";
import type { QueryOf } from "#contract/endpoint.ts";
import { exportJournal as endpoint } from "#contract/ledger.ts";
import { addDays, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { type AccountCode, accountsOf } from "#domain/ledger/chart-of-accounts.ts";
import { plainAmount, type Cents } from "#domain/money.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { firstRow, type PackedFile, row, zip } from "#server/core/spreadsheets/write-files.ts";
import { type Database, inTransaction, type Reader } from "#server/db/connection.ts";
import { inPeriod } from "#server/db/in-period.ts";
import type { Download } from "#server/http/answer-read.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { heldContributions, readBalances, summedPostings } from "#server/core/ledger/balances.ts";
import { readApprovals } from "#server/core/ledger/entry-approvals.ts";
import { type EntryRow, selectEntryRows, toEntryRow } from "#server/core/ledger/journal-rows.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { readPortfolio } from "#server/core/lending/portfolio.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { beancount, csv, hledger, type JournalFormat } from "./journal-formats.ts";

export function accountingExportRoutes(routes: Routes, printReports: PrintReports): void {
  routes.download(
    endpoint,
    (reader, { query, ...by }) => exportBooks(reader, by, { query, printReports }),
    (db, { query, ...by }) => recordExport(db, by, query),
  );
}

const formats = { hledger, beancount, csv } satisfies Record<string, JournalFormat>;

/** The reports of a period as PDF files; without `start`, from the first entry on. */
type PrintReports = (
  db: Database,
  params: { start: PlainDate; end: PlainDate; now: Date; t: Translate; actorId: number },
) => PackedFile[];

/** The file, written piece by piece as it is read. */
async function exportBooks(
  db: Database,
  by: SpokenTo,
  { query, printReports }: { query: QueryOf<typeof endpoint>; printReports: PrintReports },
): Promise<Download> {
  const { format, what = "journal" } = query;
  const period: Period = { start: query.start_date, end: query.end_date };
  const exportedOn = nairobiDate(by.now);
  const { name: groupName } = await readGroupSettings(db);
  const books: Books = { db, groupName, exportedOn, period };
  if (format === "zip") {
    const reports = printReports(db, {
      start: period.start ?? (await readFirstDay(db)) ?? exportedOn,
      end: period.end ?? exportedOn,
      now: by.now,
      t: by.t,
      actorId: by.actor.id,
    });
    return {
      name: `akiba-books-${exportedOn}.zip`,
      mediaType: "application/zip",
      content: zip([...allFiles(books), ...reports], by.now),
    };
  }
  if (format === "csv" && what !== "journal") return { ...tableFile(books, what), ...csvType };
  return {
    ...journalFile(books, formats[format]),
    mediaType: `${formats[format].mediaType}; charset=utf-8`,
  };
}

type Books = { db: Database; groupName: string; exportedOn: PlainDate; period: Period };

const csvType = { mediaType: `${csv.mediaType}; charset=utf-8` };

function allFiles(books: Books): PackedFile[] {
  return [
    ...Object.values(formats).map((format) => journalFile(books, format)),
    ...tablesOfAll.map((what) => tableFile(books, what)),
  ];
}

function journalFile(books: Books, format: JournalFormat) {
  return {
    name: `akiba-journal-${books.exportedOn}.${format.extension}`,
    content: writeJournal(books, format),
  };
}

function tableFile({ db, exportedOn, period }: Books, what: keyof typeof tables) {
  return {
    name: `akiba-${what}-${exportedOn}.${csv.extension}`,
    content: tables[what](db, period, exportedOn),
  };
}

async function* writeJournal(
  { db, period, groupName, exportedOn }: Books,
  format: JournalFormat,
): AsyncGenerator<string> {
  const balances = await readBalances(db, exportedOn);
  const hasUsed = (code: AccountCode) => balances.some(({ account }) => account === code);
  const accounts = accountsOf(hasUsed).map(({ code }) => code);
  const params = { groupName, exportedOn, accounts };
  let begun = false;
  for await (const page of readJournal(db, period)) {
    if (!begun) yield format.head({ ...params, firstDay: page[0]?.date ?? exportedOn });
    begun = true;
    const ids = format.hasApprovals === true ? page.map(({ id }) => id) : [];
    const approved = await readApprovals(db, ids, inEnglish);
    yield page
      .map((entry) => format.entry(entry, approved.get(entry.id)?.approvals ?? []))
      .join("");
  }
  if (!begun) yield format.head({ ...params, firstDay: exportedOn });
}

/** The audit log records every export. */
async function recordExport(
  db: Database,
  by: SpokenTo,
  query: QueryOf<typeof endpoint>,
): Promise<void> {
  const { format, what, start_date, end_date } = query;
  const { isAuditor, id, username } = by.actor;
  await inTransaction(db, (tx) =>
    recordAudit(tx, {
      now: by.now,
      // An auditor is no member: the row names the seat instead.
      actorId: isAuditor ? null : id,
      action: "journal.export",
      subject: "journal",
      subjectId: null,
      after: {
        format,
        ...(what === undefined ? {} : { what }),
        ...(start_date === undefined ? {} : { start_date }),
        ...(end_date === undefined ? {} : { end_date }),
        ...(isAuditor ? { auditor: username } : {}),
      },
      address: by.origin.address,
    }),
  );
}

async function readFirstDay(db: Database): Promise<PlainDate | null> {
  const first = await db
    .selectFrom("entries")
    .select("business_date")
    .orderBy("business_date")
    .limit(1)
    .executeTakeFirst();
  return first?.business_date ?? null;
}

// Accounts, members and loans as spreadsheet tables, written while they are read.

const PAGE_SIZE = 500;

const tables = {
  accounts: writeAccounts,
  members: writeMembers,
  loans: writeLoans,
  portfolio: writePortfolio,
} as const;

/** The archive's; a group without loans of a product has the same files as ever. */
const tablesOfAll = ["accounts", "members", "loans"] as const;

/**
 * Every account with its balance before the period, its movement in it, and its balance after; no figure is below 0.
 */
async function* writeAccounts(reader: Reader, { start, end }: Period): AsyncGenerator<string> {
  const sides = ["opening", "period", "closing"].flatMap((of) => [`${of}_debit`, `${of}_credit`]);
  yield firstRow(["account", "name", "class", ...sides]);
  const until = end === undefined ? {} : { end };
  const { rows } = await sql<{
    account: AccountCode;
    opening: Cents;
    debit: Cents;
    credit: Cents;
  }>`
    SELECT moved.account, coalesce(opening, 0)::bigint AS opening, debit, credit
      FROM (SELECT account, coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0)::bigint AS debit,
                   coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0), 0)::bigint AS credit
              FROM postings WHERE ${inPeriod(sql`business_date`, { start_date: start, end_date: end })} GROUP BY account) moved
      FULL JOIN (SELECT account, sum(amount_cents) AS opening
              FROM ${summedPostings(start === undefined ? until : { end: addDays(start, -1) })}
             WHERE ${start ?? null}::date IS NOT NULL GROUP BY account) before USING (account)`.execute(
    reader,
  );
  const moved = new Map(rows.map((each) => [each.account, each]));
  for (const { code, class: kind } of accountsOf((each) => moved.has(each))) {
    const { opening, debit, credit } = moved.get(code) ?? { opening: 0n, debit: 0n, credit: 0n };
    const closing = opening + debit - credit;
    const figures = [...sidesOf(opening), debit, credit, ...sidesOf(closing)].map(plainAmount);
    yield row([code, inEnglish(`accounts.${code}`), kind, ...figures]);
  }
}

function sidesOf(cents: Cents): [debit: Cents, credit: Cents] {
  return cents < 0n ? [0n, -cents] : [cents, 0n];
}

/** Reads one page after the other, each from the highest id of the page before it, and writes a row for each item. */
async function* writePages<Item extends { id: number }>(
  readAfter: (id: number) => Promise<Item[]>,
  write: (item: Item) => string,
): AsyncGenerator<string> {
  for (let last: number | undefined = 0; last !== undefined;) {
    const page = await readAfter(last);
    yield page.map(write).join("");
    last = page.at(-1)?.id;
  }
}

/** Every member as they stand today, in pages. */
async function* writeMembers(reader: Reader): AsyncGenerator<string> {
  yield firstRow([
    "id",
    "reg_number",
    "first_name",
    "last_name",
    "username",
    "email",
    "phone",
    "status",
    "active",
    "office",
    "member_since",
    "contributions",
    "loan_balance",
    "unpaid_fines",
  ]);
  yield* writePages(
    (last) =>
      reader
        .selectFrom("members")
        .select(["id", "reg_number", "first_name", "last_name", "username", "email", "phone"])
        .select(["status", "is_active", "office", "approved_on"])
        .select(heldContributions.as("held_cents"))
        .select(
          sql<Cents>`(SELECT coalesce(sum(balance_cents), 0)::bigint FROM loans
          WHERE loans.member_id = members.id AND loans.status IN ('active', 'default', 'written_off'))`.as(
            "loan_cents",
          ),
        )
        .select(
          sql<Cents>`(SELECT coalesce(sum(amount_cents - paid_cents - written_off_cents), 0)::bigint FROM fines
          WHERE fines.member_id = members.id)`.as("fine_cents"),
        )
        .where("id", ">", last)
        .orderBy("id")
        .limit(PAGE_SIZE)
        .execute(),
    (each) =>
      row([
        each.id,
        each.reg_number,
        each.first_name,
        each.last_name,
        each.username,
        each.email ?? "",
        each.phone ?? "",
        each.status,
        each.is_active ? "yes" : "no",
        each.office ?? "",
        each.approved_on ?? "",
        ...[each.held_cents, each.loan_cents, each.fine_cents].map(plainAmount),
      ]),
  );
}

/** Every loan disbursed in the period, or applied for in it if it was not disbursed, in pages. */
async function* writeLoans(reader: Reader, { start, end }: Period): AsyncGenerator<string> {
  yield firstRow([
    "id",
    "loan",
    "member",
    "reg_number",
    "status",
    "applied_on",
    "paid_out_on",
    "due_on",
    "amount",
    "interest",
    "balance",
  ]);
  yield* writePages(
    (last) =>
      reader
        .selectFrom("loans")
        .innerJoin("members", "members.id", "loans.member_id")
        .select(["loans.id", "loan_type", "number", "username", "reg_number", "loans.status"])
        .select(["start_date", "expiry_date", "amount_cents", "interest_cents", "balance_cents"])
        .select(appliedOn.as("applied_on"))
        .where("loans.id", ">", last)
        .$if(start !== undefined, (rows) => rows.where(day, ">=", start!))
        .$if(end !== undefined, (rows) => rows.where(day, "<=", end!))
        .orderBy("loans.id")
        .limit(PAGE_SIZE)
        .execute(),
    (each) =>
      row([
        each.id,
        inEnglish(nameOfLoan(each)),
        each.username,
        each.reg_number,
        each.status,
        each.applied_on,
        each.start_date ?? "",
        each.expiry_date ?? "",
        ...[each.amount_cents, each.interest_cents, each.balance_cents].map(plainAmount),
      ]),
  );
}

/** More loans than any group has at once. */
const MOST_LOANS = 100_000;

/** Every loan that is owed at the end of the period's last day, the latest first (LEND-11). */
async function* writePortfolio(
  reader: Reader,
  { end }: Period,
  exportedOn: PlainDate,
): AsyncGenerator<string> {
  yield firstRow([
    "id",
    "loan",
    "member",
    "reg_number",
    "days_late",
    "oldest_due_on",
    "rescheduled",
    "principal",
    "interest",
    "overdue_principal",
    "overdue_interest",
  ]);
  const day = end === undefined || end > exportedOn ? exportedOn : end;
  const { items } = await readPortfolio(reader, { day, most: MOST_LOANS, bucket: null });
  for (const each of items)
    yield row([
      each.id,
      inEnglish(nameOfLoan(each)),
      each.member.username,
      each.member.reg_number,
      each.days_late,
      each.oldest_due_on ?? "",
      each.is_rescheduled ? "yes" : "no",
      ...[each.principal, each.interest, each.overdue_principal, each.overdue_interest].map(
        (cents) => plainAmount(BigInt(cents)),
      ),
    ]);
}

const appliedOn = sql<PlainDate>`(loans.applied_at AT TIME ZONE 'Africa/Nairobi')::date`;
const day = sql<PlainDate>`coalesce(loans.start_date, ${appliedOn})`;

// The journal of a period by day, read in pages so that memory stays small however long the books are.

/** The days of an export, both included; undefined means from the first entry, or to the last. */
type Period = { start?: PlainDate | undefined; end?: PlainDate | undefined };

/** Leaves out entries written meanwhile: each page continues where the last one stopped. */
export async function* readJournal(
  reader: Reader,
  { start, end: until }: Period = {},
  pageSize = PAGE_SIZE,
): AsyncGenerator<EntryRow[]> {
  const newest = await reader
    .selectFrom("entries")
    .select(sql<number | null>`max(id)`.as("id"))
    .executeTakeFirstOrThrow();
  if (newest.id === null) return;
  let last: { date: PlainDate; id: number } | null = null;
  for (;;) {
    let rows = selectEntryRows(reader)
      .where("entries.id", "<=", newest.id)
      .orderBy("entries.business_date")
      .orderBy("entries.id")
      .limit(pageSize);
    if (start !== undefined) rows = rows.where("entries.business_date", ">=", start);
    if (until !== undefined) rows = rows.where("entries.business_date", "<=", until);
    if (last !== null)
      rows = rows.where(
        sql<boolean>`(entries.business_date, entries.id) > (${last.date}::date, ${last.id}::int)`,
      );
    const page = (await rows.execute()).map(toEntryRow);
    const end = page.at(-1);
    if (end === undefined) return;
    yield page;
    last = { date: end.date, id: end.id };
  }
}
