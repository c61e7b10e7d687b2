// Checks what members owe: loans (I10, I13 to I16, I33) and fines (I18).
import { beforeTheRule, datedByItsCause } from "./cause-invariants.ts";
import { FINE_PAYMENT, LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { auditedVerdict, type Invariant } from "./invariant.ts";

/** The member's office that the audit log last recorded before its row `auditId`. */
const officeBefore = (memberId: string, auditId: string) =>
  `SELECT o.after ->> 'office' FROM audit_entries o
    WHERE o.subject = 'member' AND o.subject_id = ${memberId} AND o.after ? 'office' AND o.id < ${auditId}
    ORDER BY o.id DESC LIMIT 1`;

/** The principal in `cents`, the total repaid of loan `l` so far (LOAN-9). */
const principalOf = (cents: string) =>
  `div(2 * ${cents}::numeric * l.amount_cents + l.amount_cents + l.interest_cents, 2 * (l.amount_cents + l.interest_cents)::numeric)`;

/** What topped loan `l` up, was called for it, or was set off from a share-out. */
const toppedUp = (cents: string) =>
  `coalesce((SELECT sum(r.${cents}) FROM loan_repayments r WHERE r.loan_id = l.id AND r.payment_id IS NULL AND r.taken_back_at IS NULL), 0)`;

export const loanInvariants: readonly Invariant[] = [
  {
    name: "loan-repaid-is-its-payments",
    proves: ["I3", "I13"],
    holds:
      "What a loan counts as repaid is the sum of its approved payments, what topped it up, was called for it or set off from a share-out, on top of what the group's book had of it.",
    sql: `SELECT l.id, format('repaid %s, by the book %s, payments %s', l.repaid_cents, o.paid_cents, coalesce(sum(p.amount_cents), 0)) AS found
            FROM loans l LEFT JOIN opening_loans o ON o.loan_id = l.id
            LEFT JOIN payments p ON p.loan_id = l.id AND p.status = 'approved'
           GROUP BY l.id, o.loan_id HAVING l.repaid_cents <> coalesce(o.paid_cents, 0) + coalesce(sum(p.amount_cents), 0)
                  + ${toppedUp("amount_cents")}`,
  },
  {
    name: "loan-balance-is-what-is-left",
    proves: ["I13"],
    holds:
      "A running plain loan's balance is its total less repayments and settlements; a cleared one has none.",
    sql: `SELECT l.id, format('%s, balance %s of %s', l.status, l.balance_cents, l.amount_cents + l.interest_cents) AS found
            FROM loans l LEFT JOIN settled_loans s ON s.loan_id = l.id
           WHERE l.start_date IS NOT NULL AND l.product_id IS NULL AND CASE
                   WHEN l.status IN ('active', 'default')
                     THEN s.loan_id IS NOT NULL OR l.balance_cents <> l.amount_cents + l.interest_cents - l.repaid_cents
                   WHEN l.status = 'cleared' AND s.loan_id IS NULL
                     THEN l.balance_cents <> 0 OR l.repaid_cents <> l.amount_cents + l.interest_cents
                   ELSE s.loan_id IS NULL
                     OR l.balance_cents > l.amount_cents + l.interest_cents - l.repaid_cents - s.amount_cents END`,
  },
  {
    name: "loan-paid-out-once",
    proves: ["I10"],
    holds:
      "An approved loan has exactly one entry that pays its amount out of the bank, less its fee and what it pays off; any other, and one of the group's book, has none.",
    sql: `SELECT l.id, format('%s, %s entries, bank %s', l.status, count(DISTINCT e.id), coalesce(sum(b.amount_cents), 0)) AS found
            FROM loans l
            LEFT JOIN entries e ON e.source_kind = 'loan' AND e.source_id = l.id AND e.purpose = 'disbursement'
            LEFT JOIN postings b ON b.entry_id = e.id AND b.account = 'bank'
           GROUP BY l.id
          HAVING (l.start_date IS NOT NULL AND l.opening_id IS NULL) <> (count(DISTINCT e.id) = 1)
              OR (l.start_date IS NOT NULL AND l.opening_id IS NULL AND coalesce(sum(b.amount_cents), 0) <> coalesce(l.fee_cents, 0)
                  + coalesce((SELECT paid.amount_cents FROM loan_repayments paid WHERE paid.top_up_id = l.id), 0) - l.amount_cents)
              OR ((l.start_date IS NULL OR l.opening_id IS NOT NULL) AND count(e.id) > 0)`,
  },
  {
    name: "loan-balance-in-the-books",
    proves: ["I3", "I15"],
    holds: "A loan's balance is what its receivables hold; a written-off loan has none there.",
    sql: `SELECT l.id, format('%s, balance %s, receivables %s', l.status, l.balance_cents, coalesce(sum(p.amount_cents), 0)) AS found
            FROM loans l
            LEFT JOIN postings p ON p.loan_id = l.id AND p.account IN ('loan_receivable', 'interest_receivable')
           GROUP BY l.id
          HAVING coalesce(sum(p.amount_cents), 0) <> CASE l.status WHEN 'written_off' THEN 0 ELSE l.balance_cents END`,
  },
  {
    name: "loan-principal-by-the-running-total",
    proves: ["I15"],
    holds:
      "Principal repaid here is round half up (repaid x amount / total), less the same of what was repaid by the group's book.",
    sql: `SELECT l.id, format('principal repaid %s', coalesce(-sum(p.amount_cents), 0)) AS found
            FROM loans l
            LEFT JOIN payments paid ON paid.loan_id = l.id
            LEFT JOIN entries e ON e.source_kind = 'payment' AND e.source_id = paid.id AND e.purpose = '${LOAN_PAYMENT}'
            LEFT JOIN postings p ON p.entry_id = e.id AND p.account = 'loan_receivable'
            LEFT JOIN opening_loans o ON o.loan_id = l.id
           WHERE l.start_date IS NOT NULL AND l.product_id IS NULL
           GROUP BY l.id, o.loan_id
          HAVING coalesce(-sum(p.amount_cents), 0) + ${toppedUp("principal_cents")}
                 <> ${principalOf("l.repaid_cents")} - ${principalOf("coalesce(o.paid_cents, 0)")}`,
  },
  {
    name: "receivables-belong-to-loans",
    proves: ["I15"],
    holds: "Every posting on a loan's receivables names its loan and that loan's member.",
    sql: `SELECT p.entry_id AS id, p.account AS found FROM postings p LEFT JOIN loans l ON l.id = p.loan_id
           WHERE p.account IN ('loan_receivable', 'interest_receivable')
             AND (l.id IS NULL OR p.member_id IS DISTINCT FROM l.member_id)`,
  },
  {
    name: "loan-owed-while-it-runs",
    proves: ["I14"],
    holds:
      "An active, defaulted or written-off loan has a balance; any other has none, cleared ones above all.",
    sql: `SELECT id, format('%s, balance %s', status, balance_cents) AS found FROM loans
           WHERE (status IN ('active', 'default', 'written_off')) <> (balance_cents > 0) OR balance_cents < 0`,
  },
  {
    name: "loan-approved-by-both-offices",
    proves: ["I9", "I11"],
    holds:
      "A loan was paid out if and only if two different people approved it for the two offices; a rejected one says why; one of the group's book was brought by two.",
    sql: `SELECT id, format('opening %s is not in force', opening_id) AS found FROM loans
           WHERE opening_id IS NOT NULL
             AND (start_date IS NOT NULL) <> EXISTS (SELECT FROM openings o WHERE o.id = opening_id AND o.status = 'accepted'
                                                       AND o.proposed_by <> o.decided_by)
          UNION ALL
          SELECT id, format('%s: %s, %s', status, treasurer_verdict, sec_gen_verdict) FROM loans
           WHERE opening_id IS NULL AND ((start_date IS NOT NULL) <> (treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved'
                                              AND treasurer_id IS NOT NULL AND sec_gen_id IS NOT NULL
                                              AND treasurer_id <> sec_gen_id)
              OR (start_date IS NOT NULL) <> (status IN ('active', 'default', 'cleared', 'written_off'))
              OR (status = 'rejected' AND coalesce(refused_because, treasurer_reason, sec_gen_reason, 'taken back by ' || withdrawn_by, '') = ''))`,
  },
  {
    name: "loan-judged-by-whom-it-is-for",
    proves: ["I9", "I11"],
    holds:
      "Each verdict on a loan was given by a holder of that office; where the borrower held it, by the Chairperson in its place; never by the borrower.",
    // Compares with the offices of both people that the audit log recorded before the verdict, for verdicts since this
    // rule exists.
    sql: `WITH verdicts AS (
            SELECT id, member_id, 'Treasurer' AS office, treasurer_id AS judge, treasurer_acting AS acting FROM loans WHERE treasurer_verdict <> 'pending_approval'
            UNION ALL
            SELECT id, member_id, 'Sec-Gen', sec_gen_id, sec_gen_acting FROM loans WHERE sec_gen_verdict <> 'pending_approval')
          SELECT v.id, format('the verdict of %s, by member %s%s', v.office, v.judge, CASE WHEN v.acting THEN ' in place' END) AS found
            FROM verdicts v
            LEFT JOIN LATERAL (
              SELECT a.id, a.actor_id, a.after ->> 'acting_for' AS acting_for,
                     a.recorded_at > (SELECT applied_at FROM migrations WHERE name LIKE '0035%') AS is_new
                FROM audit_entries a
               WHERE a.subject = 'loan' AND a.subject_id = v.id AND a.after ->> 'office' = v.office
                 AND a.action IN ('loan-applications.approve', 'loan-applications.reject')) told ON true
           WHERE told.acting_for IS DISTINCT FROM CASE WHEN v.acting THEN v.office END
              OR told.actor_id IS DISTINCT FROM v.judge
              OR (v.acting OR told.is_new) AND (
                   v.judge = v.member_id
                   OR v.acting <> (v.office IS NOT DISTINCT FROM (${officeBefore("v.member_id", "told.id")}))
                   OR CASE WHEN v.acting THEN 'Chairperson' ELSE v.office END
                      IS DISTINCT FROM (${officeBefore("v.judge", "told.id")}))`,
  },
  {
    name: "loan-paid-out-when-approved",
    proves: ["I10"],
    holds:
      "A loan was paid out at the moment of its second approval and runs from that Nairobi day, or the later one of what it pays, by the terms it was given.",
    sql: `SELECT l.id, format('paid out %s, from %s to %s, interest %s', e.recorded_at, l.start_date, l.expiry_date, l.interest_cents) AS found
            FROM loans l
            JOIN entries e ON e.source_kind = 'loan' AND e.source_id = l.id AND e.purpose = 'disbursement'
           WHERE e.recorded_at <> greatest(l.treasurer_at, l.sec_gen_at)
              OR e.business_date <> (e.recorded_at AT TIME ZONE 'Africa/Nairobi')::date AND NOT ${datedByItsCause("e")}
              OR l.start_date <> e.business_date
              OR l.product_id IS NULL AND (l.expiry_date <> (l.start_date + make_interval(months => l.term_months))::date
                                           OR l.interest_cents <> round(l.amount_cents::numeric * l.rate_bp / 10000))`,
  },
  {
    // A bound from above, since the database stores neither the other applications of that time nor all settings of it.
    name: "loan-within-its-limit",
    proves: ["I16"],
    holds:
      "When a loan was paid out, the member's contributions times the multiple covered it and all they owed.",
    // A single pass over each member's postings gives each loan the sums of all postings before it.
    sql: `SELECT l.id, format('lent %s on contributions of %s, owing %s', l.amount_cents, stood.held, stood.owed) AS found
            FROM (SELECT loan_id, sum(held) OVER before AS held, sum(owed) OVER before AS owed
                    FROM (SELECT member_id, entry_id, NULL::int AS loan_id, -amount_cents AS held, 0 AS owed
                            FROM postings WHERE account = 'monthly_contribution'
                          UNION ALL
                          SELECT member_id, entry_id, NULL, 0, amount_cents
                            FROM postings WHERE account IN ('loan_receivable', 'interest_receivable')
                          UNION ALL
                          SELECT l.member_id, e.id, l.id, 0, 0
                            FROM loans l
                            JOIN entries e ON e.source_kind = 'loan' AND e.source_id = l.id AND e.purpose = 'disbursement') steps
                  WINDOW before AS (PARTITION BY member_id ORDER BY entry_id, loan_id NULLS LAST ROWS UNBOUNDED PRECEDING)) stood
            JOIN loans l ON l.id = stood.loan_id
            LEFT JOIN loan_products product ON product.id = l.product_id
           CROSS JOIN LATERAL (
             SELECT coalesce(-sum(p.amount_cents), 0) AS cents FROM entries e JOIN postings p ON p.entry_id = e.id
              WHERE e.source_kind = 'loan' AND e.source_id = l.id AND p.loan_id = l.tops_up
                AND p.account IN ('loan_receivable', 'interest_receivable')) pays_off
           CROSS JOIN (
             SELECT max(multiple) AS multiple FROM (
               SELECT loan_limit_multiple FROM group_settings
               UNION ALL
               SELECT (before ->> 'loan_limit_multiple')::int FROM audit_entries WHERE action = 'settings.change') ever (multiple)) most
           WHERE l.amount_cents > stood.held * coalesce(product.multiple, most.multiple) - stood.owed + pays_off.cents`,
  },
  {
    name: "loan-changes-are-audited",
    proves: ["I11", "I33"],
    holds:
      "Each application, verdict, default and clearing by repayment of a loan has its audit row, which says who judged, when and why.",
    sql: `SELECT l.id, format('%s with %s', l.status, coalesce(string_agg(a.action, ', ' ORDER BY a.id), 'no audit row')) AS found
            FROM loans l LEFT JOIN audit_entries a ON a.subject = 'loan' AND a.subject_id = l.id
           GROUP BY l.id
          HAVING count(*) FILTER (WHERE a.action = 'loans.apply') <> (l.opening_id IS NULL)::int
              OR count(*) FILTER (WHERE a.action = 'loans.bring-forward') <> (l.opening_id IS NOT NULL)::int
              OR count(*) FILTER (WHERE a.action IN ('loan-applications.approve', 'loan-applications.reject'))
                 <> count(*) FILTER (WHERE a.action IN ('loan-applications.approve', 'loan-applications.reject') AND ${auditedVerdict("a", "l")})
              OR count(*) FILTER (WHERE a.action IN ('loan-applications.approve', 'loan-applications.reject'))
                 <> (l.treasurer_verdict <> 'pending_approval')::int + (l.sec_gen_verdict <> 'pending_approval')::int
              OR count(*) FILTER (WHERE a.action = 'loan-applications.withdraw') <> (l.withdrawn_at IS NOT NULL)::int
              OR count(*) FILTER (WHERE a.action = 'sweep.mark-default') > 1
              OR (l.status = 'default' AND count(*) FILTER (WHERE a.action = 'sweep.mark-default') = 0
                  AND NOT EXISTS (SELECT FROM openings o WHERE o.id = l.opening_id AND l.expiry_date < (o.decided_at AT TIME ZONE 'Africa/Nairobi')::date))
              OR count(*) FILTER (WHERE a.action = 'loans.clear')
                 - count(*) FILTER (WHERE a.action = 'loans.reopen' AND a.before ->> 'status' = 'cleared') <> (l.status = 'cleared' AND NOT EXISTS (SELECT FROM settled_loans s WHERE s.loan_id = l.id))::int`,
  },
  {
    name: "repayments-are-the-borrowers-own",
    proves: ["I13"],
    holds:
      "A loan payment is its borrower's, and what waits never exceeds what the loan still owes.",
    sql: `SELECT p.id, format('member %s, loan %s of member %s', p.member_id, l.id, l.member_id) AS found
            FROM payments p LEFT JOIN loans l ON l.id = p.loan_id
           WHERE p.kind = '${LOAN_PAYMENT}' AND (l.id IS NULL OR l.member_id <> p.member_id
              -- A refused one stays, when the loan's sheet is taken back.
              OR l.start_date IS NULL AND (l.opening_id IS NULL OR p.status <> 'rejected'))
          UNION ALL
          SELECT max(p.id), format('%s wait on a balance of %s', sum(p.amount_cents), l.balance_cents)
            FROM payments p JOIN loans l ON l.id = p.loan_id
           WHERE p.status IN ('pending', 'pending_approval')
           GROUP BY l.id HAVING sum(p.amount_cents)
             > CASE WHEN l.product_id IS NULL THEN l.balance_cents ELSE l.amount_cents + l.rows_interest_cents - l.repaid_cents END`,
  },
  {
    name: "loans-are-guarded",
    proves: ["I5"],
    holds: "The triggers that keep loans as they were applied for stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['loans_keep', 'loans_judge', 'loans_posted', 'entries_have_loan', 'loans_no_delete', 'loans_no_truncate'])
                 AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];

// Fines: what was charged, paid and written off agrees with the books.

export const fineInvariants: readonly Invariant[] = [
  {
    name: "fines-in-the-books",
    proves: ["I15", "I18"],
    holds: "Total fines - paid - written off is what each member's fine_receivable stands at.",
    sql: `SELECT member_id AS id, format('unpaid %s, in the books %s', sum(unpaid), sum(booked)) AS found FROM (
            SELECT member_id, amount_cents - paid_cents - written_off_cents AS unpaid, 0 AS booked FROM fines
            UNION ALL
            SELECT member_id, 0, amount_cents FROM postings WHERE account = 'fine_receivable') both_sides
           GROUP BY member_id HAVING sum(unpaid) <> sum(booked)`,
  },
  {
    name: "fines-posted-once",
    proves: ["I6", "I10"],
    holds:
      "Each fine has exactly one entry of its amount, on its day, for its member; one of the group's book that of its member.",
    sql: `SELECT f.id, format('%s entries, receivable %s of %s', count(DISTINCT e.id), coalesce(sum(p.amount_cents), 0), f.amount_cents) AS found
            FROM fines f
            LEFT JOIN opening_members o ON o.opening_id = f.opening_id AND o.member_id = f.member_id
            LEFT JOIN entries e ON e.source_kind = CASE WHEN o.id IS NULL THEN 'fine' ELSE 'opening_member' END
                               AND e.source_id = coalesce(o.id, f.id)
                               AND e.purpose = CASE WHEN o.id IS NULL THEN 'charge' ELSE 'opening' END
                               AND e.business_date = f.charged_on AND e.recorded_at = f.charged_at
            LEFT JOIN postings p ON p.entry_id = e.id AND p.account = 'fine_receivable' AND p.member_id = f.member_id
           GROUP BY f.id
          HAVING count(DISTINCT e.id) <> 1 OR coalesce(sum(p.amount_cents), 0) <> f.amount_cents
          UNION ALL
          SELECT e.source_id, 'an entry without its fine' FROM entries e
           WHERE e.source_kind = 'fine' AND NOT EXISTS (SELECT FROM fines f WHERE f.id = e.source_id)`,
  },
  {
    name: "fines-paid-by-payments",
    proves: ["I3", "I18"],
    holds:
      "What is paid of a fine is what approved payments of its own member, and share-outs, settled of it.",
    sql: `SELECT f.id, format('paid %s, settled %s', f.paid_cents, coalesce(sum(s.amount_cents), 0)) AS found
            FROM fines f
            LEFT JOIN (SELECT s.fine_id, p.member_id, s.amount_cents FROM fine_settlements s
                         JOIN payments p ON p.id = s.payment_id AND p.kind = '${FINE_PAYMENT}' AND p.status = 'approved'
                       UNION ALL
                       SELECT s.fine_id, g.member_id, s.amount_cents FROM distribution_fines s
                         JOIN distribution_shares g ON g.distribution_id = s.distribution_id
                         JOIN distributions d ON d.id = s.distribution_id AND d.status = 'posted') s
                   ON s.fine_id = f.id AND s.member_id = f.member_id
           GROUP BY f.id HAVING f.paid_cents <> coalesce(sum(s.amount_cents), 0)`,
  },
  {
    name: "fine-payments-settle-fines",
    proves: ["I18"],
    holds: "An approved fine payment settles fines of its whole amount; any other settles none.",
    sql: `SELECT p.id, format('%s, settled %s of %s', p.status, coalesce(sum(s.amount_cents), 0), p.amount_cents) AS found
            FROM payments p LEFT JOIN fine_settlements s ON s.payment_id = p.id
           GROUP BY p.id
          HAVING coalesce(sum(s.amount_cents), 0) <>
                 CASE WHEN p.kind = '${FINE_PAYMENT}' AND p.status = 'approved' THEN p.amount_cents ELSE 0 END`,
  },
  {
    name: "oldest-fines-first",
    proves: ["I18"],
    holds:
      "Nothing was paid of a fine while one of the same member of an earlier day, or of the same day and a lower number, was there and unpaid.",
    sql: `WITH settled AS (
            SELECT s.fine_id, s.amount_cents, e.id AS entry_id, NULL::int AS undone_by
              FROM fine_settlements s JOIN entries e ON e.source_kind = 'payment' AND e.source_id = s.payment_id
            UNION ALL
            SELECT s.fine_id, s.amount_cents, e.id, back.id
              FROM distribution_fines s JOIN entries e ON e.source_kind = 'distribution' AND e.source_id = s.distribution_id
              LEFT JOIN entries back ON back.reverses = e.id),
          charged AS (
            SELECT f.*, e.id AS entry_id, back.id AS undone_by
              FROM fines f
              JOIN entries e ON f.opening_id IS NULL AND e.source_kind = 'fine' AND e.source_id = f.id AND e.purpose = 'charge'
              LEFT JOIN entries back ON back.reverses = e.id
            UNION ALL
            SELECT f.*, e.id, back.id
              FROM fines f
              JOIN opening_members o ON o.opening_id = f.opening_id AND o.member_id = f.member_id
              JOIN entries e ON e.source_kind = 'opening_member' AND e.source_id = o.id AND e.purpose = 'opening'
              LEFT JOIN entries back ON back.reverses = e.id)
          SELECT newer.fine_id AS id, format('paid in entry %s before fine %s', newer.entry_id, older.id) AS found
            FROM settled newer JOIN fines f ON f.id = newer.fine_id
            JOIN charged older ON older.member_id = f.member_id AND older.entry_id < newer.entry_id
             AND (older.undone_by IS NULL OR older.undone_by > newer.entry_id)
             AND CASE WHEN newer.entry_id > ${beforeTheRule}
                   THEN (older.charged_on, older.id) < (f.charged_on, f.id) ELSE older.id < f.id END
           WHERE older.amount_cents > coalesce((
             SELECT sum(s.amount_cents) FROM settled s
              WHERE s.fine_id = older.id AND s.entry_id <= newer.entry_id AND (s.undone_by IS NULL OR s.undone_by > newer.entry_id)), 0)`,
  },
  {
    name: "usual-fines-as-audited",
    proves: ["I11"],
    holds: "The list of usual fines is what the audit log last tells of it.",
    sql: `SELECT 0 AS id, format('is %s, last told %s', stands.list, told.list) AS found
            FROM (SELECT coalesce(string_agg(name || ' ' || to_char(amount_cents / 100.0, 'FM9999999999990.00'), '; ' ORDER BY place), '') AS list
                    FROM usual_fines) stands
            LEFT JOIN (SELECT after ->> 'usual_fines' AS list FROM audit_entries
                        WHERE action = 'settings.usual-fines' ORDER BY id DESC LIMIT 1) told ON true
           WHERE stands.list <> coalesce(told.list, '')`,
  },
  {
    name: "fines-written-off-for-a-reason",
    proves: ["I18"],
    holds:
      "A fine is written off only when its member left, its entry was reversed or the group's book was taken back.",
    sql: `SELECT f.id, format('%s written off', f.written_off_cents) AS found FROM fines f
           WHERE f.written_off_cents > 0
             AND NOT EXISTS (SELECT FROM settlements s WHERE s.member_id = f.member_id)
             AND NOT EXISTS (SELECT FROM openings o WHERE o.id = f.opening_id AND o.taken_back_at IS NOT NULL)
             AND NOT EXISTS (SELECT FROM entries e JOIN entries r ON r.reverses = e.id
                              WHERE e.source_kind = 'fine' AND e.source_id = f.id AND e.purpose = 'charge')`,
  },
  {
    name: "fines-are-audited",
    proves: ["I33"],
    holds: "Each fine has its audit row.",
    sql: `SELECT f.id, 'no audit row' AS found FROM fines f
           WHERE NOT EXISTS (SELECT FROM audit_entries a WHERE a.subject = 'fine' AND a.subject_id = f.id)`,
  },
];
