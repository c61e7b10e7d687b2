// Checks by plain SQL what was brought forward from the group's book (I50, I51).
import { hashOf, type Invariant, reasonIn } from "./invariant.ts";

/** The source kinds of an opening's entries. */
export const openingKinds = "('opening', 'opening_member', 'opening_loan')";

/** Whether an entry belongs to an opening, or reverses an entry of one. */
export const isOfOpening = (entry: string) => `(${entry}.source_kind IN ${openingKinds} OR EXISTS (
  SELECT FROM entries brought WHERE brought.id = ${entry}.reverses AND brought.source_kind IN ${openingKinds}))`;

/** The postings of each record of an accepted opening, by source. */
const brought = `
  SELECT 'opening_member' AS kind, m.id, m.opening_id, m.member_id, NULL::int AS loan_id, v.account, v.cents
    FROM opening_members m, LATERAL (VALUES
      ('monthly_contribution', -m.savings_cents), ('fine_receivable', m.unpaid_fines_cents),
      ('retained_earnings', m.savings_cents - m.unpaid_fines_cents)) v (account, cents)
  UNION ALL
  SELECT 'opening_loan', l.loan_id, l.opening_id, l.member_id, l.loan_id, v.account, v.cents
    FROM opening_loans l
   CROSS JOIN LATERAL (SELECT div(2 * l.paid_cents::numeric * l.amount_cents + l.amount_cents + l.interest_cents,
                                  2 * (l.amount_cents + l.interest_cents)::numeric)::bigint AS principal) paid
   CROSS JOIN LATERAL (VALUES
      ('loan_receivable', l.amount_cents - paid.principal),
      ('interest_receivable', l.interest_cents - (l.paid_cents - paid.principal)),
      ('retained_earnings', -(l.amount_cents + l.interest_cents - l.paid_cents))) v (account, cents)
  UNION ALL
  SELECT 'opening', g.opening_id, g.opening_id, NULL, NULL, g.account, g.cents
    FROM (SELECT opening_id, account, CASE WHEN account IN ('tax', 'ordinary_shares') THEN -cents ELSE cents END AS cents
            FROM opening_balances WHERE account <> 'retained_earnings'
          UNION ALL
          SELECT opening_id, 'equity_fixed_deposit', amount_cents FROM opening_deposits
          UNION ALL
          SELECT opening_id, 'retained_earnings', CASE WHEN account IN ('tax', 'ordinary_shares') THEN cents ELSE -cents END
            FROM opening_balances WHERE account <> 'retained_earnings'
          UNION ALL
          SELECT opening_id, 'retained_earnings', -amount_cents FROM opening_deposits) g`;

const openingOf = (entry: string) => `CASE ${entry}.source_kind
  WHEN 'opening' THEN ${entry}.source_id
  WHEN 'opening_member' THEN (SELECT opening_id FROM opening_members WHERE id = ${entry}.source_id)
  ELSE (SELECT opening_id FROM opening_loans WHERE loan_id = ${entry}.source_id) END`;

const sumIn = (rows: string, cents: string) =>
  `(SELECT coalesce(sum((each ->> '${cents}')::numeric), 0) FROM jsonb_array_elements(o.book -> '${rows}') each)`;

export const openingInvariants: readonly Invariant[] = [
  {
    name: "openings-in-the-books",
    proves: ["I50"],
    holds:
      "Each member, loan and group account that was brought forward is posted to the cent, by one entry each, and nothing else is posted so.",
    sql: `SELECT coalesce(due.opening_id, posted.source_id) AS id,
                 format('%s %s, %s: brought %s, posted %s', coalesce(due.kind, posted.source_kind), coalesce(due.id, posted.source_id),
                        coalesce(due.account, posted.account), due.cents, posted.cents) AS found
            FROM (SELECT kind, id, opening_id, account, member_id, loan_id, sum(cents) AS cents FROM (${brought}) each
                   GROUP BY kind, id, opening_id, account, member_id, loan_id HAVING sum(cents) <> 0) due
            FULL JOIN (SELECT e.source_kind, e.source_id, p.account, p.member_id, p.loan_id, sum(p.amount_cents) AS cents,
                              min(e.purpose) AS purpose
                         FROM entries e JOIN postings p ON p.entry_id = e.id WHERE e.source_kind IN ${openingKinds}
                        GROUP BY e.source_kind, e.source_id, p.account, p.member_id, p.loan_id HAVING sum(p.amount_cents) <> 0) posted
              ON posted.source_kind = due.kind AND posted.source_id = due.id AND posted.account = due.account
                 AND posted.member_id IS NOT DISTINCT FROM due.member_id AND posted.loan_id IS NOT DISTINCT FROM due.loan_id
           WHERE posted.cents IS DISTINCT FROM due.cents OR posted.purpose IS DISTINCT FROM 'opening'`,
  },
  {
    name: "openings-dated-the-cut-over-day",
    proves: ["I50"],
    holds:
      "Entries of an opening are dated its cut-over day, written at its acceptance by its Treasurer; they are reversed on that day exactly when it was taken back.",
    sql: `SELECT e.id, format('on %s at %s', e.business_date, e.recorded_at) AS found
            FROM entries e LEFT JOIN openings o ON o.id = ${openingOf("e")}
           WHERE e.source_kind IN ${openingKinds}
             AND (e.business_date, e.recorded_at, e.author_id) IS DISTINCT FROM (o.cut_over_on, o.decided_at, o.proposed_by)
          UNION ALL
          SELECT e.id, format('taken back %s, reversed %s', o.taken_back_at, r.recorded_at)
            FROM entries e JOIN openings o ON o.id = ${openingOf("e")} LEFT JOIN entries r ON r.reverses = e.id
           WHERE e.source_kind IN ${openingKinds}
             AND (r.recorded_at IS DISTINCT FROM o.taken_back_at OR r.business_date <> o.cut_over_on)`,
  },
  {
    name: "openings-as-proposed",
    proves: ["I50"],
    holds:
      "What stands of an accepted opening is what its sheet said: members, savings, fines, loans, balances, deposits and history; of any other nothing stands.",
    sql: `SELECT o.id, format('%s: %s members, %s loans', o.status, brought.members, brought.loans) AS found
            FROM openings o CROSS JOIN LATERAL (
              SELECT (SELECT count(*) FROM opening_members m WHERE m.opening_id = o.id) AS members,
                     (SELECT coalesce(sum(savings_cents), 0) FROM opening_members m WHERE m.opening_id = o.id) AS savings,
                     (SELECT coalesce(sum(unpaid_fines_cents), 0) FROM opening_members m WHERE m.opening_id = o.id) AS fines,
                     (SELECT count(*) FROM opening_loans l WHERE l.opening_id = o.id) AS loans,
                     (SELECT coalesce(sum(amount_cents + interest_cents - paid_cents), 0) FROM opening_loans l WHERE l.opening_id = o.id) AS owed,
                     (SELECT coalesce(sum(cents), 0) FROM opening_balances b WHERE b.opening_id = o.id) AS balances,
                     (SELECT coalesce(sum(amount_cents), 0) FROM opening_deposits d WHERE d.opening_id = o.id) AS deposits,
                     (SELECT coalesce(sum(amount_cents), 0) FROM past_contributions p WHERE p.opening_id = o.id) AS history) brought
           WHERE CASE WHEN o.outcome = 'accepted'
                 THEN (brought.members, brought.loans, brought.savings, brought.savings, brought.fines, brought.owed, brought.balances, brought.deposits, brought.history)
                      IS DISTINCT FROM (o.members, o.loans, o.savings_cents, ${sumIn("members", "savingsCents")}, ${sumIn("members", "unpaidFinesCents")},
                        ${sumIn("loans", "amountCents")} + ${sumIn("loans", "interestCents")} - ${sumIn("loans", "paidCents")},
                        ${sumIn("balances", "cents")}, ${sumIn("deposits", "amountCents")}, ${sumIn("history", "amountCents")})
                 ELSE brought.members + brought.loans + brought.balances + brought.deposits + brought.history <> 0 END`,
  },
  {
    name: "loans-of-openings",
    proves: ["I50", "I10"],
    holds:
      "Each loan of an opening runs for the member, amounts and days of its sheet, and no more once it was taken back.",
    sql: `SELECT coalesce(l.id, brought.loan_id) AS id,
                 format('%s of member %s, %s to %s, is not as it was brought', l.loan_type, l.member_id, l.start_date, l.expiry_date) AS found
            FROM (SELECT n.*, o.taken_back_at FROM loans n JOIN openings o ON o.id = n.opening_id) l
            FULL JOIN (SELECT b.*, said.loan_type, said_product, said_left, said_next FROM opening_loans b JOIN openings o ON o.id = b.opening_id
                         LEFT JOIN LATERAL (SELECT each ->> 'loanType' AS loan_type, (each ->> 'row')::int AS row,
                                                   (each -> 'lent' ->> 'productId')::int AS said_product, (each -> 'lent' ->> 'instalments')::int AS said_left,
                                                   (each -> 'lent' ->> 'nextDueOn')::date AS said_next
                                              FROM jsonb_array_elements(o.book -> 'loans') each) said ON said.row = b.row) brought
              ON brought.loan_id = l.id
           WHERE (l.opening_id, l.member_id, l.loan_type, l.amount_cents, l.interest_cents)
                 IS DISTINCT FROM (brought.opening_id, brought.member_id, brought.loan_type, brought.amount_cents, brought.interest_cents)
              OR l.start_date IS DISTINCT FROM CASE WHEN l.taken_back_at IS NULL THEN brought.given_on END
              -- By instalments it ends with its rows (I70).
              OR brought.product_id IS NULL AND l.expiry_date IS DISTINCT FROM CASE WHEN l.taken_back_at IS NULL THEN brought.due_on END
              OR (l.product_id, l.instalments) IS DISTINCT FROM (brought.product_id, brought.instalments)
              OR (brought.product_id, brought.instalments, brought.next_due_on) IS DISTINCT FROM (brought.said_product, brought.said_left, brought.said_next)
              OR (l.status = 'rejected') <> (l.taken_back_at IS NOT NULL)
              OR l.applied_at <> brought.given_on::timestamp AT TIME ZONE 'Africa/Nairobi' OR l.entered_by IS NOT NULL
              -- The rate and term that come nearest.
              OR l.product_id IS NULL AND l.rate_bp <> least(round(brought.interest_cents * 10000.0 / brought.amount_cents), 2147483647)
              OR abs(l.term_months - (extract(year FROM age(brought.due_on, brought.given_on)) * 12
                                      + extract(month FROM age(brought.due_on, brought.given_on)))) > 1`,
  },
  {
    name: "fines-and-deposits-of-openings",
    proves: ["I50", "I18", "I30"],
    holds:
      "Each unpaid fine and deposit of an opening has its fine and deposit, which count no more once it was taken back.",
    sql: `SELECT coalesce(m.id, f.id) AS id, format('brought %s, fine %s', m.unpaid_fines_cents, f.amount_cents) AS found
            FROM (SELECT * FROM opening_members WHERE unpaid_fines_cents > 0) m
            FULL JOIN (SELECT f.*, o.taken_back_at, o.cut_over_on, o.proposed_by FROM fines f JOIN openings o ON o.id = f.opening_id) f
              ON f.opening_id = m.opening_id AND f.member_id = m.member_id
           WHERE f.amount_cents IS DISTINCT FROM m.unpaid_fines_cents
              OR (f.charged_on, f.charged_by) IS DISTINCT FROM (f.cut_over_on, f.proposed_by)
              OR (f.taken_back_at IS NOT NULL AND f.written_off_cents <> f.amount_cents)
          UNION ALL
          SELECT coalesce(b.deposit_id, d.id), format('brought %s, deposit %s', b.amount_cents, d.amount_cents)
            FROM opening_deposits b
            FULL JOIN (SELECT d.*, o.taken_back_at, o.cut_over_on, o.proposed_by, o.decided_at, o.book FROM fixed_deposits d
                         JOIN openings o ON o.id = d.opening_id) d
              ON d.id = b.deposit_id AND d.opening_id = b.opening_id
           WHERE d.amount_cents IS DISTINCT FROM b.amount_cents OR d.is_reversed <> (d.taken_back_at IS NOT NULL)
              OR d.start_date <> coalesce(b.placed_on, d.cut_over_on) OR d.maturity_date <> greatest(b.matures_on, d.start_date)
              OR d.opened_by <> d.proposed_by OR d.opened_at <> d.decided_at
              OR NOT EXISTS (SELECT FROM jsonb_array_elements(d.book -> 'deposits') each
                              WHERE (each ->> 'row')::int = b.row AND each ->> 'description' = d.description)`,
  },
  {
    name: "openings-by-two-people",
    proves: ["I51"],
    holds:
      "An opening was proposed by one person and accepted by another, taken back by two, and the audit log tells who, for which office, when and why.",
    sql: `SELECT o.id, o.status || ' is not as the audit log tells' AS found
            FROM openings o
            LEFT JOIN audit_entries made ON made.action = 'openings.propose' AND made.subject_id = o.id
            LEFT JOIN audit_entries told ON told.subject_id = o.id AND told.action IN ('openings.accept', 'openings.refuse')
           WHERE (o.proposed_by, o.proposed_at) IS DISTINCT FROM (made.actor_id, made.at)
              OR (CASE o.outcome WHEN 'accepted' THEN 'openings.accept' WHEN 'refused' THEN 'openings.refuse' END,
                  o.decided_by, o.decided_at, o.decided_office)
                 IS DISTINCT FROM (told.action, told.actor_id, told.at, told.after ->> 'office')
              OR (o.outcome = 'accepted' AND o.decided_by = o.proposed_by)
              OR (o.outcome = 'refused' AND o.reason IS DISTINCT FROM ${reasonIn("told")})
              OR (o.taken_back_at IS NOT NULL) <> (2 = (SELECT count(*) FROM opening_take_backs t WHERE t.opening_id = o.id))
          UNION ALL
          SELECT coalesce(t.opening_id, told.subject_id), 'taken back otherwise than the audit log tells'
            FROM opening_take_backs t
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'openings.take-back') told
              ON told.subject_id = t.opening_id AND told.actor_id = t.member_id
           WHERE (t.said_at, t.office, t.reason) IS DISTINCT FROM (told.at, told.after ->> 'office', told.after ->> 'reason')
          UNION ALL
          SELECT a.subject_id, 'was told of and is gone' FROM audit_entries a
           WHERE a.subject = 'opening' AND NOT EXISTS (SELECT FROM openings o WHERE o.id = a.subject_id)`,
  },
  {
    name: "openings-as-witnessed",
    proves: ["I51"],
    holds:
      "Each proposed sheet, and all that it brought, is to the letter what the audit log witnessed.",
    sql: `SELECT o.id, 'is not as it was proposed' AS found
            FROM openings o JOIN audit_entries a ON a.action = 'openings.propose' AND a.subject_id = o.id
           WHERE a.witness ->> 'row' IS DISTINCT FROM
                 ${hashOf("to_jsonb(o) - '{outcome, decided_by, decided_office, decided_at, reason, taken_back_at, status}'::text[]")}
          UNION ALL
          SELECT o.id, 'did not bring what the audit log witnessed'
            FROM openings o JOIN audit_entries a ON a.action = 'openings.accept' AND a.subject_id = o.id
           WHERE a.witness ->> 'brought' IS DISTINCT FROM encode(sha256(convert_to(concat_ws(E'\\n',
                   (SELECT string_agg(to_jsonb(r)::text, E'\\n' ORDER BY r.id) FROM opening_members r WHERE r.opening_id = o.id),
                   (SELECT string_agg(jsonb_strip_nulls(to_jsonb(r))::text, E'\\n' ORDER BY r.loan_id) FROM opening_loans r WHERE r.opening_id = o.id),
                   (SELECT string_agg(to_jsonb(r)::text, E'\\n' ORDER BY r.account) FROM opening_balances r WHERE r.opening_id = o.id),
                   (SELECT string_agg(to_jsonb(r)::text, E'\\n' ORDER BY r.deposit_id) FROM opening_deposits r WHERE r.opening_id = o.id),
                   (SELECT string_agg(to_jsonb(r)::text, E'\\n' ORDER BY r.id) FROM past_contributions r WHERE r.opening_id = o.id)), 'UTF8')), 'hex')`,
  },
  {
    name: "nothing-rests-on-what-was-taken-back",
    proves: ["I50"],
    holds:
      "No live payment or redemption stands on a loan, fine or deposit that was taken back with its opening.",
    sql: `SELECT p.id, p.kind || ' of loan ' || l.id AS found
            FROM payments p JOIN loans l ON l.id = p.loan_id JOIN openings o ON o.id = l.opening_id
           WHERE o.taken_back_at IS NOT NULL AND p.status <> 'rejected'
          UNION ALL
          SELECT s.payment_id, 'settles fine ' || f.id FROM fine_settlements s JOIN fines f ON f.id = s.fine_id
            JOIN openings o ON o.id = f.opening_id WHERE o.taken_back_at IS NOT NULL
          UNION ALL
          SELECT r.id, 'redeems deposit ' || d.id FROM fixed_deposit_redemptions r JOIN fixed_deposits d ON d.id = r.deposit_id
            JOIN openings o ON o.id = d.opening_id WHERE o.taken_back_at IS NOT NULL AND NOT r.is_reversed`,
  },
  {
    name: "openings-are-guarded",
    proves: ["I5"],
    holds:
      "The triggers that keep openings as they were proposed and posted stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['openings_keep', 'openings_no_delete', 'openings_no_truncate', 'openings_whole', 'opening_members_posted',
                              'opening_members_append_only', 'opening_loans_append_only', 'opening_balances_append_only',
                              'opening_deposits_append_only', 'past_contributions_append_only', 'opening_take_backs_append_only',
                              'entries_have_opening', 'entries_take_opening_back']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
