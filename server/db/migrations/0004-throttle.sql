-- Counters of requests by flow and caller, in the shape rate-limiter-flexible writes; shared by all servers (SAFE-7).

CREATE TABLE throttle (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- Milliseconds since 1970. The library reckons with it as a number, so it is not a bigint.
  expire double precision
);
CREATE INDEX throttle_by_expire ON throttle (expire);
