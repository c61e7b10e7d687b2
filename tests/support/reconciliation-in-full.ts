// The open items between books and statements, computed from every line and entry: the fast way must give the same.
export const inFull = `
CREATE FUNCTION reconciliation_items_in_full(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint)
LANGUAGE sql STABLE AS $$
  WITH accounts AS MATERIALIZED (SELECT * FROM account_balances(reconciliation_items_in_full.day)),
  begun AS MATERIALIZED (SELECT min(opened_on) AS on_day FROM accounts),
  lines AS MATERIALIZED (
    SELECT l.id, l.account_id, l.amount_cents, l.kind, l.reference_key, l.pair_id, booked.id AS entry_id,
           coalesce(booked.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items_in_full.day, false) AS is_booked
      FROM statement_lines l JOIN accounts USING (account_id)
      LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
      LEFT JOIN entries booked ON booked.id = coalesce(m.entry_id, (
        SELECT e.id FROM entries e JOIN payments p ON p.id = m.payment_id
         WHERE e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose = p.kind))
     WHERE l.is_proved AND l.kind <> 'failed' AND l.on_day <= reconciliation_items_in_full.day),
  unbooked AS (
    SELECT l.id, l.amount_cents FROM lines l
     WHERE NOT l.is_booked
       -- Both ends of a transfer between our accounts, and what moves within one, cancel out.
       AND NOT EXISTS (SELECT FROM lines other WHERE other.id = l.pair_id)
       AND NOT (l.kind = 'internal' AND 0 = (SELECT sum(other.amount_cents) FROM lines other
                 WHERE other.kind = 'internal' AND other.account_id = l.account_id
                   AND other.reference_key IS NOT DISTINCT FROM l.reference_key))),
  cleared AS (SELECT entry_id, sum(amount_cents)::bigint AS cents FROM lines WHERE is_booked GROUP BY entry_id),
  booked AS (
    SELECT p.entry_id, sum(p.amount_cents)::bigint AS cents, max(c.cents) AS cleared_cents
      FROM postings p LEFT JOIN cleared c ON c.entry_id = p.entry_id
     WHERE p.account = 'bank' AND p.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items_in_full.day
     GROUP BY p.entry_id),
  open AS (
    SELECT b.entry_id,
           CASE WHEN b.cleared_cents IS NULL THEN b.cents ELSE later.cents - b.cleared_cents END AS cents,
           CASE WHEN b.cleared_cents IS NULL THEN 0 ELSE later.cents - b.cents END AS differing_cents
      FROM booked b JOIN entries e ON e.id = b.entry_id
      LEFT JOIN LATERAL (
        SELECT sum(l.amount_cents)::bigint AS cents FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
         WHERE m.undone_at IS NULL AND l.is_proved
           AND (m.entry_id = b.entry_id OR (e.source_kind = 'payment' AND m.payment_id = e.source_id))) later ON b.cleared_cents IS NOT NULL
     WHERE b.cents IS DISTINCT FROM b.cleared_cents AND b.cents <> 0
       -- An entry and its reversal, neither of them on a statement.
       AND NOT (b.cleared_cents IS NULL AND EXISTS (
         SELECT FROM booked other JOIN entries o ON o.id = other.entry_id
          WHERE other.cleared_cents IS NULL AND (o.reverses = b.entry_id OR o.id = e.reverses))))
  SELECT CASE WHEN amount_cents > 0 THEN 'in_not_booked' ELSE 'out_not_booked' END, id, NULL::int, abs(amount_cents) FROM unbooked
   WHERE amount_cents <> 0
  UNION ALL
  SELECT CASE WHEN cents > 0 THEN 'booked_in' ELSE 'booked_out' END, NULL, entry_id, abs(cents) FROM open WHERE cents <> 0
  UNION ALL
  SELECT 'differing', NULL, entry_id, differing_cents FROM open WHERE differing_cents <> 0
$$;`;
