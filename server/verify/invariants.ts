// What must hold after every storm (docs/invariants.md), each as plain SQL that returns the offenders. Nothing here uses the
// code that writes or reports the figures, so that one mistake cannot hide in both.

import { amountInvariants, approvalEvidenceInvariants } from "./amount-invariants.ts";
import { auditInvariants } from "./audit-invariants.ts";
import { databaseInvariants } from "./database-invariants.ts";
import { fineInvariants } from "./fine-invariants.ts";
import { auditedVerdict, type Invariant } from "./invariant.ts";
import { joiningInvariants } from "./joining-invariants.ts";
import { loanInvariants } from "./loan-invariants.ts";
import { logInvariants } from "./log-invariants.ts";
import { ledgerItemInvariants } from "./ledger-item-invariants.ts";
import { noticeInvariants } from "./notice-invariants.ts";
import { auditorInvariants, officeInvariants, signInInvariants } from "./office-invariants.ts";
import { openingInvariants } from "./opening-invariants.ts";
import { proposalInvariants } from "./proposal-invariants.ts";
import { settlementInvariants } from "./settlement-invariants.ts";
import { statementInvariants } from "./statement-invariants.ts";
import { countInvariants, sumInvariants } from "./sum-invariants.ts";
import { reconciliationInvariants } from "./reconciliation-invariants.ts";
import { witnessInvariants } from "./witness-invariants.ts";

const ledger: Invariant[] = [
  {
    name: "entries-balance",
    proves: ["I1"],
    holds: "Each entry has two postings or more, none zero, and they add up to 0.",
    sql: `SELECT e.id, format('%s postings, sum %s', count(p.line), coalesce(sum(p.amount_cents), 0)) AS found
            FROM entries e LEFT JOIN postings p ON p.entry_id = e.id
           GROUP BY e.id
          HAVING count(p.line) < 2 OR sum(p.amount_cents) <> 0 OR bool_or(p.amount_cents = 0)`,
  },
  {
    name: "days-balance",
    proves: ["I2", "I24"],
    holds: "On each date debits equal credits.",
    sql: `SELECT to_char(business_date, 'YYYYMMDD')::int AS id, sum(amount_cents)::text AS found
            FROM postings GROUP BY business_date HAVING sum(amount_cents) <> 0`,
  },
  {
    name: "postings-dated-as-their-entry",
    proves: ["I2"],
    holds: "A posting carries the date of its entry.",
    sql: `SELECT p.entry_id AS id, p.business_date || ' in an entry of ' || e.business_date AS found
            FROM postings p JOIN entries e ON e.id = p.entry_id WHERE p.business_date <> e.business_date`,
  },
  {
    name: "postings-belong-to-entries",
    proves: ["I1"],
    holds: "No posting stands without its entry or on an unknown account.",
    sql: `SELECT p.entry_id AS id, p.account AS found FROM postings p
            LEFT JOIN entries e ON e.id = p.entry_id LEFT JOIN accounts a ON a.code = p.account
           WHERE e.id IS NULL OR a.code IS NULL`,
  },
  {
    name: "one-entry-per-source",
    proves: ["I6"],
    holds: "Each source and purpose has one entry.",
    sql: `SELECT min(id) AS id, format('%s %s %s has %s entries', source_kind, source_id, purpose, count(*)) AS found
            FROM entries GROUP BY source_kind, source_id, purpose HAVING count(*) > 1`,
  },
  {
    name: "reversals-negate",
    proves: ["I6"],
    holds: "A reversal negates exactly the entry it names, and an entry is reversed at most once.",
    sql: `SELECT r.id, 'does not negate entry ' || r.reverses AS found FROM entries r
           WHERE r.reverses IS NOT NULL AND EXISTS (
             SELECT account, member_id, loan_id FROM postings WHERE entry_id IN (r.id, r.reverses)
              GROUP BY account, member_id, loan_id HAVING sum(amount_cents) <> 0)
          UNION ALL
          SELECT reverses, count(*) || ' reversals' FROM entries WHERE reverses IS NOT NULL
           GROUP BY reverses HAVING count(*) > 1`,
  },
  {
    name: "no-entry-from-the-future",
    proves: ["I7"],
    holds: "No entry is dated after the Nairobi day it was written.",
    sql: `SELECT id, business_date || ' written ' || recorded_at AS found FROM entries
           WHERE business_date > (recorded_at AT TIME ZONE 'Africa/Nairobi')::date`,
  },
  {
    name: "no-asset-below-zero",
    proves: ["I8"],
    holds: "No asset goes below 0 at the end of a day.",
    sql: `SELECT to_char(day, 'YYYYMMDD')::int AS id, account || ' ' || balance AS found FROM (
            SELECT account, business_date AS day,
                   sum(sum(amount_cents)) OVER (PARTITION BY account ORDER BY business_date) AS balance
              FROM postings
             WHERE account IN ('bank', 'loan_receivable', 'interest_receivable', 'fine_receivable', 'investment', 'good_will',
                             'equity_fixed_deposit')
             GROUP BY account, business_date) days
           WHERE balance < 0`,
  },
  {
    name: "books-are-append-only",
    proves: ["I5"],
    holds: "The triggers that refuse change and check balance stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['entries_balance', 'postings_balance', 'entries_append_only', 'entries_no_truncate',
                              'postings_append_only', 'postings_no_truncate', 'audit_append_only', 'audit_no_truncate',
                              'payments_keep', 'payments_no_delete', 'payments_no_truncate', 'payments_posted',
                              'entries_have_source', 'entries_have_leaving', 'settlements_append_only', 'settlements_no_truncate',
                              'settlements_posted', 'settled_loans_append_only', 'settled_loans_no_truncate', 'bad_debts_keep',
                              'bad_debts_no_delete', 'bad_debts_no_truncate', 'bad_debt_recoveries_append_only',
                              'bad_debt_recoveries_no_truncate', 'bad_debt_recoveries_posted', 'fines_keep', 'fines_posted', 'entries_have_fine', 'fines_no_delete', 'fines_no_truncate',
                              'fine_settlements_append_only', 'fine_settlements_no_truncate']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];

const payments: Invariant[] = [
  {
    name: "approved-means-both-offices",
    proves: ["I9"],
    holds:
      "A payment is approved if and only if two different people approved it for the two offices.",
    sql: `SELECT id, status || ': ' || treasurer_verdict || ', ' || sec_gen_verdict AS found FROM payments
           WHERE (status = 'approved') <> (treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved'
                                           AND treasurer_id IS NOT NULL AND sec_gen_id IS NOT NULL
                                           AND treasurer_id <> sec_gen_id)`,
  },
  {
    name: "approved-means-posted-once",
    proves: ["I10"],
    holds:
      "An approved payment has exactly one entry of its amount, into the bank; any other payment has none.",
    sql: `SELECT p.id, format('%s, %s entries, bank %s of %s', p.status, coalesce(posted.entries, 0),
                             coalesce(posted.bank, 0), p.amount_cents) AS found
            FROM payments p
            LEFT JOIN (SELECT e.source_id, e.purpose, count(DISTINCT e.id) AS entries, sum(b.amount_cents) AS bank
                         FROM entries e LEFT JOIN postings b ON b.entry_id = e.id AND b.account = 'bank'
                        WHERE e.source_kind = 'payment' GROUP BY e.source_id, e.purpose) posted
                   ON posted.source_id = p.id AND posted.purpose = p.kind
           WHERE (p.status = 'approved') <> (coalesce(posted.entries, 0) = 1)
              OR (p.status = 'approved' AND coalesce(posted.bank, 0) <> p.amount_cents)
              OR (p.status <> 'approved' AND posted.entries > 0)`,
  },
  {
    name: "posted-when-approved",
    proves: ["I10"],
    holds:
      "A payment's entry was written at the moment of its second approval, dated that Nairobi day.",
    sql: `SELECT p.id, e.recorded_at::text AS found
            FROM payments p JOIN entries e ON e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose = p.kind
           WHERE e.recorded_at <> greatest(p.treasurer_at, p.sec_gen_at)
              OR e.business_date <> (e.recorded_at AT TIME ZONE 'Africa/Nairobi')::date`,
  },
  {
    name: "rejected-has-a-reason",
    proves: ["I11"],
    holds: "A rejected payment says why.",
    sql: `SELECT id, 'no reason' AS found FROM payments
           WHERE status = 'rejected' AND coalesce(treasurer_reason, sec_gen_reason, '') = ''`,
  },
  {
    name: "references-stand-once",
    proves: ["I12"],
    holds:
      "A reference, without - and / and spaces, stands once per kind among live payments that hold theirs, and on one member's only.",
    sql: `WITH live AS (SELECT *, regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g') AS plain FROM payments
                         WHERE status <> 'rejected')
          SELECT min(id) AS id, kind || ' ' || plain AS found FROM live WHERE reference_standing = 'holds'
           GROUP BY kind, plain HAVING count(*) > 1
          UNION ALL
          SELECT min(id), plain FROM live WHERE reference_standing = 'holds'
           GROUP BY plain HAVING count(DISTINCT member_id) > 1
          UNION ALL
          SELECT id, reference || ' counts as ' || reference_key FROM live WHERE reference_key <> plain`,
  },
  {
    name: "references-wait-for-approval",
    proves: ["I12"],
    holds:
      "A live payment waits to hold its reference only while its account is not approved and it is not in the books; one that came before the rule is carried.",
    sql: `SELECT p.id, format('%s, %s, member %s', p.reference_standing, p.status, m.status) AS found
            FROM payments p JOIN members m ON m.id = p.member_id
           WHERE p.status <> 'rejected'
             AND CASE p.reference_standing
                   WHEN 'waits' THEN p.status = 'approved' OR m.status <> 'pending_approval'
                   WHEN 'carried' THEN p.submitted_at > (SELECT applied_at FROM migrations WHERE name LIKE '0040%')
                   ELSE p.status <> 'approved' AND m.status = 'pending_approval'
                 END`,
  },
  {
    name: "references-are-claimed",
    proves: ["I12"],
    holds:
      "Each live reference is claimed by its member as often as it is used, and no other claim stands.",
    sql: `SELECT coalesce(used.member_id, r.member_id) AS id, coalesce(used.plain, r.reference_key) AS found
            FROM (SELECT regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g') AS plain, member_id, count(*) AS live
                    FROM payments WHERE status <> 'rejected' AND reference_standing = 'holds' GROUP BY plain, member_id) used
            FULL JOIN payment_references r ON r.reference_key = used.plain AND r.member_id = used.member_id
           WHERE used.live IS DISTINCT FROM r.live_items`,
  },
  {
    name: "contributions-in-the-books",
    proves: ["I17"],
    holds:
      "Each member's approved contributions and what the group's book brought forward, less what went back when they left, equal what the books hold for them.",
    sql: `SELECT member_id AS id, format('held %s, in the books %s', sum(held), sum(booked)) AS found FROM (
            SELECT member_id, amount_cents AS held, 0 AS booked FROM payments
             WHERE kind = 'contribution' AND status = 'approved'
            UNION ALL
            SELECT b.member_id, b.savings_cents, 0 FROM opening_members b JOIN openings o ON o.id = b.opening_id AND o.status = 'accepted'
            UNION ALL
            SELECT member_id, -contributions_cents, 0 FROM settlements
            UNION ALL
            SELECT p.member_id, 0, -p.amount_cents FROM postings p WHERE p.account = 'monthly_contribution') both_sides
           GROUP BY member_id HAVING sum(held) <> sum(booked)`,
  },
];

const people: Invariant[] = [
  {
    name: "officials-are-active",
    proves: ["I20"],
    holds:
      "An office is held only by an active member with a proven email address, or by who set up the group.",
    sql: `SELECT id, username || ' is ' || office AS found FROM members
           WHERE office IS NOT NULL
             AND (NOT is_active OR status <> 'active' OR email_verified_at IS NULL AND NOT is_founder OR exited_on IS NOT NULL)`,
  },
  {
    name: "a-chairperson-remains",
    proves: ["I20"],
    holds: "Once somebody was approved there is an active Chairperson.",
    sql: `SELECT 0 AS id, 'no active Chairperson' AS found
           WHERE EXISTS (SELECT FROM audit_entries WHERE action = 'roles.assign')
             AND NOT EXISTS (SELECT FROM members WHERE office = 'Chairperson' AND is_active AND status = 'active')`,
  },
  {
    name: "no-session-of-the-inactive",
    proves: ["I34"],
    holds: "Who is not active has no session.",
    sql: `SELECT m.id, m.username AS found FROM members m
           WHERE NOT m.is_active AND EXISTS (SELECT FROM sessions s WHERE s.member_id = m.id)`,
  },
  {
    name: "changes-are-audited",
    proves: ["I9", "I11", "I33"],
    holds:
      "Each payment has its audit row, and each verdict the one that says who gave it, when and why.",
    // One pass over the audit log: no office's verdict is looked for on its own.
    sql: `SELECT p.id, format('%s with %s audit rows, of which %s tell of its verdicts', p.status, count(a.id), count(a.id) FILTER (
                   WHERE ${auditedVerdict("a", "p", true)})) AS found
            FROM payments p LEFT JOIN audit_entries a ON a.subject = p.kind AND a.subject_id = p.id
           GROUP BY p.id
          HAVING count(a.id) <> 1 + (p.treasurer_verdict <> 'pending_approval')::int
                                  + (p.sec_gen_verdict <> 'pending_approval')::int
              OR count(a.id) FILTER (WHERE ${auditedVerdict("a", "p", true)})
                 <> (p.treasurer_verdict <> 'pending_approval')::int + (p.sec_gen_verdict <> 'pending_approval')::int`,
  },
];

export const invariants: readonly Invariant[] = [
  ...ledger,
  ...sumInvariants,
  ...payments,
  ...approvalEvidenceInvariants,
  ...reconciliationInvariants,
  ...people,
  ...fineInvariants,
  ...loanInvariants,
  ...ledgerItemInvariants,
  ...settlementInvariants,
  ...openingInvariants,
  ...officeInvariants,
  ...joiningInvariants,
  ...proposalInvariants,
  ...signInInvariants,
  ...auditInvariants,
  ...logInvariants,
  ...countInvariants,
  ...amountInvariants,
  ...witnessInvariants,
  ...auditorInvariants,
  ...statementInvariants,
  ...noticeInvariants,
  ...databaseInvariants,
];
