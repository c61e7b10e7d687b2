-- The group's own list of usual fines, in its order (PAY-30); a fine that was charged by it stands for itself.
CREATE TABLE usual_fines (
  place        int PRIMARY KEY CONSTRAINT usual_fines_place CHECK (place BETWEEN 1 AND 20),
  name         text NOT NULL CONSTRAINT usual_fines_name CHECK (length(name) BETWEEN 1 AND 60),
  amount_cents bigint NOT NULL CONSTRAINT usual_fines_amount CHECK (amount_cents > 0)
);
CREATE UNIQUE INDEX usual_fines_name_once ON usual_fines (lower(name));
