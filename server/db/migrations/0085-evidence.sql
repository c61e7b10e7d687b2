-- What the statements say of a payment (STAT-20 to STAT-26), and what they said of it when an office approved it.

-- The days on which nothing can be missing: proved statements of every account cover them, and each follows from the one before.
-- Days between two statements count when the balance at the end of one is the balance at the start of the next; where it is
-- another, the days around the break do not.
CREATE FUNCTION covered_days() RETURNS datemultirange LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH proved AS (
    SELECT s.* FROM statements s
     WHERE s.is_proof AND NOT EXISTS (
       SELECT FROM statements wider
        WHERE wider.account_id = s.account_id AND wider.is_proof AND wider.id <> s.id
          AND wider.period_from <= s.period_from AND wider.period_to >= s.period_to
          AND ((wider.period_from, wider.period_to) <> (s.period_from, s.period_to) OR wider.id < s.id))
  ), followed AS (
    SELECT *, lag(period_to) OVER in_time AS before_to, lag(closing_cents) OVER in_time AS before_cents
      FROM proved WINDOW in_time AS (PARTITION BY account_id ORDER BY period_from)
  ), of_account AS (
    SELECT a.id,
           coalesce(range_agg(daterange(
             CASE WHEN f.before_cents = f.opening_cents THEN least(f.before_to, f.period_from) ELSE f.period_from END,
             f.period_to, '[]')) FILTER (WHERE f.id IS NOT NULL), '{}')
           - coalesce(range_agg(daterange(f.before_to, f.period_from, '[]'))
               FILTER (WHERE f.before_to < f.period_from AND f.before_cents <> f.opening_cents), '{}') AS days
      FROM statement_accounts a LEFT JOIN followed f ON f.account_id = a.id
     GROUP BY a.id
  )
  SELECT coalesce(range_intersect_agg(days), '{}') FROM of_account
$$;

-- The line that stands for a payment, if there is one, and what it says. `reason`: reference, code or by_hand for what makes
-- the two one; amount, direction or taken for what differs; else covered or not_covered.
CREATE FUNCTION evidence_of(payment_id int, reference_key text, amount_cents bigint, paid_on date)
RETURNS TABLE (state text, reason text, line_id int) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE WHEN found.id IS NULL
              THEN CASE WHEN daterange(paid_on - 3, paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'missing' ELSE 'none' END
              WHEN found.reason IN ('amount', 'direction', 'taken') THEN 'differs' ELSE 'confirmed' END,
         CASE WHEN found.id IS NOT NULL THEN found.reason
              WHEN daterange(paid_on - 3, paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'covered' ELSE 'not_covered' END,
         found.id
    FROM (VALUES (true)) payment (stands)
    LEFT JOIN LATERAL (
      SELECT l.id,
             CASE WHEN l.amount_cents < 0 THEN 'direction'
                  WHEN l.amount_cents <> evidence_of.amount_cents THEN 'amount'
                  WHEN m.payment_id <> evidence_of.payment_id OR m.entry_id IS NOT NULL OR l.pair_id IS NOT NULL THEN 'taken'
                  WHEN l.reference_key = evidence_of.reference_key THEN 'reference'
                  WHEN l.code_key = evidence_of.reference_key THEN 'code'
                  ELSE 'by_hand' END AS reason
        FROM (SELECT named.id FROM statement_lines named WHERE named.reference_key = evidence_of.reference_key
              UNION SELECT coded.id FROM statement_lines coded WHERE coded.code_key = evidence_of.reference_key
              UNION SELECT own.line_id FROM statement_matches own
                     WHERE own.payment_id = evidence_of.payment_id AND own.undone_at IS NULL) candidate
        JOIN statement_lines l ON l.id = candidate.id
        LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
       WHERE l.is_proved AND l.kind NOT IN ('failed', 'internal')
       ORDER BY m.payment_id = evidence_of.payment_id DESC NULLS LAST, l.amount_cents = evidence_of.amount_cents DESC,
                l.kind = 'payment_in' DESC, l.id
       LIMIT 1) found ON true
$$;

-- A reason is asked for where no statement confirms a payment (STAT-25).
ALTER TABLE group_settings ADD COLUMN require_evidence boolean NOT NULL DEFAULT false;

-- Null: approved before statements were known of.
ALTER TABLE payments
  ADD COLUMN treasurer_evidence text,
  ADD COLUMN treasurer_approve_reason text,
  ADD COLUMN sec_gen_evidence text,
  ADD COLUMN sec_gen_approve_reason text,
  ADD CONSTRAINT payments_treasurer_evidence CHECK (
    CASE WHEN treasurer_verdict = 'approved'
         THEN coalesce(treasurer_evidence IN ('confirmed', 'differs', 'missing', 'none'), true)
              AND coalesce(treasurer_approve_reason ~ '\S', coalesce(treasurer_evidence, '') <> 'differs')
         ELSE treasurer_evidence IS NULL AND treasurer_approve_reason IS NULL END),
  ADD CONSTRAINT payments_sec_gen_evidence CHECK (
    CASE WHEN sec_gen_verdict = 'approved'
         THEN coalesce(sec_gen_evidence IN ('confirmed', 'differs', 'missing', 'none'), true)
              AND coalesce(sec_gen_approve_reason ~ '\S', coalesce(sec_gen_evidence, '') <> 'differs')
         ELSE sec_gen_evidence IS NULL AND sec_gen_approve_reason IS NULL END);

-- As before, and what was said at an approval stays as it was said.
CREATE OR REPLACE FUNCTION keep_payment_as_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.member_id, NEW.amount_cents, NEW.reference, NEW.paid_at, NEW.submitted_at, NEW.contribution_month, NEW.loan_id, NEW.entered_by)
     IS DISTINCT FROM
     (OLD.kind, OLD.member_id, OLD.amount_cents, OLD.reference, OLD.paid_at, OLD.submitted_at, OLD.contribution_month, OLD.loan_id, OLD.entered_by)
     OR (NEW.reference_standing <> OLD.reference_standing AND NEW.reference_standing <> 'holds')
     OR OLD.status IN ('approved', 'rejected')
     OR (OLD.treasurer_verdict <> 'pending_approval'
         AND (NEW.treasurer_verdict, NEW.treasurer_id, NEW.treasurer_at, NEW.treasurer_evidence, NEW.treasurer_approve_reason)
         IS DISTINCT FROM (OLD.treasurer_verdict, OLD.treasurer_id, OLD.treasurer_at, OLD.treasurer_evidence, OLD.treasurer_approve_reason))
     OR (OLD.sec_gen_verdict <> 'pending_approval'
         AND (NEW.sec_gen_verdict, NEW.sec_gen_id, NEW.sec_gen_at, NEW.sec_gen_evidence, NEW.sec_gen_approve_reason)
         IS DISTINCT FROM (OLD.sec_gen_verdict, OLD.sec_gen_id, OLD.sec_gen_at, OLD.sec_gen_evidence, OLD.sec_gen_approve_reason))
  THEN
    RAISE EXCEPTION 'payment % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Whatever wrote it: an approval keeps what the statements say at that moment, and has its reason where one is asked for. Once
-- for all rows, and nothing where there is neither a statement account nor the setting. Who read the statements a moment too
-- early tries again: that is what the error's code means.
CREATE FUNCTION check_payment_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
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
   WHERE given.stood = 'pending_approval' AND given.verdict = 'approved'
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
CREATE TRIGGER payments_evidence AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update FOR EACH STATEMENT EXECUTE FUNCTION check_payment_evidence();
