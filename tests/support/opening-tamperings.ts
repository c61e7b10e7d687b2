// The ways of tampering with data from the group's book that docs/invariants.md names, and the invariant that catches
// each.
const official = (office: string) => `(SELECT id FROM members WHERE office = '${office}')`;

/** The way, an invariant that catches it, and the change. */
export const openingTamperings: readonly (readonly [
  way: string,
  caughtBy: string,
  statements: string,
])[] = [
  [
    "the savings that a sheet brought",
    "openings-in-the-books",
    "UPDATE opening_members SET savings_cents = savings_cents + 1 WHERE id = (SELECT max(id) FROM opening_members)",
  ],
  [
    "the month that a sheet has somebody paid up to",
    "openings-as-witnessed",
    "UPDATE opening_members SET paid_up_to = '2025-06-01' WHERE id = (SELECT max(id) FROM opening_members)",
  ],
  [
    "the day that a sheet has somebody last paid on",
    "openings-as-witnessed",
    "UPDATE opening_members SET last_paid_on = '2025-12-01' WHERE id = (SELECT max(id) FROM opening_members)",
  ],
  [
    "the day that a sheet has somebody joined",
    "openings-as-witnessed",
    "UPDATE opening_members SET joined_on = '2020-01-01' WHERE id = (SELECT max(id) FROM opening_members)",
  ],
  [
    "somebody whom a sheet brought taken away",
    "openings-as-proposed",
    "DELETE FROM opening_members WHERE id = (SELECT max(id) FROM opening_members)",
  ],
  [
    "the savings of a sheet",
    "openings-as-proposed",
    "UPDATE openings SET savings_cents = savings_cents - 1 WHERE status = 'accepted'",
  ],
  [
    "the rows of a sheet",
    "openings-as-witnessed",
    "UPDATE openings SET book = jsonb_set(book, '{members,0,lastName}', '\"Njoroge\"') WHERE status = 'accepted'",
  ],
  [
    "why a sheet does not balance",
    "openings-as-witnessed",
    "UPDATE openings SET difference_cents = 100, difference_reason = 'Cash' WHERE status = 'accepted'",
  ],
  [
    "the day of the move",
    "openings-dated-the-cut-over-day",
    "UPDATE openings SET cut_over_on = '2025-11-29' WHERE status = 'accepted'",
  ],
  [
    "who proposed a sheet",
    "openings-by-two-people",
    `UPDATE openings SET proposed_by = ${official("Chairperson")} WHERE status = 'accepted'`,
  ],
  [
    "who accepted a sheet",
    "openings-by-two-people",
    `UPDATE openings SET decided_by = ${official("Chairperson")} WHERE status = 'accepted'`,
  ],
  [
    "the office that accepted a sheet",
    "openings-by-two-people",
    "UPDATE openings SET decided_office = 'Chairperson' WHERE status = 'accepted'",
  ],
  [
    "why a sheet was refused",
    "openings-by-two-people",
    "UPDATE openings SET reason = 'Another reason' WHERE status = 'refused'",
  ],
  [
    "a refused sheet taken away",
    "openings-by-two-people",
    "DELETE FROM openings WHERE status = 'refused'",
  ],
  [
    "a word to take a sheet back put in",
    "openings-by-two-people",
    "INSERT INTO opening_take_backs SELECT id, 'Treasurer', proposed_by, decided_at, 'Mine' FROM openings WHERE status = 'accepted'",
  ],
  [
    "why a sheet was taken back",
    "openings-by-two-people",
    "UPDATE opening_take_backs SET reason = 'Another reason'",
  ],
  [
    "a sheet that was taken back made to stand",
    "openings-dated-the-cut-over-day",
    "UPDATE openings SET taken_back_at = decided_at WHERE status = 'accepted'; UPDATE openings SET taken_back_at = NULL WHERE taken_back_at <> decided_at",
  ],
  [
    "a sheet made as if taken back",
    "openings-dated-the-cut-over-day",
    "UPDATE openings SET taken_back_at = decided_at WHERE status = 'accepted'",
  ],
  [
    "income made of what a sheet brought",
    "openings-in-the-books",
    "UPDATE postings SET account = 'interest_income' WHERE account = 'retained_earnings' AND entry_id = (SELECT max(id) FROM entries WHERE source_kind = 'opening_loan')",
  ],
  [
    "the entry of somebody whom a sheet brought taken away",
    "openings-in-the-books",
    "DELETE FROM postings WHERE entry_id = (SELECT max(id) FROM entries WHERE source_kind = 'opening_member'); DELETE FROM entries WHERE id = (SELECT max(id) FROM entries WHERE source_kind = 'opening_member')",
  ],
  [
    "what a loan of a sheet had repaid",
    "openings-in-the-books",
    "UPDATE opening_loans SET paid_cents = paid_cents + 1",
  ],
  [
    "the interest of a loan of a sheet",
    "openings-in-the-books",
    "UPDATE opening_loans SET amount_cents = amount_cents + 1000, interest_cents = interest_cents - 1000",
  ],
  [
    "when a loan of a sheet was given",
    "openings-as-witnessed",
    "UPDATE opening_loans SET given_on = given_on - 30",
  ],
  [
    "the balance of a loan of a sheet",
    "loan-balance-in-the-books",
    "UPDATE loans SET balance_cents = balance_cents - 100 WHERE opening_id IS NOT NULL AND status = 'active'",
  ],
  [
    "when a loan of a sheet is due",
    "loans-of-openings",
    "UPDATE loans SET expiry_date = expiry_date + 365 WHERE opening_id IS NOT NULL AND status = 'active'",
  ],
  [
    "a loan of a sheet given to another member",
    "loans-of-openings",
    "UPDATE loans SET member_id = (SELECT min(id) FROM members) WHERE opening_id IS NOT NULL",
  ],
  [
    "a loan of a sheet as if lent here",
    "loans-of-openings",
    "UPDATE loans SET opening_id = NULL, treasurer_verdict = 'approved', sec_gen_verdict = 'approved', treasurer_id = 2, sec_gen_id = 3, treasurer_at = applied_at, sec_gen_at = applied_at WHERE opening_id IS NOT NULL AND status = 'active'",
  ],
  [
    "a loan of a sheet that was taken back made to run",
    "loans-of-openings",
    "UPDATE loans SET status = 'active', balance_cents = amount_cents, start_date = '2025-10-01', expiry_date = '2026-10-01' WHERE opening_id IS NOT NULL AND status = 'rejected'",
  ],
  [
    "the unpaid fine of a sheet",
    "fines-and-deposits-of-openings",
    "UPDATE fines SET amount_cents = amount_cents + 100 WHERE opening_id IS NOT NULL",
  ],
  [
    "a fine of a sheet as if charged here",
    "fines-and-deposits-of-openings",
    "UPDATE fines SET opening_id = NULL WHERE opening_id IS NOT NULL",
  ],
  [
    "a fine that was taken back with its sheet asked for again",
    "fines-and-deposits-of-openings",
    "UPDATE fines SET written_off_cents = 0 WHERE opening_id IS NOT NULL",
  ],
  [
    "the deposit of a sheet",
    "fines-and-deposits-of-openings",
    "UPDATE fixed_deposits SET amount_cents = amount_cents + 100 WHERE opening_id IS NOT NULL",
  ],
  [
    "a deposit that was taken back with its sheet",
    "fines-and-deposits-of-openings",
    "UPDATE fixed_deposits SET is_reversed = false WHERE opening_id IS NOT NULL",
  ],
  [
    "what a sheet said of an account",
    "openings-in-the-books",
    "UPDATE opening_balances SET cents = cents + 100 WHERE account = 'bank'",
  ],
  ["the past contributions of a sheet", "openings-as-proposed", "DELETE FROM past_contributions"],
  [
    "the month of a past contribution",
    "openings-as-witnessed",
    "UPDATE past_contributions SET month = '2025-09-01'",
  ],
  [
    "what a member answered to their figures",
    "figures-as-audited",
    "UPDATE opening_answers SET answer = 'no', words = 'Too little'",
  ],
  [
    "an answer that nobody gave",
    "figures-as-audited",
    "INSERT INTO opening_answers (opening_id, member_id, answer, answered_by, answered_at) SELECT opening_id, member_id, 'yes', member_id, '2026-03-01' FROM opening_members WHERE savings_cents > 0",
  ],
  [
    "a trigger that keeps openings dropped",
    "openings-are-guarded",
    "DROP TRIGGER openings_keep ON openings",
  ],
  [
    "the type of a loan of a sheet",
    "loans-of-openings",
    "UPDATE loans SET loan_type = 'emergency_loan' WHERE opening_id IS NOT NULL",
  ],
  [
    "when a deposit of a sheet matures",
    "fines-and-deposits-of-openings",
    "UPDATE fixed_deposits SET maturity_date = maturity_date + 365 WHERE opening_id IS NOT NULL",
  ],
  [
    "the words of a deposit of a sheet",
    "fines-and-deposits-of-openings",
    "UPDATE fixed_deposits SET description = 'Another bank' WHERE opening_id IS NOT NULL",
  ],
  [
    "the day of a fine of a sheet",
    "fines-and-deposits-of-openings",
    "UPDATE fines SET charged_on = charged_on - 30 WHERE opening_id IS NOT NULL",
  ],
];
