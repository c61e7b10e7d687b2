-- Which loans were paid after a day: the portfolio of that day asks for it, and read all payments of loans, or, without statistics, all
-- that was ever approved.
CREATE INDEX payments_to_loans_by_day ON payments (paid_on) INCLUDE (loan_id) WHERE loan_id IS NOT NULL AND status = 'approved';
