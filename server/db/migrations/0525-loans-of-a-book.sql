-- Loans of a product that come from the group's book: their rows are made on what is left, from the next due day. Their amount is
-- the principal left, and their interest what was charged and unpaid on the cut-over day.
ALTER TABLE opening_loans
  ADD COLUMN product_id  int REFERENCES loan_products,
  ADD COLUMN instalments int CONSTRAINT opening_loans_instalments CHECK (instalments BETWEEN 1 AND 120),
  ADD COLUMN next_due_on date,
  ADD CONSTRAINT opening_loans_lent CHECK (
    num_nulls(product_id, instalments, next_due_on) IN (0, 3) AND (product_id IS NULL OR paid_cents = 0 AND next_due_on <= due_on));

-- What the book had charged is in the entry of the loan, and the first row carries it.
ALTER TABLE loan_interest
  ADD COLUMN opening_id int REFERENCES openings,
  DROP CONSTRAINT loan_interest_because,
  ADD CONSTRAINT loan_interest_because CHECK (num_nonnulls(repayment_id, change_id, opening_id) <= 1);
DROP INDEX loan_interest_once;
CREATE UNIQUE INDEX loan_interest_once ON loan_interest (loan_id, due_on) WHERE repayment_id IS NULL AND change_id IS NULL AND opening_id IS NULL;
CREATE UNIQUE INDEX loan_interest_of_books ON loan_interest (loan_id) WHERE opening_id IS NOT NULL;
