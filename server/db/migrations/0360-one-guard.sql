-- One guard in place of ten functions that each forbade changes: `refuse_change` of server/db/functions/guards.sql takes the sentence and
-- the columns that may change. What else a guard asks is the condition of a trigger. The sentences are equal.

DROP TRIGGER statement_matches_undone_once ON statement_matches;
CREATE TRIGGER statement_matches_undone_once BEFORE UPDATE ON statement_matches
  FOR EACH ROW WHEN (OLD.undone_at IS NOT NULL) EXECUTE FUNCTION refuse_change('%2$s %1$s is withdrawn or undone for good');
DROP TRIGGER statement_set_asides_undone_once ON statement_set_asides;
CREATE TRIGGER statement_set_asides_undone_once BEFORE UPDATE ON statement_set_asides
  FOR EACH ROW WHEN (OLD.undone_at IS NOT NULL) EXECUTE FUNCTION refuse_change('%2$s %1$s is withdrawn or undone for good');
DROP TRIGGER statements_withdrawn_once ON statements;
CREATE TRIGGER statements_withdrawn_once BEFORE UPDATE ON statements
  FOR EACH ROW WHEN (OLD.withdrawn_at IS NOT NULL) EXECUTE FUNCTION refuse_change('%2$s %1$s is withdrawn or undone for good');
DROP FUNCTION keep_statement_decisions();

DROP TRIGGER loans_keep_entered_by ON loans;
CREATE TRIGGER loans_keep_entered_by BEFORE UPDATE ON loans
  FOR EACH ROW WHEN (NEW.entered_by IS DISTINCT FROM OLD.entered_by) EXECUTE FUNCTION refuse_change('who entered loan %s is not changed');
DROP FUNCTION keep_who_entered_loan();

DROP TRIGGER payments_keep_sum ON payments;
CREATE TRIGGER payments_keep_sum BEFORE UPDATE ON payments
  FOR EACH ROW WHEN ((NEW.last_month, NEW.part) IS DISTINCT FROM (OLD.last_month, OLD.part))
  EXECUTE FUNCTION refuse_change('what payment %s is for is not changed');
DROP FUNCTION keep_sum_as_submitted();

DROP TRIGGER notices_kept ON notices;
CREATE TRIGGER notices_kept BEFORE UPDATE OF id, member_id, event, kind, about_kind, about_id, occasion, facts, letter, created_at ON notices
  FOR EACH ROW EXECUTE FUNCTION refuse_change('notice %s is kept as it was written');
DROP FUNCTION refuse_changed_notice();

DROP TRIGGER words_kept ON words;
CREATE TRIGGER words_kept BEFORE UPDATE ON words
  FOR EACH ROW WHEN (OLD.sent_at IS NOT NULL OR OLD.ended_at IS NOT NULL
                     OR (OLD.id, OLD.text, OLD.audience, OLD.channels, OLD.written_by, OLD.written_at)
                        IS DISTINCT FROM (NEW.id, NEW.text, NEW.audience, NEW.channels, NEW.written_by, NEW.written_at))
  EXECUTE FUNCTION refuse_change('word %s is kept as it was written');
DROP FUNCTION refuse_changed_word();

-- What settles a fine or a debt is added, and never taken back.
DROP TRIGGER fines_keep ON fines;
CREATE TRIGGER fines_keep BEFORE UPDATE ON fines
  FOR EACH ROW EXECUTE FUNCTION refuse_change('fine %s cannot be changed so', 'paid_cents', 'written_off_cents');
CREATE TRIGGER fines_settle BEFORE UPDATE ON fines
  FOR EACH ROW WHEN (NEW.paid_cents < OLD.paid_cents OR NEW.written_off_cents < OLD.written_off_cents)
  EXECUTE FUNCTION refuse_change('fine %s cannot be changed so');
DROP FUNCTION keep_fine_as_charged();

DROP TRIGGER bad_debts_keep ON bad_debts;
CREATE TRIGGER bad_debts_keep BEFORE UPDATE ON bad_debts
  FOR EACH ROW EXECUTE FUNCTION refuse_change('bad debt %s cannot be changed so', 'recovered_cents');
CREATE TRIGGER bad_debts_settle BEFORE UPDATE ON bad_debts
  FOR EACH ROW WHEN (NEW.recovered_cents < OLD.recovered_cents) EXECUTE FUNCTION refuse_change('bad debt %s cannot be changed so');
DROP FUNCTION keep_bad_debt_as_opened();

-- What was posted changes only by what is paid or redeemed of it, and by its reversal, which is final.
DROP TRIGGER dividend_declarations_keep ON dividend_declarations;
CREATE TRIGGER dividend_declarations_keep BEFORE UPDATE ON dividend_declarations
  FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so', 'paid_cents', 'is_reversed');
CREATE TRIGGER dividend_declarations_reversed_once BEFORE UPDATE ON dividend_declarations
  FOR EACH ROW WHEN (OLD.is_reversed) EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so');
DROP TRIGGER dividend_payments_keep ON dividend_payments;
CREATE TRIGGER dividend_payments_keep BEFORE UPDATE ON dividend_payments
  FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so', 'is_reversed');
CREATE TRIGGER dividend_payments_reversed_once BEFORE UPDATE ON dividend_payments
  FOR EACH ROW WHEN (OLD.is_reversed) EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so');
DROP TRIGGER fixed_deposits_keep ON fixed_deposits;
CREATE TRIGGER fixed_deposits_keep BEFORE UPDATE ON fixed_deposits
  FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so', 'redeemed_cents', 'is_reversed');
CREATE TRIGGER fixed_deposits_reversed_once BEFORE UPDATE ON fixed_deposits
  FOR EACH ROW WHEN (OLD.is_reversed) EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so');
DROP TRIGGER fixed_deposit_redemptions_keep ON fixed_deposit_redemptions;
CREATE TRIGGER fixed_deposit_redemptions_keep BEFORE UPDATE ON fixed_deposit_redemptions
  FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so', 'is_reversed');
CREATE TRIGGER fixed_deposit_redemptions_reversed_once BEFORE UPDATE ON fixed_deposit_redemptions
  FOR EACH ROW WHEN (OLD.is_reversed) EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so');
DROP FUNCTION keep_ledger_item();

-- A seat ends once, and its last visit only moves on.
DROP TRIGGER auditors_keep ON auditors;
CREATE TRIGGER auditors_keep BEFORE UPDATE ON auditors
  FOR EACH ROW EXECUTE FUNCTION refuse_change('the seat of auditor %s cannot be changed so', 'ended_by', 'ended_at', 'last_entered_at');
CREATE TRIGGER auditors_end_once BEFORE UPDATE ON auditors
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL OR NEW.last_entered_at < OLD.last_entered_at)
  EXECUTE FUNCTION refuse_change('the seat of auditor %s cannot be changed so');
DROP FUNCTION keep_auditor();

-- An opening is decided once, and taken back once.
DROP TRIGGER openings_keep ON openings;
CREATE TRIGGER openings_keep BEFORE UPDATE ON openings
  FOR EACH ROW EXECUTE FUNCTION refuse_change('opening %s cannot be changed so', 'outcome', 'decided_by', 'decided_office', 'decided_at', 'reason',
                                              'taken_back_at', 'status');
CREATE TRIGGER openings_decided_once BEFORE UPDATE ON openings
  FOR EACH ROW WHEN (OLD.taken_back_at IS NOT NULL
                     OR OLD.outcome IS NOT NULL AND (NEW.outcome, NEW.decided_by, NEW.decided_office, NEW.decided_at, NEW.reason)
                        IS DISTINCT FROM (OLD.outcome, OLD.decided_by, OLD.decided_office, OLD.decided_at, OLD.reason))
  EXECUTE FUNCTION refuse_change('opening %s cannot be changed so');
DROP FUNCTION keep_opening_as_proposed();
