// Checks share-outs from the postings alone: shares by the weights, the entry of each, and what it set off (I78 to I80).
import { datedByItsCause } from "./cause-invariants.ts";
import { hashOf, type Invariant } from "./invariant.ts";

/** Share-outs in the books, with their entry. */
const posted = `
  SELECT d.*, e.id AS entry_id, e.business_date, e.author_id, e.recorded_at
    FROM distributions d LEFT JOIN entries e ON e.source_kind = 'distribution' AND e.source_id = d.id
   WHERE d.status IN ('posted', 'taken_back')`;

/** Each line with the weight that the postings before the entry give it. */
const weighed = `
  SELECT s.distribution_id, s.member_id, s.weight, s.share_cents, d.amount_cents,
         CASE d.basis
           WHEN 'equal' THEN 1
           WHEN 'shares' THEN greatest(0, div(saved.then_cents, d.share_value_cents))
           ELSE greatest(0, saved.cent_days) END AS right_weight
    FROM (${posted}) d
    JOIN distribution_shares s ON s.distribution_id = d.id
   CROSS JOIN LATERAL (
     SELECT coalesce(-sum(p.amount_cents), 0) AS then_cents,
            coalesce(-sum(p.amount_cents * (d.to_on - greatest(p.business_date, d.from_on) + 1)::numeric), 0) AS cent_days
       FROM postings p
      WHERE p.member_id = s.member_id AND p.account = 'monthly_contribution' AND p.entry_id < d.entry_id AND p.business_date <= d.to_on) saved`;

export const distributionInvariants: readonly Invariant[] = [
  {
    name: "shares-by-their-weights",
    proves: ["I78"],
    holds:
      "Each line of a share-out has the weight that the postings before it give, and its part of the amount down to the cent, the cents left going to the largest remainders: together the amount.",
    sql: `WITH weighed AS (${weighed}),
          parts AS (
            SELECT *, div(amount_cents * right_weight, nullif(sum(right_weight) OVER whole, 0)) AS least_cents,
                   mod(amount_cents * right_weight, nullif(sum(right_weight) OVER whole, 0)) AS remainder
              FROM weighed WINDOW whole AS (PARTITION BY distribution_id)),
          ranked AS (
            SELECT *, amount_cents - sum(least_cents) OVER whole AS cents_left,
                   row_number() OVER (PARTITION BY distribution_id ORDER BY remainder DESC, member_id) AS place
              FROM parts WINDOW whole AS (PARTITION BY distribution_id))
          SELECT distribution_id AS id, format('member %s: %s by %s, due %s by %s', member_id, share_cents, weight,
                   least_cents + (place <= cents_left)::int, right_weight) AS found
            FROM ranked
           WHERE (weight, share_cents) IS DISTINCT FROM (right_weight, least_cents + (place <= cents_left)::int)
          UNION ALL
          SELECT d.id, format('shares of %s of %s', coalesce(sum(s.share_cents), 0), d.amount_cents)
            FROM (${posted}) d LEFT JOIN distribution_shares s ON s.distribution_id = d.id
           GROUP BY d.id, d.amount_cents HAVING coalesce(sum(s.share_cents), 0) <> d.amount_cents`,
  },
  {
    name: "share-outs-as-posted",
    proves: ["I79"],
    holds:
      "A share-out in the books has one entry by whom agreed, on that day, with one line a member: share, savings, what is set off, and what is paid; one that is not has none.",
    sql: `SELECT coalesce(s.distribution_id, e.id) AS id, format('member %s: %s, in the books %s',
                   coalesce(s.member_id, e.member_id), s.line, e.line) AS found
            FROM (SELECT s.distribution_id, s.member_id, concat_ws(' ', s.share_cents,
                         s.savings_cents - CASE d.pay_as WHEN 'savings' THEN s.receives_cents ELSE 0 END,
                         s.fines_cents, s.loans_cents, CASE d.pay_as WHEN 'bank' THEN s.receives_cents ELSE 0 END) AS line
                    FROM distribution_shares s JOIN distributions d ON d.id = s.distribution_id
                   WHERE s.share_cents + s.savings_cents > 0) s
            FULL JOIN (SELECT e.source_id AS id, p.member_id, concat_ws(' ',
                              coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'dividend_expense'), 0),
                              coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'monthly_contribution'), 0),
                              coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'fine_receivable'), 0),
                              coalesce(-sum(p.amount_cents) FILTER (WHERE p.account IN ('loan_receivable', 'interest_receivable', 'interest_income')), 0),
                              coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'bank'), 0)) AS line
                         FROM entries e JOIN postings p ON p.entry_id = e.id
                        WHERE e.source_kind = 'distribution' GROUP BY e.source_id, p.member_id) e
                   ON e.id = s.distribution_id AND e.member_id = s.member_id
           WHERE s.line IS DISTINCT FROM e.line
          UNION ALL
          SELECT d.id, format('%s, entry %s by %s at %s', d.status, e.id, e.author_id, e.recorded_at)
            FROM distributions d FULL JOIN (SELECT * FROM entries WHERE source_kind = 'distribution') e ON e.source_id = d.id
            LEFT JOIN entries back ON back.reverses = e.id
           WHERE d.id IS NULL OR (e.id IS NOT NULL) <> (d.status IN ('posted', 'taken_back'))
              OR (back.id IS NOT NULL) <> (d.status = 'taken_back')
              OR back.id IS NOT NULL AND NOT EXISTS (SELECT FROM distribution_take_backs t
                   WHERE t.distribution_id = d.id AND (t.member_id, t.given_at) = (back.author_id, back.recorded_at))
              OR e.id IS NOT NULL AND (e.author_id, e.recorded_at) IS DISTINCT FROM (d.decided_by, d.decided_at)
              OR e.id IS NOT NULL AND e.business_date <> (d.decided_at AT TIME ZONE 'Africa/Nairobi')::date
                 AND NOT ${datedByItsCause("e")}`,
  },
  {
    name: "share-outs-set-off-as-settled",
    proves: ["I79"],
    holds:
      "What a line sets off is what fines and loans of its member were settled of by it, and its savings are paid back only where the share-out says so.",
    sql: `SELECT s.distribution_id AS id, format('member %s: fines %s of %s, loans %s of %s', s.member_id,
                   coalesce(f.cents, 0), s.fines_cents, coalesce(l.cents, 0), s.loans_cents) AS found
            FROM distribution_shares s JOIN distributions d ON d.id = s.distribution_id
            LEFT JOIN (SELECT b.distribution_id, f.member_id, sum(b.amount_cents) AS cents
                         FROM distribution_fines b JOIN fines f ON f.id = b.fine_id GROUP BY 1, 2) f USING (distribution_id, member_id)
            LEFT JOIN (SELECT r.distribution_id, l.member_id, sum(r.amount_cents) AS cents
                         FROM loan_repayments r JOIN loans l ON l.id = r.loan_id GROUP BY 1, 2) l USING (distribution_id, member_id)
           WHERE (coalesce(f.cents, 0), coalesce(l.cents, 0)) IS DISTINCT FROM (s.fines_cents::numeric, s.loans_cents::numeric)
              OR d.set_off = 'none' AND s.fines_cents + s.loans_cents > 0 OR NOT d.return_savings AND s.savings_cents > 0
              OR NOT EXISTS (SELECT FROM distribution_members m WHERE m.distribution_id = s.distribution_id AND m.member_id = s.member_id)
          UNION ALL
          SELECT b.distribution_id, 'settles fine ' || b.fine_id || ' of nobody in it'
            FROM distribution_fines b JOIN fines f ON f.id = b.fine_id
           WHERE NOT EXISTS (SELECT FROM distribution_shares s WHERE s.distribution_id = b.distribution_id AND s.member_id = f.member_id)`,
  },
  {
    name: "share-outs-as-audited",
    proves: ["I80"],
    holds:
      "Each share-out has the terms and the list of its proposal, and the lines of its agreement, as the audit log witnessed them; another person of another office decided.",
    sql: `SELECT d.id, 'is not as it was proposed' AS found FROM distributions d
           WHERE NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'distribution' AND a.subject_id = d.id AND a.action = 'distributions.propose'
                AND (a.actor_id, a.at) = (d.proposed_by, d.proposed_at) AND a.after ->> 'office' = d.proposed_office
                AND a.witness ->> 'row' = ${hashOf(`(to_jsonb(d) - '{status, decided_by, decided_at, refused_because, distributable_cents, bank_after_cents}'::text[])
                  || jsonb_build_object('members', (SELECT jsonb_agg(m.member_id ORDER BY m.member_id) FROM distribution_members m
                                                     WHERE m.distribution_id = d.id))`)})
          UNION ALL
          SELECT d.id, d.status || ', but not as it was decided' FROM distributions d
           WHERE d.status <> 'proposed' AND NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'distribution' AND a.subject_id = d.id AND (a.actor_id, a.at) = (d.decided_by, d.decided_at)
                AND CASE d.status WHEN 'refused'
                    THEN a.action = 'distributions.refuse' AND a.after ->> 'reason' = d.refused_because
                    ELSE a.action = 'distributions.agree' AND a.witness ->> 'shares' = ${hashOf(`jsonb_build_object(
                      'found', d.distributable_cents, 'left', d.bank_after_cents,
                      'shares', (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.member_id) FROM distribution_shares s WHERE s.distribution_id = d.id),
                      'fines', (SELECT jsonb_agg(to_jsonb(f) ORDER BY f.fine_id) FROM distribution_fines f WHERE f.distribution_id = d.id),
                      'loans', (SELECT jsonb_agg(to_jsonb(r) - 'taken_back_at' ORDER BY r.loan_id) FROM loan_repayments r WHERE r.distribution_id = d.id))`)} END)
          UNION ALL
          SELECT d.id, d.status || ', taken back by ' || t.offices || ', on the record by ' || a.acts FROM distributions d
           CROSS JOIN LATERAL (SELECT count(*) AS offices FROM distribution_take_backs t WHERE t.distribution_id = d.id) t
           CROSS JOIN LATERAL (
             SELECT count(*) AS acts FROM audit_entries a JOIN distribution_take_backs t ON t.distribution_id = d.id
              WHERE a.subject = 'distribution' AND a.subject_id = d.id AND a.action = 'distributions.take-back'
                AND (a.actor_id, a.at, a.after ->> 'office', a.after ->> 'reason') = (t.member_id, t.given_at, t.office, t.reason)) a
           WHERE t.offices <> a.acts OR (d.status = 'taken_back') <> (t.offices = 2)
          UNION ALL
          SELECT r.id, 'counts, and its share-out does not' FROM loan_repayments r JOIN distributions d ON d.id = r.distribution_id
            LEFT JOIN entries e ON e.source_kind = 'distribution' AND e.source_id = d.id
            LEFT JOIN entries back ON back.reverses = e.id
           WHERE r.taken_back_at IS DISTINCT FROM back.recorded_at
          UNION ALL
          SELECT a.subject_id, 'of ' || a.action || ' is not there' FROM audit_entries a
            LEFT JOIN distributions d ON d.id = a.subject_id
           WHERE a.subject = 'distribution' AND (d.id IS NULL OR a.action <> 'distributions.propose' AND d.status = 'proposed')`,
  },
  {
    name: "share-outs-are-guarded",
    proves: ["I5"],
    holds: "The triggers that guard share-outs and their lines stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['distributions_keep', 'distributions_no_delete', 'distributions_posted', 'entries_have_distribution',
                              'distribution_members_append_only', 'distribution_shares_append_only',
                              'distribution_fines_append_only', 'distribution_take_backs_append_only', 'distributions_taken_back']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
