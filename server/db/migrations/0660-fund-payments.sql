-- A member's payment into a fund (FUND-7): a payment as any other, with the fund that it is for.
ALTER TABLE payments ADD COLUMN fund_id int REFERENCES funds;
CREATE INDEX payments_by_fund ON payments (fund_id) WHERE fund_id IS NOT NULL;
ALTER TABLE payments DROP CONSTRAINT payments_kind, DROP CONSTRAINT payments_collected;
ALTER TABLE payments
  ADD CONSTRAINT payments_kind CHECK (kind IN ('contribution', 'loan_payment', 'fine_payment', 'rotation_payment', 'fund_payment')),
  ADD CONSTRAINT payments_fund CHECK ((kind = 'fund_payment') = (fund_id IS NOT NULL)),
  ADD CONSTRAINT payments_collected CHECK (
    collection_id IS NULL OR entered_by IS NOT NULL AND kind IN ('contribution', 'loan_payment', 'fine_payment', 'fund_payment')
                             AND reference_standing = 'holds' AND rejected_by_rule IS NULL AND reference_key ~ '^CASH[0-9]{10,}$');

-- One reference may pay several funds, each once.
DROP INDEX payments_own_reference_key, payments_reference_key;
CREATE UNIQUE INDEX payments_own_reference_key ON payments (member_id, reference_key, kind, part, coalesce(fund_id, 0))
  WHERE status <> 'rejected' AND reference_standing <> 'carried';
CREATE UNIQUE INDEX payments_reference_key ON payments (kind, reference_key, part, coalesce(fund_id, 0))
  WHERE status <> 'rejected' AND reference_standing = 'holds';

ALTER TABLE notices DROP CONSTRAINT notices_about_kind;
ALTER TABLE notices ADD CONSTRAINT notices_about_kind
  CHECK (about_kind IN ('contribution', 'loan_payment', 'fine_payment', 'rotation_payment', 'fund_payment', 'loan', 'fine', 'member', 'rotation'));
