// Tampers in each way that docs/invariants.md names, with the database owner's password and without its guards.
import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLivedInGroup } from "#tests/support/lived-in-group.ts";
import { openingTamperings } from "#tests/support/opening-tamperings.ts";
import type { Evidence } from "./evidence.ts";
import { canonical } from "./log-invariants.ts";
import { checkBooks, verifyBooks, type Breach } from "./verify-books.ts";

let group: Awaited<ReturnType<typeof startLivedInGroup>>;
let evidence: Evidence;
/** Of the database's owner. */
let client: Client;

beforeAll(async () => {
  group = await startLivedInGroup();
  evidence = await group.evidence();
  client = new Client(group.connection);
  await client.connect();
  // Switches triggers off for all tests, because PostgreSQL plans every query once more when this setting changes.
  await client.query("SET session_replication_role = replica");
});
afterAll(async () => {
  await client.end();
  await group.close();
});

/** The name of each query of `verify`, since PostgreSQL plans a query with a name once for all tests. */
const names = new Map<string, string>();

async function ask(text: string) {
  const name = names.get(text) ?? `verify-${names.size}`;
  names.set(text, name);
  return (await client.query<{ id: number; found: string }>({ name, text })).rows;
}

/** This invariant looks at the setting that switches triggers off. */
const triggersOn = "triggers-are-not-switched-off";

/** Runs the statements, returns what `verify` finds, and rolls them back. */
async function breachesAfter(
  statements: string,
  { withTriggers, known = evidence }: { withTriggers: boolean; known?: Evidence },
): Promise<Breach[]> {
  await client.query("BEGIN");
  try {
    if (withTriggers) await client.query("SET LOCAL session_replication_role = origin");
    await client.query(statements);
    return (await checkBooks(ask, known)).breaches;
  } finally {
    await client.query("ROLLBACK");
  }
}

const official = (office: string) => `(SELECT id FROM members WHERE office = '${office}')`;
const contribution =
  "(SELECT min(id) FROM payments WHERE kind = 'contribution' AND status = 'approved')";
const claim = "(SELECT id FROM book_claims WHERE outcome = 'taken')";
const receipt = "(SELECT min(id) FROM notices WHERE event = 'payment_approved')";
const takenText = "(SELECT min(message_id) FROM sms_answers)";
const newestEntry = "(SELECT max(id) FROM entries)";

/**
 * Deletes what the audit-chain writer wrote since an audit entry: seals, leaves and nodes, so that the rest is
 * consistent.
 */
const forgetLogFrom = (audit: string, size: string) => `
  DELETE FROM audit_seals WHERE audit_id >= ${audit};
  DELETE FROM log_leaves WHERE position >= ${size};
  DELETE FROM log_tree WHERE (position + 1) << level > ${size};`;

/** Puts in a copy of the newest approval of a membership, with another actor. */
const forgedApproval = (actor: string) => `
  INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, before, after, address, witness)
  SELECT at, ${actor}, action, subject, subject_id, before, after, address, witness FROM audit_entries
   WHERE action = 'members.approve' AND actor_id IS NOT NULL ORDER BY id DESC LIMIT 1;`;
const ordinary = "(SELECT max(id) FROM members WHERE office IS NULL AND suspended_office IS NULL)";

/** Seals the newest audit entry as the server would. */
const sealNewest = `
  INSERT INTO audit_seals (audit_id, seq, previous_hash, hash)
  SELECT e.id, s.seq + 1, s.hash, sha256(s.hash || convert_to(${canonical}, 'UTF8'))
    FROM (SELECT * FROM audit_entries ORDER BY id DESC LIMIT 1) e, (SELECT * FROM audit_seals ORDER BY seq DESC LIMIT 1) s;`;

/** Each way as docs/invariants.md names it, an invariant that catches it, and its statements. */
const ways: readonly (readonly [way: string, caughtBy: string, statements: string])[] = [
  // The clock.
  [
    "the newest moment that the server has seen",
    "clock-as-logged",
    "UPDATE group_clock SET newest_at = newest_at - interval '1 day'",
  ],
  [
    "a clock accepted at another moment",
    "clock-as-logged",
    "UPDATE group_clock SET accepted_at = accepted_at + interval '1 hour'",
  ],
  [
    "a day that a member says is right",
    "days-accepted-by-officials",
    `INSERT INTO audit_entries (at, actor_id, action, subject, after)
     SELECT max(at), (SELECT min(id) FROM members WHERE office IS NULL), 'clock.accept', 'books', '{"date": "2026-03-16"}' FROM audit_entries`,
  ],
  // Names of the group's book.
  [
    "the phone that a claim says the book had",
    "claims-as-audited",
    `UPDATE book_claims SET book_phone = '+254722999999' WHERE id = ${claim}`,
  ],
  ["a claim is deleted", "claims-as-audited", `DELETE FROM book_claims WHERE id = ${claim}`],
  [
    "an account of the book without a proof",
    "claims-were-proven",
    `UPDATE members SET email = 'thief@example.com', phone = '+254722999999', password_hash = 'x', email_verified_at = now()
      WHERE reg_number = 'BOOK/002'`,
  ],
  [
    "an account of the book claimed before claims had a proof",
    "claims-were-proven",
    `INSERT INTO book_claims (member_id, proof, username, email, phone, language, claimed_at, outcome, decided_at)
     SELECT id, 'before', username, 'thief@example.com', '+254722999999', 'en', now(), 'taken', now() FROM members WHERE reg_number = 'BOOK/002';
     UPDATE members SET email = 'thief@example.com', phone = '+254722999999', password_hash = 'x', email_verified_at = now()
      WHERE reg_number = 'BOOK/002'`,
  ],
  [
    "who confirmed a claim",
    "claims-were-proven",
    `UPDATE book_claims SET confirmed_by = ${official("Treasurer")} WHERE id = ${claim}`,
  ],
  [
    "a claim that one official confirmed",
    "claims-were-proven",
    `UPDATE book_claims SET confirmed_again_by = NULL, confirmed_again_at = NULL, proven_at = decided_at, proof = 'mail',
            book_email = 'claimant@example.com' WHERE id = ${claim}`,
  ],
  [
    "the phone that a member had before",
    "earlier-phones-as-audited",
    "INSERT INTO earlier_phones SELECT id, '+254722999999', now() FROM members LIMIT 1",
  ],
  // What was taken back.
  [
    "a payment that waits counts as withdrawn",
    "changes-are-audited",
    `UPDATE payments SET treasurer_verdict = 'rejected', treasurer_id = member_id, treasurer_at = now(), rejected_by_rule = 'withdrawn',
            treasurer_reason = 'Withdrawn before an official decided.' WHERE id = (SELECT min(id) FROM payments WHERE status = 'pending')`,
  ],
  [
    "a withdrawn payment waits again",
    "changes-are-audited",
    `UPDATE payments SET treasurer_verdict = 'pending_approval', treasurer_id = NULL, treasurer_at = NULL, treasurer_reason = NULL,
            rejected_by_rule = NULL WHERE rejected_by_rule = 'withdrawn'`,
  ],
  [
    "a withdrawn payment counts as rejected by the Treasurer",
    "changes-are-audited",
    `UPDATE payments SET rejected_by_rule = NULL, treasurer_id = ${official("Treasurer")} WHERE rejected_by_rule = 'withdrawn'`,
  ],
  [
    "who withdrew a payment",
    "withdrawn-by-whose-it-is",
    `ALTER TABLE payments DROP CONSTRAINT payments_rejected_by_rule;
     UPDATE payments SET treasurer_id = ${official("Treasurer")} WHERE rejected_by_rule = 'withdrawn'`,
  ],
  [
    "when an application was withdrawn",
    "withdrawn-by-whose-it-is",
    "UPDATE loans SET withdrawn_at = withdrawn_at + interval '1 day' WHERE withdrawn_at IS NOT NULL",
  ],
  [
    "an application that waits counts as withdrawn",
    "loan-changes-are-audited",
    "UPDATE loans SET status = 'rejected', withdrawn_at = now(), withdrawn_by = member_id WHERE status = 'pending'",
  ],
  [
    "a withdrawn application waits again",
    "loan-changes-are-audited",
    "UPDATE loans SET status = 'pending', withdrawn_at = NULL, withdrawn_by = NULL WHERE withdrawn_at IS NOT NULL",
  ],
  // The journal.
  [
    "the amount of a posting",
    "entries-balance",
    "UPDATE postings SET amount_cents = amount_cents + 1 WHERE (entry_id, line) = (1, 1)",
  ],
  [
    "both amounts of an entry",
    "entries-as-logged",
    "UPDATE postings SET amount_cents = amount_cents * 2 WHERE entry_id = 1",
  ],
  [
    "an amount wherever it is",
    "payments-as-audited",
    `UPDATE payments SET amount_cents = amount_cents + 100 WHERE id = ${contribution};
     UPDATE postings SET amount_cents = amount_cents + sign(amount_cents) * 100
      WHERE entry_id = (SELECT id FROM entries WHERE source_kind = 'payment' AND source_id = ${contribution})`,
  ],
  [
    "the date of an entry",
    "entries-as-logged",
    "UPDATE entries SET business_date = business_date - 1 WHERE id = 5; UPDATE postings SET business_date = business_date - 1 WHERE entry_id = 5",
  ],
  [
    "the moment of an entry",
    "entries-as-logged",
    "UPDATE entries SET recorded_at = recorded_at - interval '1 hour' WHERE id = 5",
  ],
  [
    "the author of an entry",
    "entries-as-logged",
    `UPDATE entries SET author_id = ${official("Chairperson")} WHERE id = 5`,
  ],
  [
    "the words of an entry",
    "entries-as-logged",
    "UPDATE entries SET description = 'Something else' WHERE id = 5",
  ],
  [
    "the members of two postings swapped",
    "entries-as-logged",
    `UPDATE postings SET member_id = CASE member_id WHEN (SELECT min(member_id) FROM payments) THEN (SELECT max(member_id) FROM payments) ELSE (SELECT min(member_id) FROM payments) END
      WHERE account = 'monthly_contribution' AND member_id IN ((SELECT min(member_id) FROM payments), (SELECT max(member_id) FROM payments))`,
  ],
  [
    "the account of a posting",
    "entries-as-logged",
    "UPDATE postings SET account = 'end_year_party' WHERE account = 'server_expense'",
  ],
  [
    "the newest entry taken away with its audit rows",
    "audit-chain-unbroken",
    `DELETE FROM audit_entries WHERE (subject, subject_id) = (SELECT p.kind, p.id FROM payments p JOIN entries e ON e.source_id = p.id WHERE e.id = ${newestEntry});
     DELETE FROM postings WHERE entry_id = ${newestEntry}; DELETE FROM entries WHERE id = ${newestEntry}`,
  ],
  [
    "an entry from an earlier day put in later",
    "everything-is-logged",
    `INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at, author_id)
     VALUES ('2026-03-01', 'Backdated', 'ledger_entry', 99, 'expense', '2026-03-01 06:00:00Z', ${official("Treasurer")});
     INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
     SELECT max(id), 1, 'expense', 100, '2026-03-01'::date FROM entries UNION ALL SELECT max(id), 2, 'bank', -100, '2026-03-01' FROM entries`,
  ],
  [
    "an expense with its audit row, not posted by the application",
    "ledger-items-in-the-books",
    `
     INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, after)
     SELECT '2026-03-16 06:00:00Z', ${official("Treasurer")}, 'entries.post', 'entry', max(id) + 1, '{"type": "expense", "amount": 1}' FROM entries;
     INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at, author_id)
     VALUES ('2026-03-16', 'Made up', 'ledger_entry', 99, 'expense', '2026-03-16 06:00:00Z', ${official("Treasurer")});
     INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
     SELECT max(id), 1, 'expense', 100, '2026-03-16'::date FROM entries UNION ALL SELECT max(id), 2, 'bank', -100, '2026-03-16' FROM entries`,
  ],
  ["a closed year opened again", "closed-years-as-audited", "DELETE FROM closed_years"],
  [
    "a closed year without its closing",
    "closed-years-as-audited",
    "DELETE FROM closed_years; DELETE FROM postings WHERE entry_id IN (SELECT id FROM entries WHERE source_kind = 'financial_year'); DELETE FROM entries WHERE source_kind = 'financial_year'",
  ],
  [
    "who closed a year",
    "closed-years-as-audited",
    `UPDATE closed_years SET closed_by = ${official("Sec-Gen")}`,
  ],
  [
    "the class of an account",
    "schema-as-migrated",
    "UPDATE accounts SET class = 'asset' WHERE code = 'good_will'; UPDATE accounts SET class = 'revenue' WHERE code = 'tax'",
  ],
  [
    "the sums of a day",
    "days-are-summed",
    "UPDATE balance_days SET amount_cents = amount_cents + 1 WHERE account = 'bank'; UPDATE postings_to_sum SET amount_cents = amount_cents + 1 WHERE account = 'bank'",
  ],
  [
    "the sums of a member",
    "members-are-summed",
    "UPDATE postings_to_sum SET member_id = NULL; DELETE FROM member_balances",
  ],
  [
    "the counts of the journal",
    "entries-are-counted",
    "UPDATE postings_to_sum SET first_lines = first_lines + 1; UPDATE balance_days SET first_lines = first_lines + 1",
  ],
  [
    "the counts of postings",
    "postings-are-counted",
    "UPDATE postings_to_sum SET lines = lines + 1; UPDATE balance_days SET lines = lines + 1; UPDATE balance_months SET lines = lines + 1",
  ],
  [
    "the counts of the audit log",
    "audit-is-counted",
    "UPDATE audit_counts SET entries = entries + 1",
  ],
  // The notices to members.
  [
    "a receipt taken away",
    "money-was-told",
    `DELETE FROM notice_messages WHERE notice_id = ${receipt}; DELETE FROM notices WHERE id = ${receipt}`,
  ],
  [
    "a receipt reported twice",
    "money-was-told",
    `INSERT INTO notices (member_id, event, kind, about_kind, about_id, occasion, facts, created_at)
     SELECT member_id, event, kind, about_kind, about_id, 'again', facts, created_at FROM notices WHERE id = ${receipt}`,
  ],
  [
    "the amount of a receipt",
    "money-was-told",
    `UPDATE notices SET facts = jsonb_set(facts, '{amount,cents}', '"1"') WHERE id = ${receipt}`,
  ],
  [
    "a receipt given to another member",
    "receipts-are-true",
    `UPDATE notices SET member_id = ${official("Chairperson")} WHERE id = ${receipt}`,
  ],
  [
    "a fine paid in full, not reported",
    "money-was-told",
    "DELETE FROM notices WHERE event = 'fine_paid'",
  ],
  [
    "a fine reported as paid that is not",
    "receipts-are-true",
    `INSERT INTO notices (member_id, event, kind, about_kind, about_id, occasion, facts, created_at)
     SELECT member_id, 'fine_paid', kind, about_kind, about_id, 'paid', facts, created_at FROM notices
      WHERE event = 'fine_charged' AND about_id IN (SELECT id FROM fines WHERE paid_cents < amount_cents)`,
  ],
  [
    "a loan fallen due, not reported",
    "money-was-told",
    "DELETE FROM notices WHERE event = 'loan_fallen_due'",
  ],
  [
    "a loan reported as fallen due that is not",
    "receipts-are-true",
    `INSERT INTO notices (member_id, event, kind, about_kind, about_id, occasion, facts, created_at)
     SELECT member_id, 'loan_fallen_due', kind, about_kind, about_id, 'due', facts, created_at FROM notices
      WHERE event = 'loan_paid_out' AND about_id IN (SELECT id FROM loans WHERE status = 'active')`,
  ],
  [
    "a match with another amount, not reported",
    "matches-were-told",
    "DELETE FROM notices WHERE event = 'payment_matched'",
  ],
  [
    "a match with another amount reported twice",
    "matches-were-told",
    `INSERT INTO notices (member_id, event, kind, about_kind, about_id, occasion, facts, created_at)
     SELECT member_id, event, kind, about_kind, about_id, 'again', facts, created_at FROM notices WHERE event = 'payment_matched'`,
  ],
  [
    "what a line was reported to be",
    "matches-were-told",
    `UPDATE notices SET facts = jsonb_set(facts, '{found,cents}', '"80000"') WHERE event = 'payment_matched'`,
  ],
  [
    "why a match has another amount, as reported",
    "matches-were-told",
    `UPDATE notices SET facts = jsonb_set(facts, '{reason}', '"Another reason"') WHERE event = 'payment_matched'`,
  ],
  [
    "a bad debt paid back, not reported",
    "leaving-and-reversals-were-told",
    "DELETE FROM notices WHERE event = 'debt_recovered'",
  ],
  [
    "a leaving not reported",
    "leaving-and-reversals-were-told",
    "DELETE FROM notices WHERE event = 'left_group'",
  ],
  [
    "a message given to another member",
    "messages-are-of-notices",
    `UPDATE notice_messages SET member_id = member_id + 1 WHERE id = ${takenText}`,
  ],
  [
    "what a text cost",
    "texts-cost-their-answers",
    `UPDATE notice_messages SET cost_units = cost_units + 1 WHERE id = ${takenText}`,
  ],
  [
    "an answer of the gateway taken away",
    "texts-cost-their-answers",
    `DELETE FROM sms_answers WHERE message_id = ${takenText}`,
  ],
  [
    "an answer of the gateway to no text",
    "texts-cost-their-answers",
    `UPDATE sms_answers SET message_id = message_id + 100000 WHERE message_id = ${takenText}`,
  ],
  [
    "a text that nobody took called sent",
    "texts-were-taken-once",
    `UPDATE sms_answers SET outcome = 'again' WHERE message_id = ${takenText}`,
  ],
  [
    "a text taken twice",
    "texts-were-taken-once",
    `INSERT INTO sms_answers (message_id, outcome, cost_units, at) SELECT message_id, outcome, 0, at FROM sms_answers WHERE message_id = ${takenText}`,
  ],
  [
    "a month's texts beyond its cap",
    "texts-keep-the-cap",
    `UPDATE notice_messages SET cost_units = 10000000 WHERE id = ${takenText};
     UPDATE sms_answers SET cost_units = 10000000, reserved_units = 10000000 WHERE message_id = ${takenText}`,
  ],
  // Who decided what, when and why.
  [
    "who approved a payment",
    "changes-are-audited",
    `UPDATE payments SET treasurer_id = ${official("Chairperson")} WHERE id = ${contribution}`,
  ],
  [
    "when a payment was approved",
    "changes-are-audited",
    `UPDATE payments SET treasurer_at = treasurer_at - interval '1 day' WHERE id = ${contribution}`,
  ],
  [
    "the two offices of a payment swapped",
    "changes-are-audited",
    `UPDATE payments SET treasurer_id = sec_gen_id, sec_gen_id = treasurer_id WHERE id = ${contribution}`,
  ],
  [
    "why a payment was rejected",
    "changes-are-audited",
    "UPDATE payments SET treasurer_reason = 'Another reason' WHERE treasurer_verdict = 'rejected' AND rejected_by_rule IS NULL",
  ],
  [
    "a rejected payment made approved",
    "changes-are-audited",
    "UPDATE payments SET treasurer_verdict = 'approved', treasurer_reason = NULL WHERE treasurer_verdict = 'rejected' AND rejected_by_rule IS NULL",
  ],
  [
    "a verdict that nobody gave",
    "changes-are-audited",
    `UPDATE payments SET treasurer_verdict = 'approved', treasurer_id = ${official("Treasurer")}, treasurer_at = submitted_at WHERE status = 'pending'`,
  ],
  [
    "a verdict taken back",
    "changes-are-audited",
    "UPDATE payments SET sec_gen_verdict = 'pending_approval', sec_gen_id = NULL, sec_gen_at = NULL, sec_gen_evidence = NULL, sec_gen_approve_reason = NULL WHERE kind = 'loan_payment'",
  ],
  [
    "who approved a loan",
    "loan-changes-are-audited",
    `UPDATE loans SET sec_gen_id = ${official("Chairperson")} WHERE status = 'active' AND opening_id IS NULL`,
  ],
  [
    "when a loan was approved",
    "loan-changes-are-audited",
    "UPDATE loans SET treasurer_at = treasurer_at - interval '1 day' WHERE status = 'active'",
  ],
  // Payments and loans.
  [
    "the day of a payment",
    "payments-as-audited",
    `UPDATE payments SET paid_at = paid_at - interval '20 days' WHERE id = ${contribution}`,
  ],
  [
    "the month of a contribution",
    "payments-as-audited",
    `UPDATE payments SET contribution_month = '2026-02-01' WHERE id = ${contribution}`,
  ],
  [
    "when a payment was sent in",
    "payments-as-audited",
    `UPDATE payments SET submitted_at = submitted_at - interval '1 day' WHERE id = ${contribution}`,
  ],
  [
    "the reference of a payment",
    "payments-as-audited",
    `UPDATE payment_references SET reference_key = 'OTHER9' WHERE reference_key = (SELECT reference_key FROM payments WHERE id = ${contribution}); UPDATE payments SET reference = 'OTHER9' WHERE id = ${contribution}`,
  ],
  [
    "a payment given to another member",
    "payments-as-audited",
    "UPDATE payments SET member_id = (SELECT max(member_id) FROM payments) WHERE status = 'pending'",
  ],
  [
    "the loan that a payment repays",
    "payments-as-audited",
    "UPDATE payments SET loan_id = (SELECT min(id) FROM loans WHERE id <> payments.loan_id) WHERE kind = 'loan_payment'",
  ],
  [
    "a waiting payment taken away",
    "records-are-not-gone",
    "DELETE FROM payments WHERE status = 'pending'; DELETE FROM payment_references",
  ],
  [
    "the amount of a waiting payment",
    "payments-as-audited",
    "UPDATE payments SET amount_cents = amount_cents * 10 WHERE status = 'pending'",
  ],
  [
    "the terms of a loan",
    "records-as-witnessed",
    "UPDATE loans SET rate_bp = 500, term_months = 24 WHERE status = 'pending'",
  ],
  [
    "the interest of an application",
    "records-as-witnessed",
    "UPDATE loans SET interest_cents = 0 WHERE status = 'pending'",
  ],
  [
    "when a loan is due",
    "loan-paid-out-when-approved",
    "UPDATE loans SET expiry_date = expiry_date + 365 WHERE status = 'active'",
  ],
  [
    "the balance of a loan",
    "loan-balance-in-the-books",
    "UPDATE loans SET balance_cents = balance_cents - 100 WHERE status = 'active'",
  ],
  [
    "a loan given to another member",
    "records-as-witnessed",
    "UPDATE loans SET member_id = (SELECT min(id) FROM members) WHERE status = 'pending'",
  ],
  [
    "an application taken away",
    "records-are-not-gone",
    "DELETE FROM loans WHERE status = 'pending'",
  ],
  [
    "a fine taken away with its entry",
    "entries-as-logged",
    `
     DELETE FROM fine_settlements; DELETE FROM postings WHERE entry_id IN (SELECT id FROM entries WHERE source_kind = 'fine');
     DELETE FROM entries WHERE source_kind = 'fine'; DELETE FROM fines`,
  ],
  ["the reason of a fine", "records-as-witnessed", "UPDATE fines SET description = 'Noise'"],
  [
    "who charged a fine",
    "records-as-witnessed",
    `UPDATE fines SET charged_by = ${official("Sec-Gen")}`,
  ],
  [
    "what was paid of a fine",
    "fines-in-the-books",
    "UPDATE fines SET paid_cents = amount_cents WHERE opening_id IS NULL",
  ],
  [
    "the words of a posting by hand",
    "records-as-witnessed",
    "UPDATE ledger_posts SET description = 'Rent' WHERE type = 'expense'",
  ],
  [
    "who posted an expense",
    "records-as-witnessed",
    `UPDATE ledger_posts SET posted_by = ${official("Sec-Gen")}`,
  ],
  [
    "a dividend declared again",
    "dividends-add-up",
    "UPDATE dividend_declarations SET paid_cents = 0",
  ],
  [
    "when a deposit matures",
    "records-as-witnessed",
    "UPDATE fixed_deposits SET maturity_date = maturity_date + 365",
  ],
  [
    "what was redeemed of a deposit",
    "deposits-add-up",
    "UPDATE fixed_deposits SET redeemed_cents = 0",
  ],
  [
    "a settled exit changed",
    "records-as-witnessed",
    "UPDATE settlements SET settled_by = (SELECT id FROM members WHERE office = 'Sec-Gen') WHERE kind = 'exit'",
  ],
  [
    "the figures of an exit",
    "records-as-witnessed",
    "UPDATE settlements SET fines_written_off_cents = fines_written_off_cents + 100 WHERE kind = 'exit'",
  ],
  [
    "a bad debt made smaller",
    "bad-debts-as-settled",
    "UPDATE bad_debts SET amount_cents = amount_cents - 100",
  ],
  [
    "a bad debt taken away",
    "bad-debts-as-settled",
    "DELETE FROM bad_debt_recoveries; DELETE FROM bad_debts",
  ],
  [
    "who took in what was recovered",
    "records-as-witnessed",
    `UPDATE bad_debt_recoveries SET recovered_by = ${official("Chairperson")}`,
  ],
  // People and their offices.
  [
    "an office given by SQL",
    "members-as-witnessed",
    "UPDATE members SET office = 'Treasurer' WHERE id = (SELECT max(id) FROM members WHERE status = 'active' AND office IS NULL AND NOT is_brought_in)",
  ],
  [
    "an office taken by SQL",
    "members-as-witnessed",
    "UPDATE members SET office = NULL WHERE office = 'Sec-Gen'",
  ],
  [
    "a proposed office put in",
    "proposals-as-audited",
    `INSERT INTO office_proposals (kind, member_id, office, proposed_by, proposed_at, delay_hours, effective_at)
     VALUES ('give', 5, 'Treasurer', ${official("Chairperson")}, '2026-03-14 06:00Z', 24, '2026-03-15 06:00Z')`,
  ],
  [
    "a waiting office proposal deleted",
    "proposals-as-audited",
    "DELETE FROM office_answers; DELETE FROM office_proposals WHERE outcome IS NULL",
  ],
  [
    "the moment from which a proposed office counts",
    "proposals-as-audited",
    "UPDATE office_proposals SET delay_hours = 0, effective_at = proposed_at WHERE outcome IS NULL",
  ],
  [
    "an agreement to a proposed office put in",
    "office-answers-as-audited",
    `INSERT INTO office_answers (proposal_id, member_id, answer, counts, answered_at)
     SELECT id, ${official("Treasurer")}, 'agree', true, proposed_at FROM office_proposals`,
  ],
  [
    "an objection to a proposed office taken away",
    "office-answers-as-audited",
    "DELETE FROM office_answers",
  ],
  [
    "an office that a deactivated official holds no more",
    "members-as-witnessed",
    `ALTER TABLE members DROP CONSTRAINT members_suspended_is_not_active;
     UPDATE members SET suspended_office = 'Treasurer' WHERE id = (SELECT max(id) FROM members WHERE status = 'dormant')`,
  ],
  [
    "an amount above which a second person is asked, put in",
    "second-person-as-audited",
    "INSERT INTO second_person_limits (above_cents, counts_from) VALUES (100000000, '2026-03-01')",
  ],
  [
    "a reversal dated before its entry",
    "no-reversal-before-its-entry",
    `UPDATE entries SET business_date = business_date - 1 WHERE id = (SELECT max(id) FROM entries WHERE reverses IS NOT NULL)`,
  ],
  [
    "a payment dated before it was paid",
    "nothing-before-its-cause",
    `UPDATE entries SET business_date = business_date - 40 WHERE id = (SELECT max(id) FROM entries WHERE source_kind = 'payment')`,
  ],
  [
    "since when days of causes are the rule",
    "rules-begin-as-audited",
    `UPDATE rule_beginnings SET after_entry = ${newestEntry}`,
  ],
  [
    "the entry after which a limit counts",
    "limits-as-witnessed",
    "UPDATE second_person_limits SET after_entry = after_entry + 1000",
  ],
  [
    "the number of a mailed link",
    "links-were-mailed",
    "UPDATE mail_tokens SET number = number + 1000",
  ],
  [
    "a proposal of money put in",
    "proposals-are-audited",
    `INSERT INTO proposals (kind, asked, description, amount_cents, proposed_by, proposed_at, proposed_from)
     VALUES ('ledger_entry', '{"type": "expense", "category": "expense", "amount": 900, "description": "x"}', 'x', 90000,
             ${official("Treasurer")}, '2026-03-16 06:00Z', '127.0.0.1')`,
  ],
  [
    "what a waiting proposal asks for",
    "records-as-witnessed",
    'UPDATE proposals SET asked = asked || \'{"category": "end_year_party"}\'',
  ],
  [
    "a member's status",
    "members-as-witnessed",
    "UPDATE members SET status = 'dormant' WHERE id = (SELECT max(id) FROM members WHERE status = 'active')",
  ],
  [
    "a deactivated member",
    "members-as-witnessed",
    "UPDATE members SET is_active = false WHERE id = (SELECT max(id) FROM members WHERE status = 'active')",
  ],
  [
    "the day a member joined",
    "members-as-witnessed",
    "UPDATE members SET approved_on = approved_on - 365 WHERE id = 4",
  ],
  ["a name", "members-as-witnessed", "UPDATE members SET last_name = 'Otieno' WHERE id = 4"],
  ["a username", "members-as-witnessed", "UPDATE members SET username = 'another' WHERE id = 4"],
  [
    "an email address",
    "members-as-witnessed",
    "UPDATE members SET email = 'thief@example.com' WHERE id = 4",
  ],
  [
    "a phone number",
    "members-as-witnessed",
    "UPDATE members SET phone = '+254711111111' WHERE id = 4",
  ],
  [
    "a registration number",
    "members-as-witnessed",
    "UPDATE members SET reg_number = 'REG/999' WHERE id = 4",
  ],
  [
    "the hash of a password",
    "members-as-witnessed",
    "UPDATE members SET password_hash = (SELECT password_hash FROM members WHERE id = 1) WHERE id = 4",
  ],
  [
    "a member put in",
    "members-as-witnessed",
    `INSERT INTO members (username, first_name, last_name, email, phone, reg_number, password_hash, status, is_active, created_at, email_verified_at, approved_on)
     SELECT 'ghost', 'Ghost', 'Member', 'ghost@example.com', '+254799999999', 'REG/GHOST', password_hash, 'active', true, created_at, email_verified_at, approved_on FROM members WHERE id = 4`,
  ],
  ["a member taken away", "members-as-witnessed", "DELETE FROM members WHERE id = 4"],
  [
    "two-step sign-in turned off",
    "two-step-as-witnessed",
    "DELETE FROM recovery_codes; DELETE FROM two_step",
  ],
  [
    "the secret of an authenticator",
    "two-step-as-witnessed",
    "UPDATE two_step SET secret = decode('00', 'hex') || secret",
  ],
  [
    "an authenticator made another's",
    "two-step-as-witnessed",
    "UPDATE two_step SET member_id = 1; UPDATE recovery_codes SET member_id = 1",
  ],
  [
    "a spent recovery code made new",
    "two-step-as-witnessed",
    "UPDATE recovery_codes SET spent_at = NULL",
  ],
  ["a photo", "photos-as-witnessed", "UPDATE member_photos SET bytes = decode('00', 'hex')"],
  [
    "a photo given to another member",
    "photos-as-witnessed",
    "UPDATE member_photos SET member_id = 1",
  ],
  ["a photo taken away", "photos-as-witnessed", "DELETE FROM member_photos"],
  [
    "a usual fine",
    "usual-fines-as-audited",
    "UPDATE usual_fines SET amount_cents = amount_cents + 100",
  ],
  [
    "an auditor's seat put in",
    "auditors-as-audited",
    "INSERT INTO auditors (name, invited_by, invited_at, expires_at) SELECT 'Another', invited_by, invited_at, expires_at FROM auditors LIMIT 1",
  ],
  [
    "an auditor's seat made longer",
    "auditors-as-audited",
    "UPDATE auditors SET expires_at = expires_at + interval '20 days'",
  ],
  [
    "an auditor's seat taken away",
    "auditors-as-audited",
    "DELETE FROM auditor_sessions; DELETE FROM auditor_links; DELETE FROM auditors",
  ],
  [
    "an auditor's seat ended by SQL",
    "auditors-as-audited",
    "UPDATE auditors SET ended_at = last_entered_at, ended_by = invited_by",
  ],
  [
    "the link of an auditor's seat",
    "auditors-enter-by-their-link",
    "UPDATE auditor_links SET token_hash = sha256('stolen')",
  ],
  [
    "an auditor's session put in",
    "auditors-enter-by-their-link",
    "INSERT INTO auditor_sessions (token_hash, auditor_id, created_at, last_used_at, address, device) SELECT sha256('stolen'), auditor_id, created_at, last_used_at, address, device FROM auditor_sessions LIMIT 1",
  ],
  [
    "a session put in",
    "sessions-were-signed-in",
    "INSERT INTO sessions (token_hash, member_id, created_at, last_used_at, address, device) SELECT sha256('stolen'), member_id, created_at, last_used_at, address, device FROM sessions LIMIT 1",
  ],
  [
    "a session made another's",
    "sessions-were-signed-in",
    `UPDATE sessions SET member_id = ${official("Chairperson")} WHERE member_id <> ${official("Chairperson")}`,
  ],
  [
    "a session made younger",
    "sessions-were-signed-in",
    "UPDATE sessions SET created_at = created_at + interval '10 hours', last_used_at = last_used_at + interval '10 hours'",
  ],
  [
    "a mailed link put in",
    "links-were-mailed",
    `INSERT INTO mail_tokens (token_hash, purpose, member_id, created_at, expires_at)
     VALUES (sha256('made up'), 'password-reset', ${official("Chairperson")}, '2026-03-16 06:00Z', '2027-03-16 06:00Z')`,
  ],
  [
    "a mailed link made to live longer",
    "links-were-mailed",
    "UPDATE mail_tokens SET expires_at = expires_at + interval '1 year'",
  ],
  ["a spent link made new", "spent-links-stay-spent", "UPDATE mail_tokens SET spent_at = NULL"],
  [
    "a known device put in",
    "devices-were-signed-in-from",
    "INSERT INTO known_devices VALUES (1, sha256('mine'), '2026-03-01', '2026-03-02')",
  ],
  ["a setting", "settings-as-witnessed", "UPDATE group_settings SET interest_share_bp = 9000"],
  [
    "a setting that was changed once",
    "settings-as-audited",
    "UPDATE group_settings SET late_fine_cents = 10000",
  ],
  ["the group's name", "settings-as-witnessed", "UPDATE group_settings SET name = 'Another Group'"],
  [
    "where members pay",
    "settings-as-witnessed",
    `UPDATE group_settings SET pay_to = '[{"kind": "phone", "name": "Mbuyu", "number": "0712345678", "account": ""}]'`,
  ],
  [
    "the start of the year",
    "settings-as-witnessed",
    "UPDATE group_settings SET year_start_month = 7",
  ],
  [
    "the wait of a proposed office",
    "settings-as-witnessed",
    "UPDATE group_settings SET office_delay_hours = 0",
  ],
  ["the settings taken away", "settings-as-witnessed", "DELETE FROM group_settings"],
  // The logs.
  [
    "an audit entry altered",
    "audit-chain-unbroken",
    "UPDATE audit_entries SET actor_id = CASE actor_id WHEN 1 THEN 2 ELSE 1 END WHERE id = 20",
  ],
  [
    "the witness of an audit entry altered",
    "audit-chain-unbroken",
    "UPDATE audit_entries SET witness = NULL WHERE action = 'members.sign-up'",
  ],
  [
    "an audit entry taken away with its seal",
    "audit-chain-unbroken",
    "DELETE FROM audit_seals WHERE audit_id = 20; DELETE FROM audit_entries WHERE id = 20",
  ],
  [
    "an approval by an ordinary member written into the audit log, unsealed",
    "acts-by-who-may",
    forgedApproval(ordinary),
  ],
  [
    "an approval by an ordinary member written into the audit log and sealed",
    "acts-by-who-may",
    forgedApproval(ordinary) + sealNewest,
  ],
  [
    "an approval by another office written into the audit log",
    "acts-by-who-may",
    forgedApproval(official("Treasurer")),
  ],
  ["an approval by nobody written into the audit log", "acts-by-who-may", forgedApproval("NULL")],
  [
    "an old audit entry put in, unsealed",
    "audit-sealed-in-time",
    "INSERT INTO audit_entries (at, recorded_at, action, subject) VALUES ('2026-03-01', now() - interval '2 days', 'made.up', 'member')",
  ],
  [
    "an old audit entry put in and sealed",
    "audit-sealed-in-order",
    `
     INSERT INTO audit_entries (at, recorded_at, action, subject) VALUES ('2026-03-01', now() - interval '9 days', 'made.up', 'nothing');
     INSERT INTO audit_seals (audit_id, seq, previous_hash, hash)
     SELECT (SELECT max(id) FROM audit_entries), seq + 1, hash, sha256('x') FROM audit_seals ORDER BY seq DESC LIMIT 1`,
  ],
  [
    "the audit log emptied",
    "members-as-witnessed",
    "TRUNCATE audit_entries, audit_seals, audit_counts",
  ],
  [
    "the audit log emptied with the tree",
    "checked-heads-hold",
    "TRUNCATE audit_entries, audit_seals, audit_counts, log_leaves, log_tree",
  ],
  [
    "the seals and the tree emptied",
    "audit-sealed-in-time",
    "TRUNCATE audit_seals, audit_counts, log_leaves, log_tree, noted_heads, verify_runs",
  ],
  [
    "the tree emptied with its tree heads",
    "everything-is-logged",
    "TRUNCATE log_leaves, log_tree, noted_heads, verify_runs",
  ],
  [
    "a leaf of the tree",
    "log-tree-adds-up",
    "UPDATE log_tree SET hash = sha256('x') WHERE (level, position) = (0, 3)",
  ],
  ["a noted head", "noted-heads-hold", "UPDATE noted_heads SET root = sha256('x')"],
  [
    "the head that a check stored",
    "checked-heads-hold",
    "UPDATE verify_runs SET log_root = sha256('x')",
  ],
  [
    "the end of the log cut off",
    "checked-heads-hold",
    `${forgetLogFrom("20", "8")} DELETE FROM noted_heads`,
  ],
  [
    "everything emptied but the members",
    "members-as-witnessed",
    "TRUNCATE payments, payment_references, loans, fines, fine_settlements, entries, postings, audit_entries, audit_seals, audit_counts, log_leaves, log_tree, settlements, settled_loans, bad_debts, bad_debt_recoveries, balance_days, balance_months, member_balances, postings_to_sum, noted_heads, verify_runs CASCADE",
  ],
  ...openingTamperings,
  // The guards.
  [
    "a trigger disabled",
    "schema-as-migrated",
    "ALTER TABLE payments DISABLE TRIGGER payments_keep",
  ],
  [
    "all triggers of a table disabled, foreign keys too",
    "schema-as-migrated",
    "ALTER TABLE fines DISABLE TRIGGER ALL",
  ],
  ["a trigger dropped", "schema-as-migrated", "DROP TRIGGER entries_open_year ON entries"],
  [
    "a trigger put in",
    "schema-as-migrated",
    "CREATE FUNCTION skim() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.amount_cents := NEW.amount_cents - 1; RETURN NEW; END'; CREATE TRIGGER skim BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION skim()",
  ],
  [
    "a rule put in",
    "schema-as-migrated",
    "CREATE RULE quiet AS ON DELETE TO fines DO INSTEAD NOTHING",
  ],
  [
    "a check dropped",
    "schema-as-migrated",
    "ALTER TABLE payments DROP CONSTRAINT payments_two_people",
  ],
  [
    "a check weakened",
    "schema-as-migrated",
    "ALTER TABLE loans DROP CONSTRAINT loans_amount; ALTER TABLE loans ADD CONSTRAINT loans_amount CHECK (true)",
  ],
  [
    "a check that does not check old rows",
    "schema-as-migrated",
    "ALTER TABLE loans DROP CONSTRAINT loans_amount; ALTER TABLE loans ADD CONSTRAINT loans_amount CHECK (amount_cents > 0) NOT VALID",
  ],
  [
    "a foreign key dropped",
    "schema-as-migrated",
    "ALTER TABLE postings DROP CONSTRAINT postings_entry_id_fkey",
  ],
  ["a unique index dropped", "schema-as-migrated", "DROP INDEX payments_reference_key"],
  [
    "a unique index made plain",
    "schema-as-migrated",
    "DROP INDEX loans_one_pending_key; CREATE INDEX loans_one_pending_key ON loans (member_id, loan_type)",
  ],
  [
    "a function replaced",
    "schema-as-migrated",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
  ],
  [
    "a default altered",
    "schema-as-migrated",
    "ALTER TABLE payments ALTER COLUMN treasurer_verdict SET DEFAULT 'approved'",
  ],
  [
    "a generated column made plain",
    "schema-as-migrated",
    "ALTER TABLE payments ALTER COLUMN paid_on DROP EXPRESSION",
  ],
  [
    "a column that may be empty",
    "schema-as-migrated",
    "ALTER TABLE audit_entries ALTER COLUMN action DROP NOT NULL",
  ],
  [
    "rows hidden by a policy",
    "schema-as-migrated",
    "ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY; CREATE POLICY hide ON audit_entries USING (actor_id <> 1)",
  ],
  ["a table put in", "schema-as-migrated", "CREATE TABLE shadow (id int)"],
  [
    "a migration that was never applied",
    "schema-as-migrated",
    "INSERT INTO migrations (name) VALUES ('9999-mine.sql')",
  ],
  [
    "triggers switched off for every connection",
    "triggers-are-not-switched-off",
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$`,
  ],
  [
    "a counter set back",
    "numbers-come-from-their-counter",
    "ALTER TABLE audit_entries ALTER COLUMN id RESTART WITH 1",
  ],
];

describe("verify names what was tampered with:", () => {
  test.each(ways)("%s", async (_way, caughtBy, statements) => {
    const found = (await breachesAfter(statements, { withTriggers: caughtBy === triggersOn })).map(
      ({ name }) => name,
    );
    expect(found).toContain(caughtBy);
  });

  test("a log rewritten from its beginning with all its tree heads, by a backup", async () => {
    const head = { whence: "akiba-2026-03-16.tar.gz", size: 8, root: "ab".repeat(32) };
    const found = (
      await breachesAfter("SELECT", { withTriggers: true, known: { ...evidence, heads: [head] } })
    ).map(({ name }) => name);
    expect(found).toEqual(["backed-up-heads-hold"]);
  });
});

test("each way is named in docs/invariants.md with the invariant that catches it", async () => {
  const page = await readFile("docs/invariants.md", "utf8");
  const missing = ways.filter(([way, caughtBy]) => !page.includes(`- ${way}: \`${caughtBy}\``));
  expect(missing.map(([way, caughtBy]) => `- ${way}: \`${caughtBy}\``)).toEqual([]);
});

test("the group is clean before and after", async () => {
  expect((await verifyBooks(group.db, evidence)).breaches).toEqual([]);
});
