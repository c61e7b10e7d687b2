// Checks loans of a product: their rows, interest, repayments and what they are by them (I70 to I73).
import { datedByItsCause } from "./cause-invariants.ts";
import { hashOf, type Invariant } from "./invariant.ts";

/** The present rows, with what repayments paid of each: computed again from `loan_rows` and `loan_repayments`. */
const walked = `
  SELECT r.*, r.interest_cents + r.principal_cents AS total, v.flat_from,
         CASE WHEN r.number IS NULL THEN r.interest_cents + r.principal_cents
              ELSE greatest(0, least(r.interest_cents + r.principal_cents,
                l.repaid_cents
                - coalesce(sum(r.interest_cents + r.principal_cents) FILTER (WHERE r.number IS NULL) OVER (PARTITION BY r.loan_id), 0)
                - coalesce(sum(r.interest_cents + r.principal_cents) FILTER (WHERE r.number IS NOT NULL) OVER earlier, 0))) END AS taken
    FROM loans l
    JOIN loan_versions v ON v.loan_id = l.id AND v.version = l.version
    JOIN loan_rows r ON r.loan_id = l.id AND r.version = l.version
  WINDOW earlier AS (PARTITION BY r.loan_id ORDER BY r.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

/** Each running or repaid loan: what was taken of its principal and interest, flat by the running total. */
const byLoan = `
  SELECT w.loan_id, bool_or(w.flat_from IS NOT NULL) AS is_flat, sum(w.interest_cents) AS interest,
         sum(w.principal_cents) AS principal, max(w.due_on) AS last_on, sum(w.taken) AS taken,
         sum(CASE WHEN w.flat_from IS NULL OR w.place < w.flat_from THEN w.taken - least(w.taken, w.interest_cents) ELSE 0 END)
         + coalesce(div(2 * sum(w.taken) FILTER (WHERE w.place >= w.flat_from)
                          * sum(w.principal_cents) FILTER (WHERE w.place >= w.flat_from)
                        + sum(w.total) FILTER (WHERE w.place >= w.flat_from),
                        2 * nullif(sum(w.total) FILTER (WHERE w.place >= w.flat_from), 0)), 0) AS principal_taken
    FROM (${walked}) w GROUP BY w.loan_id`;

/** Whether the application `l` was made before its product `p` was offered, or after that ended, by the audit log's numbers. */
const appliedOutOfOffer = `CASE WHEN l.opening_id IS NOT NULL THEN l.applied_at > p.ended_at ELSE (
  SELECT applied.id NOT BETWEEN coalesce(made.id, 0) AND coalesce(ended.id, applied.id) FROM (
    SELECT max(x.id) AS id FROM audit_entries x WHERE x.subject = 'loan' AND x.subject_id = l.id AND x.action = 'loans.apply') applied) END`;

/** Interest charged less what was taken back, by loan and row. */
const charged = `SELECT loan_id, due_on, sum(amount_cents) AS cents FROM loan_interest GROUP BY 1, 2`;

/** The source of the entry that a row of `loan_repayments` is in. */
const repaidBy = (r: string) => `
  CASE WHEN ${r}.payment_id IS NOT NULL THEN 'payment' WHEN ${r}.top_up_id IS NOT NULL THEN 'loan'
       WHEN ${r}.change_id IS NOT NULL THEN 'guarantee_call' ELSE 'distribution' END,
  coalesce(${r}.payment_id, ${r}.top_up_id, ${r}.change_id, ${r}.distribution_id)`;

export const lendingInvariants: readonly Invariant[] = [
  {
    name: "loan-rows-repay-the-amount",
    proves: ["I70"],
    holds:
      "The rows of each version repay the amount; a loan is of its newest version, whose interest and last day it has.",
    sql: `SELECT v.loan_id AS id, format('version %s repays %s of %s', v.version, coalesce(sum(r.principal_cents), 0), l.amount_cents) AS found
            FROM loan_versions v JOIN loans l ON l.id = v.loan_id
            LEFT JOIN loan_rows r ON r.loan_id = v.loan_id AND r.version = v.version
           GROUP BY v.loan_id, v.version, l.id HAVING coalesce(sum(r.principal_cents), 0) <> l.amount_cents
          UNION ALL
          SELECT l.id, format('version %s of %s, interest %s of %s, ends %s, its rows %s', l.version, v.newest, l.rows_interest_cents,
                              b.interest, l.expiry_date, b.last_on)
            FROM loans l
            LEFT JOIN (SELECT loan_id, max(version) AS newest, count(*) AS versions FROM loan_versions GROUP BY 1) v ON v.loan_id = l.id
            LEFT JOIN (${byLoan}) b ON b.loan_id = l.id
           WHERE l.version IS DISTINCT FROM CASE WHEN l.status <> 'rejected' THEN v.newest END OR v.newest <> v.versions
              OR (l.rows_interest_cents, CASE WHEN l.version IS NOT NULL THEN l.expiry_date END) IS DISTINCT FROM (b.interest, b.last_on)`,
  },
  {
    name: "loan-rows-as-witnessed",
    proves: ["I70"],
    holds:
      "Each version has the rows of the audit entry of its payout or repayment, which is of that loan and day.",
    sql: `SELECT v.loan_id AS id, format('version %s, %s, is not as it was witnessed', v.version, v.reason) AS found
            FROM loan_versions v LEFT JOIN loan_repayments p ON p.id = v.repayment_id
           WHERE NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'loan' AND a.subject_id = v.loan_id
                AND a.witness ->> 'rows' = ${hashOf(`jsonb_build_object('version', to_jsonb(v), 'rows', (
                  SELECT jsonb_agg(to_jsonb(r) ORDER BY r.place) FROM loan_rows r
                   WHERE r.loan_id = v.loan_id AND r.version = v.version))`)})
              OR (v.reason = 'early') <> (p.id IS NOT NULL) OR (v.reason = 'reschedule') <> (v.change_id IS NOT NULL)
              OR (v.reason = 'book') <> (v.version = 1 AND EXISTS (SELECT FROM opening_loans o WHERE o.loan_id = v.loan_id))
              OR v.reason = 'book' AND v.from_on <> (SELECT n.cut_over_on FROM opening_loans o JOIN openings n ON n.id = o.opening_id WHERE o.loan_id = v.loan_id)
              OR p.loan_id <> v.loan_id OR v.from_on <> p.paid_on`,
  },
  {
    name: "loan-interest-as-it-fell-due",
    proves: ["I71"],
    holds:
      "Interest is charged of rows that fell due or that a repayment reached, once and in full, and of no other; a flat loan's at its payout.",
    sql: `SELECT coalesce(due.loan_id, c.loan_id) AS id,
                 format('row of %s: charged %s of %s', coalesce(due.due_on, c.due_on), coalesce(c.cents, 0), coalesce(due.cents, 0)) AS found
            FROM (SELECT w.loan_id, w.due_on,
                         sum(CASE WHEN w.flat_from IS NOT NULL THEN 0
                                  WHEN w.taken > 0 OR w.due_on < coalesce(l.charges_next_on, 'infinity') THEN w.interest_cents
                                  ELSE w.carried_cents END) AS cents
                    FROM (${walked}) w JOIN loans l ON l.id = w.loan_id GROUP BY 1, 2) due
            FULL JOIN (${charged}) c ON c.loan_id = due.loan_id AND c.due_on = due.due_on
            JOIN loans l ON l.id = coalesce(due.loan_id, c.loan_id)
           WHERE coalesce(due.cents, 0) <> coalesce(c.cents, 0) AND l.status <> 'rejected'
             AND NOT EXISTS (SELECT FROM settled_loans s WHERE s.loan_id = l.id)`,
  },
  {
    name: "loan-interest-in-the-books",
    proves: ["I71"],
    holds:
      "What was charged has its entry, of the row's day or the first open one, or of the day of the repayment that reached it; what was taken back is in the entry of the repayment.",
    sql: `SELECT i.id, format('charged %s on %s, in the books %s on %s', i.amount_cents, i.charged_on, coalesce(e.cents, 0), e.business_date) AS found
            FROM loan_interest i JOIN loans l ON l.id = i.loan_id
            LEFT JOIN (SELECT e.source_id, e.business_date, e.recorded_at, e.author_id, p.loan_id, p.member_id, sum(p.amount_cents) AS cents
                         FROM entries e JOIN postings p ON p.entry_id = e.id AND p.account = 'interest_receivable'
                        WHERE e.source_kind = 'loan_interest' GROUP BY 1, 2, 3, 4, 5, 6) e ON e.source_id = i.id
           WHERE i.amount_cents > 0 AND i.change_id IS NULL AND i.opening_id IS NULL AND i.undoes IS NULL
             AND ((e.cents, e.loan_id, e.member_id, e.business_date, e.recorded_at)
                  IS DISTINCT FROM (i.amount_cents::numeric, i.loan_id, l.member_id, i.charged_on, i.charged_at)
               OR i.charged_on <> i.due_on AND (i.repayment_id IS NULL OR i.charged_on <> (i.charged_at AT TIME ZONE 'Africa/Nairobi')::date)
                  AND NOT EXISTS (SELECT FROM loan_repayments r JOIN entries d ON (d.source_kind, d.source_id) = (${repaidBy("r")})
                                   WHERE r.id = i.repayment_id AND d.business_date = i.charged_on AND ${datedByItsCause("d")})
                  AND NOT EXISTS (SELECT FROM closed_years y WHERE y.end_date = i.charged_on - 1 AND y.end_date >= i.due_on)
               OR e.author_id IS NULL AND NOT EXISTS (
                    SELECT FROM audit_entries a WHERE a.subject = 'loan' AND a.subject_id = i.loan_id AND a.action = 'sweep.charge-interest'
                       AND a.at = i.charged_at AND (a.after ->> 'date')::date = i.due_on
                       AND round((a.after ->> 'amount')::numeric * 100) = i.amount_cents))
          UNION ALL
          -- The group's book had charged it, and the entry of the loan has it.
          SELECT coalesce(o.loan_id, i.loan_id), format('the book charged %s, the first row carries %s', o.interest_cents, i.amount_cents)
            FROM (SELECT o.*, n.cut_over_on, n.decided_at FROM opening_loans o JOIN openings n ON n.id = o.opening_id
                    JOIN loan_products p ON p.id = o.product_id WHERE p.method <> 'flat' AND o.interest_cents > 0) o
            FULL JOIN (SELECT * FROM loan_interest WHERE opening_id IS NOT NULL) i ON i.loan_id = o.loan_id
           WHERE (i.opening_id, i.amount_cents, i.due_on, i.charged_on, i.charged_at)
                 IS DISTINCT FROM (o.opening_id, o.interest_cents, o.next_due_on, o.cut_over_on, o.decided_at)
          UNION ALL
          SELECT r.id, format('took back %s, in the books %s', coalesce(taken.cents, 0), coalesce(posted.cents, 0)) FROM loan_repayments r
            LEFT JOIN (SELECT repayment_id, -sum(amount_cents) AS cents FROM loan_interest WHERE amount_cents < 0 AND undoes IS NULL GROUP BY 1) taken
                   ON taken.repayment_id = r.id
            LEFT JOIN LATERAL (SELECT sum(p.amount_cents) AS cents FROM entries e JOIN postings p ON p.entry_id = e.id
                                WHERE p.account = 'interest_income' AND p.loan_id = r.loan_id
                                  AND (e.source_kind, e.source_id) = (${repaidBy("r")})) posted ON true
           WHERE coalesce(taken.cents, 0) <> coalesce(posted.cents, 0)
          UNION ALL
          SELECT u.id, format('undoes %s by %s', i.amount_cents, u.amount_cents) FROM loan_interest u
            JOIN loan_interest i ON i.id = u.undoes LEFT JOIN loan_repayments r ON r.id = i.repayment_id
            LEFT JOIN entries e ON e.source_kind = 'loan_interest' AND e.source_id = i.id
           WHERE (u.loan_id, u.due_on, u.amount_cents, u.repayment_id, u.charged_at)
                 IS DISTINCT FROM (i.loan_id, i.due_on, -i.amount_cents, i.repayment_id, r.taken_back_at)
              OR e.id IS NOT NULL AND NOT EXISTS (SELECT FROM entries back WHERE back.reverses = e.id AND back.recorded_at = u.charged_at)
          UNION ALL
          SELECT e.source_id, 'reversed by entry ' || back.id || ', and nothing undoes it' FROM entries back
            JOIN entries e ON e.id = back.reverses AND e.source_kind = 'loan_interest'
           WHERE NOT EXISTS (SELECT FROM loan_interest u WHERE u.undoes = e.source_id AND u.charged_at = back.recorded_at)
          UNION ALL
          SELECT i.id, 'stands, and its repayment was taken back' FROM loan_interest i JOIN loan_repayments r ON r.id = i.repayment_id
           WHERE r.taken_back_at IS NOT NULL AND i.undoes IS NULL AND NOT EXISTS (SELECT FROM loan_interest u WHERE u.undoes = i.id)`,
  },
  {
    name: "loan-receivables-as-walked",
    proves: ["I72"],
    holds:
      "The receivables of a loan are its rows less what repayments took of them; its balance and principal left are these.",
    sql: `SELECT l.id, format('principal %s of %s, balance %s of %s', l.principal_left_cents, l.amount_cents - b.principal_taken,
                              l.balance_cents, coalesce(p.principal + p.interest, 0)) AS found
            FROM loans l JOIN (${byLoan}) b ON b.loan_id = l.id
            LEFT JOIN (SELECT loan_id, coalesce(sum(amount_cents) FILTER (WHERE account = 'loan_receivable'), 0) AS principal,
                              coalesce(sum(amount_cents) FILTER (WHERE account = 'interest_receivable'), 0) AS interest
                         FROM postings WHERE account IN ('loan_receivable', 'interest_receivable') GROUP BY 1) p ON p.loan_id = l.id
            LEFT JOIN (SELECT loan_id, sum(amount_cents) AS cents FROM loan_interest GROUP BY 1) c ON c.loan_id = l.id
           WHERE NOT EXISTS (SELECT FROM settled_loans s WHERE s.loan_id = l.id)
             AND ((l.principal_left_cents, p.principal) IS DISTINCT FROM (l.amount_cents - b.principal_taken, l.amount_cents - b.principal_taken)
               OR p.interest IS DISTINCT FROM CASE WHEN b.is_flat THEN b.interest ELSE coalesce(c.cents, 0) END - (b.taken - b.principal_taken)
               OR l.balance_cents <> p.principal + p.interest OR b.taken <> l.repaid_cents)`,
  },
  {
    name: "loan-repayments-as-posted",
    proves: ["I72"],
    holds:
      "Each approved payment of a loan of a product, and each loan that topped another one up, has its repayment, of the same amount and parts as the books.",
    sql: `SELECT coalesce(r.id, p.id) AS id, format('payment %s of %s, repaid %s', p.id, p.amount_cents, r.amount_cents) AS found
            FROM (SELECT p.* FROM payments p JOIN loans l ON l.id = p.loan_id WHERE p.status = 'approved' AND l.product_id IS NOT NULL) p
            FULL JOIN (SELECT * FROM loan_repayments WHERE payment_id IS NOT NULL) r ON r.payment_id = p.id
           WHERE (p.id, p.loan_id, p.amount_cents, p.early) IS DISTINCT FROM (r.payment_id, r.loan_id, r.amount_cents, r.early)
              OR r.paid_on <> p.paid_on AND NOT EXISTS (
                   SELECT FROM statement_matches m JOIN statement_lines s ON s.id = m.line_id
                    WHERE m.payment_id = p.id AND r.paid_on = greatest(s.on_day, (SELECT start_date FROM loans WHERE id = p.loan_id)))
                 AND r.paid_on <> (SELECT start_date FROM loans WHERE id = p.loan_id)
          UNION ALL
          SELECT coalesce(r.id, l.id), format('loan %s tops up %s, repaid %s', l.id, l.tops_up, r.loan_id)
            FROM (SELECT * FROM loans WHERE tops_up IS NOT NULL AND start_date IS NOT NULL) l
            FULL JOIN (SELECT * FROM loan_repayments WHERE top_up_id IS NOT NULL) r ON r.top_up_id = l.id
           WHERE (l.id, l.tops_up, l.start_date) IS DISTINCT FROM (r.top_up_id, r.loan_id, r.paid_on)
          UNION ALL
          SELECT r.id, format('principal %s, in the books %s', r.principal_cents, coalesce(posted.principal, 0)) FROM loan_repayments r
            LEFT JOIN LATERAL (SELECT -sum(p.amount_cents) FILTER (WHERE p.account = 'loan_receivable') AS principal,
                                      coalesce(-sum(p.amount_cents) FILTER (WHERE p.account <> 'loan_receivable'), 0) AS interest
                                 FROM entries e JOIN postings p ON p.entry_id = e.id
                                WHERE p.account IN ('loan_receivable', 'interest_receivable', 'interest_income') AND p.loan_id = r.loan_id
                                  AND (e.source_kind, e.source_id) = (${repaidBy("r")})) posted ON true
           WHERE (r.principal_cents, r.interest_cents) IS DISTINCT FROM (coalesce(posted.principal, 0), coalesce(posted.interest, 0))
          UNION ALL
          SELECT r.id, format('used for %s of %s', used.cents + r.early_principal_cents, r.amount_cents) FROM loan_repayments r
            JOIN loans l ON l.id = r.loan_id
           CROSS JOIN LATERAL (SELECT coalesce(sum((u ->> 'interest_cents')::bigint + (u ->> 'principal_cents')::bigint), 0) AS cents
                                 FROM jsonb_array_elements(r.allocation) u) used
           WHERE l.product_id IS NOT NULL AND used.cents + r.early_principal_cents <> r.amount_cents
              OR r.balance_after_cents < 0 OR r.interest_saved_cents < 0 AND r.early_principal_cents > 0`,
  },
  {
    name: "loan-products-as-audited",
    proves: ["I73"],
    holds:
      "Each product was made, and ended, by the person and at the moment of its audit entry; a loan's type is its product's.",
    sql: `SELECT p.id, format('made by %s at %s, ended by %s', p.made_by, p.made_at, p.ended_by) AS found
            FROM loan_products p
            LEFT JOIN audit_entries made ON made.subject = 'loan_product' AND made.subject_id = p.id AND made.action = 'loans.offer'
            LEFT JOIN audit_entries ended ON ended.subject = 'loan_product' AND ended.subject_id = p.id AND ended.action = 'loans.end-offer'
           WHERE (p.made_by, p.made_at, p.ended_by, p.ended_at) IS DISTINCT FROM (made.actor_id, made.at, ended.actor_id, ended.at)
          UNION ALL
          SELECT a.subject_id, 'was made and is gone' FROM audit_entries a
           WHERE a.subject = 'loan_product' AND NOT EXISTS (SELECT FROM loan_products p WHERE p.id = a.subject_id)
          UNION ALL
          SELECT l.id, format('%s at %s of a product of %s at %s', l.loan_type, l.rate_bp, p.loan_type, p.rate_bp)
            FROM loans l JOIN loan_products p ON p.id = l.product_id
            LEFT JOIN audit_entries made ON made.subject = 'loan_product' AND made.subject_id = p.id AND made.action = 'loans.offer'
            LEFT JOIN audit_entries ended ON ended.subject = 'loan_product' AND ended.subject_id = p.id AND ended.action = 'loans.end-offer'
           WHERE (l.loan_type, l.rate_bp) IS DISTINCT FROM (p.loan_type, p.rate_bp) OR ${appliedOutOfOffer}
              OR l.instalments > p.instalments_most`,
  },
  {
    name: "lending-is-guarded",
    proves: ["I5"],
    holds:
      "The triggers that keep products, rows, interest and repayments as they were stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['loan_products_keep', 'loan_products_stay_ended', 'loan_products_no_delete', 'loan_rows_append_only',
                              'loan_versions_append_only', 'loan_interest_append_only', 'loan_repayments_keep', 'loan_repayments_no_delete',
                              'loan_interest_posted', 'entries_have_interest']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
