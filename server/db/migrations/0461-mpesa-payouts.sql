-- Money that leaves by M-PESA (OUT-2): of a loan or a settlement whose entry stands already, or a payment that goes back.
CREATE TABLE mpesa_payouts (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind              text NOT NULL CONSTRAINT mpesa_payouts_kind CHECK (kind IN ('loan', 'exit', 'return')),
  loan_id           int REFERENCES loans,
  settlement_id     int REFERENCES settlements,
  -- The line in that goes back.
  line_id           int REFERENCES statement_lines,
  -- The approval's entry, which stands whatever becomes of this.
  entry_id          int REFERENCES entries,
  -- Who gets it; of a return, whom its line names, if anybody.
  member_id         int REFERENCES members,
  phone             text,
  amount_cents      bigint NOT NULL CONSTRAINT mpesa_payouts_amount CHECK (amount_cents BETWEEN 100 AND 25000000 AND amount_cents % 100 = 0),
  -- What M-PESA cannot send of a settlement.
  left_cents        bigint NOT NULL DEFAULT 0 CONSTRAINT mpesa_payouts_left CHECK (left_cents BETWEEN 0 AND 99),
  -- Ours, by which M-PESA knows a request that it has had before; M-PESA's own of a return, null until it took that.
  conversation_id   text CONSTRAINT mpesa_payouts_conversation_key UNIQUE,
  reason            text,
  proposed_by       int NOT NULL REFERENCES members,
  proposed_office   text NOT NULL CONSTRAINT mpesa_payouts_proposed_office CHECK (proposed_office IN ('Treasurer', 'Sec-Gen')),
  proposed_at       timestamptz NOT NULL,
  agreed_by         int REFERENCES members,
  agreed_office     text CONSTRAINT mpesa_payouts_agreed_office CHECK (agreed_office IN ('Treasurer', 'Sec-Gen')),
  agreed_at         timestamptz,
  state             text NOT NULL DEFAULT 'proposed' CONSTRAINT mpesa_payouts_state CHECK
                      (state IN ('proposed', 'sending', 'sent', 'paid', 'refused', 'unknown', 'ended')),
  -- M-PESA's code for the state, and its words beside it.
  code              text,
  code_text         text,
  -- When it was first unknown whether M-PESA paid it.
  unknown_since     timestamptz,
  -- Who did not agree, or refused what stayed unknown: the first office, then the other one.
  refusing_by       int REFERENCES members,
  refusing_office   text CONSTRAINT mpesa_payouts_refusing_office CHECK (refusing_office IN ('Treasurer', 'Sec-Gen')),
  refused_by        int REFERENCES members,
  refused_because   text,
  decided_at        timestamptz,
  -- Of a paid one: M-PESA's receipt, its line out, and the entry of the cents that could not be sent.
  receipt           text,
  out_line_id       int CONSTRAINT mpesa_payouts_out_line_key UNIQUE REFERENCES statement_lines,
  cents_entry_id    int CONSTRAINT mpesa_payouts_cents_entry_key UNIQUE REFERENCES entries,
  CONSTRAINT mpesa_payouts_item CHECK (num_nonnulls(loan_id, settlement_id, line_id) = 1
    AND (kind = 'loan') = (loan_id IS NOT NULL) AND (kind = 'exit') = (settlement_id IS NOT NULL) AND (kind = 'return') = (entry_id IS NULL)),
  CONSTRAINT mpesa_payouts_to_whom CHECK (kind = 'return' OR member_id IS NOT NULL AND phone IS NOT NULL AND conversation_id IS NOT NULL
    AND amount_cents >= 1000),
  CONSTRAINT mpesa_payouts_whole CHECK (kind = 'exit' OR left_cents = 0),
  CONSTRAINT mpesa_payouts_return_reason CHECK (kind <> 'return' OR reason IS NOT NULL),
  CONSTRAINT mpesa_payouts_agreed CHECK ((state IN ('proposed', 'ended')) = (agreed_by IS NULL)
    AND (agreed_by IS NULL) = (agreed_at IS NULL) AND (agreed_by IS NULL) = (agreed_office IS NULL)),
  CONSTRAINT mpesa_payouts_by_two CHECK (agreed_by <> proposed_by AND agreed_office <> proposed_office),
  CONSTRAINT mpesa_payouts_not_for_oneself CHECK (proposed_by <> member_id AND agreed_by <> member_id),
  CONSTRAINT mpesa_payouts_unknown CHECK (state <> 'unknown' OR unknown_since IS NOT NULL),
  CONSTRAINT mpesa_payouts_decided CHECK ((state IN ('paid', 'refused', 'ended')) = (decided_at IS NOT NULL)),
  CONSTRAINT mpesa_payouts_refused CHECK ((refusing_by IS NULL) = (refusing_office IS NULL) AND (refusing_by IS NULL) = (refused_because IS NULL)
    AND (state <> 'ended' OR refusing_by IS NOT NULL)
    AND (refused_by IS NULL OR state = 'refused' AND refusing_by IS NOT NULL AND refused_by <> refusing_by)
    AND (state <> 'refused' OR code IS NOT NULL OR refused_by IS NOT NULL)),
  CONSTRAINT mpesa_payouts_paid CHECK (state = 'paid' OR num_nonnulls(receipt, out_line_id, cents_entry_id) = 0)
);
-- One payout of an item, ever, unless it was refused or not agreed to.
CREATE UNIQUE INDEX mpesa_payouts_loan_once ON mpesa_payouts (loan_id) WHERE state NOT IN ('refused', 'ended');
CREATE UNIQUE INDEX mpesa_payouts_settlement_once ON mpesa_payouts (settlement_id) WHERE state NOT IN ('refused', 'ended');
CREATE UNIQUE INDEX mpesa_payouts_line_once ON mpesa_payouts (line_id) WHERE state NOT IN ('refused', 'ended');
CREATE UNIQUE INDEX mpesa_payouts_receipt_key ON mpesa_payouts (receipt) WHERE receipt IS NOT NULL;
CREATE INDEX mpesa_payouts_by_state ON mpesa_payouts (state, id DESC);

CREATE TRIGGER mpesa_payouts_keep BEFORE UPDATE ON mpesa_payouts FOR EACH ROW
  EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'conversation_id', 'agreed_by', 'agreed_office', 'agreed_at', 'state', 'code',
    'code_text', 'unknown_since', 'refusing_by', 'refusing_office', 'refused_by', 'refused_because', 'decided_at', 'receipt', 'out_line_id', 'cents_entry_id');
CREATE TRIGGER mpesa_payouts_decided_for_good BEFORE UPDATE ON mpesa_payouts FOR EACH ROW
  WHEN (OLD.state IN ('paid', 'refused', 'ended')
    AND (NEW.state <> OLD.state OR NEW.receipt IS DISTINCT FROM OLD.receipt AND OLD.receipt IS NOT NULL
         OR NEW.conversation_id IS DISTINCT FROM OLD.conversation_id AND OLD.kind <> 'return'
         OR NEW.agreed_by IS DISTINCT FROM OLD.agreed_by OR NEW.decided_at <> OLD.decided_at))
  EXECUTE FUNCTION refuse_change('%2$s %1$s is decided for good');
CREATE TRIGGER mpesa_payouts_no_delete BEFORE DELETE ON mpesa_payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mpesa_payouts_no_truncate BEFORE TRUNCATE ON mpesa_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
