-- An official looks for the payment of a line by its amount, nearest its day (STAT-28).
CREATE INDEX payments_by_amount ON payments (amount_cents, paid_on, id) WHERE status <> 'rejected';
