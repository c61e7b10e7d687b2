// Checks changes of loans: who agreed and decided, that new instalments post nothing, and calls as posted (I76, I77).
import { datedByItsCause } from "./cause-invariants.ts";
import type { Invariant } from "./invariant.ts";

export const loanChangeInvariants: readonly Invariant[] = [
  {
    name: "loan-changes-as-audited",
    proves: ["I76"],
    holds:
      "Each change was asked for, judged by two people and answered as the audit log tells, at those moments; it counts only with both offices, and new instalments only with every answer.",
    sql: `SELECT c.id, format('%s of loan %s by %s', c.kind, c.loan_id, c.asked_by) AS found
            FROM loan_changes c JOIN loans l ON l.id = c.loan_id
            LEFT JOIN audit_entries a ON a.subject = 'loan_change' AND a.subject_id = c.id AND a.action = 'loan-changes.ask'
           WHERE (a.actor_id, a.at, a.after ->> 'type', a.after ->> 'reason') IS DISTINCT FROM (c.asked_by, c.asked_at, c.kind, c.reason)
              OR l.product_id IS NULL OR l.start_date IS NULL
          UNION ALL
          SELECT v.id, format('%s %s by %s at %s', v.office, v.verdict, v.judge, v.at)
            FROM (SELECT id, 'Treasurer' AS office, treasurer_verdict AS verdict, treasurer_id AS judge, treasurer_at AS at,
                         treasurer_reason AS reason, treasurer_acting AS acting FROM loan_changes
                  UNION ALL SELECT id, 'Sec-Gen', sec_gen_verdict, sec_gen_id, sec_gen_at, sec_gen_reason, sec_gen_acting FROM loan_changes) v
           WHERE (v.verdict = 'pending_approval') = EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'loan_change' AND a.subject_id = v.id AND a.after ->> 'office' = v.office
                AND (v.verdict = 'pending_approval' OR a.actor_id = v.judge AND a.at BETWEEN v.at - interval '5 milliseconds' AND v.at
                     AND a.action = CASE WHEN v.verdict = 'rejected' THEN 'loan-changes.reject' WHEN a.action = 'loan-changes.ask' THEN a.action
                                         ELSE 'loan-changes.approve' END
                     AND (a.after ->> 'reason' IS NOT DISTINCT FROM v.reason OR a.action = 'loan-changes.ask')
                     AND (a.action = 'loan-changes.ask' OR (a.after ? 'acting_for') = v.acting)))
          UNION ALL
          SELECT r.change_id, format('member %s: %s at %s', r.member_id, r.answer, r.answered_at)
            FROM loan_change_answers r JOIN loan_changes c ON c.id = r.change_id JOIN loans l ON l.id = c.loan_id
           WHERE (r.role = 'borrower') <> (r.member_id = l.member_id)
              OR r.role = 'guarantor' AND NOT EXISTS (SELECT FROM loan_guarantees g WHERE g.loan_id = l.id AND g.member_id = r.member_id AND g.state = 'agreed')
              OR r.answer <> 'asked' AND NOT EXISTS (
                   SELECT FROM audit_entries a WHERE a.subject = 'loan_change' AND a.subject_id = c.id AND a.at = r.answered_at
                      AND a.actor_id = coalesce(r.entered_by, r.member_id)
                      AND (a.action = 'loan-changes.ask' AND r.answer = 'yes' AND c.asked_by = r.member_id
                           OR a.action = 'loan-changes.answer' AND (a.after ->> 'agrees')::boolean = (r.answer = 'yes')
                              AND (a.after ->> 'member_id')::int = r.member_id))
              OR r.answer = 'asked' AND c.done_on IS NOT NULL AND r.role = 'borrower'
              OR r.answer = 'no' AND (c.ended_by, c.ended_at) IS DISTINCT FROM (r.member_id, r.answered_at)
          UNION ALL
          SELECT c.id, 'ended by ' || c.ended_by FROM loan_changes c
           WHERE c.ended_by IS NOT NULL AND NOT EXISTS (
             SELECT FROM loan_change_answers r WHERE r.change_id = c.id AND r.member_id = c.ended_by AND r.answer = 'no')
          UNION ALL
          SELECT c.id, 'new instalments without the answer of its borrower' FROM loan_changes c JOIN loans l ON l.id = c.loan_id
           WHERE c.kind = 'reschedule' AND NOT EXISTS (
             SELECT FROM loan_change_answers r WHERE r.change_id = c.id AND r.member_id = l.member_id AND (r.answer = 'yes' OR c.done_on IS NULL))
          UNION ALL
          SELECT a.subject_id, 'was asked for and is gone' FROM audit_entries a
           WHERE a.subject = 'loan_change' AND NOT EXISTS (SELECT FROM loan_changes c WHERE c.id = a.subject_id)`,
  },
  {
    name: "new-instalments-post-nothing",
    proves: ["I76"],
    holds:
      "Each reschedule that counts has its version of that day and moved as much interest as it took away; nothing else moved any.",
    sql: `SELECT c.id, format('done on %s, version of %s, moved %s', c.done_on, v.from_on, coalesce(i.cents, 0)) AS found
            FROM loan_changes c
            LEFT JOIN loan_versions v ON v.change_id = c.id
            LEFT JOIN (SELECT change_id, sum(amount_cents) AS cents, bool_and(charged_on = (charged_at AT TIME ZONE 'Africa/Nairobi')::date) AS is_of_day,
                              min(charged_on) AS day, min(loan_id) AS loan_id FROM loan_interest WHERE change_id IS NOT NULL GROUP BY 1) i
                   ON i.change_id = c.id
           WHERE (v.change_id IS NOT NULL) <> (c.kind = 'reschedule' AND c.done_on IS NOT NULL)
              OR v.change_id IS NOT NULL AND (v.loan_id, v.from_on) IS DISTINCT FROM (c.loan_id, c.done_on)
              OR i.change_id IS NOT NULL AND (i.cents <> 0 OR NOT i.is_of_day OR v.change_id IS NULL OR i.day <> c.done_on OR i.loan_id <> c.loan_id)
              OR c.done_on <> (greatest(c.treasurer_at, c.sec_gen_at) AT TIME ZONE 'Africa/Nairobi')::date
                 AND NOT EXISTS (SELECT FROM entries e WHERE c.kind = 'call' AND e.source_kind = 'guarantee_call' AND e.source_id = c.id
                                    AND e.business_date = c.done_on AND ${datedByItsCause("e")})
          UNION ALL
          SELECT c.id, format('after repayment %s', c.after_repayment) FROM loan_changes c
           CROSS JOIN LATERAL (
             SELECT coalesce(max(r.id) FILTER (WHERE e.recorded_at < greatest(c.treasurer_at, c.sec_gen_at)), 0) AS least,
                    coalesce(max(r.id) FILTER (WHERE e.recorded_at <= greatest(c.treasurer_at, c.sec_gen_at)), 0) AS most
               FROM loan_repayments r
               JOIN entries e ON e.source_kind = CASE WHEN r.payment_id IS NOT NULL THEN 'payment' WHEN r.top_up_id IS NOT NULL THEN 'loan' ELSE 'guarantee_call' END
                    AND e.source_id = coalesce(r.payment_id, r.top_up_id, r.change_id)
              WHERE r.loan_id = c.loan_id AND r.change_id IS DISTINCT FROM c.id) before
           WHERE c.done_on IS NOT NULL AND coalesce(c.after_repayment, 0) NOT BETWEEN before.least AND before.most`,
  },
  {
    name: "calls-as-posted",
    proves: ["I77"],
    holds:
      "Each call took what it names out of the savings of the borrower and of who guaranteed the loan, in one entry of that day that repays the loan by as much; a guarantee's called sum is its calls.",
    sql: `SELECT c.id, format('called %s, shared %s, repaid %s, posted %s', c.amount_cents, taken.cents, r.amount_cents, posted.cents) AS found
            FROM loan_changes c JOIN loans l ON l.id = c.loan_id
            LEFT JOIN (SELECT change_id, sum(amount_cents) AS cents FROM loan_calls GROUP BY 1) taken ON taken.change_id = c.id
            LEFT JOIN loan_repayments r ON r.change_id = c.id
            LEFT JOIN (SELECT e.source_id, e.business_date, count(DISTINCT e.id) AS entries, sum(p.amount_cents) FILTER (WHERE p.account = 'monthly_contribution') AS cents
                         FROM entries e JOIN postings p ON p.entry_id = e.id WHERE e.source_kind = 'guarantee_call' GROUP BY 1, 2) posted ON posted.source_id = c.id
           WHERE c.kind = 'call' AND c.done_on IS NOT NULL
             AND (taken.cents, r.amount_cents, r.paid_on, r.loan_id, posted.cents, posted.business_date, posted.entries)
                 IS DISTINCT FROM (c.amount_cents::numeric, c.amount_cents, c.done_on, c.loan_id, c.amount_cents::numeric, c.done_on, 1::bigint)
              OR (c.kind <> 'call' OR c.done_on IS NULL) AND (taken.change_id IS NOT NULL OR r.id IS NOT NULL OR posted.source_id IS NOT NULL)
          UNION ALL
          SELECT k.change_id, format('member %s: called %s, posted %s', k.member_id, k.amount_cents, posted.cents)
            FROM loan_calls k JOIN loan_changes c ON c.id = k.change_id JOIN loans l ON l.id = c.loan_id
            LEFT JOIN loan_guarantees g ON g.id = k.guarantee_id
            LEFT JOIN LATERAL (SELECT sum(p.amount_cents) AS cents FROM entries e JOIN postings p ON p.entry_id = e.id
                                WHERE e.source_kind = 'guarantee_call' AND e.source_id = k.change_id
                                  AND p.account = 'monthly_contribution' AND p.member_id = k.member_id) posted ON true
           WHERE posted.cents IS DISTINCT FROM k.amount_cents
              OR k.guarantee_id IS NULL AND k.member_id <> l.member_id
              OR k.guarantee_id IS NOT NULL AND (g.loan_id, g.member_id, g.state) IS DISTINCT FROM (c.loan_id, k.member_id, 'agreed')
          UNION ALL
          SELECT g.id, format('called %s of calls of %s', g.called_cents, coalesce(sum(k.amount_cents), 0))
            FROM loan_guarantees g LEFT JOIN loan_calls k ON k.guarantee_id = g.id
           GROUP BY g.id HAVING g.called_cents <> coalesce(sum(k.amount_cents), 0)`,
  },
  {
    name: "loan-changes-are-guarded",
    proves: ["I5"],
    holds: "The triggers that keep changes, answers and calls as they were stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['loan_changes_keep', 'loan_changes_no_delete', 'loan_change_answers_once', 'loan_change_answers_stay',
                              'loan_calls_append_only', 'loan_calls_posted', 'entries_have_call']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
