// A journal entry: postings that balance. The database refuses an unbalanced one again at commit.
import { assert } from "../assert.ts";
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import type { AccountCode } from "./chart-of-accounts.ts";
import { refuse } from "../refusal.ts";

/** One line of an entry, in cents. A debit is positive, a credit negative. */
export type Posting = {
  account: AccountCode;
  amountCents: Cents;
  memberId: number | null;
  loanId: number | null;
  /** On `restricted_funds` the fund; no other posting has one. */
  fundId?: number;
};

/** The possible sources of an entry. `id` is the source's own; a financial year's is its last day, 20261231. */
export type SourceKind =
  | "payment"
  | "loan"
  | "loan_interest"
  | "guarantee_call"
  | "fine"
  | "ledger_entry"
  | "fixed_deposit"
  | "fixed_deposit_redemption"
  | "dividend_declaration"
  | "dividend_payment"
  | "distribution"
  | "rotation"
  | "settlement"
  | "bad_debt_recovery"
  | "collection"
  | "financial_year"
  | "opening"
  | "opening_member"
  | "opening_loan"
  | "journal_entry";

/** At most one entry that is not reversed has the same `(kind, id, purpose)`. */
export type EntrySource = { kind: SourceKind; id: number; purpose: string };

export type JournalEntry = {
  businessDate: PlainDate;
  description: string;
  source: EntrySource;
  postings: readonly Posting[];
  /** The entry that this one reverses, if any. */
  reverses: number | null;
};

export class UnbalancedEntry extends Error {
  override readonly name = "UnbalancedEntry";
}

/**
 * Builds an entry. Leaves out postings of zero (BOOK-1); at least two must remain that add up to zero, otherwise it
 * throws `UnbalancedEntry`.
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

/** The member, the loan and the fund of a posting. */
export type Concerns = { memberId?: number; loanId?: number; fundId?: number };

/** A posting on the debit side. `amountCents` is never negative. */
export function debit(account: AccountCode, amountCents: Cents, concerns: Concerns = {}): Posting {
  assert(amountCents >= 0n, `cannot debit ${account} with ${amountCents} cents`);
  const { memberId, loanId, fundId } = concerns;
  assert(
    (account === "restricted_funds") === (fundId !== undefined),
    `${account} of fund ${fundId}`,
  );
  const posting = { account, amountCents, memberId: memberId ?? null, loanId: loanId ?? null };
  return fundId === undefined ? posting : { ...posting, fundId };
}

/** A posting on the credit side. `amountCents` has no sign and is never negative. */
export function credit(account: AccountCode, amountCents: Cents, concerns: Concerns = {}): Posting {
  return { ...debit(account, amountCents, concerns), amountCents: -amountCents };
}

/**
 * The day of an entry that undoes, pays or settles something (BOOK-30): today, or the latest day of that if it is later, as
 * after a clock that was ahead was put right. So nothing is undone, paid or settled before it was there.
 */
export function dayAfterCauses(today: PlainDate, causes: readonly PlainDate[]): PlainDate {
  return causes.reduce((latest, day) => (day > latest ? day : latest), today);
}

/**
 * The entry that reverses entry number `entryId`, posting by posting, on `businessDate` or the entry's own day if that is later
 * (BOOK-30). BOOK-2: mistakes are never edited.
 */
export function reversalOf(
  entry: JournalEntry,
  params: { entryId: number; businessDate: PlainDate; description: string },
): JournalEntry {
  return journalEntry({
    businessDate: dayAfterCauses(params.businessDate, [entry.businessDate]),
    description: params.description,
    source: { kind: "journal_entry", id: params.entryId, purpose: "reversal" },
    postings: entry.postings.map((posting) => ({
      ...posting,
      amountCents: -posting.amountCents,
    })),
    reverses: params.entryId,
  });
}

// The day of a manual entry (BOOK-25).

/** Refuses, on `date`, a future day and one from before the group existed. */
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
