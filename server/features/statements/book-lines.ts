// Lines become one ledger entry of the existing types, by its rules (STAT-17).
import type { BodyOf } from "#contract/endpoint.ts";
import { ledgerEntry } from "#contract/ledger-entry.ts";
import type { postLedgerEntry } from "#contract/ledger.ts";
import type { bookLines } from "#contract/statement-lines.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { LedgerEntryType } from "#domain/ledger/entry-types.ts";
import { parseKes, toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Message } from "#messages/message.ts";
import { postOrPropose } from "#server/core/approvals/proposals.ts";
import type { Tx } from "#server/db/connection.ts";
import { readInput } from "#server/http/read-request.ts";
import { lockLines, requireMatchable, saveMatches } from "#server/core/bank-lines/save-matches.ts";
import type { By, SpokenTo } from "#server/platform/request.ts";

type Entry = BodyOf<typeof postLedgerEntry>;
type Posted = { entryId: number; done: Message };

/** How an entry by hand is posted, by the feature that does it. */
export type PostEntry = (tx: Tx, by: By, requested: Entry) => Promise<Posted>;

type Booking = BodyOf<typeof bookLines> & { type: LedgerEntryType; line_ids: number[] };

/**
 * Posts one entry whose amount is the lines' sum and whose day is that of the last of them unless another was sent. Refuses lines of
 * both directions, a type that moves no money or the other way, lines that are matched or prove nothing, and what
 * the type itself refuses. More than one person may take out of the bank is proposed with its lines.
 */
export async function book(
  tx: Tx,
  by: SpokenTo,
  postEntry: PostEntry,
  booking: Booking,
): Promise<Posted> {
  return postOrPropose(tx, by, { kind: "ledger_entry", body: booking, concernsId: null }, () =>
    bookNow(tx, by, postEntry, booking),
  );
}

/** The same once another official agreed to it, or where nobody has to. */
async function bookNow(tx: Tx, by: By, postEntry: PostEntry, booking: Booking): Promise<Posted> {
  const { line_ids: lineIds, type, ...others } = booking;
  const lines = await lockLines(tx, lineIds);
  if (lines.length < lineIds.length) throw refuse("not-found");
  for (const line of lines) requireMatchable(line);
  const requested = entryFor({ ...others, type }, lines);
  const posted = await postEntry(tx, by, readInput(ledgerEntry, requested));
  await saveMatches(tx, by, {
    lineIds,
    matched: { kind: "entry", id: posted.entryId },
    reason: "booked",
    explanation: null,
    action: "statement-lines.book",
  });
  return posted;
}

/** What posts a proposed entry once another official agrees: with its lines where it came from some. */
export function postingWithLines(
  postEntry: PostEntry,
  post: (tx: Tx, by: By, command: unknown) => Promise<Posted>,
) {
  return (tx: Tx, by: By, command: unknown): Promise<Posted> => {
    const booking = command as Booking;
    return Array.isArray(booking.line_ids)
      ? bookNow(tx, by, postEntry, booking)
      : post(tx, by, command);
  };
}

const movesIn: Partial<Record<LedgerEntryType, boolean>> = {
  expense: false,
  investment: false,
  goodwill: false,
  dividend_payment: false,
  equity_fixed_deposit: false,
  other_income: true,
  redeem_fixed_deposit: true,
  cash_deposit: true,
  cash_withdrawal: false,
  fund_spending: false,
};

type BookedLine = { amount_cents: Cents; on_day: PlainDate };

/** The fields of `create_ledger_entry`, the amount by the lines. */
function entryFor(
  fields: { type: LedgerEntryType } & Record<string, unknown>,
  lines: readonly BookedLine[],
): Record<string, unknown> {
  const isIn = movesIn[fields.type];
  if (isIn === undefined || fields["paid_from"] === "cash")
    throw refuse("type-without-bank").at("type");
  if (lines.some(({ amount_cents }) => amount_cents > 0n !== isIn))
    throw refuse("lines-other-way").at("line_ids");
  const sum = lines.reduce((total, { amount_cents }) => total + amount_cents, 0n);
  const cents = sum < 0n ? -sum : sum;
  const date =
    fields["date"] ??
    lines
      .map(({ on_day }) => on_day)
      .toSorted()
      .at(-1);
  return { ...fields, date, ...amountsFor(fields, cents) };
}

function amountsFor(fields: Record<string, unknown>, cents: Cents): Record<string, unknown> {
  if (fields["type"] === "other_income") return { amount_paid: toKes(cents) };
  if (fields["type"] !== "redeem_fixed_deposit") return { amount: toKes(cents) };
  const interest = parseKes(fields["interest_earned"] ?? 0);
  // What is no amount is refused by its own field.
  return { amount: toKes(typeof interest === "bigint" ? cents - interest : cents) };
}
