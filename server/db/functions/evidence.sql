-- What statements show of a payment (STAT-5), and what an approval keeps of it.

-- The days that each account's statements prove (STAT-5), step by step as domain/statements/coverage.ts computes them; a test holds the
-- two equal.
CREATE OR REPLACE FUNCTION account_days() RETURNS TABLE (account_id int, days datemultirange) LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  s record;
  first_day date;
  last_day date;
  closing bigint;
  missing_from date;
  missing_to date;
  is_next_day boolean;
BEGIN
  FOR account_id IN SELECT a.id FROM statement_accounts a ORDER BY a.id LOOP
    days := '{}';
    first_day := NULL;
    FOR s IN
      SELECT t.period_from, t.period_to, t.opening_cents, t.closing_cents, coalesce((t.counts ->> 'known')::int, 0) > 0 AS shares_lines
        FROM statements t WHERE t.account_id = account_days.account_id AND t.is_proof ORDER BY t.period_from, t.period_to, t.id
    LOOP
      IF first_day IS NULL THEN
        first_day := s.period_from;
        last_day := s.period_to;
        closing := s.closing_cents;
        CONTINUE;
      END IF;
      is_next_day := s.period_from <= last_day + 1;
      missing_from := NULL;
      IF s.period_from < last_day OR s.shares_lines THEN
        IF NOT is_next_day THEN missing_from := last_day + 1; END IF;
      ELSIF closing IS DISTINCT FROM s.opening_cents OR closing IS NULL THEN
        -- Without balances nothing tells that anything is missing between two days that follow each other.
        IF NOT is_next_day THEN missing_from := last_day + 1;
        ELSIF closing IS NOT NULL AND s.opening_cents IS NOT NULL THEN missing_from := last_day; END IF;
      END IF;
      IF missing_from IS NOT NULL THEN
        missing_to := CASE WHEN is_next_day THEN s.period_from ELSE s.period_from - 1 END;
        IF first_day < missing_from THEN days := days + datemultirange(daterange(first_day, missing_from)); END IF;
        first_day := missing_to + 1;
        last_day := s.period_to;
        closing := s.closing_cents;
      ELSIF s.period_to >= last_day THEN
        last_day := s.period_to;
        closing := s.closing_cents;
      END IF;
    END LOOP;
    IF first_day <= last_day THEN days := days + datemultirange(daterange(first_day, last_day, '[]')); END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- The days on which nothing can be missing: proved statements of every account cover them, and each follows from the one before.
CREATE OR REPLACE FUNCTION covered_days() RETURNS datemultirange LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(range_intersect_agg(days), '{}') FROM account_days()
$$;

-- Whether whole statements of an account cover a day, with three days on either side.
CREATE OR REPLACE FUNCTION is_covered_by(account int, day date) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT daterange(is_covered_by.day - 3, is_covered_by.day + 3, '[]') <@ d.days FROM account_days() d WHERE d.account_id = account
$$;

-- Whether statements confirm a payment, differ from it, miss it or tell nothing, why, and the line that says so.
CREATE OR REPLACE FUNCTION evidence_of(payment_id int, reference_key text, amount_cents bigint, paid_on date)
RETURNS TABLE (state text, reason text, line_id int, named_id int, claimed bigint) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE WHEN found.id IS NULL
              THEN CASE WHEN daterange(paid_on - 3, paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'missing' ELSE 'none' END
              WHEN found.reason = 'lacking' THEN 'missing'
              WHEN back.id IS NULL AND found.reason IN ('reference', 'code', 'by_hand') THEN 'confirmed' ELSE 'differs' END,
         CASE WHEN found.reason <> 'lacking' AND back.id IS NOT NULL THEN 'reversed' WHEN found.id IS NOT NULL THEN found.reason
              WHEN daterange(paid_on - 3, paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'covered' ELSE 'not_covered' END,
         coalesce(back.id, found.id), found.named_id, found.claimed
    FROM (VALUES (true)) payment (stands)
    LEFT JOIN LATERAL (
      SELECT c.*,
             -- M-PESA confirmed it, and its account's whole statements lack it.
             CASE WHEN c.live_only AND is_covered_by(c.account_id, c.on_day) THEN 'lacking'
                  WHEN c.amount_cents < 0 THEN 'direction'
                  WHEN c.named_id IS NOT NULL THEN 'named'
                  WHEN EXISTS (SELECT FROM standing_twins() t WHERE t.line_id = c.id) THEN 'twins'
                  WHEN c.claimed <> evidence_of.amount_cents AND c.claimed <> c.amount_cents THEN 'parts'
                  WHEN c.claimed <> c.amount_cents THEN 'amount'
                  WHEN c.is_taken OR c.pair_id IS NOT NULL THEN 'taken'
                  WHEN c.reference_key = evidence_of.reference_key THEN 'reference'
                  WHEN c.code_key = evidence_of.reference_key THEN 'code'
                  ELSE 'by_hand' END AS reason
        FROM (
          SELECT l.id, l.account_id, l.on_day, l.amount_cents, l.kind, l.reference_key, l.code_key, l.pair_id, l.live_only,
                 ARRAY[l.reference_key, l.code_key] AS keys, coalesce(m.payment_id = evidence_of.payment_id, false) AS is_own,
                 CASE WHEN l.amount_cents > 0 THEN named_instead(l.account_typed, l.party, own.member_id) END AS named_id,
                 is_taken(l.id, evidence_of.reference_key, own.member_id) AS is_taken,
                 CASE WHEN m.explanation IS NOT NULL THEN evidence_of.amount_cents
                      ELSE claimed_cents(l.id, evidence_of.reference_key, own.member_id) END AS claimed
            FROM payments own
            CROSS JOIN LATERAL (
              SELECT named.id FROM statement_lines named WHERE named.reference_key = evidence_of.reference_key
              UNION SELECT coded.id FROM statement_lines coded WHERE coded.code_key = evidence_of.reference_key
              UNION SELECT matched.line_id FROM statement_matches matched
                     WHERE matched.payment_id = evidence_of.payment_id AND matched.undone_at IS NULL) candidate
            CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = candidate.id OFFSET 0) l
            LEFT JOIN LATERAL (SELECT m.* FROM statement_matches m WHERE m.payment_id = evidence_of.payment_id AND m.undone_at IS NULL OFFSET 0) m
              ON m.line_id = l.id
           WHERE own.id = evidence_of.payment_id AND l.is_proved AND l.kind NOT IN ('failed', 'internal')
             AND NOT EXISTS (SELECT FROM statement_set_asides aside WHERE aside.line_id = l.id AND aside.undone_at IS NULL OFFSET 0)) c
       ORDER BY c.is_own DESC, c.claimed = c.amount_cents DESC, c.kind = 'payment_in' DESC, c.is_taken, c.id
       LIMIT 1) found ON true
    LEFT JOIN LATERAL (
      SELECT r.id FROM statement_lines r
       WHERE r.code_key = ANY (found.keys) AND r.account_id = found.account_id AND r.amount_cents = -found.amount_cents
         AND r.kind = 'payment_out' AND r.is_proved AND r.on_day >= found.on_day
       ORDER BY r.id LIMIT 1) back ON true
$$;

-- The payments of a kind that wait and are on no collection sheet, each with what the statements say of it: the state of `evidence_of` for all of them in one query, in
-- which each payment costs a few index lookups instead of four functions. Lists count by it (PAY-17).
CREATE OR REPLACE FUNCTION waiting_payments(payment_kind text)
RETURNS TABLE (id int, status text, treasurer_verdict text, treasurer_id int, sec_gen_verdict text, sec_gen_id int, state text)
LANGUAGE sql STABLE AS $$
  WITH evident AS NOT MATERIALIZED (
    SELECT l.* FROM statement_lines l
     WHERE l.is_proved AND l.kind NOT IN ('failed', 'internal')
       AND l.id NOT IN (SELECT aside.line_id FROM statement_set_asides aside WHERE aside.undone_at IS NULL)),
  found AS (
    SELECT p.id AS payment_id, p.status, p.treasurer_verdict, p.treasurer_id, p.sec_gen_verdict, p.sec_gen_id, p.member_id,
           p.reference_key AS claim_key, p.amount_cents AS claim_cents, p.paid_on, m.line_id AS matched_id,
           m.explanation IS NOT NULL AND own.id IS NOT NULL AS is_explained,
           coalesce(own.id, best.id) AS id, coalesce(own.account_id, best.account_id) AS account_id, coalesce(own.on_day, best.on_day) AS on_day,
           coalesce(own.amount_cents, best.amount_cents) AS amount_cents, coalesce(own.pair_id, best.pair_id) AS pair_id,
           coalesce(own.reference_key, best.reference_key) AS reference_key, coalesce(own.code_key, best.code_key) AS code_key,
           coalesce(own.account_typed, best.account_typed) AS account_typed, coalesce(own.party, best.party) AS party,
           coalesce(own.live_only, best.live_only) AS live_only
      FROM payments p
      LEFT JOIN statement_matches m ON m.payment_id = p.id AND m.undone_at IS NULL
      LEFT JOIN evident own ON own.id = m.line_id
      LEFT JOIN LATERAL (
        SELECT near.*
          FROM (SELECT named.* FROM evident named WHERE named.reference_key = p.reference_key
                UNION ALL
                SELECT coded.* FROM evident coded
                 WHERE coded.code_key = p.reference_key AND coded.reference_key IS DISTINCT FROM p.reference_key) near
         WHERE own.id IS NULL AND EXISTS (SELECT FROM statement_accounts)
         ORDER BY claimed_cents(near.id, p.reference_key, p.member_id) = near.amount_cents DESC, near.kind = 'payment_in' DESC,
                  is_taken(near.id, p.reference_key, p.member_id), near.id
         LIMIT 1) best ON true
     WHERE p.kind = payment_kind AND p.status IN ('pending', 'pending_approval') AND p.collection_id IS NULL)
  SELECT f.payment_id, f.status, f.treasurer_verdict, f.treasurer_id, f.sec_gen_verdict, f.sec_gen_id,
         CASE WHEN NOT EXISTS (SELECT FROM statement_accounts) THEN 'none'
              WHEN f.id IS NULL
              THEN CASE WHEN daterange(f.paid_on - 3, f.paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'missing' ELSE 'none' END
              WHEN f.live_only AND is_covered_by(f.account_id, f.on_day) THEN 'missing'
              WHEN f.amount_cents < 0 OR f.pair_id IS NOT NULL OR f.id IN (SELECT t.line_id FROM standing_twins() t)
                OR f.amount_cents <> CASE
                  -- Most references have one payment, which is all that is claimed.
                  WHEN f.is_explained OR (coalesce(f.matched_id, f.id) = f.id AND NOT EXISTS (
                    SELECT FROM payments p
                     WHERE p.reference_key = f.claim_key AND p.status <> 'rejected' AND p.id <> f.payment_id
                       AND CASE p.status WHEN 'approved' THEN true ELSE p.member_id = f.member_id END))
                  THEN f.claim_cents ELSE claimed_cents(f.id, f.claim_key, f.member_id) END
                -- As `is_taken`.
                OR EXISTS (
                  SELECT FROM statement_matches m
                   WHERE m.line_id = f.id AND m.undone_at IS NULL AND m.payment_id IS DISTINCT FROM f.payment_id
                     AND NOT EXISTS (SELECT FROM payments p
                                      WHERE p.id = m.payment_id AND p.member_id = f.member_id AND p.reference_key = f.claim_key))
                OR EXISTS (
                  SELECT FROM statement_lines r
                   WHERE r.code_key = ANY (ARRAY[f.reference_key, f.code_key]) AND r.account_id = f.account_id
                     AND r.amount_cents = -f.amount_cents AND r.kind = 'payment_out' AND r.is_proved AND r.on_day >= f.on_day)
              THEN 'differs'
              -- As `named_instead`, what costs least first: most lines have the member's own RegNo or username, or nobody's and no name.
              WHEN typed.key = plain_account(claimant.reg_number) THEN 'confirmed'
              WHEN (typed.key <> '' AND typed.key = plain_account(claimant.username) AND claimant.status <> 'pending_approval'
                    OR coalesce(typed.key, '') !~ '^([0-9]+|AK[A-Z0-9]{10})$'
                       AND coalesce(folded(f.party), '') !~ '[[:alpha:]]{3,}[^[:alpha:]*].*[[:alpha:]]{3,}'
                       AND NOT EXISTS (SELECT FROM members m WHERE plain_account(m.username) = typed.key))
               AND NOT EXISTS (SELECT FROM members m WHERE plain_account(m.reg_number) = typed.key) THEN 'confirmed'
              WHEN member_of_line(f.account_typed, f.party) <> f.member_id THEN 'differs' ELSE 'confirmed' END
    FROM found f JOIN members claimant ON claimant.id = f.member_id
    CROSS JOIN LATERAL (SELECT plain_account(f.account_typed) AS key) typed
$$;

-- Whatever wrote it: an approval keeps what the statements say at that moment, and has its reason where one is asked for. Once
-- for all rows, and nothing of cash or where there is neither a statement account nor the setting. Who read the statements a moment too
-- early tries again: that is what the error's code means.
CREATE OR REPLACE FUNCTION check_payment_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  has_statements boolean := EXISTS (SELECT FROM statement_accounts);
  requires boolean := (SELECT require_evidence FROM group_settings);
  wrong record;
BEGIN
  IF NOT has_statements AND NOT coalesce(requires, false) THEN RETURN NULL; END IF;
  SELECT a.id, given.evidence, given.reason, said.state INTO wrong
    FROM after_update a JOIN before_update b ON b.id = a.id
    CROSS JOIN LATERAL (VALUES
      (b.treasurer_verdict, a.treasurer_verdict, a.treasurer_evidence, a.treasurer_approve_reason),
      (b.sec_gen_verdict, a.sec_gen_verdict, a.sec_gen_evidence, a.sec_gen_approve_reason)) given (stood, verdict, evidence, reason)
    CROSS JOIN LATERAL evidence_of(a.id, a.reference_key, a.amount_cents, a.paid_on) said
   WHERE given.stood = 'pending_approval' AND given.verdict = 'approved' AND a.collection_id IS NULL
     AND (given.evidence IS DISTINCT FROM said.state OR (requires AND given.evidence <> 'confirmed' AND given.reason IS NULL))
   LIMIT 1;
  IF wrong.evidence IS DISTINCT FROM wrong.state THEN
    RAISE EXCEPTION 'payment % is approved as %, and the statements say %', wrong.id, wrong.evidence, wrong.state
      USING ERRCODE = 'serialization_failure';
  ELSIF wrong.id IS NOT NULL THEN
    RAISE EXCEPTION 'payment % is approved without evidence and without a reason', wrong.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_approve_reason';
  END IF;
  RETURN NULL;
END $$;
