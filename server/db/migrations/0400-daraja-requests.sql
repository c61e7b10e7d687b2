-- Our requests to Daraja (MPESA-2): stored by the change that wants one, sent after its commit, once.
CREATE TABLE daraja_requests (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CONSTRAINT daraja_requests_kind CHECK (kind IN
                 ('ask', 'query_ask', 'check_receipt', 'check_conversation', 'pull', 'pay_out', 'give_back')),
  subject_kind text NOT NULL CONSTRAINT daraja_requests_subject CHECK (subject_kind IN ('ask', 'line', 'payout', 'pull')),
  subject_id   bigint NOT NULL,
  -- The how many of its kind for its subject, from 0.
  attempt      integer NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL,
  due_at       timestamptz NOT NULL,
  state        text NOT NULL DEFAULT 'queued' CONSTRAINT daraja_requests_state CHECK (state IN
                 ('queued', 'sending', 'taken', 'refused', 'unknown', 'dropped')),
  -- Of the random bits in the addresses that this request's result comes to; made when it leaves.
  nonce_hash   bytea CONSTRAINT daraja_requests_nonce UNIQUE CONSTRAINT daraja_requests_nonce_hash CHECK (octet_length(nonce_hash) = 32),
  sent_at      timestamptz,
  expires_at   timestamptz,
  -- Daraja's reply: its code when it refused or is unclear, and its own id for the request when it took it.
  replied_at   timestamptz,
  code         text,
  external_id  text,
  CONSTRAINT daraja_requests_sent CHECK ((state IN ('queued', 'dropped')) = (sent_at IS NULL) AND (sent_at IS NULL) = (nonce_hash IS NULL)
    AND (sent_at IS NULL) = (expires_at IS NULL))
);
CREATE INDEX daraja_requests_due ON daraja_requests (due_at, id) WHERE state = 'queued';
CREATE INDEX daraja_requests_sending ON daraja_requests (sent_at) WHERE state = 'sending';
CREATE INDEX daraja_requests_by_subject ON daraja_requests (subject_kind, subject_id);
