// What was posted to an account, oldest first: how a figure of a report came about (REP-14). Where a page begins, and what
// the account stood at then, comes from the sums of decision 8, so that it costs the same on every page and in every year.
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import { sql, type RawBuilder } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { Person } from "#contract/people.ts";
import type { getPostings, Posting } from "#contract/reports.ts";
import { addDays, addMonths, type PlainDate } from "#domain/calendar.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import type { SourceKind } from "#domain/ledger/journal-entry.ts";
import { isInRetainedEarnings } from "#domain/ledger/statements.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { can, type Actor } from "#domain/permissions.ts";
import type { Translate } from "#messages/translator.ts";
import { describeEntries } from "#server/core/ledger/journal-rows.ts";
import { summedDays, summedPostings } from "#server/core/ledger/balances.ts";
import { inSnapshot, type Reader } from "#server/db/connection.ts";
import type { Page } from "#server/db/paging.ts";

export type PostingsWanted = {
  account: AccountCode;
  /** Null is everybody's. */
  memberId: number | null;
  /** Null is of all funds, and of everything else. */
  fundId: number | null;
  /** With what a report adds up under the account's name (`partsOf`). */
  withParts: boolean;
  /** With the entries that close a year. */
  withClosings: boolean;
  /** Both ends included; null is from the first posting on, or to the last. */
  from: PlainDate | null;
  to: PlainDate | null;
  page: Page | null;
  actor: Actor;
  t: Translate;
};

/** `opening`, `closing` and `count` are of the whole period, whatever the page. */
export async function readPostings(
  db: Reader,
  wanted: PostingsWanted,
): Promise<ReplyOf<typeof getPostings>> {
  return inSnapshot(db, async (reader) => {
    if (wanted.memberId !== null || wanted.fundId !== null) return readOfOne(reader, wanted);
    const opening = await openingOf(reader, wanted);
    const months = await monthsOf(reader, wanted);
    const total = (of: "lines" | "cents") => months.reduce((sum, month) => sum + month[of], 0n);
    const start = await startOf(reader, { wanted, months, opening });
    return {
      account: wanted.account,
      opening: toKes(opening),
      postings: start === null ? [] : await readPage(reader, { wanted, start }),
      closing: toKes(opening + total("cents")),
      count: Number(total("lines")),
    };
  });
}

async function openingOf(reader: Reader, wanted: PostingsWanted): Promise<Cents> {
  if (wanted.from === null) return 0n;
  const { rows } = await sql<{ cents: Cents }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents
      FROM ${summedPostings({ end: addDays(wanted.from, -1) })} WHERE ${counted(wanted)}`.execute(
    reader,
  );
  return rows[0]?.cents ?? 0n;
}

type Moved = { day: PlainDate; lines: bigint; cents: Cents };

/** What each month of the period moved, oldest first. */
async function monthsOf(reader: Reader, wanted: PostingsWanted): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    SELECT date_trunc('month', day::timestamp)::date AS day, sum(lines)::bigint AS lines,
           sum(amount_cents)::bigint AS cents
      FROM ${summedPostings(periodOf(wanted))} WHERE ${counted(wanted)} GROUP BY 1 ORDER BY 1`.execute(
    reader,
  );
  return rows;
}

/** Where a page begins: its day, how many postings of that day come before it, and the balance before that day. */
type Start = { day: PlainDate; skipped: number; beforeCents: Cents };

/** Null when so many were not posted. */
async function startOf(
  reader: Reader,
  params: { wanted: PostingsWanted; months: readonly Moved[]; opening: Cents },
): Promise<Start | null> {
  const { wanted, months, opening } = params;
  const month = findPage(months, { skipped: wanted.page?.offset ?? 0, beforeCents: opening });
  if (month === null) return null;
  const { from, to } = wanted;
  const lastOfMonth = addDays(addMonths(month.day, 1), -1);
  const { rows: days } = await sql<Moved>`
    SELECT day, sum(lines)::bigint AS lines, sum(amount_cents)::bigint AS cents
      FROM ${summedDays({
        start: from !== null && from > month.day ? from : month.day,
        end: to !== null && to < lastOfMonth ? to : lastOfMonth,
      })} WHERE ${counted(wanted)} GROUP BY 1 ORDER BY 1`.execute(reader);
  return findPage(days, month);
}

/** The first of these, oldest first, that is not wholly skipped. */
function findPage(
  moved: readonly Moved[],
  { skipped, beforeCents }: Omit<Start, "day">,
): Start | null {
  let left = skipped;
  let cents = beforeCents;
  for (const { day, lines, cents: by } of moved) {
    if (BigInt(left) < lines) return { day, skipped: left, beforeCents: cents };
    left -= Number(lines);
    cents += by;
  }
  return null;
}

type Row = {
  entry_id: number;
  date: PlainDate;
  description: string;
  source_kind: SourceKind;
  source_id: number;
  purpose: string;
  member: Person | null;
  amount_cents: Cents;
  balance_cents: Cents;
};

async function readPage(
  reader: Reader,
  { wanted, start }: { wanted: PostingsWanted; start: Start },
): Promise<Posting[]> {
  const { page, to, actor, t } = wanted;
  const reach = page === null ? sql`` : sql`LIMIT ${start.skipped + page.limit}`;
  // Each account is read in the order of its index, no further than the page reaches.
  const ofEach = codesOf(wanted).map(
    (code) => sql`(
      SELECT entry_id, line, business_date, amount_cents, member_id FROM postings
       WHERE account = ${code} AND business_date >= ${start.day}::date
         ${to === null ? sql`` : sql`AND business_date <= ${to}::date`}
         ${withoutClosings(wanted)}
       ORDER BY business_date, entry_id, line ${reach})`,
  );
  const { rows } = await sql<Row>`
    SELECT found.entry_id, found.business_date AS date, e.description, e.source_kind, e.source_id, e.purpose,
           found.amount_cents, found.balance_cents,
           CASE WHEN members.id IS NULL THEN NULL ELSE json_build_object(
             'id', members.id, 'username', members.username,
             'full_name', members.first_name || ' ' || members.last_name, 'reg_number', members.reg_number) END AS member
      FROM (SELECT first.*,
                   (${start.beforeCents}::bigint + sum(amount_cents) OVER (ORDER BY business_date, entry_id, line))::bigint
                     AS balance_cents
              FROM (SELECT * FROM (${sql.join(ofEach, sql` UNION ALL `)}) posted
                     ORDER BY business_date, entry_id, line ${reach}) first) found
      JOIN entries e ON e.id = found.entry_id
      LEFT JOIN members ON members.id = found.member_id
     ORDER BY found.business_date, found.entry_id, found.line OFFSET ${start.skipped}`.execute(
    reader,
  );
  return tell(reader, { rows, actor, t });
}

/** What one member's part of an account, or one fund, came about by: they are added up one by one, only from an index. */
async function readOfOne(
  reader: Reader,
  wanted: PostingsWanted,
): Promise<ReplyOf<typeof getPostings>> {
  const { memberId, fundId, from, to, page, actor, t } = wanted;
  const ofOne = [
    ...(memberId === null ? [] : [sql`p.member_id = ${memberId}`]),
    ...(fundId === null ? [] : [sql`p.fund_id = ${fundId}`]),
  ];
  const isBefore = from === null ? sql`false` : sql`p.business_date < ${from}::date`;
  const posted = sql`
      FROM postings p
     WHERE ${sql.join(ofOne, sql` AND `)} AND p.account = ANY (${codesOf(wanted)}::text[])
       ${to === null ? sql`` : sql`AND p.business_date <= ${to}::date`}
       ${withoutClosings(wanted)}`;
  const { rows: ends } = await sql<{ opening: Cents; closing: Cents; count: bigint }>`
    SELECT coalesce(sum(p.amount_cents) FILTER (WHERE ${isBefore}), 0)::bigint AS opening,
           coalesce(sum(p.amount_cents), 0)::bigint AS closing, count(*) FILTER (WHERE NOT ${isBefore}) AS count
      ${posted}`.execute(reader);
  const { rows } = await sql<Row>`
    SELECT found.*, e.description, e.source_kind, e.source_id, e.purpose,
           CASE WHEN members.id IS NULL THEN NULL ELSE json_build_object(
             'id', members.id, 'username', members.username,
             'full_name', members.first_name || ' ' || members.last_name, 'reg_number', members.reg_number) END AS member
      FROM (SELECT * FROM (
              SELECT p.entry_id, p.line, p.business_date AS date, p.amount_cents, p.member_id, ${isBefore} AS is_before,
                     (sum(p.amount_cents) OVER (ORDER BY p.business_date, p.entry_id, p.line))::bigint AS balance_cents
                ${posted}) added
             WHERE NOT is_before ORDER BY date, entry_id, line
             LIMIT ${page?.limit ?? null} OFFSET ${page?.offset ?? 0}) found
      JOIN entries e ON e.id = found.entry_id
      LEFT JOIN members ON members.id = found.member_id
     ORDER BY found.date, found.entry_id, found.line`.execute(reader);
  const [end] = ends;
  return {
    account: wanted.account,
    opening: toKes(end?.opening ?? 0n),
    postings: await tell(reader, { rows, actor, t }),
    closing: toKes(end?.closing ?? 0n),
    count: Number(end?.count ?? 0),
  };
}

/** The rows as the caller may read them: of others a member reads no name and no words. */
async function tell(
  reader: Reader,
  { rows, actor, t }: { rows: readonly Row[] } & Pick<PostingsWanted, "actor" | "t">,
): Promise<Posting[]> {
  const descriptions = await describeEntries(
    reader,
    rows.map((row) => ({ id: row.entry_id, description: row.description })),
    t,
  );
  const seesAll = can(actor, "members.read-accounts");
  return rows.map((row) => {
    const isShown = seesAll || row.member === null || row.member.id === actor.id;
    return {
      entry_id: row.entry_id,
      date: row.date,
      description: isShown
        ? (descriptions.get(row.entry_id) ?? row.description)
        : t("descriptions.ofAnother", { type: entryTypeOf(sourceOf(row)) }),
      member: isShown ? row.member : null,
      debit: toKes(row.amount_cents > 0n ? row.amount_cents : 0n),
      credit: toKes(row.amount_cents < 0n ? -row.amount_cents : 0n),
      balance: toKes(row.balance_cents),
      payment:
        isShown && row.source_kind === "payment"
          ? { kind: row.purpose as PaymentKind, id: row.source_id }
          : null,
    };
  });
}

const sourceOf = ({ source_kind, source_id, purpose }: Row) => ({
  kind: source_kind,
  id: source_id,
  purpose,
});

function counted(wanted: PostingsWanted): RawBuilder<unknown> {
  return sql`account = ANY (${codesOf(wanted)}::text[]) ${wanted.withClosings ? sql`` : sql`AND NOT closing`}`;
}

function withoutClosings({ withClosings }: PostingsWanted): RawBuilder<unknown> {
  return withClosings
    ? sql``
    : sql`AND entry_id NOT IN (SELECT id FROM entries WHERE source_kind = 'financial_year')`;
}

function codesOf({ account, withParts }: PostingsWanted): AccountCode[] {
  return withParts ? partsOf(account) : [account];
}

function partsOf(account: AccountCode): AccountCode[] {
  if (account === "loan_receivable") return ["loan_receivable", "interest_receivable"];
  if (account !== "retained_earnings") return [account];
  return accounts.map(({ code }) => code).filter((code) => isInRetainedEarnings(code));
}

const periodOf = ({ from, to }: PostingsWanted) => ({
  ...(from === null ? {} : { start: from }),
  ...(to === null ? {} : { end: to }),
});
