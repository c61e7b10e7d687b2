-- Which payments are which lines of statements (STAT-11), and which lines are two sides of one transfer (STAT-8). A few rows are looked
-- up for each of a few others, one index at a time, whatever PostgreSQL knows of the tables: that is what LATERAL with OFFSET 0 is for.

-- Whoever matches a file holds the lock alone, whoever submits a payment shares it: of a payment and a line that come at the same
-- moment one sees the other.
CREATE OR REPLACE FUNCTION lock_matching(alone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF alone THEN PERFORM pg_advisory_xact_lock(7265006); ELSE PERFORM pg_advisory_xact_lock_shared(7265006); END IF;
END $$;

-- Matches payments that were just submitted, in one call. The payments beside these, of the same member and reference, come apart or
-- together with them. Most payments are submitted before their statement arrives, and then no line is looked at.
CREATE OR REPLACE FUNCTION match_payments(payers int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, payment_id int) LANGUAGE plpgsql AS $$
DECLARE
  beside int[];
BEGIN
  PERFORM lock_matching(false);
  IF EXISTS (
    SELECT FROM unnest(payers) named (id)
      CROSS JOIN LATERAL (SELECT p.reference_key FROM payments p WHERE p.id = named.id OFFSET 0) p
      CROSS JOIN LATERAL (SELECT FROM statement_lines l WHERE l.reference_key = p.reference_key
                          UNION ALL SELECT FROM statement_lines l WHERE l.code_key = p.reference_key OFFSET 0) l) THEN
    beside := ARRAY(
      SELECT o.id FROM unnest(payers) named (id)
        CROSS JOIN LATERAL (SELECT p.reference_key, p.member_id FROM payments p WHERE p.id = named.id OFFSET 0) p
        CROSS JOIN LATERAL (SELECT o.id FROM payments o WHERE o.reference_key = p.reference_key AND o.member_id = p.member_id
                               AND o.status <> 'rejected' OFFSET 0) o);
    PERFORM part_matches(beside, moment);
    RETURN QUERY SELECT m.match_id, m.line_id, m.payment_id FROM match_lines(NULL, beside, moment) m;
  END IF;
END $$;

-- Matches these lines, or these payments. A transfer that was only supposed, by day and amount, gives way.
-- Returns the matches that were made.
CREATE OR REPLACE FUNCTION match_lines(lines int[], payers int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, payment_id int) LANGUAGE plpgsql AS $$
DECLARE
  beside int[] := ARRAY(
    SELECT m.payment_id FROM unnest(lines) named (id)
      CROSS JOIN LATERAL (SELECT t.twin_id FROM statement_twins t WHERE t.line_id = named.id OFFSET 0) t
      CROSS JOIN LATERAL (SELECT m.payment_id FROM statement_matches m WHERE m.line_id = t.twin_id AND m.undone_at IS NULL OFFSET 0) m
     WHERE m.payment_id IS NOT NULL);
BEGIN
  IF cardinality(beside) > 0 THEN PERFORM part_matches(beside, moment); END IF;
  RETURN QUERY
  WITH made AS (
    INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
    SELECT f.line_id, f.payment_id, moment, f.reason FROM lines_with_payments(lines, payers) f
    RETURNING id, statement_matches.line_id, statement_matches.payment_id),
  unpaired AS (
    UPDATE statement_lines o SET pair_id = NULL, state = 'open'
      FROM (SELECT DISTINCT made.line_id FROM made) now
      CROSS JOIN LATERAL (SELECT l.pair_id FROM statement_lines l WHERE l.id = now.line_id OFFSET 0) l
     WHERE o.id = l.pair_id),
  stated AS (
    UPDATE statement_lines l SET state = 'matched', pair_id = NULL FROM (SELECT DISTINCT made.line_id FROM made) now WHERE l.id = now.line_id)
  SELECT made.id, made.line_id, made.payment_id FROM made;
END $$;

-- Whatever order files and claims come in, the same is matched: what the application matched by itself, and what waits, comes apart as
-- soon as its line has a twin or its payments do not add up to it any more.
CREATE OR REPLACE FUNCTION part_matches(candidates int[], moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH loose AS (
    UPDATE statement_matches m SET undone_at = moment, undone_why = 'apart'
      FROM payments p
     WHERE m.payment_id = ANY (candidates) AND m.undone_at IS NULL AND m.matched_by IS NULL AND p.id = m.payment_id
       AND p.status IN ('pending', 'pending_approval')
       AND EXISTS (SELECT FROM evidence_of(p.id, p.reference_key, p.amount_cents, p.paid_on) said
                    WHERE said.reason IN ('twins', 'parts', 'amount') OFFSET 0)
    RETURNING m.line_id, m.id)
  UPDATE statement_lines l SET state = 'open' FROM (SELECT DISTINCT line_id FROM loose) gone
   WHERE l.id = gone.line_id AND l.state = 'matched'
     AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.undone_at IS NULL AND m.id NOT IN (SELECT id FROM loose) OFFSET 0);
END $$;

-- The payments that open lines are: whose reference is theirs, or the code in their narration. All payments of a member with one
-- reference are one line together (STAT-63); a line that names another, has a twin, is set aside or was taken back is none.
CREATE OR REPLACE FUNCTION lines_with_payments(lines int[], payers int[])
RETURNS TABLE (line_id int, payment_id int, reason text) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY
  WITH met AS (
    SELECT l.id AS line, l.key, l.reason, p.member_id AS claimant, p.amount_cents, p.reference_standing
      FROM unnest(lines) named (id)
      CROSS JOIN LATERAL (
        SELECT l.id, keys.key, keys.reason FROM statement_lines l
          CROSS JOIN LATERAL (VALUES (l.reference_key, 'reference'), (nullif(l.code_key, l.reference_key), 'code')) keys (key, reason)
         WHERE l.id = named.id OFFSET 0) l
      CROSS JOIN LATERAL (SELECT p.* FROM payments p WHERE p.reference_key = l.key AND p.status <> 'rejected' AND p.collection_id IS NULL OFFSET 0) p
    UNION
    SELECT l.id, p.reference_key, l.reason, p.member_id, p.amount_cents, p.reference_standing
      FROM unnest(payers) named (id)
      CROSS JOIN LATERAL (SELECT p.* FROM payments p WHERE p.id = named.id AND p.status <> 'rejected' AND p.collection_id IS NULL OFFSET 0) p
      CROSS JOIN LATERAL (
        SELECT l.id, 'reference' AS reason FROM statement_lines l WHERE l.reference_key = p.reference_key
        UNION ALL
        SELECT l.id, 'code' FROM statement_lines l WHERE l.code_key = p.reference_key AND l.reference_key IS DISTINCT FROM p.reference_key
        OFFSET 0) l),
  near AS (
    SELECT DISTINCT l.id AS line, l.amount_cents, l.on_day, l.account_id, l.account_typed, l.party, l.reference_key, l.code_key, m.key, m.claimant, m.reason
      FROM met m CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = m.line OFFSET 0) l
     WHERE (l.state IN ('open', 'matched') OR l.pair_id IS NOT NULL) AND l.is_proved AND l.kind = 'payment_in'
       AND m.amount_cents <= l.amount_cents AND m.reference_standing <> 'waits'),
  fits AS (
    SELECT n.line, n.key, n.claimant, n.reason, unmatched.first_id
      FROM near n
      CROSS JOIN LATERAL (
        SELECT min(p.id) AS first_id
          FROM (SELECT p.* FROM payments p WHERE p.reference_key = n.key AND p.status <> 'rejected' OFFSET 0) p
         WHERE p.member_id = n.claimant AND p.reference_standing <> 'waits'
           AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL OFFSET 0)) unmatched
     WHERE unmatched.first_id IS NOT NULL AND NOT is_taken(n.line, n.key, n.claimant)
       AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = n.line AND m.undone_at IS NULL AND m.explanation IS NOT NULL OFFSET 0)
       AND n.amount_cents = claimed_cents(n.line, n.key, n.claimant)
       AND NOT EXISTS (SELECT FROM statement_twins t WHERE t.line_id = n.line AND EXISTS (
                         SELECT FROM standing_twins() s WHERE s.line_id = t.line_id AND s.twin_id = t.twin_id OFFSET 0) OFFSET 0)
       AND named_instead(n.account_typed, n.party, n.claimant) IS NULL
       AND NOT is_given_back(n.line)
       AND NOT EXISTS (SELECT FROM statement_lines r
                        WHERE r.code_key = ANY (ARRAY[n.reference_key, n.code_key]) AND r.account_id = n.account_id
                          AND r.amount_cents = -n.amount_cents AND r.kind = 'payment_out' AND r.is_proved AND r.on_day >= n.on_day OFFSET 0)),
  ranked AS (
    SELECT f.*, row_number() OVER (PARTITION BY f.line ORDER BY f.first_id) AS of_line,
           row_number() OVER (PARTITION BY f.key, f.claimant ORDER BY f.line) AS of_claim
      FROM fits f)
  SELECT r.line, p.id, r.reason
    FROM ranked r CROSS JOIN LATERAL (SELECT p.* FROM payments p WHERE p.reference_key = r.key AND p.status <> 'rejected' OFFSET 0) p
   WHERE r.of_line = r.of_claim AND p.member_id = r.claimant AND p.reference_standing <> 'waits'
     AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL OFFSET 0)
   ORDER BY r.line, p.id;
END $$;

-- Whether both offices agreed to give a line back, and M-PESA has not refused it (OUT-6): it is nobody's payment.
CREATE OR REPLACE FUNCTION is_given_back(line int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM mpesa_payouts p WHERE p.line_id = line AND p.state IN ('sending', 'sent', 'unknown', 'paid'))
$$;

-- What the payments of a member with one reference come to on a line: those of them that are no other line, and what is approved of
-- that reference for others. Payments that are matched with a line of another reference claim it by that. Written so that, without
-- statistics too, payments are found by their reference, and not all that was ever approved.
CREATE OR REPLACE FUNCTION claimed_cents(line int, key text, claimant int) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(c.amount_cents), 0)::bigint FROM payments c
   WHERE c.reference_key = key AND c.status <> 'rejected' AND CASE c.status WHEN 'approved' THEN true ELSE c.member_id = claimant END
     AND NOT EXISTS (SELECT FROM statement_matches o WHERE o.payment_id = c.id AND o.undone_at IS NULL AND o.line_id <> line OFFSET 0)
$$;

-- Whether a line is something else than the payments of this member with this reference.
CREATE OR REPLACE FUNCTION is_taken(line int, key text, claimant int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM statement_matches m LEFT JOIN LATERAL (SELECT q.* FROM payments q WHERE q.id = m.payment_id OFFSET 0) q ON true
     WHERE m.line_id = line AND m.undone_at IS NULL AND (q.id IS NULL OR q.member_id <> claimant OR q.reference_key <> key))
$$;

-- The member whom a line names instead of the one who claims it; null if it names nobody else. Whoever typed their own RegNo is right.
CREATE OR REPLACE FUNCTION named_instead(account_typed text, party text, claimant int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN account_typed IS NULL AND party IS NULL THEN NULL
              WHEN plain_account(account_typed) = (SELECT plain_account(m.reg_number) FROM members m WHERE m.id = claimant) THEN NULL
              ELSE nullif(member_of_line(account_typed, party), claimant) END
$$;

-- The member whom a line names (STAT-61); null: nobody, or more than one. A RegNo goes before a username, which anybody may choose, and
-- an approved member before an account that waits. A workbook drops the zeros before a number. The account reference of an ask names
-- whose phone was asked (ASK-2), whatever name the phone is registered in.
CREATE OR REPLACE FUNCTION member_of_line(account_typed text, party text) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE
  typed text := plain_account(account_typed);
  tokens text[];
  found int[];
BEGIN
  IF typed ~ '^AK[A-Z0-9]{10}$' THEN
    SELECT array_agg(a.member_id) INTO found FROM mpesa_asks a WHERE a.account_reference = typed;
    IF found IS NOT NULL THEN RETURN found[1]; END IF;
  END IF;
  IF typed <> '' THEN
    SELECT array_agg(DISTINCT id) INTO found FROM (
      SELECT id, place, min(place) OVER () AS nearest FROM (
        SELECT m.id, CASE m.status WHEN 'pending_approval' THEN 2 ELSE 1 END AS place FROM members m WHERE plain_account(m.reg_number) = typed
        UNION ALL
        SELECT m.id, CASE m.status WHEN 'pending_approval' THEN 4 ELSE 3 END FROM members m WHERE plain_account(m.username) = typed
        UNION ALL
        -- A number written without zeros may have lost them in a number cell: where members have both forms, it names neither.
        SELECT m.id, CASE WHEN typed ~ '^[1-9]' THEN 1 ELSE 5 END FROM members m
         WHERE typed ~ '^0*[1-9][0-9]*$' AND ltrim(lower(m.reg_number), '0') = ltrim(typed, '0') AND m.status <> 'pending_approval') fitting) near
     WHERE place = nearest;
    IF found IS NOT NULL THEN
      RETURN CASE WHEN cardinality(found) = 1 THEN found[1] END;
    END IF;
  END IF;
  -- Masked names name nobody.
  tokens := ARRAY(SELECT DISTINCT word FROM regexp_split_to_table(public.folded(party), '[^[:alpha:]*]+') word
                   WHERE word !~ '\*' AND length(word) >= 3);
  IF cardinality(tokens) < 2 THEN RETURN NULL; END IF;
  SELECT array_agg(m.id) INTO found FROM members m
   WHERE name_tokens(m.first_name || ' ' || m.last_name) @> tokens AND m.status <> 'pending_approval';
  RETURN CASE WHEN cardinality(found) = 1 THEN found[1] END;
END $$;

-- Whether a line of a statement that counts names the member for this reference.
CREATE OR REPLACE FUNCTION names_member(key text, member int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM (SELECT l.* FROM statement_lines l WHERE l.reference_key = key
                  UNION SELECT l.* FROM statement_lines l WHERE l.code_key = key) l
     WHERE l.kind = 'payment_in' AND l.is_proved
       AND NOT EXISTS (SELECT FROM statement_set_asides aside WHERE aside.line_id = l.id AND aside.undone_at IS NULL)
       AND member_of_line(l.account_typed, l.party) = member)
$$;

-- Money from one of our accounts to another (STAT-8): the same code, or the same day and amount where nothing else fits and it
-- is no member's payment by what the payer typed. Within one account, two lines of money that went back: the later one names the
-- earlier. Returns how many pairs were made.
CREATE OR REPLACE FUNCTION pair_transfers(lines int[]) RETURNS int LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  made int;
BEGIN
  WITH arrived AS (
    SELECT l.* FROM unnest(lines) named (id) CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = named.id OFFSET 0) l
     WHERE l.state = 'open' AND l.is_proved AND l.kind IN ('payment_in', 'payment_out')),
  fitting AS (
    SELECT CASE WHEN a.amount_cents < 0 THEN a.id ELSE near.id END AS out_id, CASE WHEN a.amount_cents < 0 THEN near.id ELSE a.id END AS in_id,
           bool_or(near.by_code) AS by_code
      FROM arrived a
      CROSS JOIN LATERAL (
        SELECT o.*, true AS by_code FROM (VALUES (a.reference_key), (a.code_key)) own (key)
          CROSS JOIN LATERAL (SELECT o.* FROM statement_lines o WHERE o.reference_key = own.key OFFSET 0) o
         WHERE o.account_id <> a.account_id OR own.key = a.code_key AND o.on_day <= a.on_day
        UNION ALL
        SELECT o.*, true FROM (VALUES (a.reference_key), (a.code_key)) own (key)
          CROSS JOIN LATERAL (SELECT o.* FROM statement_lines o WHERE o.code_key = own.key OFFSET 0) o
         WHERE o.account_id <> a.account_id OR o.on_day >= a.on_day OR own.key = a.code_key
        UNION ALL
        -- Whether it is open is asked of what was found: with that in the query, an index of all open lines seems as good without statistics.
        SELECT o.*, false
          FROM (SELECT o.* FROM statement_lines o WHERE o.amount_cents = -a.amount_cents AND o.on_day = a.on_day OFFSET 0) o
         WHERE o.state = 'open' AND o.account_id <> a.account_id
        OFFSET 0) near
      CROSS JOIN LATERAL (SELECT l.* FROM (VALUES (a.code_key, a.account_typed, a.amount_cents), (near.code_key, near.account_typed, near.amount_cents))
                            l (code_key, account_typed, amount_cents) WHERE l.amount_cents > 0) incoming
     WHERE near.amount_cents = -a.amount_cents AND near.state = 'open' AND near.is_proved
       AND near.kind = CASE a.kind WHEN 'payment_in' THEN 'payment_out' ELSE 'payment_in' END
       AND (near.by_code OR incoming.code_key IS NULL AND NOT is_given_back(a.id) AND NOT is_given_back(near.id) AND NOT EXISTS (
              SELECT FROM members m WHERE lower(m.reg_number) = lower(incoming.account_typed)
               UNION ALL SELECT FROM members m WHERE lower(m.username) = lower(incoming.account_typed)))
     GROUP BY 1, 2),
  counted AS (
    SELECT *, count(*) OVER (PARTITION BY out_id, by_code) AS of_out, count(*) OVER (PARTITION BY in_id, by_code) AS of_in,
           bool_or(by_code) OVER (PARTITION BY out_id) AS out_has_code, bool_or(by_code) OVER (PARTITION BY in_id) AS in_has_code
      FROM fitting),
  pairs AS (
    SELECT out_id, in_id FROM counted
     WHERE of_out = 1 AND of_in = 1 AND (by_code OR NOT (out_has_code OR in_has_code))),
  paired AS (
    UPDATE statement_lines l SET pair_id = p.other_id, state = 'ignored'
      FROM (SELECT out_id AS id, in_id AS other_id FROM pairs UNION ALL SELECT in_id, out_id FROM pairs) p WHERE l.id = p.id
    RETURNING l.id)
  SELECT count(*) / 2 INTO made FROM paired;
  RETURN made;
END $$;

-- Matches open lines with the entries that have their reference or code, and move as much on the bank, the cents of a payout aside. These lines that arrived, or these
-- entries that were posted.
CREATE OR REPLACE FUNCTION match_entries(lines int[], booked int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, entry_id int) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
  WITH met AS (
    SELECT l.id AS line, r.entry_id AS entry
      FROM unnest(lines) named (id)
      CROSS JOIN LATERAL (SELECT l.id, keys.key FROM statement_lines l CROSS JOIN LATERAL (VALUES (l.reference_key), (l.code_key)) keys (key)
                           WHERE l.id = named.id OFFSET 0) l
      CROSS JOIN LATERAL (SELECT r.entry_id FROM entry_references r WHERE r.reference_key = l.key OFFSET 0) r
    UNION
    SELECT l.id, r.entry_id
      FROM unnest(booked) named (id)
      CROSS JOIN LATERAL (SELECT r.* FROM entry_references r WHERE r.entry_id = named.id OFFSET 0) r
      CROSS JOIN LATERAL (SELECT l.id FROM statement_lines l WHERE l.reference_key = r.reference_key
                          UNION ALL SELECT l.id FROM statement_lines l WHERE l.code_key = r.reference_key OFFSET 0) l),
  fits AS (
    SELECT l.id AS line, r.entry_id AS entry, CASE WHEN l.reference_key = r.reference_key THEN 'reference' ELSE 'code' END AS reason
      FROM met
      CROSS JOIN LATERAL (SELECT r.* FROM entry_references r WHERE r.entry_id = met.entry OFFSET 0) r
      CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = met.line OFFSET 0) l
     WHERE l.state = 'open' AND l.is_proved AND l.kind IN ('payment_in', 'payment_out') AND NOT is_given_back(l.id)
       AND l.amount_cents = (SELECT sum(b.amount_cents) FROM postings b WHERE b.entry_id = r.entry_id AND b.account = 'bank')
                            + coalesce((SELECT p.left_cents FROM mpesa_payouts p WHERE p.entry_id = r.entry_id AND p.cents_entry_id IS NOT NULL), 0)
       AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.entry_id = r.entry_id AND m.undone_at IS NULL OFFSET 0)
       -- What a person undid stays undone.
       AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.entry_id = r.entry_id AND m.line_id = l.id AND m.undone_why = 'unmatched' OFFSET 0)
       AND NOT EXISTS (SELECT FROM standing_twins() t WHERE t.line_id = l.id OFFSET 0)),
  single AS (SELECT f.entry, min(f.line) AS line, min(f.reason) AS reason FROM fits f GROUP BY f.entry HAVING count(*) = 1),
  made AS (
    INSERT INTO statement_matches (line_id, entry_id, matched_at, reason)
    SELECT s.line, s.entry, moment, s.reason FROM single s
    UNION ALL
    -- What M-PESA could not send of a settlement stands beside it (OUT-7).
    SELECT s.line, p.cents_entry_id, moment, 'cents' FROM single s JOIN mpesa_payouts p ON p.entry_id = s.entry AND p.cents_entry_id IS NOT NULL
    RETURNING id, statement_matches.line_id, statement_matches.entry_id),
  stated AS (UPDATE statement_lines l SET state = 'matched' FROM (SELECT DISTINCT made.line_id FROM made) now WHERE l.id = now.line_id)
  SELECT made.id, made.line_id, made.entry_id FROM made;
END $$;
