-- Evidence that is evidence (STAT-20, STAT-60 to STAT-63): whose money a line is, what its receipt stands for, and which payments claim it.
-- Everything that matches, decides or shows evidence reads these functions.

-- As in 0200; equal lines of one account, which its own statement counts as two payments, stay two (STAT-3).
CREATE OR REPLACE FUNCTION twins_of(lines int[]) RETURNS TABLE (line_id int, twin_id int) LANGUAGE plpgsql STABLE
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY
  WITH own AS MATERIALIZED (
    SELECT l.id, l.account_id, l.on_day, l.amount_cents, a.kind AS account_kind, keys.key
      FROM statement_lines l JOIN statement_accounts a ON a.id = l.account_id
      CROSS JOIN LATERAL (SELECT l.reference_key AS key UNION SELECT l.code_key) keys
     WHERE l.id = ANY (lines) AND l.kind = 'payment_in' AND is_receipt(keys.key, a.kind)),
  near AS (
    SELECT own.id AS line, o.id AS twin, own.key, own.account_kind, own.account_id, own.on_day, own.amount_cents
      FROM own JOIN statement_lines o ON o.reference_key = own.key WHERE o.id <> own.id
    UNION
    SELECT own.id, o.id, own.key, own.account_kind, own.account_id, own.on_day, own.amount_cents
      FROM own JOIN statement_lines o ON o.code_key = own.key WHERE o.id <> own.id)
  SELECT DISTINCT n.line, n.twin
    FROM near n JOIN statement_lines o ON o.id = n.twin JOIN statement_accounts a ON a.id = o.account_id
   WHERE o.kind = 'payment_in' AND is_receipt(n.key, a.kind)
     AND (o.account_id <> n.account_id
          OR (o.amount_cents <> n.amount_cents AND (n.account_kind <> 'bank' OR o.on_day = n.on_day OR is_mpesa_code(n.key))));
END $$;
ALTER TABLE statement_twins DISABLE TRIGGER statement_twins_append_only;
DELETE FROM statement_twins t USING statement_lines l, statement_lines o
 WHERE l.id = t.line_id AND o.id = t.twin_id AND l.account_id = o.account_id AND l.amount_cents = o.amount_cents;
ALTER TABLE statement_twins ENABLE TRIGGER statement_twins_append_only;

-- A RegNo or username as payers type it: without case, spaces, - and /.
CREATE FUNCTION plain_account(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(upper(typed), '-/ ', '')
$$;
CREATE FUNCTION name_tokens(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT word FROM regexp_split_to_table(lower(name), '[^[:alpha:]'']+') word WHERE word <> '')
$$;
CREATE INDEX members_by_plain_reg_number ON members (plain_account(reg_number));
CREATE INDEX members_by_plain_username ON members (plain_account(username));
CREATE INDEX members_by_name_tokens ON members USING gin (name_tokens(first_name || ' ' || last_name)) WITH (fastupdate = off);

-- The member whom a line names (STAT-61); null: nobody, or more than one. A RegNo goes before a username, which anybody may choose, and
-- an approved member before an account that waits. A workbook drops the zeros before a number.
CREATE FUNCTION member_of_line(account_typed text, party text) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE
  typed text := plain_account(account_typed);
  tokens text[];
  found int[];
BEGIN
  IF typed <> '' THEN
    SELECT array_agg(id) INTO found FROM (
      SELECT id, place, min(place) OVER () AS nearest FROM (
        SELECT m.id, CASE m.status WHEN 'pending_approval' THEN 2 ELSE 1 END AS place FROM members m WHERE plain_account(m.reg_number) = typed
        UNION ALL
        SELECT m.id, CASE m.status WHEN 'pending_approval' THEN 4 ELSE 3 END FROM members m WHERE plain_account(m.username) = typed
        UNION ALL
        SELECT m.id, 5 FROM members m
         WHERE typed ~ '^0*[1-9][0-9]*$' AND ltrim(lower(m.reg_number), '0') = ltrim(typed, '0') AND m.status <> 'pending_approval') fitting) near
     WHERE place = nearest;
    IF found IS NOT NULL THEN
      RETURN CASE WHEN cardinality(found) = 1 THEN found[1] END;
    END IF;
  END IF;
  -- Masked names name nobody.
  tokens := ARRAY(SELECT DISTINCT word FROM regexp_split_to_table(lower(party), '[^[:alpha:]''*]+') word
                   WHERE word !~ '\*' AND length(translate(word, '''', '')) >= 3);
  IF cardinality(tokens) < 2 THEN RETURN NULL; END IF;
  SELECT array_agg(m.id) INTO found FROM members m
   WHERE name_tokens(m.first_name || ' ' || m.last_name) @> tokens AND m.status <> 'pending_approval';
  RETURN CASE WHEN cardinality(found) = 1 THEN found[1] END;
END $$;

-- The member whom a line names instead of the one who claims it; null if it names nobody else. Whoever typed their own RegNo is right.
CREATE FUNCTION named_instead(account_typed text, party text, claimant int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN account_typed IS NULL AND party IS NULL THEN NULL
              WHEN plain_account(account_typed) = (SELECT plain_account(m.reg_number) FROM members m WHERE m.id = claimant) THEN NULL
              ELSE nullif(member_of_line(account_typed, party), claimant) END
$$;

-- What the payments of a member with one reference come to on a line: those of them that are no other line, and what is approved of
-- that reference for others. Payments that are matched with a line of another reference claim it by that.
CREATE FUNCTION claimed_cents(line int, key text, claimant int) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(c.amount_cents), 0)::bigint FROM payments c
   WHERE c.reference_key = key AND c.status <> 'rejected' AND (c.member_id = claimant OR c.status = 'approved')
     AND NOT EXISTS (SELECT FROM statement_matches o WHERE o.payment_id = c.id AND o.undone_at IS NULL AND o.line_id <> line)
$$;

-- Whether a line is something else than the payments of this member with this reference.
CREATE FUNCTION is_taken(line int, key text, claimant int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM statement_matches m LEFT JOIN payments q ON q.id = m.payment_id
     WHERE m.line_id = line AND m.undone_at IS NULL AND (q.id IS NULL OR q.member_id <> claimant OR q.reference_key <> key))
$$;

-- As in 0167. `reason` says besides: named (`named_id` is whom), twins, and parts, where several payments come to `claimed` and not to
-- the line.
DROP FUNCTION evidence_of(int, text, bigint, date);
CREATE FUNCTION evidence_of(payment_id int, reference_key text, amount_cents bigint, paid_on date)
RETURNS TABLE (state text, reason text, line_id int, named_id int, claimed bigint) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE WHEN found.id IS NULL
              THEN CASE WHEN daterange(paid_on - 3, paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'missing' ELSE 'none' END
              WHEN back.id IS NULL AND found.reason IN ('reference', 'code', 'by_hand') THEN 'confirmed' ELSE 'differs' END,
         CASE WHEN back.id IS NOT NULL THEN 'reversed' WHEN found.id IS NOT NULL THEN found.reason
              WHEN daterange(paid_on - 3, paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'covered' ELSE 'not_covered' END,
         coalesce(back.id, found.id), found.named_id, found.claimed
    FROM (VALUES (true)) payment (stands)
    LEFT JOIN LATERAL (
      SELECT c.*,
             CASE WHEN c.amount_cents < 0 THEN 'direction'
                  WHEN c.named_id IS NOT NULL THEN 'named'
                  WHEN EXISTS (SELECT FROM standing_twins() t WHERE t.line_id = c.id) THEN 'twins'
                  WHEN c.claimed <> evidence_of.amount_cents AND c.claimed <> c.amount_cents THEN 'parts'
                  WHEN c.claimed <> c.amount_cents THEN 'amount'
                  WHEN c.is_taken OR c.pair_id IS NOT NULL THEN 'taken'
                  WHEN c.reference_key = evidence_of.reference_key THEN 'reference'
                  WHEN c.code_key = evidence_of.reference_key THEN 'code'
                  ELSE 'by_hand' END AS reason
        FROM (
          SELECT l.id, l.account_id, l.on_day, l.amount_cents, l.kind, l.reference_key, l.code_key, l.pair_id,
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
            JOIN statement_lines l ON l.id = candidate.id
            LEFT JOIN statement_matches m ON m.line_id = l.id AND m.payment_id = evidence_of.payment_id AND m.undone_at IS NULL
           WHERE own.id = evidence_of.payment_id AND l.is_proved AND l.kind NOT IN ('failed', 'internal')
             AND NOT EXISTS (SELECT FROM statement_set_asides aside WHERE aside.line_id = l.id AND aside.undone_at IS NULL)) c
       ORDER BY c.is_own DESC, c.claimed = c.amount_cents DESC, c.kind = 'payment_in' DESC, c.is_taken, c.id
       LIMIT 1) found ON true
    LEFT JOIN LATERAL (
      SELECT r.id FROM statement_lines r
       WHERE r.code_key = ANY (found.keys) AND r.account_id = found.account_id AND r.amount_cents = -found.amount_cents
         AND r.kind = 'payment_out' AND r.is_proved AND r.on_day >= found.on_day
       ORDER BY r.id LIMIT 1) back ON true
$$;

-- As in 0165: the payments that open lines are. All payments of a member with one reference are one line together (STAT-63); a line that
-- names another, has a twin, is set aside or was taken back is none.
CREATE OR REPLACE FUNCTION lines_with_payments(lines int[], payers int[])
RETURNS TABLE (line_id int, payment_id int, reason text) LANGUAGE plpgsql STABLE
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY
  WITH near AS (
    SELECT l.id AS line, p.reference_key AS key, p.member_id AS claimant, 'reference' AS reason
      FROM statement_lines l JOIN payments p ON p.reference_key = l.reference_key
     WHERE (lines IS NULL OR l.id = ANY (lines)) AND (payers IS NULL OR p.id = ANY (payers))
       AND (l.state IN ('open', 'matched') OR l.pair_id IS NOT NULL) AND l.is_proved AND l.kind = 'payment_in'
       AND p.amount_cents <= l.amount_cents AND p.status <> 'rejected' AND p.reference_standing <> 'waits'
    UNION
    SELECT l.id, p.reference_key, p.member_id, 'code'
      FROM statement_lines l JOIN payments p ON p.reference_key = l.code_key
     WHERE (lines IS NULL OR l.id = ANY (lines)) AND (payers IS NULL OR p.id = ANY (payers))
       AND (l.state IN ('open', 'matched') OR l.pair_id IS NOT NULL) AND l.is_proved AND l.kind = 'payment_in'
       AND p.amount_cents <= l.amount_cents AND p.status <> 'rejected' AND p.reference_standing <> 'waits'
       AND l.code_key IS DISTINCT FROM l.reference_key),
  fits AS (
    SELECT n.*, unmatched.first_id
      FROM near n JOIN statement_lines l ON l.id = n.line
      CROSS JOIN LATERAL (
        SELECT min(p.id) AS first_id FROM payments p
         WHERE p.reference_key = n.key AND p.member_id = n.claimant AND p.status <> 'rejected' AND p.reference_standing <> 'waits'
           AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL)) unmatched
     WHERE unmatched.first_id IS NOT NULL AND NOT is_taken(l.id, n.key, n.claimant)
       AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.undone_at IS NULL AND m.explanation IS NOT NULL)
       AND l.amount_cents = claimed_cents(l.id, n.key, n.claimant)
       AND NOT EXISTS (SELECT FROM statement_twins t WHERE t.line_id = l.id AND EXISTS (
                         SELECT FROM standing_twins() s WHERE s.line_id = t.line_id AND s.twin_id = t.twin_id))
       AND named_instead(l.account_typed, l.party, n.claimant) IS NULL
       AND NOT EXISTS (SELECT FROM statement_lines r
                        WHERE r.code_key = ANY (ARRAY[l.reference_key, l.code_key]) AND r.account_id = l.account_id
                          AND r.amount_cents = -l.amount_cents AND r.kind = 'payment_out' AND r.is_proved AND r.on_day >= l.on_day)),
  ranked AS (
    SELECT f.*, row_number() OVER (PARTITION BY f.line ORDER BY f.first_id) AS of_line,
           row_number() OVER (PARTITION BY f.key, f.claimant ORDER BY f.line) AS of_claim
      FROM fits f)
  SELECT r.line, p.id, r.reason
    FROM ranked r JOIN payments p ON p.reference_key = r.key AND p.member_id = r.claimant
   WHERE r.of_line = r.of_claim AND p.status <> 'rejected' AND p.reference_standing <> 'waits'
     AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL)
   ORDER BY r.line, p.id;
END $$;

-- Whatever order files and claims come in, the same is matched: what the application matched by itself, and what waits, comes apart as
-- soon as its line has a twin or its payments do not add up to it any more.
CREATE FUNCTION part_matches(candidates int[], moment timestamptz) RETURNS void LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  WITH loose AS (
    UPDATE statement_matches m SET undone_at = moment, undone_why = 'apart'
      FROM payments p
     WHERE m.payment_id = ANY (candidates) AND m.undone_at IS NULL AND m.matched_by IS NULL AND p.id = m.payment_id
       AND p.status IN ('pending', 'pending_approval')
       AND EXISTS (SELECT FROM evidence_of(p.id, p.reference_key, p.amount_cents, p.paid_on) said WHERE said.reason IN ('twins', 'parts', 'amount'))
    RETURNING m.line_id, m.id)
  UPDATE statement_lines l SET state = 'open' FROM (SELECT DISTINCT line_id FROM loose) gone
   WHERE l.id = gone.line_id AND l.state = 'matched'
     AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.undone_at IS NULL AND m.id NOT IN (SELECT id FROM loose));
END $$;

-- As in 0130. A transfer that was only supposed, by day and amount, gives way.
CREATE OR REPLACE FUNCTION match_lines(lines int[], payers int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, payment_id int) LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  IF EXISTS (SELECT FROM statement_twins t WHERE t.line_id = ANY (lines)) THEN
    PERFORM part_matches(ARRAY(SELECT m.payment_id FROM statement_twins t JOIN statement_matches m ON m.line_id = t.twin_id
                                WHERE t.line_id = ANY (lines) AND m.undone_at IS NULL AND m.payment_id IS NOT NULL), moment);
  END IF;
  RETURN QUERY
  WITH made AS (
    INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
    SELECT f.line_id, f.payment_id, moment, f.reason FROM lines_with_payments(lines, payers) f
    RETURNING id, statement_matches.line_id, statement_matches.payment_id),
  unpaired AS (
    UPDATE statement_lines o SET pair_id = NULL, state = 'open'
      FROM (SELECT DISTINCT made.line_id FROM made) now JOIN statement_lines l ON l.id = now.line_id WHERE o.id = l.pair_id),
  stated AS (
    UPDATE statement_lines l SET state = 'matched', pair_id = NULL FROM (SELECT DISTINCT made.line_id FROM made) now WHERE l.id = now.line_id)
  SELECT made.id, made.line_id, made.payment_id FROM made;
END $$;

-- As in 0192. The payments beside these, of the same member and reference, come apart or together with them.
CREATE OR REPLACE FUNCTION match_payments(payers int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, payment_id int) LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  beside int[];
BEGIN
  PERFORM lock_matching(false);
  IF EXISTS (SELECT FROM payments p JOIN statement_lines l ON l.reference_key = p.reference_key WHERE p.id = ANY (payers))
     OR EXISTS (SELECT FROM payments p JOIN statement_lines l ON l.code_key = p.reference_key WHERE p.id = ANY (payers)) THEN
    beside := ARRAY(SELECT o.id FROM payments p JOIN payments o ON o.reference_key = p.reference_key AND o.member_id = p.member_id
                     WHERE p.id = ANY (payers));
    PERFORM part_matches(beside, moment);
    RETURN QUERY SELECT m.match_id, m.line_id, m.payment_id FROM match_lines(NULL, beside, moment) m;
  END IF;
END $$;
