// Compares books and statements at the end of a day (STAT-30). Figures and lists come from the database
// (server/db/functions/reconciliation.sql).
import { sql } from "kysely";
import type { Reconciliation } from "#contract/reconciliation.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import type { Reader } from "#server/db/connection.ts";
import { readCoverage, readUploadersWords, wordOf } from "./coverage.ts";
import { type Figures, readFigures } from "./reconciliation-figures.ts";
import { newestOfEach, readAcceptances, readAgreed } from "./reconciliation-agreement.ts";
import { type Open, readParted } from "./reconciliation-lists.ts";
import { sayReceiptsInDoubt } from "./receipts-in-doubt.ts";
import { readReopening } from "./reconciliation-reopened.ts";
import { isExplained, sayAgreed, sayUnexplained } from "./unexplained.ts";

type Params = {
  /** By default the last day that all accounts cover. */
  date: PlainDate | undefined;
  callerId: number;
  withItems: boolean;
  t: Translate;
};

/** Refuses a day that the statements of all accounts do not cover. */
export async function readReconciliation(
  reader: Reader,
  { date, callerId, withItems, t }: Params,
): Promise<Reconciliation> {
  const days = await readReconcilableDays(reader);
  const { from, to } = days;
  if (from === null || to === null) {
    if (date !== undefined) throw refuse("no-day-covered").at("date");
    return { ...nothing, accounts: days.accounts };
  }
  const day = date ?? to;
  if (day < from || day > to)
    throw refuse("day-not-covered", { from: { day: from }, to: { day: to } }).at("date");
  const figures = await readFigures(reader, day);
  const parted = await readParted(reader, day, { withItems, t });
  const doubts = withItems ? await sayReceiptsInDoubt(reader, day, t) : [];
  const closings = await readClosings(reader, day);
  const accepted = await readAccepted(reader, { day, figures, open: parted.open }, t);
  return {
    date: day,
    accounts: days.accounts.map((account) => ({
      ...account,
      closing: closings.get(account.id) ?? null,
    })),
    statements_total: toKes(figures.statements_cents),
    books: toKes(figures.books_cents),
    in_not_booked: parted.in_not_booked,
    out_not_booked: parted.out_not_booked,
    booked_in_not_on_statement: parted.booked_in,
    booked_out_not_on_statement: parted.booked_out,
    opening_difference: toKes(figures.opening_difference_cents),
    difference: toKes(figures.difference_cents),
    explained: isExplained({ ...figures, ...parted }),
    open_count: parted.open.count,
    open_total: toKes(parted.open.cents),
    unexplained: sayUnexplained({ ...figures, ...parted }, t),
    ...(withItems ? { differing: parted.differing } : {}),
    ...(doubts.length === 0 ? {} : { receipts_in_doubt: doubts }),
    ...accepted,
    own_item: isOwnDay(
      { ...days, ...parted, ...accepted, ...(withItems ? {} : { differing: [] }) },
      callerId,
    ),
    from,
    to,
  };
}

type OwnDay = Pick<
  Reconciliation,
  "accounts" | "accepted" | "in_not_booked" | "out_not_booked" | "differing"
> & { booked_in: Parted; booked_out: Parted };
type Parted = Reconciliation["in_not_booked"];

/** PAY-12: whose word the day rests on, and whose money is open of it. */
function isOwnDay(day: OwnDay, callerId: number): boolean {
  const open = [day.in_not_booked, day.out_not_booked, day.booked_in, day.booked_out].flatMap(
    (figure) => figure.open.items ?? [],
  );
  const concerned = [
    ...day.accounts.map(({ covered_by_word_of: by }) => by),
    ...[...open, ...(day.differing ?? [])].map(({ member }) => member),
  ];
  const deciderIds = day.accepted.map(({ by }) => by.id);
  return concerned.some(
    (person) => person !== null && isOwnItem({ memberId: person.id, callerId, deciderIds }),
  );
}

type Now = { day: PlainDate; figures: Figures; open: Open };

async function readAccepted(reader: Reader, { day, ...now }: Now, t: Translate) {
  const acceptances = await readAcceptances(reader, day, now);
  const accepted = newestOfEach(acceptances.filter((each) => each.isOfNow));
  const stale = acceptances.filter((each) => !each.isOfNow).at(-1);
  const agreed = await readAgreed(reader);
  return {
    accepted: accepted.map(({ office, by, accepted_at }) => ({
      office,
      by,
      at: nairobiIso(accepted_at),
    })),
    ...(stale === undefined || accepted.length === 2
      ? {}
      : { reopened: await readReopening(reader, stale, t) }),
    agreed_to: agreed?.on_day ?? null,
    agreed_difference: agreed === null ? null : toKes(agreed.difference_cents),
    agreed_open: agreed === null ? null : toKes(agreed.open_cents),
    agreed_explained: agreed?.is_explained ?? null,
    agreed: agreed === null ? null : sayAgreed(agreed, t),
  };
}

const none = { total: 0, settled_since: { count: 0, total: 0 }, open: { count: 0, total: 0 } };
const nothing: Omit<Reconciliation, "accounts"> = {
  date: null,
  statements_total: 0,
  books: 0,
  in_not_booked: none,
  out_not_booked: none,
  booked_in_not_on_statement: none,
  booked_out_not_on_statement: none,
  opening_difference: 0,
  difference: 0,
  explained: false,
  open_count: 0,
  open_total: 0,
  unexplained: [],
  accepted: [],
  own_item: false,
  agreed_to: null,
  agreed_difference: null,
  agreed_open: null,
  agreed_explained: null,
  agreed: null,
  from: null,
  to: null,
};

/**
 * From the first day of the first statement to the last day that every account covers; null while any account covers
 * none.
 */
async function readReconcilableDays(reader: Reader): Promise<{
  from: PlainDate | null;
  to: PlainDate | null;
  accounts: Reconciliation["accounts"];
}> {
  const accounts = await reader
    .selectFrom("statement_accounts")
    .select(["id", "name"])
    .orderBy("id")
    .execute();
  const words = await readUploadersWords(reader);
  const coverage = new Map((await readCoverage(reader)).map((each) => [each.accountId, each]));
  const rows = accounts.map(({ id, name }) => ({
    id,
    name,
    from: coverage.get(id)?.proven[0]?.from ?? null,
    covered_to: coverage.get(id)?.coveredTo ?? null,
    covered_by_word_of: wordOf(words, id, coverage.get(id)?.coveredTo ?? null),
  }));
  const ends = rows.map(({ covered_to }) => covered_to);
  const isCovered = ends.length > 0 && ends.every((end) => end !== null);
  return {
    from: rows.flatMap(({ from }) => from ?? []).toSorted()[0] ?? null,
    to: isCovered ? (ends.toSorted()[0] ?? null) : null,
    accounts: rows.map(({ id, name, covered_to, covered_by_word_of }) => ({
      id,
      name,
      closing: null,
      covered_to,
      covered_by_word_of,
    })),
  };
}

async function readClosings(reader: Reader, day: PlainDate): Promise<Map<number, number>> {
  const { rows } = await sql<{ account_id: number; closing_cents: Cents }>`
    SELECT account_id, closing_cents FROM account_balances(${day}::date)`.execute(reader);
  return new Map(rows.map((row) => [row.account_id, toKes(row.closing_cents)]));
}
