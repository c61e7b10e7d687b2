// A journal entry: postings that balance. The database refuses an unbalanced one again at commit.
import { assert } from "../assert.ts";
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import type { AccountCode } from "./chart-of-accounts.ts";
import { refuse } from "../refusal.ts";

/** One line of an entry. A debit is positive, a credit negative. */
export type Posting = {
  account: AccountCode;
  amountCents: Cents;
  memberId: number | null;
  loanId: number | null;
};

/** What an entry can stem from. `id` is that thing's own; a financial year's is its last day, 20261231. */
export type SourceKind =
  | "payment"
  | "loan"
  | "fine"
  | "ledger_entry"
  | "fixed_deposit"
  | "fixed_deposit_redemption"
  | "dividend_declaration"
  | "dividend_payment"
  | "settlement"
  | "bad_debt_recovery"
  | "financial_year"
  | "opening"
  | "opening_member"
  | "opening_loan"
  | "journal_entry";

/** `(kind, id, purpose)` stands on at most one entry that is not reversed. */
export type EntrySource = { kind: SourceKind; id: number; purpose: string };

export type JournalEntry = {
  businessDate: PlainDate;
  description: string;
  source: EntrySource;
  postings: readonly Posting[];
  /** The entry this one takes back, if it is a reversal. */
  reverses: number | null;
};

export class UnbalancedEntry extends Error {
  override readonly name = "UnbalancedEntry";
}

/**
 * Builds an entry. Postings of zero are left out (BOOK-1); what remains must be at least two postings that add
 * up to zero, otherwise it throws `UnbalancedEntry`.
 */
export function journalEntry(
  fields: Omit<JournalEntry, "reverses"> & { reverses?: number | null },
): JournalEntry {
  const postings = fields.postings.filter((posting) => posting.amountCents !== 0n);
  const sum = postings.reduce((total, posting) => total + posting.amountCents, 0n);
  if (postings.length < 2 || sum !== 0n) {
    const { kind, id, purpose } = fields.source;
    throw new UnbalancedEntry(
      `${kind} ${id} (${purpose}): ${postings.length} postings add up to ${sum} cents`,
    );
  }
  const { businessDate, description, source, reverses } = fields;
  return { businessDate, description, source, postings, reverses: reverses ?? null };
}

/** Whom and what a posting concerns. */
export type Concerns = { memberId?: number; loanId?: number };

/** A posting on the debit side. `amountCents` is never negative. */
export function debit(account: AccountCode, amountCents: Cents, concerns: Concerns = {}): Posting {
  assert(amountCents >= 0n, `cannot debit ${account} with ${amountCents} cents`);
  const { memberId, loanId } = concerns;
  return { account, amountCents, memberId: memberId ?? null, loanId: loanId ?? null };
}

/** A posting on the credit side. `amountCents` is given without its sign and is never negative. */
export function credit(account: AccountCode, amountCents: Cents, concerns: Concerns = {}): Posting {
  return { ...debit(account, amountCents, concerns), amountCents: -amountCents };
}

/** The entry that takes back entry number `entryId`, posting for posting. BOOK-2: mistakes are never edited. */
export function reversalOf(
  entry: JournalEntry,
  params: { entryId: number; businessDate: PlainDate; description: string },
): JournalEntry {
  return journalEntry({
    businessDate: params.businessDate,
    description: params.description,
    source: { kind: "journal_entry", id: params.entryId, purpose: "reversal" },
    postings: entry.postings.map((posting) => ({
      ...posting,
      amountCents: -posting.amountCents,
    })),
    reverses: params.entryId,
  });
}

// On which day an entry by hand counts (BOOK-25).

/** Refuses, at `date`, a day of the future and one from before the group was there. */
export function entryDay(params: {
  requested: PlainDate;
  today: PlainDate;
  earliest: PlainDate;
}): PlainDate {
  const { requested, today, earliest } = params;
  if (requested > today) throw refuse("date-in-future").at("date");
  if (requested < earliest) throw refuse("date-too-early", { first: { day: earliest } }).at("date");
  return requested;
}
