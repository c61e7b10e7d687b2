-- What Daraja posted to our addresses (MPESA-3): stored before it is answered, and read after it.
CREATE TABLE daraja_callbacks (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text NOT NULL CONSTRAINT daraja_callbacks_kind CHECK (kind IN ('confirmation', 'validation', 'result', 'timeout')),
  -- Of the request's own address; null for the registered ones.
  nonce_hash  bytea CONSTRAINT daraja_callbacks_nonce CHECK ((nonce_hash IS NULL) = (kind IN ('confirmation', 'validation'))),
  sha256      bytea NOT NULL,
  -- As it came; gone after 90 days.
  body        bytea CONSTRAINT daraja_callbacks_body CHECK (octet_length(body) <= 16384),
  received_at timestamptz NOT NULL,
  -- When a body that could not be read is tried again.
  due_at      timestamptz NOT NULL,
  -- What became of it: a line, an answer, or a refusal with its name.
  outcome     text CONSTRAINT daraja_callbacks_outcome CHECK (outcome IN ('line', 'answer', 'refused')),
  refusal     text,
  line_id     integer REFERENCES statement_lines,
  read_at     timestamptz,
  CONSTRAINT daraja_callbacks_read CHECK ((outcome IS NULL) = (read_at IS NULL) AND (outcome IS NOT DISTINCT FROM 'refused') = (refusal IS NOT NULL)
    AND (outcome IS NOT DISTINCT FROM 'line') = (line_id IS NOT NULL) AND (body IS NOT NULL OR read_at IS NOT NULL)),
  -- The same body at the same address says nothing new, however often it comes.
  CONSTRAINT daraja_callbacks_once UNIQUE NULLS NOT DISTINCT (kind, nonce_hash, sha256)
);
CREATE INDEX daraja_callbacks_due ON daraja_callbacks (due_at, id) WHERE read_at IS NULL;
CREATE INDEX daraja_callbacks_with_body ON daraja_callbacks (received_at) WHERE body IS NOT NULL;
CREATE INDEX daraja_callbacks_by_line ON daraja_callbacks (line_id) WHERE line_id IS NOT NULL;
