-- The tables of the newest release, as the migrations make them. Generated: `npm run check:schema -- --write`.
-- The functions are in server/db/functions; those at the end compute values that tables and indexes store.

CREATE TABLE accounts (
  code text NOT NULL,
  class text NOT NULL,
  CONSTRAINT accounts_class CHECK (class = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'revenue'::text, 'expense'::text])),
  CONSTRAINT accounts_pkey PRIMARY KEY (code)
);

CREATE TABLE audit_counts (
  actor_id integer NOT NULL,
  day date NOT NULL,
  block integer NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  entries integer NOT NULL,
  CONSTRAINT audit_counts_pkey PRIMARY KEY (actor_id, day, block, action, subject),
  CONSTRAINT audit_counts_positive CHECK (entries > 0)
);

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  actor_id integer,
  action text NOT NULL,
  subject text NOT NULL,
  subject_id integer,
  before jsonb,
  after jsonb,
  address text,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  witness jsonb,
  CONSTRAINT audit_entries_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES members(id),
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_by_action ON audit_entries USING btree (action, id);
CREATE INDEX audit_entries_by_actor ON audit_entries USING btree (actor_id, id);
CREATE INDEX audit_entries_by_moment ON audit_entries USING brin (at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX audit_entries_by_subject ON audit_entries USING btree (subject, subject_id, id);
CREATE INDEX audit_entries_of_offices ON audit_entries USING btree (subject_id, id) WHERE subject = 'member'::text AND after ? 'office'::text;
CREATE INDEX audit_entries_recorded ON audit_entries USING btree (recorded_at);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE audit_seals (
  audit_id bigint NOT NULL,
  seq bigint NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT audit_seals_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_entries(id),
  CONSTRAINT audit_seals_from_one CHECK (seq > 0),
  CONSTRAINT audit_seals_hash CHECK (length(hash) = 32),
  CONSTRAINT audit_seals_no_fork UNIQUE (previous_hash),
  CONSTRAINT audit_seals_pkey PRIMARY KEY (audit_id),
  CONSTRAINT audit_seals_previous CHECK (length(previous_hash) = 32),
  CONSTRAINT audit_seals_seq UNIQUE (seq)
);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE auditor_links (
  auditor_id integer NOT NULL,
  token_hash bytea NOT NULL,
  CONSTRAINT auditor_links_auditor_id_fkey FOREIGN KEY (auditor_id) REFERENCES auditors(id),
  CONSTRAINT auditor_links_pkey PRIMARY KEY (auditor_id),
  CONSTRAINT auditor_links_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE auditor_sessions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  token_hash bytea NOT NULL,
  auditor_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  address text NOT NULL,
  device text NOT NULL,
  CONSTRAINT auditor_sessions_auditor_id_fkey FOREIGN KEY (auditor_id) REFERENCES auditors(id),
  CONSTRAINT auditor_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT auditor_sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX auditor_sessions_by_auditor ON auditor_sessions USING btree (auditor_id);

CREATE TABLE auditors (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  invited_by integer NOT NULL,
  invited_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_by integer,
  ended_at timestamp with time zone,
  last_entered_at timestamp with time zone,
  CONSTRAINT auditors_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT auditors_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES members(id),
  CONSTRAINT auditors_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES members(id),
  CONSTRAINT auditors_lifetime CHECK (expires_at >= (invited_at + '24:00:00'::interval) AND expires_at <= (invited_at + '2160:00:00'::interval)),
  CONSTRAINT auditors_name CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT auditors_pkey PRIMARY KEY (id)
);
CREATE TRIGGER auditors_end_once BEFORE UPDATE ON auditors FOR EACH ROW WHEN (old.ended_at IS NOT NULL OR new.last_entered_at < old.last_entered_at) EXECUTE FUNCTION refuse_change('the seat of auditor %s cannot be changed so');
CREATE TRIGGER auditors_keep BEFORE UPDATE ON auditors FOR EACH ROW EXECUTE FUNCTION refuse_change('the seat of auditor %s cannot be changed so', 'ended_by', 'ended_at', 'last_entered_at');
CREATE TRIGGER auditors_no_delete BEFORE DELETE ON auditors FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER auditors_no_truncate BEFORE TRUNCATE ON auditors FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE backup_runs (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone NOT NULL,
  file text,
  bytes bigint,
  is_encrypted boolean NOT NULL,
  failure text,
  manifest_sha256 bytea,
  signer text,
  CONSTRAINT backup_runs_manifest CHECK (length(manifest_sha256) = 32),
  CONSTRAINT backup_runs_outcome CHECK ((file IS NULL) = (bytes IS NULL) AND (file IS NULL) = (failure IS NOT NULL)),
  CONSTRAINT backup_runs_pkey PRIMARY KEY (id)
);

CREATE TABLE bad_debt_recoveries (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  bad_debt_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  principal_cents bigint NOT NULL,
  interest_cents bigint NOT NULL,
  recovered_by integer NOT NULL,
  recovered_at timestamp with time zone NOT NULL,
  CONSTRAINT bad_debt_recoveries_amount CHECK (amount_cents > 0),
  CONSTRAINT bad_debt_recoveries_bad_debt_id_fkey FOREIGN KEY (bad_debt_id) REFERENCES bad_debts(id),
  CONSTRAINT bad_debt_recoveries_pkey PRIMARY KEY (id),
  CONSTRAINT bad_debt_recoveries_recovered_by_fkey FOREIGN KEY (recovered_by) REFERENCES members(id),
  CONSTRAINT bad_debt_recoveries_split CHECK (principal_cents >= 0 AND interest_cents >= 0 AND (principal_cents + interest_cents) = amount_cents)
);
CREATE INDEX bad_debt_recoveries_by_debt ON bad_debt_recoveries USING btree (bad_debt_id);
CREATE TRIGGER bad_debt_recoveries_append_only BEFORE DELETE OR UPDATE ON bad_debt_recoveries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bad_debt_recoveries_no_truncate BEFORE TRUNCATE ON bad_debt_recoveries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER bad_debt_recoveries_posted AFTER INSERT ON bad_debt_recoveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_recovery_posted();

CREATE TABLE bad_debts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  settlement_id integer NOT NULL,
  member_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  recovered_cents bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT bad_debts_amount CHECK (amount_cents > 0),
  CONSTRAINT bad_debts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT bad_debts_pkey PRIMARY KEY (id),
  CONSTRAINT bad_debts_recovered CHECK (recovered_cents >= 0 AND recovered_cents <= amount_cents),
  CONSTRAINT bad_debts_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  CONSTRAINT bad_debts_settlement_key UNIQUE (settlement_id)
);
CREATE INDEX bad_debts_by_member ON bad_debts USING btree (member_id, id);
CREATE INDEX bad_debts_open ON bad_debts USING btree (id) WHERE recovered_cents < amount_cents;
CREATE TRIGGER bad_debts_keep BEFORE UPDATE ON bad_debts FOR EACH ROW EXECUTE FUNCTION refuse_change('bad debt %s cannot be changed so', 'recovered_cents');
CREATE TRIGGER bad_debts_no_delete BEFORE DELETE ON bad_debts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bad_debts_no_truncate BEFORE TRUNCATE ON bad_debts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bad_debts_settle BEFORE UPDATE ON bad_debts FOR EACH ROW WHEN (new.recovered_cents < old.recovered_cents) EXECUTE FUNCTION refuse_change('bad debt %s cannot be changed so');

CREATE TABLE balance_days (
  business_date date NOT NULL,
  account text NOT NULL,
  closing boolean NOT NULL,
  amount_cents bigint NOT NULL,
  entries bigint NOT NULL,
  first_lines bigint NOT NULL,
  lines bigint NOT NULL,
  CONSTRAINT balance_days_account_fkey FOREIGN KEY (account) REFERENCES accounts(code),
  CONSTRAINT balance_days_pkey PRIMARY KEY (business_date, account, closing)
);
CREATE INDEX balance_days_of_cash ON balance_days USING btree (business_date) WHERE account = 'cash'::text;

CREATE TABLE balance_months (
  month date NOT NULL,
  account text NOT NULL,
  closing boolean NOT NULL,
  amount_cents bigint NOT NULL,
  entries bigint NOT NULL,
  first_lines bigint NOT NULL,
  lines bigint NOT NULL,
  CONSTRAINT balance_months_account_fkey FOREIGN KEY (account) REFERENCES accounts(code),
  CONSTRAINT balance_months_first CHECK (EXTRACT(day FROM month) = 1::numeric),
  CONSTRAINT balance_months_pkey PRIMARY KEY (month, account, closing)
);

CREATE TABLE book_claims (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id integer NOT NULL,
  invitation_id integer,
  proof text NOT NULL,
  book_phone text,
  book_email text,
  username text NOT NULL,
  email text,
  phone text NOT NULL,
  language text NOT NULL,
  password_hash text,
  claimed_at timestamp with time zone NOT NULL,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  codes_sent integer DEFAULT 0 NOT NULL,
  code_attempts integer DEFAULT 0 NOT NULL,
  email_proven_at timestamp with time zone,
  proven_at timestamp with time zone,
  confirmed_by integer,
  confirmed_at timestamp with time zone,
  confirmed_again_by integer,
  confirmed_again_at timestamp with time zone,
  outcome text,
  decided_at timestamp with time zone,
  CONSTRAINT book_claims_attempts CHECK (code_attempts >= 0 AND code_attempts <= 10),
  CONSTRAINT book_claims_codes CHECK (codes_sent >= 0 AND codes_sent <= 5),
  CONSTRAINT book_claims_confirmed CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL) AND (confirmed_again_by IS NULL) = (confirmed_again_at IS NULL) AND (confirmed_again_by IS NULL OR confirmed_by IS NOT NULL AND confirmed_again_by <> confirmed_by) AND member_id <> COALESCE(confirmed_by, 0) AND member_id <> COALESCE(confirmed_again_by, 0)),
  CONSTRAINT book_claims_confirmed_again_by_fkey FOREIGN KEY (confirmed_again_by) REFERENCES members(id),
  CONSTRAINT book_claims_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES members(id),
  CONSTRAINT book_claims_decided CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NULL) = (password_hash IS NOT NULL)),
  CONSTRAINT book_claims_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id),
  CONSTRAINT book_claims_invitation_once UNIQUE (invitation_id),
  CONSTRAINT book_claims_invited CHECK ((invitation_id IS NULL) = (proof = 'before'::text)),
  CONSTRAINT book_claims_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT book_claims_of_the_book CHECK (
CASE proof
    WHEN 'sms'::text THEN book_phone IS NOT NULL
    WHEN 'mail'::text THEN book_email IS NOT NULL
    ELSE true
END),
  CONSTRAINT book_claims_outcome CHECK (outcome = ANY (ARRAY['taken'::text, 'replaced'::text])),
  CONSTRAINT book_claims_pkey PRIMARY KEY (id),
  CONSTRAINT book_claims_proof CHECK (proof = ANY (ARRAY['sms'::text, 'mail'::text, 'officials'::text, 'before'::text])),
  CONSTRAINT book_claims_proven CHECK (proven_at IS NULL OR (proof = ANY (ARRAY['sms'::text, 'mail'::text]))),
  CONSTRAINT book_claims_taken CHECK (COALESCE(outcome, ''::text) <> 'taken'::text OR proof = 'before'::text OR confirmed_again_by IS NOT NULL OR proven_at IS NOT NULL AND (email IS NULL OR email_proven_at IS NOT NULL OR proof = 'sms'::text))
);
CREATE INDEX book_claims_by_email ON book_claims USING btree (lower(email)) WHERE outcome IS NULL;
CREATE UNIQUE INDEX book_claims_one_taken ON book_claims USING btree (member_id) WHERE outcome = 'taken'::text;
CREATE UNIQUE INDEX book_claims_one_waits ON book_claims USING btree (member_id) WHERE outcome IS NULL;
CREATE TRIGGER book_claims_keep BEFORE INSERT OR UPDATE ON book_claims FOR EACH ROW EXECUTE FUNCTION keep_book_claim();
CREATE TRIGGER book_claims_no_delete BEFORE DELETE ON book_claims FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER book_claims_no_truncate BEFORE TRUNCATE ON book_claims FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE closed_years (
  start_date date NOT NULL,
  end_date date NOT NULL,
  label text NOT NULL,
  closed_by integer NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  CONSTRAINT closed_years_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES members(id),
  CONSTRAINT closed_years_end UNIQUE (end_date),
  CONSTRAINT closed_years_order CHECK (end_date >= start_date),
  CONSTRAINT closed_years_pkey PRIMARY KEY (start_date)
);
CREATE TRIGGER closed_years_append_only BEFORE DELETE OR UPDATE ON closed_years FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_years_no_truncate BEFORE TRUNCATE ON closed_years FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE collections (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  meeting_id integer NOT NULL,
  total_cents bigint NOT NULL,
  counted_cents bigint NOT NULL,
  difference_reason text,
  entered_by integer NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  treasurer_verdict text DEFAULT 'pending_approval'::text NOT NULL,
  treasurer_id integer,
  treasurer_reason text,
  treasurer_at timestamp with time zone,
  treasurer_counted bigint,
  sec_gen_verdict text DEFAULT 'pending_approval'::text NOT NULL,
  sec_gen_id integer,
  sec_gen_reason text,
  sec_gen_at timestamp with time zone,
  sec_gen_counted bigint,
  status text GENERATED ALWAYS AS (
CASE
    WHEN treasurer_verdict = 'rejected'::text OR sec_gen_verdict = 'rejected'::text THEN 'rejected'::text
    WHEN treasurer_verdict = 'approved'::text AND sec_gen_verdict = 'approved'::text THEN 'approved'::text
    WHEN treasurer_verdict = 'approved'::text OR sec_gen_verdict = 'approved'::text THEN 'pending_approval'::text
    ELSE 'pending'::text
END) STORED NOT NULL,
  CONSTRAINT collections_counted CHECK (counted_cents >= 0),
  CONSTRAINT collections_difference CHECK (counted_cents = total_cents OR COALESCE(difference_reason ~ '\S'::text, false)),
  CONSTRAINT collections_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES members(id),
  CONSTRAINT collections_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meetings(id),
  CONSTRAINT collections_pkey PRIMARY KEY (id),
  CONSTRAINT collections_sec_gen CHECK (
CASE sec_gen_verdict
    WHEN 'pending_approval'::text THEN num_nonnulls(sec_gen_id, sec_gen_at, sec_gen_reason, sec_gen_counted) = 0
    WHEN 'approved'::text THEN num_nonnulls(sec_gen_id, sec_gen_at) = 2 AND sec_gen_reason IS NULL AND COALESCE(sec_gen_counted = counted_cents, false)
    WHEN 'rejected'::text THEN num_nonnulls(sec_gen_id, sec_gen_at, sec_gen_reason) = 3 AND sec_gen_counted IS NULL
    ELSE false
END),
  CONSTRAINT collections_sec_gen_id_fkey FOREIGN KEY (sec_gen_id) REFERENCES members(id),
  CONSTRAINT collections_total CHECK (total_cents > 0),
  CONSTRAINT collections_treasurer CHECK (
CASE treasurer_verdict
    WHEN 'pending_approval'::text THEN num_nonnulls(treasurer_id, treasurer_at, treasurer_reason, treasurer_counted) = 0
    WHEN 'approved'::text THEN num_nonnulls(treasurer_id, treasurer_at) = 2 AND treasurer_reason IS NULL AND COALESCE(treasurer_counted = counted_cents, false)
    WHEN 'rejected'::text THEN num_nonnulls(treasurer_id, treasurer_at, treasurer_reason) = 3 AND treasurer_counted IS NULL
    ELSE false
END),
  CONSTRAINT collections_treasurer_id_fkey FOREIGN KEY (treasurer_id) REFERENCES members(id),
  CONSTRAINT collections_two_people CHECK (treasurer_id <> sec_gen_id)
);
CREATE INDEX collections_by_meeting ON collections USING btree (meeting_id, id);
CREATE UNIQUE INDEX collections_one_waits ON collections USING btree (meeting_id) WHERE status = ANY (ARRAY['pending'::text, 'pending_approval'::text]);
CREATE TRIGGER collections_keep BEFORE UPDATE ON collections FOR EACH ROW EXECUTE FUNCTION keep_collection();
CREATE TRIGGER collections_no_delete BEFORE DELETE ON collections FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER collections_no_truncate BEFORE TRUNCATE ON collections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER collections_whole AFTER INSERT OR UPDATE ON collections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_collection_whole();

CREATE TABLE daraja_callbacks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  nonce_hash bytea,
  sha256 bytea NOT NULL,
  body bytea,
  received_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  outcome text,
  refusal text,
  line_id integer,
  read_at timestamp with time zone,
  CONSTRAINT daraja_callbacks_body CHECK (octet_length(body) <= 16384),
  CONSTRAINT daraja_callbacks_kind CHECK (kind = ANY (ARRAY['confirmation'::text, 'validation'::text, 'result'::text, 'timeout'::text])),
  CONSTRAINT daraja_callbacks_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT daraja_callbacks_nonce CHECK ((nonce_hash IS NULL) = (kind = ANY (ARRAY['confirmation'::text, 'validation'::text]))),
  CONSTRAINT daraja_callbacks_once UNIQUE NULLS NOT DISTINCT (kind, nonce_hash, sha256),
  CONSTRAINT daraja_callbacks_outcome CHECK (outcome = ANY (ARRAY['line'::text, 'answer'::text, 'refused'::text])),
  CONSTRAINT daraja_callbacks_pkey PRIMARY KEY (id),
  CONSTRAINT daraja_callbacks_read CHECK ((outcome IS NULL) = (read_at IS NULL) AND (NOT outcome IS DISTINCT FROM 'refused'::text) = (refusal IS NOT NULL) AND (NOT outcome IS DISTINCT FROM 'line'::text) = (line_id IS NOT NULL) AND (body IS NOT NULL OR read_at IS NOT NULL))
);
CREATE INDEX daraja_callbacks_by_line ON daraja_callbacks USING btree (line_id) WHERE line_id IS NOT NULL;
CREATE INDEX daraja_callbacks_due ON daraja_callbacks USING btree (due_at, id) WHERE read_at IS NULL;
CREATE INDEX daraja_callbacks_with_body ON daraja_callbacks USING btree (received_at) WHERE body IS NOT NULL;

CREATE TABLE daraja_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  subject_kind text NOT NULL,
  subject_id bigint NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  nonce_hash bytea,
  sent_at timestamp with time zone,
  expires_at timestamp with time zone,
  replied_at timestamp with time zone,
  code text,
  external_id text,
  CONSTRAINT daraja_requests_kind CHECK (kind = ANY (ARRAY['ask'::text, 'query_ask'::text, 'check_receipt'::text, 'check_conversation'::text, 'pull'::text, 'pay_out'::text, 'give_back'::text])),
  CONSTRAINT daraja_requests_nonce UNIQUE (nonce_hash),
  CONSTRAINT daraja_requests_nonce_hash CHECK (octet_length(nonce_hash) = 32),
  CONSTRAINT daraja_requests_pkey PRIMARY KEY (id),
  CONSTRAINT daraja_requests_sent CHECK ((state = ANY (ARRAY['queued'::text, 'dropped'::text])) = (sent_at IS NULL) AND (sent_at IS NULL) = (nonce_hash IS NULL) AND (sent_at IS NULL) = (expires_at IS NULL)),
  CONSTRAINT daraja_requests_state CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text, 'taken'::text, 'refused'::text, 'unknown'::text, 'dropped'::text])),
  CONSTRAINT daraja_requests_subject CHECK (subject_kind = ANY (ARRAY['ask'::text, 'line'::text, 'payout'::text, 'pull'::text]))
);
CREATE INDEX daraja_requests_by_subject ON daraja_requests USING btree (subject_kind, subject_id);
CREATE INDEX daraja_requests_due ON daraja_requests USING btree (due_at, id) WHERE state = 'queued'::text;
CREATE INDEX daraja_requests_sending ON daraja_requests USING btree (sent_at) WHERE state = 'sending'::text;

CREATE TABLE daraja_state (
  single boolean DEFAULT true NOT NULL,
  failing_since timestamp with time zone,
  told_failing_at timestamp with time zone,
  CONSTRAINT daraja_state_pkey PRIMARY KEY (single),
  CONSTRAINT daraja_state_single CHECK (single)
);

CREATE TABLE distribution_fines (
  distribution_id integer NOT NULL,
  fine_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  CONSTRAINT distribution_fines_amount CHECK (amount_cents > 0),
  CONSTRAINT distribution_fines_distribution_id_fkey FOREIGN KEY (distribution_id) REFERENCES distributions(id),
  CONSTRAINT distribution_fines_fine_id_fkey FOREIGN KEY (fine_id) REFERENCES fines(id),
  CONSTRAINT distribution_fines_pkey PRIMARY KEY (distribution_id, fine_id)
);
CREATE INDEX distribution_fines_by_fine ON distribution_fines USING btree (fine_id) INCLUDE (amount_cents);
CREATE TRIGGER distribution_fines_append_only BEFORE DELETE OR UPDATE ON distribution_fines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_fines_no_truncate BEFORE TRUNCATE ON distribution_fines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE distribution_members (
  distribution_id integer NOT NULL,
  member_id integer NOT NULL,
  CONSTRAINT distribution_members_distribution_id_fkey FOREIGN KEY (distribution_id) REFERENCES distributions(id),
  CONSTRAINT distribution_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT distribution_members_pkey PRIMARY KEY (distribution_id, member_id)
);
CREATE TRIGGER distribution_members_append_only BEFORE DELETE OR UPDATE ON distribution_members FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_members_no_truncate BEFORE TRUNCATE ON distribution_members FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE distribution_shares (
  distribution_id integer NOT NULL,
  member_id integer NOT NULL,
  weight bigint NOT NULL,
  share_cents bigint NOT NULL,
  savings_cents bigint NOT NULL,
  fines_cents bigint NOT NULL,
  loans_cents bigint NOT NULL,
  receives_cents bigint NOT NULL,
  CONSTRAINT distribution_shares_distribution_id_fkey FOREIGN KEY (distribution_id) REFERENCES distributions(id),
  CONSTRAINT distribution_shares_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT distribution_shares_parts CHECK (LEAST(share_cents, savings_cents, fines_cents, loans_cents, receives_cents) >= 0 AND (share_cents + savings_cents) = (fines_cents + loans_cents + receives_cents)),
  CONSTRAINT distribution_shares_pkey PRIMARY KEY (distribution_id, member_id),
  CONSTRAINT distribution_shares_weight CHECK (weight >= 0)
);
CREATE INDEX distribution_shares_by_member ON distribution_shares USING btree (member_id, distribution_id);
CREATE TRIGGER distribution_shares_append_only BEFORE DELETE OR UPDATE ON distribution_shares FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_shares_no_truncate BEFORE TRUNCATE ON distribution_shares FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE distribution_take_backs (
  distribution_id integer NOT NULL,
  office text NOT NULL,
  member_id integer NOT NULL,
  given_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  CONSTRAINT distribution_take_backs_by_two UNIQUE (distribution_id, member_id),
  CONSTRAINT distribution_take_backs_distribution_id_fkey FOREIGN KEY (distribution_id) REFERENCES distributions(id),
  CONSTRAINT distribution_take_backs_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT distribution_take_backs_office CHECK (office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT distribution_take_backs_pkey PRIMARY KEY (distribution_id, office)
);
CREATE TRIGGER distribution_take_backs_append_only BEFORE DELETE OR UPDATE ON distribution_take_backs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_take_backs_no_truncate BEFORE TRUNCATE ON distribution_take_backs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE distributions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  status text NOT NULL,
  basis text NOT NULL,
  amount_cents bigint NOT NULL,
  from_on date,
  to_on date NOT NULL,
  share_value_cents bigint,
  return_savings boolean NOT NULL,
  set_off text NOT NULL,
  pay_as text NOT NULL,
  description text NOT NULL,
  proposed_by integer NOT NULL,
  proposed_office text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  decided_by integer,
  decided_at timestamp with time zone,
  refused_because text,
  distributable_cents bigint,
  bank_after_cents bigint,
  CONSTRAINT distributions_amount CHECK (amount_cents > 0),
  CONSTRAINT distributions_basis CHECK (basis = ANY (ARRAY['savings_days'::text, 'shares'::text, 'equal'::text])),
  CONSTRAINT distributions_by_two CHECK (status = 'refused'::text OR decided_by <> proposed_by),
  CONSTRAINT distributions_days CHECK ((basis = 'savings_days'::text) = (from_on IS NOT NULL) AND from_on <= to_on),
  CONSTRAINT distributions_decided CHECK ((status = 'proposed'::text) = (decided_by IS NULL) AND (status = 'proposed'::text) = (decided_at IS NULL)),
  CONSTRAINT distributions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id),
  CONSTRAINT distributions_figures CHECK ((status = ANY (ARRAY['posted'::text, 'taken_back'::text])) = (distributable_cents IS NOT NULL AND bank_after_cents IS NOT NULL)),
  CONSTRAINT distributions_office CHECK (proposed_office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT distributions_pay_as CHECK (pay_as = ANY (ARRAY['bank'::text, 'savings'::text])),
  CONSTRAINT distributions_pkey PRIMARY KEY (id),
  CONSTRAINT distributions_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES members(id),
  CONSTRAINT distributions_refused CHECK ((status = 'refused'::text) = (refused_because IS NOT NULL)),
  CONSTRAINT distributions_returned CHECK (NOT return_savings OR pay_as = 'bank'::text),
  CONSTRAINT distributions_set_off CHECK (set_off = ANY (ARRAY['none'::text, 'overdue'::text, 'all'::text])),
  CONSTRAINT distributions_share CHECK ((basis = 'shares'::text) = (share_value_cents IS NOT NULL) AND share_value_cents > 0),
  CONSTRAINT distributions_status CHECK (status = ANY (ARRAY['proposed'::text, 'posted'::text, 'refused'::text, 'taken_back'::text]))
);
CREATE UNIQUE INDEX distributions_one_waits ON distributions USING btree (status) WHERE status = 'proposed'::text;
CREATE TRIGGER distributions_keep BEFORE UPDATE ON distributions FOR EACH ROW EXECUTE FUNCTION keep_distribution();
CREATE TRIGGER distributions_no_delete BEFORE DELETE ON distributions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distributions_no_truncate BEFORE TRUNCATE ON distributions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER distributions_posted AFTER UPDATE ON distributions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = ANY (ARRAY['posted'::text, 'taken_back'::text])) EXECUTE FUNCTION check_distribution_posted();
CREATE CONSTRAINT TRIGGER distributions_taken_back AFTER UPDATE ON distributions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'taken_back'::text) EXECUTE FUNCTION check_distribution_taken_back();

CREATE TABLE dividend_declarations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  description text NOT NULL,
  amount_cents bigint NOT NULL,
  paid_cents bigint DEFAULT 0 NOT NULL,
  is_reversed boolean DEFAULT false NOT NULL,
  declared_by integer NOT NULL,
  declared_at timestamp with time zone NOT NULL,
  CONSTRAINT dividend_declarations_amount CHECK (amount_cents > 0),
  CONSTRAINT dividend_declarations_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES members(id),
  CONSTRAINT dividend_declarations_paid CHECK (paid_cents >= 0 AND paid_cents <= amount_cents AND NOT (is_reversed AND paid_cents > 0)),
  CONSTRAINT dividend_declarations_pkey PRIMARY KEY (id)
);
CREATE INDEX dividend_declarations_open ON dividend_declarations USING btree (id) WHERE NOT is_reversed AND paid_cents < amount_cents;
CREATE TRIGGER dividend_declarations_keep BEFORE UPDATE ON dividend_declarations FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so', 'paid_cents', 'is_reversed');
CREATE TRIGGER dividend_declarations_no_delete BEFORE DELETE ON dividend_declarations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_declarations_no_truncate BEFORE TRUNCATE ON dividend_declarations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER dividend_declarations_posted AFTER INSERT ON dividend_declarations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('dividend_declaration');
CREATE TRIGGER dividend_declarations_reversed_once BEFORE UPDATE ON dividend_declarations FOR EACH ROW WHEN (old.is_reversed) EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so');

CREATE TABLE dividend_payments (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  declaration_id integer NOT NULL,
  description text NOT NULL,
  amount_cents bigint NOT NULL,
  is_reversed boolean DEFAULT false NOT NULL,
  paid_by integer NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  CONSTRAINT dividend_payments_amount CHECK (amount_cents > 0),
  CONSTRAINT dividend_payments_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES dividend_declarations(id),
  CONSTRAINT dividend_payments_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES members(id),
  CONSTRAINT dividend_payments_pkey PRIMARY KEY (id)
);
CREATE TRIGGER dividend_payments_keep BEFORE UPDATE ON dividend_payments FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so', 'is_reversed');
CREATE TRIGGER dividend_payments_no_delete BEFORE DELETE ON dividend_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_payments_no_truncate BEFORE TRUNCATE ON dividend_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER dividend_payments_posted AFTER INSERT ON dividend_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('dividend_payment');
CREATE TRIGGER dividend_payments_reversed_once BEFORE UPDATE ON dividend_payments FOR EACH ROW WHEN (old.is_reversed) EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so');

CREATE TABLE earlier_phones (
  member_id integer NOT NULL,
  phone text NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  CONSTRAINT earlier_phones_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT earlier_phones_pkey PRIMARY KEY (member_id, replaced_at)
);
CREATE TRIGGER earlier_phones_append_only BEFORE DELETE OR UPDATE ON earlier_phones FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER earlier_phones_no_truncate BEFORE TRUNCATE ON earlier_phones FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE entries (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_date date NOT NULL,
  description text NOT NULL,
  source_kind text NOT NULL,
  source_id integer NOT NULL,
  purpose text NOT NULL,
  reverses integer,
  author_id integer,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT entries_author_id_fkey FOREIGN KEY (author_id) REFERENCES members(id),
  CONSTRAINT entries_pkey PRIMARY KEY (id),
  CONSTRAINT entries_reversed_once UNIQUE (reverses),
  CONSTRAINT entries_reverses_fkey FOREIGN KEY (reverses) REFERENCES entries(id),
  CONSTRAINT entries_source_once UNIQUE (source_kind, source_id, purpose)
);
CREATE INDEX entries_by_date ON entries USING btree (business_date, id);
CREATE INDEX entries_by_kind ON entries USING btree (source_kind, purpose, business_date, id);
CREATE INDEX entries_by_words ON entries USING gin (journal_words(description)) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER entries_balance AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_balances();
CREATE CONSTRAINT TRIGGER entries_fine_agreed AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.author_id IS NOT NULL AND (new.source_kind = 'fine'::text OR new.reverses IS NOT NULL)) EXECUTE FUNCTION check_fine_agreed();
CREATE CONSTRAINT TRIGGER entries_have_call AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = 'guarantee_call'::text) EXECUTE FUNCTION check_call_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_collection AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = 'collection'::text) EXECUTE FUNCTION check_collection_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_distribution AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = 'distribution'::text) EXECUTE FUNCTION check_distribution_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_fine AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = 'fine'::text) EXECUTE FUNCTION check_fine_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_interest AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = 'loan_interest'::text) EXECUTE FUNCTION check_interest_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_leaving AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = ANY (ARRAY['settlement'::text, 'bad_debt_recovery'::text])) EXECUTE FUNCTION check_leaving_entry_source();
CREATE CONSTRAINT TRIGGER entries_have_ledger_item AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = ANY (ARRAY['ledger_entry'::text, 'dividend_declaration'::text, 'dividend_payment'::text, 'fixed_deposit'::text, 'fixed_deposit_redemption'::text])) EXECUTE FUNCTION check_ledger_item_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_loan AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = 'loan'::text) EXECUTE FUNCTION check_loan_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_opening AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = ANY (ARRAY['opening'::text, 'opening_member'::text, 'opening_loan'::text])) EXECUTE FUNCTION check_opening_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_rotation AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = 'rotation'::text OR new.source_kind = 'payment'::text AND new.purpose = 'rotation_payment'::text) EXECUTE FUNCTION check_rotation_of_entry();
CREATE CONSTRAINT TRIGGER entries_have_source AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind = 'payment'::text) EXECUTE FUNCTION check_entry_source();
CREATE TRIGGER entries_no_truncate BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entries_not_in_future BEFORE INSERT ON entries FOR EACH ROW WHEN (new.business_date > (new.recorded_at AT TIME ZONE 'Africa/Nairobi'::text)::date) EXECUTE FUNCTION refuse_entry_from_the_future();
CREATE TRIGGER entries_open_year BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION refuse_entry_in_closed_year();
CREATE CONSTRAINT TRIGGER entries_second_person AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.source_kind <> ALL (ARRAY['payment'::text, 'fine'::text, 'loan'::text])) EXECUTE FUNCTION check_second_person();
CREATE CONSTRAINT TRIGGER entries_take_opening_back AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.reverses IS NOT NULL) EXECUTE FUNCTION check_opening_reversal();

CREATE TABLE entry_references (
  entry_id integer NOT NULL,
  reference text,
  reference_key text GENERATED ALWAYS AS (translate(upper(reference), '-/ '::text, ''::text)) STORED,
  paid_on date NOT NULL,
  CONSTRAINT entry_references_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES entries(id),
  CONSTRAINT entry_references_once UNIQUE (reference_key),
  CONSTRAINT entry_references_pkey PRIMARY KEY (entry_id),
  CONSTRAINT entry_references_reference CHECK (reference ~ '^[A-Z0-9/-]{4,40}$'::text AND reference ~ '[A-Z0-9]'::text)
);
CREATE TRIGGER entry_references_append_only BEFORE DELETE OR UPDATE ON entry_references FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_references_no_truncate BEFORE TRUNCATE ON entry_references FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE entry_resolutions (
  entry_id integer NOT NULL,
  resolution_id integer NOT NULL,
  CONSTRAINT entry_resolutions_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES entries(id),
  CONSTRAINT entry_resolutions_pkey PRIMARY KEY (entry_id),
  CONSTRAINT entry_resolutions_resolution_id_fkey FOREIGN KEY (resolution_id) REFERENCES meeting_resolutions(id)
);
CREATE INDEX entry_resolutions_by_resolution ON entry_resolutions USING btree (resolution_id);
CREATE TRIGGER entry_resolutions_keep BEFORE INSERT ON entry_resolutions FOR EACH ROW EXECUTE FUNCTION keep_entry_resolution();
CREATE TRIGGER entry_resolutions_no_change BEFORE DELETE OR UPDATE ON entry_resolutions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_resolutions_no_truncate BEFORE TRUNCATE ON entry_resolutions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fine_settlements (
  payment_id integer NOT NULL,
  fine_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  CONSTRAINT fine_settlements_amount CHECK (amount_cents > 0),
  CONSTRAINT fine_settlements_fine_id_fkey FOREIGN KEY (fine_id) REFERENCES fines(id),
  CONSTRAINT fine_settlements_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT fine_settlements_pkey PRIMARY KEY (payment_id, fine_id)
);
CREATE INDEX fine_settlements_by_fine ON fine_settlements USING btree (fine_id) INCLUDE (amount_cents);
CREATE TRIGGER fine_settlements_append_only BEFORE DELETE OR UPDATE ON fine_settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fine_settlements_no_truncate BEFORE TRUNCATE ON fine_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fines (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  description text NOT NULL,
  charged_on date NOT NULL,
  charged_at timestamp with time zone NOT NULL,
  charged_by integer,
  late_since date,
  late_months integer,
  paid_cents bigint DEFAULT 0 NOT NULL,
  written_off_cents bigint DEFAULT 0 NOT NULL,
  opening_id integer,
  proposal_id integer,
  meeting_id integer,
  CONSTRAINT fines_amount CHECK (amount_cents > 0),
  CONSTRAINT fines_charged_by_fkey FOREIGN KEY (charged_by) REFERENCES members(id),
  CONSTRAINT fines_late CHECK ((late_since IS NULL) = (late_months IS NULL)),
  CONSTRAINT fines_late_once UNIQUE (member_id, late_since, late_months),
  CONSTRAINT fines_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meetings(id),
  CONSTRAINT fines_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT fines_of_opening CHECK (opening_id IS NULL OR late_since IS NULL),
  CONSTRAINT fines_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT fines_pkey PRIMARY KEY (id),
  CONSTRAINT fines_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  CONSTRAINT fines_settled CHECK (paid_cents >= 0 AND written_off_cents >= 0 AND (paid_cents + written_off_cents) <= amount_cents)
);
CREATE INDEX fines_by_member ON fines USING btree (member_id, id);
CREATE INDEX fines_by_official ON fines USING btree (charged_by, charged_at, id) WHERE opening_id IS NULL;
CREATE UNIQUE INDEX fines_of_meeting ON fines USING btree (meeting_id, member_id) WHERE meeting_id IS NOT NULL AND written_off_cents = 0;
CREATE INDEX fines_of_opening ON fines USING btree (opening_id) WHERE opening_id IS NOT NULL;
CREATE INDEX fines_of_proposal ON fines USING btree (proposal_id) WHERE proposal_id IS NOT NULL;
CREATE INDEX fines_unpaid ON fines USING btree (member_id, id) WHERE (paid_cents + written_off_cents) < amount_cents;
CREATE TRIGGER fines_keep BEFORE UPDATE ON fines FOR EACH ROW EXECUTE FUNCTION refuse_change('fine %s cannot be changed so', 'paid_cents', 'written_off_cents');
CREATE TRIGGER fines_no_delete BEFORE DELETE ON fines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fines_no_truncate BEFORE TRUNCATE ON fines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER fines_posted AFTER INSERT ON fines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_fine_posted();
CREATE TRIGGER fines_settle BEFORE UPDATE ON fines FOR EACH ROW WHEN (new.paid_cents < old.paid_cents OR new.written_off_cents < old.written_off_cents) EXECUTE FUNCTION keep_fine_settled();

CREATE TABLE fixed_deposit_redemptions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  deposit_id integer NOT NULL,
  description text NOT NULL,
  amount_cents bigint NOT NULL,
  interest_cents bigint NOT NULL,
  is_reversed boolean DEFAULT false NOT NULL,
  redeemed_by integer NOT NULL,
  redeemed_at timestamp with time zone NOT NULL,
  CONSTRAINT fixed_deposit_redemptions_amount CHECK (amount_cents > 0),
  CONSTRAINT fixed_deposit_redemptions_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES fixed_deposits(id),
  CONSTRAINT fixed_deposit_redemptions_interest CHECK (interest_cents >= 0),
  CONSTRAINT fixed_deposit_redemptions_pkey PRIMARY KEY (id),
  CONSTRAINT fixed_deposit_redemptions_redeemed_by_fkey FOREIGN KEY (redeemed_by) REFERENCES members(id)
);
CREATE TRIGGER fixed_deposit_redemptions_keep BEFORE UPDATE ON fixed_deposit_redemptions FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so', 'is_reversed');
CREATE TRIGGER fixed_deposit_redemptions_no_delete BEFORE DELETE ON fixed_deposit_redemptions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fixed_deposit_redemptions_no_truncate BEFORE TRUNCATE ON fixed_deposit_redemptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER fixed_deposit_redemptions_posted AFTER INSERT ON fixed_deposit_redemptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('fixed_deposit_redemption');
CREATE TRIGGER fixed_deposit_redemptions_reversed_once BEFORE UPDATE ON fixed_deposit_redemptions FOR EACH ROW WHEN (old.is_reversed) EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so');

CREATE TABLE fixed_deposits (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  description text NOT NULL,
  amount_cents bigint NOT NULL,
  redeemed_cents bigint DEFAULT 0 NOT NULL,
  start_date date NOT NULL,
  maturity_date date NOT NULL,
  is_reversed boolean DEFAULT false NOT NULL,
  opened_by integer NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  opening_id integer,
  CONSTRAINT fixed_deposits_amount CHECK (amount_cents > 0),
  CONSTRAINT fixed_deposits_dates CHECK (maturity_date >= start_date),
  CONSTRAINT fixed_deposits_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES members(id),
  CONSTRAINT fixed_deposits_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT fixed_deposits_pkey PRIMARY KEY (id),
  CONSTRAINT fixed_deposits_redeemed CHECK (redeemed_cents >= 0 AND redeemed_cents <= amount_cents AND NOT (is_reversed AND redeemed_cents > 0))
);
CREATE INDEX fixed_deposits_of_opening ON fixed_deposits USING btree (opening_id) WHERE opening_id IS NOT NULL;
CREATE INDEX fixed_deposits_open ON fixed_deposits USING btree (id) WHERE NOT is_reversed AND redeemed_cents < amount_cents;
CREATE TRIGGER fixed_deposits_keep BEFORE UPDATE ON fixed_deposits FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so', 'redeemed_cents', 'is_reversed');
CREATE TRIGGER fixed_deposits_no_delete BEFORE DELETE ON fixed_deposits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fixed_deposits_no_truncate BEFORE TRUNCATE ON fixed_deposits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER fixed_deposits_posted AFTER INSERT ON fixed_deposits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('fixed_deposit');
CREATE TRIGGER fixed_deposits_reversed_once BEFORE UPDATE ON fixed_deposits FOR EACH ROW WHEN (old.is_reversed) EXECUTE FUNCTION refuse_change('%2$s %1$s cannot be changed so');

CREATE TABLE founding (
  only_row boolean DEFAULT true NOT NULL,
  member_id integer NOT NULL,
  founded_at timestamp with time zone NOT NULL,
  begins text,
  mail_tested_at timestamp with time zone,
  CONSTRAINT founding_begins CHECK (begins = ANY (ARRAY['new'::text, 'books'::text])),
  CONSTRAINT founding_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT founding_only_row CHECK (only_row),
  CONSTRAINT founding_pkey PRIMARY KEY (only_row)
);

CREATE TABLE fund_amounts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  fund_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  counts_from date,
  set_by integer NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT fund_amounts_amount CHECK (amount_cents >= 0),
  CONSTRAINT fund_amounts_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES funds(id),
  CONSTRAINT fund_amounts_pkey PRIMARY KEY (id),
  CONSTRAINT fund_amounts_set_by_fkey FOREIGN KEY (set_by) REFERENCES members(id)
);
CREATE INDEX fund_amounts_by_fund ON fund_amounts USING btree (fund_id, id);
CREATE UNIQUE INDEX fund_amounts_first ON fund_amounts USING btree (fund_id) WHERE counts_from IS NULL;
CREATE TRIGGER fund_amounts_append_only BEFORE DELETE OR UPDATE ON fund_amounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fund_amounts_no_truncate BEFORE TRUNCATE ON fund_amounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fund_days (
  fund_id integer NOT NULL,
  business_date date NOT NULL,
  in_cents bigint NOT NULL,
  out_cents bigint NOT NULL,
  CONSTRAINT fund_days_pkey PRIMARY KEY (fund_id, business_date)
);

CREATE TABLE funds (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  rule text NOT NULL,
  starts_on date NOT NULL,
  benefits jsonb DEFAULT '[]'::jsonb NOT NULL,
  claims_a_year integer,
  needs_evidence boolean NOT NULL,
  created_by integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  closed_by integer,
  closed_at timestamp with time zone,
  CONSTRAINT funds_benefits CHECK (jsonb_typeof(benefits) = 'array'::text),
  CONSTRAINT funds_claims_a_year CHECK (claims_a_year > 0),
  CONSTRAINT funds_closed CHECK ((closed_by IS NULL) = (closed_at IS NULL)),
  CONSTRAINT funds_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES members(id),
  CONSTRAINT funds_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id),
  CONSTRAINT funds_name CHECK (length(name) >= 2 AND length(name) <= 40),
  CONSTRAINT funds_pkey PRIMARY KEY (id),
  CONSTRAINT funds_rule CHECK (rule = ANY (ARRAY['none'::text, 'once'::text, 'monthly'::text, 'each_meeting'::text]))
);
CREATE UNIQUE INDEX funds_name_in_use ON funds USING btree (lower(name)) WHERE closed_at IS NULL;
CREATE TRIGGER funds_keep BEFORE UPDATE ON funds FOR EACH ROW EXECUTE FUNCTION keep_fund();
CREATE TRIGGER funds_no_delete BEFORE DELETE ON funds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER funds_no_truncate BEFORE TRUNCATE ON funds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE group_clock (
  only_row boolean DEFAULT true NOT NULL,
  first_started_at timestamp with time zone NOT NULL,
  alive_at timestamp with time zone NOT NULL,
  newest_at timestamp with time zone,
  logged_to bigint NOT NULL,
  accepted_at timestamp with time zone,
  CONSTRAINT group_clock_only_row CHECK (only_row),
  CONSTRAINT group_clock_pkey PRIMARY KEY (only_row)
);
CREATE TRIGGER group_clock_no_delete BEFORE DELETE ON group_clock FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER group_clock_no_truncate BEFORE TRUNCATE ON group_clock FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE group_identity (
  only_row boolean DEFAULT true NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT group_identity_only_row_check CHECK (only_row),
  CONSTRAINT group_identity_pkey PRIMARY KEY (only_row)
);
CREATE TRIGGER group_identity_keep BEFORE DELETE OR UPDATE ON group_identity FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER group_identity_no_truncate BEFORE TRUNCATE ON group_identity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE group_settings (
  only_row boolean DEFAULT true NOT NULL,
  name text DEFAULT 'Akiba Group'::text NOT NULL,
  bank_name text DEFAULT 'Equity Bank'::text NOT NULL,
  monthly_contribution_cents bigint DEFAULT 100000 NOT NULL,
  year_start_month smallint DEFAULT 1 NOT NULL,
  year_start_day smallint DEFAULT 1 NOT NULL,
  normal_loan_rate_bp integer DEFAULT 1000 NOT NULL,
  emergency_loan_rate_bp integer DEFAULT 1000 NOT NULL,
  normal_loan_term_months integer DEFAULT 12 NOT NULL,
  emergency_loan_term_months integer DEFAULT 6 NOT NULL,
  loan_limit_multiple integer DEFAULT 3 NOT NULL,
  late_fine_after_months integer DEFAULT 3 NOT NULL,
  late_fine_cents bigint DEFAULT 10000 NOT NULL,
  interest_share_bp integer DEFAULT 6300 NOT NULL,
  officials_two_step boolean DEFAULT false NOT NULL,
  office_delay_hours integer DEFAULT 24 NOT NULL,
  contribution_due_day integer DEFAULT 5 NOT NULL,
  pay_to jsonb DEFAULT '[]'::jsonb NOT NULL,
  pay_to_changed_at timestamp with time zone,
  require_evidence boolean DEFAULT false NOT NULL,
  sms_monthly_cap_cents bigint DEFAULT 50000 NOT NULL,
  reminder_days integer DEFAULT 3 NOT NULL,
  quiet_from time without time zone DEFAULT '20:00:00'::time without time zone NOT NULL,
  quiet_to time without time zone DEFAULT '07:00:00'::time without time zone NOT NULL,
  mpesa_refuse_unknown_accounts boolean DEFAULT false NOT NULL,
  plain_loans boolean DEFAULT true NOT NULL,
  guarantees_at_most integer,
  officials_guarantee boolean DEFAULT true NOT NULL,
  mpesa_payouts boolean DEFAULT false NOT NULL,
  mpesa_record_by_account boolean DEFAULT false NOT NULL,
  meetings boolean DEFAULT false NOT NULL,
  meeting_quorum text DEFAULT '1/2'::text NOT NULL,
  meeting_fine_late_cents bigint DEFAULT 0 NOT NULL,
  meeting_fine_absent_cents bigint DEFAULT 0 NOT NULL,
  meeting_fine_apology_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT group_settings_contribution CHECK (monthly_contribution_cents > 0),
  CONSTRAINT group_settings_contribution_due_day CHECK (contribution_due_day >= 1 AND contribution_due_day <= 28),
  CONSTRAINT group_settings_day CHECK (year_start_day >= 1 AND year_start_day <= 28),
  CONSTRAINT group_settings_fine_absent CHECK (meeting_fine_absent_cents >= 0),
  CONSTRAINT group_settings_fine_apology CHECK (meeting_fine_apology_cents >= 0),
  CONSTRAINT group_settings_fine_late CHECK (meeting_fine_late_cents >= 0),
  CONSTRAINT group_settings_guarantees CHECK (guarantees_at_most >= 1 AND guarantees_at_most <= 100),
  CONSTRAINT group_settings_month CHECK (year_start_month >= 1 AND year_start_month <= 12),
  CONSTRAINT group_settings_office_delay CHECK (office_delay_hours >= 0 AND office_delay_hours <= 168),
  CONSTRAINT group_settings_only_row CHECK (only_row),
  CONSTRAINT group_settings_pay_to CHECK (is_pay_to(pay_to)),
  CONSTRAINT group_settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT group_settings_quorum CHECK (
CASE
    WHEN meeting_quorum ~ '^[1-9][0-9]{0,2}/[1-9][0-9]{0,2}$'::text THEN split_part(meeting_quorum, '/'::text, 1)::integer <= split_part(meeting_quorum, '/'::text, 2)::integer AND split_part(meeting_quorum, '/'::text, 2)::integer <= 100
    ELSE false
END),
  CONSTRAINT group_settings_reminder_days CHECK (reminder_days >= 0 AND reminder_days <= 28),
  CONSTRAINT group_settings_sms_cap CHECK (sms_monthly_cap_cents >= 0),
  CONSTRAINT group_settings_terms CHECK (normal_loan_rate_bp >= 0 AND normal_loan_rate_bp <= 10000 AND emergency_loan_rate_bp >= 0 AND emergency_loan_rate_bp <= 10000 AND normal_loan_term_months >= 1 AND normal_loan_term_months <= 120 AND emergency_loan_term_months >= 1 AND emergency_loan_term_months <= 120 AND loan_limit_multiple >= 0 AND loan_limit_multiple <= 100 AND late_fine_after_months >= 0 AND late_fine_after_months <= 120 AND late_fine_cents >= 0 AND interest_share_bp >= 0 AND interest_share_bp <= 10000)
);

CREATE TABLE idempotency_keys (
  member_id integer NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  status smallint NOT NULL,
  reply text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (member_id, method, path, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (created_at);

CREATE TABLE invitation_links (
  invitation_id integer NOT NULL,
  token_hash bytea NOT NULL,
  token bytea,
  is_sealed boolean DEFAULT false NOT NULL,
  CONSTRAINT invitation_links_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id),
  CONSTRAINT invitation_links_pkey PRIMARY KEY (invitation_id),
  CONSTRAINT invitation_links_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE invitation_uses (
  member_id integer NOT NULL,
  invitation_id integer NOT NULL,
  kind text NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT invitation_uses_invitation FOREIGN KEY (invitation_id, kind) REFERENCES invitations(id, kind),
  CONSTRAINT invitation_uses_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT invitation_uses_pkey PRIMARY KEY (member_id, invitation_id)
);
CREATE INDEX invitation_uses_by_invitation ON invitation_uses USING btree (invitation_id);
CREATE UNIQUE INDEX invitation_uses_person_once ON invitation_uses USING btree (invitation_id) WHERE kind = 'person'::text;
CREATE TRIGGER invitation_uses_append_only BEFORE DELETE OR UPDATE ON invitation_uses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invitation_uses_no_truncate BEFORE TRUNCATE ON invitation_uses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE invitations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  role text,
  name text,
  email text,
  phone text,
  reg_number text,
  invited_by integer NOT NULL,
  invited_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_by integer,
  ended_at timestamp with time zone,
  CONSTRAINT invitations_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT invitations_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES members(id),
  CONSTRAINT invitations_group_names_nobody CHECK (kind = 'person'::text OR COALESCE(role, name, email, phone, reg_number) IS NULL),
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES members(id),
  CONSTRAINT invitations_kind CHECK (kind = ANY (ARRAY['group'::text, 'person'::text])),
  CONSTRAINT invitations_lifetime CHECK (expires_at = (invited_at +
CASE kind
    WHEN 'person'::text THEN '168:00:00'::interval
    ELSE '720:00:00'::interval
END)),
  CONSTRAINT invitations_of_this_kind UNIQUE (id, kind),
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_role CHECK (role = ANY (ARRAY['Chairperson'::text, 'Sec-Gen'::text, 'Treasurer'::text]))
);
CREATE UNIQUE INDEX invitations_one_of_the_group ON invitations USING btree (kind) WHERE kind = 'group'::text AND ended_at IS NULL;
CREATE TRIGGER invitations_ended_once BEFORE UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION refuse_changed_invitation();
CREATE TRIGGER invitations_kept BEFORE DELETE ON invitations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invitations_no_truncate BEFORE TRUNCATE ON invitations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE known_devices (
  member_id integer NOT NULL,
  device_hash bytea NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT known_devices_hash CHECK (length(device_hash) = 32),
  CONSTRAINT known_devices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT known_devices_pkey PRIMARY KEY (member_id, device_hash)
);
CREATE INDEX known_devices_by_age ON known_devices USING btree (last_seen_at);

CREATE TABLE ledger_posts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  type text NOT NULL,
  category text,
  description text NOT NULL,
  amount_cents bigint NOT NULL,
  posted_by integer NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  paid_from text,
  from_fund_id integer,
  to_fund_id integer,
  CONSTRAINT ledger_posts_amount CHECK (amount_cents > 0),
  CONSTRAINT ledger_posts_category CHECK ((type = 'expense'::text) = (category IS NOT NULL)),
  CONSTRAINT ledger_posts_from_fund_id_fkey FOREIGN KEY (from_fund_id) REFERENCES funds(id),
  CONSTRAINT ledger_posts_funds CHECK (
CASE type
    WHEN 'fund_spending'::text THEN from_fund_id IS NOT NULL AND to_fund_id IS NULL
    WHEN 'fund_transfer'::text THEN from_fund_id IS DISTINCT FROM to_fund_id
    ELSE num_nonnulls(from_fund_id, to_fund_id) = 0
END),
  CONSTRAINT ledger_posts_paid_from CHECK (paid_from IS NULL OR paid_from = 'cash'::text AND (type = ANY (ARRAY['expense'::text, 'fund_spending'::text]))),
  CONSTRAINT ledger_posts_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_posts_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES members(id),
  CONSTRAINT ledger_posts_to_fund_id_fkey FOREIGN KEY (to_fund_id) REFERENCES funds(id),
  CONSTRAINT ledger_posts_type CHECK (type = ANY (ARRAY['expense'::text, 'investment'::text, 'goodwill'::text, 'other_income'::text, 'cash_deposit'::text, 'cash_withdrawal'::text, 'cash_count'::text, 'fund_spending'::text, 'fund_transfer'::text]))
);
CREATE TRIGGER ledger_posts_append_only BEFORE DELETE OR UPDATE ON ledger_posts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_posts_no_truncate BEFORE TRUNCATE ON ledger_posts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_posts_posted AFTER INSERT ON ledger_posts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('ledger_entry');

CREATE TABLE live_lines (
  line_id integer NOT NULL,
  told_at timestamp with time zone,
  checked_at timestamp with time zone,
  denied_at timestamp with time zone,
  contradicted_at timestamp with time zone,
  lacking_at timestamp with time zone,
  payment_id integer,
  CONSTRAINT live_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT live_lines_one_payment UNIQUE (payment_id),
  CONSTRAINT live_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT live_lines_pkey PRIMARY KEY (line_id),
  CONSTRAINT live_lines_said CHECK (num_nonnulls(told_at, checked_at, denied_at, contradicted_at) > 0)
);
CREATE TRIGGER live_lines_no_delete BEFORE DELETE ON live_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE loan_calls (
  change_id integer NOT NULL,
  member_id integer NOT NULL,
  guarantee_id integer,
  amount_cents bigint NOT NULL,
  CONSTRAINT loan_calls_amount CHECK (amount_cents > 0),
  CONSTRAINT loan_calls_change_id_fkey FOREIGN KEY (change_id) REFERENCES loan_changes(id),
  CONSTRAINT loan_calls_guarantee_id_fkey FOREIGN KEY (guarantee_id) REFERENCES loan_guarantees(id),
  CONSTRAINT loan_calls_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT loan_calls_pkey PRIMARY KEY (change_id, member_id)
);
CREATE INDEX loan_calls_by_member ON loan_calls USING btree (member_id);
CREATE TRIGGER loan_calls_append_only BEFORE DELETE OR UPDATE ON loan_calls FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_calls_no_truncate BEFORE TRUNCATE ON loan_calls FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER loan_calls_posted AFTER INSERT ON loan_calls DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_call_posted();

CREATE TABLE loan_change_answers (
  change_id integer NOT NULL,
  member_id integer NOT NULL,
  role text NOT NULL,
  answer text NOT NULL,
  answered_at timestamp with time zone,
  entered_by integer,
  CONSTRAINT loan_change_answers_answer CHECK (answer = ANY (ARRAY['asked'::text, 'yes'::text, 'no'::text])),
  CONSTRAINT loan_change_answers_answered CHECK ((answer = 'asked'::text) = (answered_at IS NULL) AND (answer <> 'asked'::text OR entered_by IS NULL)),
  CONSTRAINT loan_change_answers_change_id_fkey FOREIGN KEY (change_id) REFERENCES loan_changes(id),
  CONSTRAINT loan_change_answers_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES members(id),
  CONSTRAINT loan_change_answers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT loan_change_answers_pkey PRIMARY KEY (change_id, member_id),
  CONSTRAINT loan_change_answers_role CHECK (role = ANY (ARRAY['borrower'::text, 'guarantor'::text]))
);
CREATE TRIGGER loan_change_answers_no_delete BEFORE DELETE ON loan_change_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_change_answers_no_truncate BEFORE TRUNCATE ON loan_change_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_change_answers_once BEFORE UPDATE ON loan_change_answers FOR EACH ROW WHEN (old.answer = 'asked'::text) EXECUTE FUNCTION refuse_change('answer to a change is given once', 'answer', 'answered_at', 'entered_by');
CREATE TRIGGER loan_change_answers_stay BEFORE UPDATE ON loan_change_answers FOR EACH ROW WHEN (old.answer <> 'asked'::text) EXECUTE FUNCTION refuse_change('answer to a change stays');

CREATE TABLE loan_changes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  loan_id integer NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  instalments integer,
  first_due_on date,
  asked_by integer NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  treasurer_verdict text DEFAULT 'pending_approval'::text NOT NULL,
  treasurer_id integer,
  treasurer_reason text,
  treasurer_at timestamp with time zone,
  treasurer_acting boolean DEFAULT false NOT NULL,
  sec_gen_verdict text DEFAULT 'pending_approval'::text NOT NULL,
  sec_gen_id integer,
  sec_gen_reason text,
  sec_gen_at timestamp with time zone,
  sec_gen_acting boolean DEFAULT false NOT NULL,
  ended_by integer,
  ended_at timestamp with time zone,
  done_on date,
  amount_cents bigint,
  after_repayment integer,
  CONSTRAINT loan_changes_after_repayment_fkey FOREIGN KEY (after_repayment) REFERENCES loan_repayments(id),
  CONSTRAINT loan_changes_amount CHECK (amount_cents > 0),
  CONSTRAINT loan_changes_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES members(id),
  CONSTRAINT loan_changes_done CHECK ((done_on IS NOT NULL) = (treasurer_verdict = 'approved'::text AND sec_gen_verdict = 'approved'::text) AND (done_on IS NULL) = (amount_cents IS NULL) AND (done_on IS NULL OR ended_at IS NULL)),
  CONSTRAINT loan_changes_ended CHECK ((ended_by IS NULL) = (ended_at IS NULL)),
  CONSTRAINT loan_changes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES members(id),
  CONSTRAINT loan_changes_kind CHECK (kind = ANY (ARRAY['reschedule'::text, 'call'::text])),
  CONSTRAINT loan_changes_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT loan_changes_pkey PRIMARY KEY (id),
  CONSTRAINT loan_changes_reason CHECK (reason <> ''::text),
  CONSTRAINT loan_changes_rows CHECK ((kind = 'reschedule'::text) = (instalments IS NOT NULL) AND (kind = 'reschedule'::text OR first_due_on IS NULL)),
  CONSTRAINT loan_changes_sec_gen CHECK ((sec_gen_verdict = 'pending_approval'::text) = (sec_gen_id IS NULL) AND (sec_gen_id IS NULL) = (sec_gen_at IS NULL) AND (sec_gen_verdict = 'rejected'::text) = (sec_gen_reason IS NOT NULL)),
  CONSTRAINT loan_changes_sec_gen_id_fkey FOREIGN KEY (sec_gen_id) REFERENCES members(id),
  CONSTRAINT loan_changes_sec_gen_verdict CHECK (sec_gen_verdict = ANY (ARRAY['pending_approval'::text, 'approved'::text, 'rejected'::text])),
  CONSTRAINT loan_changes_treasurer CHECK ((treasurer_verdict = 'pending_approval'::text) = (treasurer_id IS NULL) AND (treasurer_id IS NULL) = (treasurer_at IS NULL) AND (treasurer_verdict = 'rejected'::text) = (treasurer_reason IS NOT NULL)),
  CONSTRAINT loan_changes_treasurer_id_fkey FOREIGN KEY (treasurer_id) REFERENCES members(id),
  CONSTRAINT loan_changes_treasurer_verdict CHECK (treasurer_verdict = ANY (ARRAY['pending_approval'::text, 'approved'::text, 'rejected'::text])),
  CONSTRAINT loan_changes_two_people CHECK (treasurer_id <> sec_gen_id)
);
CREATE INDEX loan_changes_by_loan ON loan_changes USING btree (loan_id, id);
CREATE UNIQUE INDEX loan_changes_one_waits ON loan_changes USING btree (loan_id) WHERE done_on IS NULL AND ended_at IS NULL AND treasurer_verdict <> 'rejected'::text AND sec_gen_verdict <> 'rejected'::text;
CREATE INDEX loan_changes_waiting ON loan_changes USING btree (id) WHERE done_on IS NULL AND ended_at IS NULL AND treasurer_verdict <> 'rejected'::text AND sec_gen_verdict <> 'rejected'::text;
CREATE TRIGGER loan_changes_keep BEFORE UPDATE ON loan_changes FOR EACH ROW EXECUTE FUNCTION keep_loan_change();
CREATE TRIGGER loan_changes_no_delete BEFORE DELETE ON loan_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_changes_no_truncate BEFORE TRUNCATE ON loan_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE loan_guarantees (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  loan_id integer NOT NULL,
  member_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  state text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  called_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT loan_guarantees_amount CHECK (amount_cents > 0),
  CONSTRAINT loan_guarantees_answered CHECK ((state = 'asked'::text) = (answered_at IS NULL)),
  CONSTRAINT loan_guarantees_called CHECK (called_cents >= 0 AND called_cents <= amount_cents),
  CONSTRAINT loan_guarantees_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT loan_guarantees_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT loan_guarantees_pkey PRIMARY KEY (id),
  CONSTRAINT loan_guarantees_state CHECK (state = ANY (ARRAY['asked'::text, 'agreed'::text, 'declined'::text, 'withdrawn'::text, 'released'::text]))
);
CREATE INDEX loan_guarantees_agreed ON loan_guarantees USING btree (member_id) INCLUDE (loan_id, amount_cents, called_cents) WHERE state = 'agreed'::text;
CREATE INDEX loan_guarantees_by_loan ON loan_guarantees USING btree (loan_id, id);
CREATE INDEX loan_guarantees_by_member ON loan_guarantees USING btree (member_id, id);
CREATE UNIQUE INDEX loan_guarantees_once ON loan_guarantees USING btree (loan_id, member_id) WHERE state = ANY (ARRAY['asked'::text, 'agreed'::text]);
CREATE TRIGGER loan_guarantees_keep BEFORE UPDATE ON loan_guarantees FOR EACH ROW EXECUTE FUNCTION keep_guarantee();
CREATE TRIGGER loan_guarantees_no_delete BEFORE DELETE ON loan_guarantees FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_guarantees_no_truncate BEFORE TRUNCATE ON loan_guarantees FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE loan_interest (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  loan_id integer NOT NULL,
  due_on date NOT NULL,
  amount_cents bigint NOT NULL,
  charged_on date NOT NULL,
  charged_at timestamp with time zone NOT NULL,
  repayment_id integer,
  change_id integer,
  undoes integer,
  opening_id integer,
  CONSTRAINT loan_interest_amount CHECK (amount_cents <> 0),
  CONSTRAINT loan_interest_because CHECK (num_nonnulls(repayment_id, change_id, opening_id) <= 1),
  CONSTRAINT loan_interest_change_id_fkey FOREIGN KEY (change_id) REFERENCES loan_changes(id),
  CONSTRAINT loan_interest_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT loan_interest_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT loan_interest_pkey PRIMARY KEY (id),
  CONSTRAINT loan_interest_repayment_id_fkey FOREIGN KEY (repayment_id) REFERENCES loan_repayments(id),
  CONSTRAINT loan_interest_taken_back CHECK (amount_cents > 0 OR num_nonnulls(repayment_id, change_id) > 0),
  CONSTRAINT loan_interest_undoes_fkey FOREIGN KEY (undoes) REFERENCES loan_interest(id),
  CONSTRAINT loan_interest_undoes_key UNIQUE (undoes)
);
CREATE INDEX loan_interest_by_loan ON loan_interest USING btree (loan_id, due_on) INCLUDE (amount_cents);
CREATE UNIQUE INDEX loan_interest_of_books ON loan_interest USING btree (loan_id) WHERE opening_id IS NOT NULL;
CREATE INDEX loan_interest_of_changes ON loan_interest USING btree (change_id) WHERE change_id IS NOT NULL;
CREATE UNIQUE INDEX loan_interest_once ON loan_interest USING btree (loan_id, due_on) WHERE repayment_id IS NULL AND change_id IS NULL AND opening_id IS NULL;
CREATE TRIGGER loan_interest_append_only BEFORE DELETE OR UPDATE ON loan_interest FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_interest_no_truncate BEFORE TRUNCATE ON loan_interest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER loan_interest_posted AFTER INSERT ON loan_interest DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.amount_cents > 0 AND new.change_id IS NULL AND new.opening_id IS NULL AND new.undoes IS NULL) EXECUTE FUNCTION check_interest_posted();

CREATE TABLE loan_products (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  loan_type text NOT NULL,
  method text NOT NULL,
  rate_bp integer NOT NULL,
  rate_per text NOT NULL,
  instalments_most integer NOT NULL,
  due_day integer,
  grace_months integer NOT NULL,
  grace_kind text NOT NULL,
  round_up_to_cents bigint NOT NULL,
  fee_bp integer NOT NULL,
  fee_cents bigint NOT NULL,
  multiple integer,
  least_cents bigint,
  most_cents bigint,
  guarantee text NOT NULL,
  guarantors_least integer NOT NULL,
  call_after_days integer NOT NULL,
  made_by integer NOT NULL,
  made_at timestamp with time zone NOT NULL,
  ended_by integer,
  ended_at timestamp with time zone,
  CONSTRAINT loan_products_call CHECK (call_after_days >= 1 AND call_after_days <= 365),
  CONSTRAINT loan_products_due_day CHECK (due_day >= 1 AND due_day <= 28),
  CONSTRAINT loan_products_ended CHECK ((ended_by IS NULL) = (ended_at IS NULL)),
  CONSTRAINT loan_products_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES members(id),
  CONSTRAINT loan_products_fee CHECK (fee_cents >= 0),
  CONSTRAINT loan_products_fee_percent CHECK (fee_bp >= 0 AND fee_bp <= 10000),
  CONSTRAINT loan_products_grace CHECK (grace_months >= 0 AND grace_months <= 12),
  CONSTRAINT loan_products_grace_kind CHECK (grace_kind = 'free'::text OR grace_kind = 'interest_only'::text AND method <> 'flat'::text AND grace_months < instalments_most),
  CONSTRAINT loan_products_guarantee CHECK (guarantee = ANY (ARRAY['none'::text, 'above_savings'::text, 'whole'::text])),
  CONSTRAINT loan_products_guarantors CHECK (guarantors_least >= 0 AND guarantors_least <= 10),
  CONSTRAINT loan_products_instalments CHECK (instalments_most >= 1 AND instalments_most <= 120),
  CONSTRAINT loan_products_least CHECK (least_cents > 0),
  CONSTRAINT loan_products_made_by_fkey FOREIGN KEY (made_by) REFERENCES members(id),
  CONSTRAINT loan_products_method CHECK (method = ANY (ARRAY['flat'::text, 'equal_instalments'::text, 'equal_principal'::text])),
  CONSTRAINT loan_products_most CHECK (most_cents >= COALESCE(least_cents, 1::bigint)),
  CONSTRAINT loan_products_multiple CHECK (multiple >= 0 AND multiple <= 100),
  CONSTRAINT loan_products_name CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  CONSTRAINT loan_products_pkey PRIMARY KEY (id),
  CONSTRAINT loan_products_rate CHECK (rate_bp >= 0 AND rate_bp <= 10000),
  CONSTRAINT loan_products_rate_per CHECK ((rate_per = ANY (ARRAY['month'::text, 'year'::text])) OR rate_per = 'loan'::text AND method = 'flat'::text),
  CONSTRAINT loan_products_round_up_to CHECK (round_up_to_cents = ANY (ARRAY[1::bigint, 100::bigint, 1000::bigint, 5000::bigint, 10000::bigint])),
  CONSTRAINT loan_products_type CHECK (loan_type = ANY (ARRAY['normal_loan'::text, 'emergency_loan'::text]))
);
CREATE UNIQUE INDEX loan_products_name_key ON loan_products USING btree (lower(name)) WHERE ended_at IS NULL;
CREATE TRIGGER loan_products_keep BEFORE UPDATE ON loan_products FOR EACH ROW WHEN (old.ended_at IS NULL) EXECUTE FUNCTION refuse_change('loan product %1$s is not changed', 'ended_by', 'ended_at');
CREATE TRIGGER loan_products_no_delete BEFORE DELETE ON loan_products FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_products_no_truncate BEFORE TRUNCATE ON loan_products FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_products_stay_ended BEFORE UPDATE ON loan_products FOR EACH ROW WHEN (old.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_change('loan product %1$s has ended');

CREATE TABLE loan_repayments (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  loan_id integer NOT NULL,
  payment_id integer,
  top_up_id integer,
  amount_cents bigint NOT NULL,
  paid_on date NOT NULL,
  early text NOT NULL,
  principal_cents bigint NOT NULL,
  interest_cents bigint NOT NULL,
  early_principal_cents bigint NOT NULL,
  interest_saved_cents bigint NOT NULL,
  balance_after_cents bigint NOT NULL,
  allocation jsonb NOT NULL,
  change_id integer,
  distribution_id integer,
  taken_back_at timestamp with time zone,
  CONSTRAINT loan_repayments_amount CHECK (amount_cents > 0),
  CONSTRAINT loan_repayments_change_id_fkey FOREIGN KEY (change_id) REFERENCES loan_changes(id),
  CONSTRAINT loan_repayments_change_id_key UNIQUE (change_id),
  CONSTRAINT loan_repayments_distribution_id_fkey FOREIGN KEY (distribution_id) REFERENCES distributions(id),
  CONSTRAINT loan_repayments_early CHECK (early = ANY (ARRAY['ahead'::text, 'shorter'::text, 'smaller'::text])),
  CONSTRAINT loan_repayments_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT loan_repayments_parts CHECK ((principal_cents + interest_cents) = amount_cents),
  CONSTRAINT loan_repayments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT loan_repayments_payment_id_key UNIQUE (payment_id),
  CONSTRAINT loan_repayments_pkey PRIMARY KEY (id),
  CONSTRAINT loan_repayments_source CHECK (num_nonnulls(payment_id, top_up_id, change_id, distribution_id) = 1),
  CONSTRAINT loan_repayments_taken_back CHECK (taken_back_at IS NULL OR distribution_id IS NOT NULL),
  CONSTRAINT loan_repayments_top_up_id_fkey FOREIGN KEY (top_up_id) REFERENCES loans(id),
  CONSTRAINT loan_repayments_top_up_id_key UNIQUE (top_up_id)
);
CREATE INDEX loan_repayments_by_day ON loan_repayments USING btree (loan_id, paid_on) INCLUDE (amount_cents);
CREATE UNIQUE INDEX loan_repayments_by_distribution ON loan_repayments USING btree (distribution_id, loan_id) WHERE distribution_id IS NOT NULL;
CREATE TRIGGER loan_repayments_keep BEFORE UPDATE ON loan_repayments FOR EACH ROW EXECUTE FUNCTION keep_repayment();
CREATE TRIGGER loan_repayments_no_delete BEFORE DELETE ON loan_repayments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_repayments_no_truncate BEFORE TRUNCATE ON loan_repayments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE loan_rows (
  loan_id integer NOT NULL,
  version integer NOT NULL,
  place integer NOT NULL,
  number integer,
  due_on date NOT NULL,
  interest_cents bigint NOT NULL,
  carried_cents bigint NOT NULL,
  principal_cents bigint NOT NULL,
  is_moved boolean NOT NULL,
  CONSTRAINT loan_rows_cents CHECK (principal_cents >= 0 AND carried_cents >= 0 AND carried_cents <= interest_cents),
  CONSTRAINT loan_rows_pkey PRIMARY KEY (loan_id, version, place),
  CONSTRAINT loan_rows_version FOREIGN KEY (loan_id, version) REFERENCES loan_versions(loan_id, version)
);
CREATE TRIGGER loan_rows_append_only BEFORE DELETE OR UPDATE ON loan_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_rows_no_truncate BEFORE TRUNCATE ON loan_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE loan_versions (
  loan_id integer NOT NULL,
  version integer NOT NULL,
  reason text NOT NULL,
  from_on date NOT NULL,
  repayment_id integer,
  flat_from integer,
  change_id integer,
  CONSTRAINT loan_versions_because CHECK ((reason = 'early'::text) = (repayment_id IS NOT NULL) AND (reason = 'reschedule'::text) = (change_id IS NOT NULL)),
  CONSTRAINT loan_versions_change_id_fkey FOREIGN KEY (change_id) REFERENCES loan_changes(id),
  CONSTRAINT loan_versions_change_id_key UNIQUE (change_id),
  CONSTRAINT loan_versions_from_1 CHECK (version > 0),
  CONSTRAINT loan_versions_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT loan_versions_pkey PRIMARY KEY (loan_id, version),
  CONSTRAINT loan_versions_reason CHECK (reason = ANY (ARRAY['payout'::text, 'early'::text, 'reschedule'::text, 'book'::text, 'taken_back'::text])),
  CONSTRAINT loan_versions_repayment_id_fkey FOREIGN KEY (repayment_id) REFERENCES loan_repayments(id),
  CONSTRAINT loan_versions_repayment_id_key UNIQUE (repayment_id)
);
CREATE TRIGGER loan_versions_append_only BEFORE DELETE OR UPDATE ON loan_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_versions_no_truncate BEFORE TRUNCATE ON loan_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE loans (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id integer NOT NULL,
  number integer NOT NULL,
  loan_type text NOT NULL,
  amount_cents bigint NOT NULL,
  interest_cents bigint NOT NULL,
  rate_bp integer NOT NULL,
  term_months integer NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  refused_because text,
  treasurer_verdict text DEFAULT 'pending_approval'::text NOT NULL,
  treasurer_id integer,
  treasurer_reason text,
  treasurer_at timestamp with time zone,
  sec_gen_verdict text DEFAULT 'pending_approval'::text NOT NULL,
  sec_gen_id integer,
  sec_gen_reason text,
  sec_gen_at timestamp with time zone,
  status text DEFAULT 'pending'::text NOT NULL,
  start_date date,
  expiry_date date,
  repaid_cents bigint DEFAULT 0 NOT NULL,
  balance_cents bigint DEFAULT 0 NOT NULL,
  treasurer_acting boolean DEFAULT false NOT NULL,
  sec_gen_acting boolean DEFAULT false NOT NULL,
  refused_above_cents bigint,
  opening_id integer,
  entered_by integer,
  withdrawn_at timestamp with time zone,
  withdrawn_by integer,
  product_id integer,
  instalments integer,
  fee_cents bigint,
  tops_up integer,
  version integer,
  rows_interest_cents bigint,
  principal_left_cents bigint,
  charges_next_on date,
  guarantee_needed_cents bigint,
  CONSTRAINT loans_acting CHECK ((NOT treasurer_acting OR treasurer_verdict <> 'pending_approval'::text) AND (NOT sec_gen_acting OR sec_gen_verdict <> 'pending_approval'::text)),
  CONSTRAINT loans_amount CHECK (amount_cents > 0),
  CONSTRAINT loans_balance CHECK (balance_cents >= 0 AND balance_cents <= (amount_cents + COALESCE(rows_interest_cents, interest_cents))),
  CONSTRAINT loans_charges CHECK (charges_next_on IS NULL OR version IS NOT NULL),
  CONSTRAINT loans_dates CHECK ((status = ANY (ARRAY['active'::text, 'default'::text, 'cleared'::text, 'written_off'::text])) = (start_date IS NOT NULL AND expiry_date IS NOT NULL)),
  CONSTRAINT loans_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES members(id),
  CONSTRAINT loans_guarantee_needed CHECK (guarantee_needed_cents >= 0),
  CONSTRAINT loans_guarantee_of_product CHECK (guarantee_needed_cents IS NULL OR version IS NOT NULL),
  CONSTRAINT loans_interest CHECK (interest_cents >= 0),
  CONSTRAINT loans_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT loans_number_key UNIQUE (member_id, number),
  CONSTRAINT loans_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT loans_owed_while_live CHECK ((status = ANY (ARRAY['active'::text, 'default'::text, 'written_off'::text])) = (balance_cents > 0)),
  CONSTRAINT loans_pkey PRIMARY KEY (id),
  CONSTRAINT loans_principal_left CHECK (principal_left_cents >= 0 AND principal_left_cents <= amount_cents),
  CONSTRAINT loans_product CHECK ((product_id IS NULL) = (instalments IS NULL) AND (product_id IS NULL) = (fee_cents IS NULL) AND (product_id IS NOT NULL OR tops_up IS NULL)),
  CONSTRAINT loans_product_id_fkey FOREIGN KEY (product_id) REFERENCES loan_products(id),
  CONSTRAINT loans_refused_above CHECK (NOT refused_because IS DISTINCT FROM (('The amount is above your loan limit of KES '::text || ltrim(to_char(refused_above_cents::numeric / 100.0, '999,999,999,999,999,990.00'::text))) || '.'::text)),
  CONSTRAINT loans_repaid CHECK (repaid_cents >= 0),
  CONSTRAINT loans_rows CHECK ((version IS NOT NULL) = (product_id IS NOT NULL AND start_date IS NOT NULL) AND (version IS NULL) = (rows_interest_cents IS NULL) AND (version IS NULL) = (principal_left_cents IS NULL)),
  CONSTRAINT loans_sec_gen CHECK (
CASE sec_gen_verdict
    WHEN 'pending_approval'::text THEN sec_gen_id IS NULL AND sec_gen_at IS NULL AND sec_gen_reason IS NULL
    WHEN 'approved'::text THEN sec_gen_id IS NOT NULL AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NULL
    WHEN 'rejected'::text THEN sec_gen_id IS NOT NULL AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NOT NULL
    ELSE false
END),
  CONSTRAINT loans_sec_gen_id_fkey FOREIGN KEY (sec_gen_id) REFERENCES members(id),
  CONSTRAINT loans_status CHECK (status = ANY (ARRAY['pending'::text, 'pending_approval'::text, 'rejected'::text, 'active'::text, 'default'::text, 'cleared'::text, 'written_off'::text])),
  CONSTRAINT loans_status_follows_verdicts CHECK (
CASE
    WHEN opening_id IS NOT NULL THEN refused_because IS NULL AND treasurer_verdict = 'pending_approval'::text AND sec_gen_verdict = 'pending_approval'::text AND (status = ANY (ARRAY['active'::text, 'default'::text, 'cleared'::text, 'written_off'::text, 'rejected'::text]))
    WHEN withdrawn_at IS NOT NULL THEN status = 'rejected'::text AND treasurer_verdict = 'pending_approval'::text AND sec_gen_verdict = 'pending_approval'::text
    WHEN refused_because IS NOT NULL OR treasurer_verdict = 'rejected'::text OR sec_gen_verdict = 'rejected'::text THEN status = 'rejected'::text
    WHEN treasurer_verdict = 'approved'::text AND sec_gen_verdict = 'approved'::text THEN status = ANY (ARRAY['active'::text, 'default'::text, 'cleared'::text, 'written_off'::text])
    WHEN treasurer_verdict = 'approved'::text OR sec_gen_verdict = 'approved'::text THEN status = 'pending_approval'::text
    ELSE status = 'pending'::text
END),
  CONSTRAINT loans_tops_up_fkey FOREIGN KEY (tops_up) REFERENCES loans(id),
  CONSTRAINT loans_treasurer CHECK (
CASE treasurer_verdict
    WHEN 'pending_approval'::text THEN treasurer_id IS NULL AND treasurer_at IS NULL AND treasurer_reason IS NULL
    WHEN 'approved'::text THEN treasurer_id IS NOT NULL AND treasurer_at IS NOT NULL AND treasurer_reason IS NULL
    WHEN 'rejected'::text THEN treasurer_id IS NOT NULL AND treasurer_at IS NOT NULL AND treasurer_reason IS NOT NULL
    ELSE false
END),
  CONSTRAINT loans_treasurer_id_fkey FOREIGN KEY (treasurer_id) REFERENCES members(id),
  CONSTRAINT loans_two_people CHECK (treasurer_id <> sec_gen_id),
  CONSTRAINT loans_type CHECK (loan_type = ANY (ARRAY['normal_loan'::text, 'emergency_loan'::text])),
  CONSTRAINT loans_version FOREIGN KEY (id, version) REFERENCES loan_versions(loan_id, version) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT loans_withdrawn CHECK (
CASE
    WHEN withdrawn_at IS NULL THEN withdrawn_by IS NULL
    ELSE withdrawn_by IS NOT NULL AND refused_because IS NULL AND opening_id IS NULL AND (withdrawn_by = member_id OR NOT withdrawn_by IS DISTINCT FROM entered_by)
END),
  CONSTRAINT loans_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES members(id)
);
CREATE INDEX loans_by_product ON loans USING btree (product_id, start_date) WHERE product_id IS NOT NULL AND start_date IS NOT NULL;
CREATE INDEX loans_by_total ON loans USING btree ((amount_cents + interest_cents)) WHERE start_date IS NOT NULL;
CREATE INDEX loans_charged_next ON loans USING btree (charges_next_on, id) WHERE charges_next_on IS NOT NULL AND (status = ANY (ARRAY['active'::text, 'default'::text]));
CREATE INDEX loans_live ON loans USING btree (member_id) INCLUDE (balance_cents) WHERE status = ANY (ARRAY['active'::text, 'default'::text, 'written_off'::text]);
CREATE INDEX loans_of_opening ON loans USING btree (opening_id) WHERE opening_id IS NOT NULL;
CREATE UNIQUE INDEX loans_one_pending_key ON loans USING btree (member_id, loan_type) WHERE status = ANY (ARRAY['pending'::text, 'pending_approval'::text]);
CREATE INDEX loans_open ON loans USING btree (id) WHERE status = ANY (ARRAY['pending'::text, 'pending_approval'::text]);
CREATE INDEX loans_running ON loans USING btree (expiry_date) WHERE status = 'active'::text;
CREATE INDEX loans_topping_up ON loans USING btree (tops_up) WHERE tops_up IS NOT NULL;
CREATE TRIGGER loans_judge BEFORE UPDATE ON loans FOR EACH ROW WHEN (new.treasurer_verdict <> old.treasurer_verdict OR new.sec_gen_verdict <> old.sec_gen_verdict OR new.treasurer_acting <> old.treasurer_acting OR new.sec_gen_acting <> old.sec_gen_acting) EXECUTE FUNCTION check_who_judges_loan();
CREATE TRIGGER loans_keep BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION keep_loan_as_applied();
CREATE TRIGGER loans_keep_entered_by BEFORE UPDATE ON loans FOR EACH ROW WHEN (new.entered_by IS DISTINCT FROM old.entered_by) EXECUTE FUNCTION refuse_change('who entered loan %s is not changed');
CREATE TRIGGER loans_no_delete BEFORE DELETE ON loans FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loans_no_truncate BEFORE TRUNCATE ON loans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER loans_posted AFTER INSERT OR UPDATE OF start_date ON loans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.start_date IS NOT NULL) EXECUTE FUNCTION check_loan_posted();

CREATE TABLE log_leaves (
  "position" bigint NOT NULL,
  seal_seq bigint,
  entry_id integer,
  salt bytea,
  added_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT log_leaves_entry UNIQUE (entry_id),
  CONSTRAINT log_leaves_from_zero CHECK ("position" >= 0),
  CONSTRAINT log_leaves_of_one CHECK (num_nonnulls(seal_seq, entry_id) = 1),
  CONSTRAINT log_leaves_pkey PRIMARY KEY ("position"),
  CONSTRAINT log_leaves_salt CHECK (length(salt) = 32),
  CONSTRAINT log_leaves_salted CHECK ((entry_id IS NULL) = (salt IS NULL)),
  CONSTRAINT log_leaves_seal UNIQUE (seal_seq)
);
CREATE TRIGGER log_leaves_append_only BEFORE DELETE OR UPDATE ON log_leaves FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_leaves_no_truncate BEFORE TRUNCATE ON log_leaves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE log_tree (
  level smallint NOT NULL,
  "position" bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT log_tree_hash CHECK (length(hash) = 32),
  CONSTRAINT log_tree_pkey PRIMARY KEY (level, "position")
);
CREATE TRIGGER log_tree_append_only BEFORE DELETE OR UPDATE ON log_tree FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_tree_no_truncate BEFORE TRUNCATE ON log_tree FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE mail_tokens (
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  member_id integer NOT NULL,
  email text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  spent_at timestamp with time zone,
  number bigint DEFAULT nextval('mail_tokens_number'::regclass),
  CONSTRAINT mail_tokens_email CHECK ((purpose = ANY (ARRAY['email-change'::text, 'email-undo'::text])) = (email IS NOT NULL)),
  CONSTRAINT mail_tokens_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT mail_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT mail_tokens_purpose CHECK (purpose = ANY (ARRAY['activation'::text, 'password-reset'::text, 'email-change'::text, 'email-undo'::text, 'book-proof'::text, 'phone-proof'::text]))
);
CREATE INDEX mail_tokens_by_member ON mail_tokens USING btree (member_id, purpose);
CREATE INDEX mail_tokens_kept_addresses ON mail_tokens USING btree (lower(email)) WHERE purpose = 'email-undo'::text AND spent_at IS NULL;

CREATE TABLE mails (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  attachment jsonb,
  CONSTRAINT mails_pkey PRIMARY KEY (id)
);

CREATE TABLE meeting_minutes (
  meeting_id integer NOT NULL,
  version integer NOT NULL,
  adopted_at timestamp with time zone NOT NULL,
  at_meeting_id integer NOT NULL,
  proposed_by integer NOT NULL,
  seconded_by integer NOT NULL,
  there integer NOT NULL,
  needed integer NOT NULL,
  bytes bytea NOT NULL,
  sha256 text NOT NULL,
  CONSTRAINT meeting_minutes_at_meeting_id_fkey FOREIGN KEY (at_meeting_id) REFERENCES meetings(id),
  CONSTRAINT meeting_minutes_hash CHECK (sha256 = encode(sha256(bytes), 'hex'::text)),
  CONSTRAINT meeting_minutes_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meetings(id),
  CONSTRAINT meeting_minutes_pkey PRIMARY KEY (meeting_id),
  CONSTRAINT meeting_minutes_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES members(id),
  CONSTRAINT meeting_minutes_quorum CHECK (there >= needed AND needed > 0),
  CONSTRAINT meeting_minutes_seconded_by_fkey FOREIGN KEY (seconded_by) REFERENCES members(id),
  CONSTRAINT meeting_minutes_size CHECK (length(bytes) >= 1 AND length(bytes) <= 16777216)
);
CREATE INDEX meeting_minutes_at ON meeting_minutes USING btree (at_meeting_id);
CREATE TRIGGER meeting_minutes_keep BEFORE INSERT ON meeting_minutes FOR EACH ROW EXECUTE FUNCTION keep_meeting_minutes();
CREATE TRIGGER meeting_minutes_no_change BEFORE DELETE OR UPDATE ON meeting_minutes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meeting_minutes_no_truncate BEFORE TRUNCATE ON meeting_minutes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE meeting_resolutions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  meeting_id integer NOT NULL,
  number integer NOT NULL,
  text text NOT NULL,
  in_favour integer NOT NULL,
  against integer NOT NULL,
  abstained integer NOT NULL,
  majority text NOT NULL,
  carried boolean NOT NULL,
  proposed_by integer,
  seconded_by integer,
  corrects integer,
  CONSTRAINT meeting_resolutions_corrects_fkey FOREIGN KEY (corrects) REFERENCES meetings(id),
  CONSTRAINT meeting_resolutions_majority CHECK (majority = ANY (ARRAY['simple'::text, 'two_thirds'::text])),
  CONSTRAINT meeting_resolutions_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meetings(id),
  CONSTRAINT meeting_resolutions_number CHECK (number > 0),
  CONSTRAINT meeting_resolutions_once UNIQUE (meeting_id, number),
  CONSTRAINT meeting_resolutions_pkey PRIMARY KEY (id),
  CONSTRAINT meeting_resolutions_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES members(id),
  CONSTRAINT meeting_resolutions_seconded_by_fkey FOREIGN KEY (seconded_by) REFERENCES members(id),
  CONSTRAINT meeting_resolutions_text CHECK (length(text) >= 1 AND length(text) <= 1000),
  CONSTRAINT meeting_resolutions_two CHECK (proposed_by <> seconded_by),
  CONSTRAINT meeting_resolutions_votes CHECK (LEAST(in_favour, against, abstained) >= 0)
);
CREATE INDEX meeting_resolutions_correcting ON meeting_resolutions USING btree (corrects) WHERE corrects IS NOT NULL;
CREATE TRIGGER meeting_resolutions_keep BEFORE INSERT OR DELETE OR UPDATE ON meeting_resolutions FOR EACH ROW EXECUTE FUNCTION keep_meeting_resolution();
CREATE TRIGGER meeting_resolutions_no_truncate BEFORE TRUNCATE ON meeting_resolutions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE meeting_roll (
  meeting_id integer NOT NULL,
  member_id integer NOT NULL,
  mark text,
  marked_by integer,
  marked_at timestamp with time zone,
  excepted_because text,
  excepted_by integer,
  excepted_at timestamp with time zone,
  CONSTRAINT meeting_roll_excepted CHECK (num_nonnulls(excepted_because, excepted_by, excepted_at) = ANY (ARRAY[0, 3])),
  CONSTRAINT meeting_roll_excepted_by_fkey FOREIGN KEY (excepted_by) REFERENCES members(id),
  CONSTRAINT meeting_roll_mark CHECK (mark = ANY (ARRAY['present'::text, 'late'::text, 'apology'::text, 'absent'::text])),
  CONSTRAINT meeting_roll_marked CHECK (num_nonnulls(mark, marked_by, marked_at) = ANY (ARRAY[0, 3])),
  CONSTRAINT meeting_roll_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES members(id),
  CONSTRAINT meeting_roll_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meetings(id),
  CONSTRAINT meeting_roll_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT meeting_roll_pkey PRIMARY KEY (meeting_id, member_id)
);
CREATE INDEX meeting_roll_by_member ON meeting_roll USING btree (member_id, meeting_id);
CREATE TRIGGER meeting_roll_keep BEFORE INSERT OR UPDATE ON meeting_roll FOR EACH ROW EXECUTE FUNCTION keep_meeting_roll();
CREATE TRIGGER meeting_roll_no_delete BEFORE DELETE ON meeting_roll FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meeting_roll_no_truncate BEFORE TRUNCATE ON meeting_roll FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE meeting_signatures (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  meeting_id integer NOT NULL,
  version integer NOT NULL,
  signed_by integer NOT NULL,
  office text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  at_meeting_id integer NOT NULL,
  proposed_by integer NOT NULL,
  seconded_by integer NOT NULL,
  CONSTRAINT meeting_signatures_at_meeting_id_fkey FOREIGN KEY (at_meeting_id) REFERENCES meetings(id),
  CONSTRAINT meeting_signatures_elsewhere CHECK (at_meeting_id <> meeting_id),
  CONSTRAINT meeting_signatures_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meetings(id),
  CONSTRAINT meeting_signatures_office CHECK (office = ANY (ARRAY['Chairperson'::text, 'Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT meeting_signatures_once UNIQUE (meeting_id, version, signed_by),
  CONSTRAINT meeting_signatures_pkey PRIMARY KEY (id),
  CONSTRAINT meeting_signatures_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES members(id),
  CONSTRAINT meeting_signatures_seconded_by_fkey FOREIGN KEY (seconded_by) REFERENCES members(id),
  CONSTRAINT meeting_signatures_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES members(id),
  CONSTRAINT meeting_signatures_two CHECK (proposed_by <> seconded_by)
);
CREATE TRIGGER meeting_signatures_keep BEFORE INSERT ON meeting_signatures FOR EACH ROW EXECUTE FUNCTION keep_meeting_signature();
CREATE TRIGGER meeting_signatures_no_change BEFORE DELETE OR UPDATE ON meeting_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meeting_signatures_no_truncate BEFORE TRUNCATE ON meeting_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE meetings (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  held_on date NOT NULL,
  held_at time without time zone,
  place text NOT NULL,
  items jsonb DEFAULT '[]'::jsonb NOT NULL,
  chair_id integer,
  secretary_id integer,
  quorum text NOT NULL,
  fine_late_cents bigint NOT NULL,
  fine_absent_cents bigint NOT NULL,
  fine_apology_cents bigint NOT NULL,
  status text DEFAULT 'called'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  edits integer DEFAULT 0 NOT NULL,
  called_by integer NOT NULL,
  called_at timestamp with time zone NOT NULL,
  opened_by integer,
  opened_at timestamp with time zone,
  closed_by integer,
  closed_at timestamp with time zone,
  bank_cents bigint,
  cancelled_by integer,
  cancelled_at timestamp with time zone,
  cancelled_because text,
  cash_cents bigint,
  fund_balances jsonb,
  CONSTRAINT meetings_called_by_fkey FOREIGN KEY (called_by) REFERENCES members(id),
  CONSTRAINT meetings_cancelled CHECK (num_nonnulls(cancelled_by, cancelled_at, cancelled_because) =
CASE status
    WHEN 'cancelled'::text THEN 3
    ELSE 0
END),
  CONSTRAINT meetings_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES members(id),
  CONSTRAINT meetings_cash CHECK (cash_cents IS NULL OR cash_cents > 0 AND closed_at IS NOT NULL),
  CONSTRAINT meetings_chair_id_fkey FOREIGN KEY (chair_id) REFERENCES members(id),
  CONSTRAINT meetings_closed CHECK (num_nonnulls(closed_by, closed_at, bank_cents) =
CASE
    WHEN status = ANY (ARRAY['closed'::text, 'adopted'::text]) THEN 3
    ELSE 0
END),
  CONSTRAINT meetings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES members(id),
  CONSTRAINT meetings_fine_absent CHECK (fine_absent_cents >= 0),
  CONSTRAINT meetings_fine_apology CHECK (fine_apology_cents >= 0),
  CONSTRAINT meetings_fine_late CHECK (fine_late_cents >= 0),
  CONSTRAINT meetings_funds CHECK (fund_balances IS NULL OR closed_at IS NOT NULL),
  CONSTRAINT meetings_items CHECK (jsonb_typeof(items) = 'array'::text),
  CONSTRAINT meetings_kind CHECK (kind = ANY (ARRAY['ordinary'::text, 'special'::text, 'annual'::text])),
  CONSTRAINT meetings_number UNIQUE (number),
  CONSTRAINT meetings_number_counts CHECK (number > 0),
  CONSTRAINT meetings_opened CHECK ((opened_by IS NULL) = (opened_at IS NULL) AND
CASE status
    WHEN 'called'::text THEN opened_at IS NULL
    WHEN 'cancelled'::text THEN true
    ELSE opened_at IS NOT NULL
END),
  CONSTRAINT meetings_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES members(id),
  CONSTRAINT meetings_pkey PRIMARY KEY (id),
  CONSTRAINT meetings_place CHECK (length(place) >= 1 AND length(place) <= 120),
  CONSTRAINT meetings_quorum CHECK (quorum ~ '^[1-9][0-9]{0,2}/[1-9][0-9]{0,2}$'::text),
  CONSTRAINT meetings_secretary_id_fkey FOREIGN KEY (secretary_id) REFERENCES members(id),
  CONSTRAINT meetings_status CHECK (status = ANY (ARRAY['called'::text, 'open'::text, 'closed'::text, 'adopted'::text, 'cancelled'::text]))
);
CREATE INDEX meetings_by_day ON meetings USING btree (held_on DESC, number DESC);
CREATE UNIQUE INDEX meetings_once ON meetings USING btree (kind, held_on) WHERE status <> 'cancelled'::text;
CREATE TRIGGER meetings_keep BEFORE UPDATE ON meetings FOR EACH ROW EXECUTE FUNCTION keep_meeting();
CREATE TRIGGER meetings_no_delete BEFORE DELETE ON meetings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meetings_no_truncate BEFORE TRUNCATE ON meetings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE member_balances (
  member_id integer NOT NULL,
  account text NOT NULL,
  amount_cents bigint NOT NULL,
  CONSTRAINT member_balances_account_fkey FOREIGN KEY (account) REFERENCES accounts(code),
  CONSTRAINT member_balances_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT member_balances_pkey PRIMARY KEY (member_id, account)
);

CREATE TABLE member_photos (
  name text NOT NULL,
  member_id integer NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT member_photos_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT member_photos_one_each UNIQUE (member_id),
  CONSTRAINT member_photos_pkey PRIMARY KEY (name),
  CONSTRAINT member_photos_size CHECK (length(bytes) >= 1 AND length(bytes) <= 2097152)
);

CREATE TABLE members (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  username text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text,
  reg_number text NOT NULL,
  password_hash text,
  status text DEFAULT 'pending_approval'::text NOT NULL,
  is_active boolean DEFAULT false NOT NULL,
  has_cleared boolean DEFAULT false NOT NULL,
  office text,
  created_at timestamp with time zone NOT NULL,
  email_verified_at timestamp with time zone,
  rejected_at timestamp with time zone,
  approved_on date,
  exited_on date,
  language text DEFAULT 'en'::text NOT NULL,
  pending_phone text,
  device_key text DEFAULT encode(sha256(convert_to((gen_random_uuid()::text || gen_random_uuid()::text) || gen_random_uuid()::text, 'UTF8'::name)), 'hex'::text) NOT NULL,
  is_founder boolean DEFAULT false NOT NULL,
  is_brought_in boolean DEFAULT false NOT NULL,
  suspended_office text,
  confirmed_at timestamp with time zone,
  is_proven boolean GENERATED ALWAYS AS (email_verified_at IS NOT NULL OR confirmed_at IS NOT NULL OR is_founder) STORED NOT NULL,
  search_text text GENERATED ALWAYS AS ((folded((((first_name || ' '::text) || last_name) || '
'::text) || reg_number) || '
'::text) || folded_name((first_name || ' '::text) || last_name)) STORED NOT NULL,
  CONSTRAINT members_account CHECK (is_brought_in AND NOT is_proven OR phone IS NOT NULL AND password_hash IS NOT NULL),
  CONSTRAINT members_active_is_proven CHECK (NOT is_active OR is_proven OR is_brought_in),
  CONSTRAINT members_brought_in_approved CHECK (NOT is_brought_in OR status <> 'pending_approval'::text AND approved_on IS NOT NULL),
  CONSTRAINT members_claimed_whole CHECK (NOT is_brought_in OR (password_hash IS NOT NULL) = is_proven),
  CONSTRAINT members_device_key CHECK (device_key ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT members_language CHECK (language ~ '^[a-z]{2,3}$'::text),
  CONSTRAINT members_office CHECK (office = ANY (ARRAY['Chairperson'::text, 'Sec-Gen'::text, 'Treasurer'::text])),
  CONSTRAINT members_office_has_account CHECK (office IS NULL OR NOT is_brought_in OR is_proven),
  CONSTRAINT members_office_is_active CHECK (office IS NULL OR is_active AND status = 'active'::text AND exited_on IS NULL),
  CONSTRAINT members_pending_phone CHECK (pending_phone IS NULL OR pending_phone <> phone AND status <> 'pending_approval'::text),
  CONSTRAINT members_pkey PRIMARY KEY (id),
  CONSTRAINT members_proven_address CHECK (email IS NOT NULL OR email_verified_at IS NULL AND NOT is_founder),
  CONSTRAINT members_status CHECK (status = ANY (ARRAY['pending_approval'::text, 'active'::text, 'dormant'::text, 'cleared'::text])),
  CONSTRAINT members_suspended_is_not_active CHECK (suspended_office IS NULL OR office IS NULL AND exited_on IS NULL AND (NOT is_active OR status = 'dormant'::text)),
  CONSTRAINT members_suspended_office CHECK (suspended_office = ANY (ARRAY['Chairperson'::text, 'Sec-Gen'::text, 'Treasurer'::text]))
);
CREATE INDEX members_by_first_word ON members USING btree (first_word((first_name || ' '::text) || last_name));
CREATE INDEX members_by_name ON members USING btree (lower(first_name), lower(last_name), id);
CREATE INDEX members_by_name_tokens ON members USING gin (name_tokens((first_name || ' '::text) || last_name)) WITH (fastupdate=off);
CREATE INDEX members_by_plain_number ON members USING btree (ltrim(lower(reg_number), '0'::text));
CREATE INDEX members_by_plain_reg_number ON members USING btree (plain_account(reg_number));
CREATE INDEX members_by_plain_username ON members USING btree (plain_account(username));
CREATE UNIQUE INDEX members_email_key ON members USING btree (lower(email));
CREATE UNIQUE INDEX members_one_founder ON members USING btree (is_founder) WHERE is_founder;
CREATE UNIQUE INDEX members_phone_key ON members USING btree (phone);
CREATE UNIQUE INDEX members_reg_number_key ON members USING btree (lower(reg_number));
CREATE UNIQUE INDEX members_username_key ON members USING btree (lower(username));
CREATE INDEX members_with_office ON members USING btree (office) WHERE office IS NOT NULL;
CREATE CONSTRAINT TRIGGER members_claim_proven AFTER INSERT OR UPDATE OF email_verified_at, confirmed_at, is_brought_in ON members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_brought_in AND (new.email_verified_at IS NOT NULL OR new.confirmed_at IS NOT NULL)) EXECUTE FUNCTION check_claim_of_member();
CREATE TRIGGER members_end_push AFTER UPDATE ON members FOR EACH ROW WHEN (new.password_hash IS DISTINCT FROM old.password_hash OR new.email IS DISTINCT FROM old.email OR new.is_active IS DISTINCT FROM old.is_active OR new.exited_on IS DISTINCT FROM old.exited_on OR new.has_cleared IS DISTINCT FROM old.has_cleared) EXECUTE FUNCTION end_push_of_member();

CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE mpesa_asks (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id integer NOT NULL,
  kind text NOT NULL,
  loan_id integer,
  contribution_month date,
  amount_cents bigint NOT NULL,
  phone text NOT NULL,
  account_reference text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  state text DEFAULT 'asked'::text NOT NULL,
  code text,
  code_text text,
  checkout_id text,
  checked_at timestamp with time zone,
  decided_at timestamp with time zone,
  receipt text,
  is_typed boolean DEFAULT false NOT NULL,
  payment_id integer,
  problem jsonb,
  CONSTRAINT mpesa_asks_account_reference CHECK (account_reference ~ '^[A-Z0-9]{8,12}$'::text),
  CONSTRAINT mpesa_asks_account_reference_key UNIQUE (account_reference),
  CONSTRAINT mpesa_asks_amount CHECK (amount_cents >= 100 AND amount_cents <= 25000000 AND (amount_cents % 100::bigint) = 0),
  CONSTRAINT mpesa_asks_decided CHECK ((state = ANY (ARRAY['paid'::text, 'refused'::text, 'lapsed'::text])) = (decided_at IS NOT NULL)),
  CONSTRAINT mpesa_asks_loan CHECK ((kind = 'loan_payment'::text) = (loan_id IS NOT NULL)),
  CONSTRAINT mpesa_asks_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT mpesa_asks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT mpesa_asks_month CHECK ((kind = 'contribution'::text) = (contribution_month IS NOT NULL)),
  CONSTRAINT mpesa_asks_paid CHECK (receipt IS NULL OR state = 'paid'::text),
  CONSTRAINT mpesa_asks_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT mpesa_asks_payment_key UNIQUE (payment_id),
  CONSTRAINT mpesa_asks_pkey PRIMARY KEY (id),
  CONSTRAINT mpesa_asks_placed CHECK (receipt IS NOT NULL OR payment_id IS NULL AND problem IS NULL),
  CONSTRAINT mpesa_asks_receipt_key UNIQUE (receipt),
  CONSTRAINT mpesa_asks_state CHECK (state = ANY (ARRAY['asked'::text, 'waiting'::text, 'paid'::text, 'refused'::text, 'unknown'::text, 'lapsed'::text])),
  CONSTRAINT mpesa_asks_typed CHECK (receipt IS NOT NULL OR NOT is_typed)
);
CREATE INDEX mpesa_asks_by_member ON mpesa_asks USING btree (member_id, id DESC);
CREATE UNIQUE INDEX mpesa_asks_open_once ON mpesa_asks USING btree (member_id, kind, COALESCE(loan_id, 0)) WHERE state = ANY (ARRAY['asked'::text, 'waiting'::text, 'unknown'::text]);
CREATE INDEX mpesa_asks_without_receipt ON mpesa_asks USING btree (member_id) WHERE state = 'paid'::text AND receipt IS NULL;
CREATE TRIGGER mpesa_asks_keep BEFORE UPDATE ON mpesa_asks FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'state', 'code', 'code_text', 'checkout_id', 'checked_at', 'decided_at', 'receipt', 'is_typed', 'payment_id', 'problem');
CREATE TRIGGER mpesa_asks_no_delete BEFORE DELETE ON mpesa_asks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mpesa_asks_no_truncate BEFORE TRUNCATE ON mpesa_asks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mpesa_asks_paid_for_good BEFORE UPDATE ON mpesa_asks FOR EACH ROW WHEN (old.state = 'paid'::text AND new.state <> 'paid'::text OR old.receipt IS NOT NULL AND new.receipt IS DISTINCT FROM old.receipt OR old.payment_id IS NOT NULL AND new.payment_id IS DISTINCT FROM old.payment_id) EXECUTE FUNCTION refuse_change('%2$s %1$s is paid for good');

CREATE TABLE mpesa_payouts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  loan_id integer,
  settlement_id integer,
  line_id integer,
  entry_id integer,
  member_id integer,
  phone text,
  amount_cents bigint NOT NULL,
  left_cents bigint DEFAULT 0 NOT NULL,
  conversation_id text,
  reason text,
  proposed_by integer NOT NULL,
  proposed_office text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  agreed_by integer,
  agreed_office text,
  agreed_at timestamp with time zone,
  state text DEFAULT 'proposed'::text NOT NULL,
  code text,
  code_text text,
  unknown_since timestamp with time zone,
  refusing_by integer,
  refusing_office text,
  refused_by integer,
  refused_because text,
  decided_at timestamp with time zone,
  receipt text,
  out_line_id integer,
  cents_entry_id integer,
  CONSTRAINT mpesa_payouts_agreed CHECK ((state = ANY (ARRAY['proposed'::text, 'ended'::text])) = (agreed_by IS NULL) AND (agreed_by IS NULL) = (agreed_at IS NULL) AND (agreed_by IS NULL) = (agreed_office IS NULL)),
  CONSTRAINT mpesa_payouts_agreed_by_fkey FOREIGN KEY (agreed_by) REFERENCES members(id),
  CONSTRAINT mpesa_payouts_agreed_office CHECK (agreed_office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT mpesa_payouts_amount CHECK (amount_cents >= 100 AND amount_cents <= 25000000 AND (amount_cents % 100::bigint) = 0),
  CONSTRAINT mpesa_payouts_by_two CHECK (agreed_by <> proposed_by AND agreed_office <> proposed_office),
  CONSTRAINT mpesa_payouts_cents_entry_id_fkey FOREIGN KEY (cents_entry_id) REFERENCES entries(id),
  CONSTRAINT mpesa_payouts_cents_entry_key UNIQUE (cents_entry_id),
  CONSTRAINT mpesa_payouts_conversation_key UNIQUE (conversation_id),
  CONSTRAINT mpesa_payouts_decided CHECK ((state = ANY (ARRAY['paid'::text, 'refused'::text, 'ended'::text])) = (decided_at IS NOT NULL)),
  CONSTRAINT mpesa_payouts_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES entries(id),
  CONSTRAINT mpesa_payouts_item CHECK (num_nonnulls(loan_id, settlement_id, line_id) = 1 AND (kind = 'loan'::text) = (loan_id IS NOT NULL) AND (kind = 'exit'::text) = (settlement_id IS NOT NULL) AND (kind = 'return'::text) = (entry_id IS NULL)),
  CONSTRAINT mpesa_payouts_kind CHECK (kind = ANY (ARRAY['loan'::text, 'exit'::text, 'return'::text])),
  CONSTRAINT mpesa_payouts_left CHECK (left_cents >= 0 AND left_cents <= 99),
  CONSTRAINT mpesa_payouts_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT mpesa_payouts_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT mpesa_payouts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT mpesa_payouts_not_for_oneself CHECK (proposed_by <> member_id AND agreed_by <> member_id),
  CONSTRAINT mpesa_payouts_out_line_id_fkey FOREIGN KEY (out_line_id) REFERENCES statement_lines(id),
  CONSTRAINT mpesa_payouts_out_line_key UNIQUE (out_line_id),
  CONSTRAINT mpesa_payouts_paid CHECK (state = 'paid'::text OR num_nonnulls(receipt, out_line_id, cents_entry_id) = 0),
  CONSTRAINT mpesa_payouts_pkey PRIMARY KEY (id),
  CONSTRAINT mpesa_payouts_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES members(id),
  CONSTRAINT mpesa_payouts_proposed_office CHECK (proposed_office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT mpesa_payouts_refused CHECK ((refusing_by IS NULL) = (refusing_office IS NULL) AND (refusing_by IS NULL) = (refused_because IS NULL) AND (state <> 'ended'::text OR refusing_by IS NOT NULL) AND (refused_by IS NULL OR state = 'refused'::text AND refusing_by IS NOT NULL AND refused_by <> refusing_by) AND (state <> 'refused'::text OR code IS NOT NULL OR refused_by IS NOT NULL)),
  CONSTRAINT mpesa_payouts_refused_by_fkey FOREIGN KEY (refused_by) REFERENCES members(id),
  CONSTRAINT mpesa_payouts_refusing_by_fkey FOREIGN KEY (refusing_by) REFERENCES members(id),
  CONSTRAINT mpesa_payouts_refusing_office CHECK (refusing_office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT mpesa_payouts_return_reason CHECK (kind <> 'return'::text OR reason IS NOT NULL),
  CONSTRAINT mpesa_payouts_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  CONSTRAINT mpesa_payouts_state CHECK (state = ANY (ARRAY['proposed'::text, 'sending'::text, 'sent'::text, 'paid'::text, 'refused'::text, 'unknown'::text, 'ended'::text])),
  CONSTRAINT mpesa_payouts_to_whom CHECK (kind = 'return'::text OR member_id IS NOT NULL AND phone IS NOT NULL AND conversation_id IS NOT NULL AND amount_cents >= 1000),
  CONSTRAINT mpesa_payouts_unknown CHECK (state <> 'unknown'::text OR unknown_since IS NOT NULL),
  CONSTRAINT mpesa_payouts_whole CHECK (kind = 'exit'::text OR left_cents = 0)
);
CREATE INDEX mpesa_payouts_by_state ON mpesa_payouts USING btree (state, id DESC);
CREATE UNIQUE INDEX mpesa_payouts_line_once ON mpesa_payouts USING btree (line_id) WHERE state <> ALL (ARRAY['refused'::text, 'ended'::text]);
CREATE UNIQUE INDEX mpesa_payouts_loan_once ON mpesa_payouts USING btree (loan_id) WHERE state <> ALL (ARRAY['refused'::text, 'ended'::text]);
CREATE UNIQUE INDEX mpesa_payouts_receipt_key ON mpesa_payouts USING btree (receipt) WHERE receipt IS NOT NULL;
CREATE UNIQUE INDEX mpesa_payouts_settlement_once ON mpesa_payouts USING btree (settlement_id) WHERE state <> ALL (ARRAY['refused'::text, 'ended'::text]);
CREATE INDEX mpesa_payouts_with_cents ON mpesa_payouts USING btree (entry_id) WHERE cents_entry_id IS NOT NULL;
CREATE TRIGGER mpesa_payouts_decided_for_good BEFORE UPDATE ON mpesa_payouts FOR EACH ROW WHEN ((old.state = ANY (ARRAY['paid'::text, 'refused'::text, 'ended'::text])) AND (new.state <> old.state OR new.receipt IS DISTINCT FROM old.receipt AND old.receipt IS NOT NULL OR new.conversation_id IS DISTINCT FROM old.conversation_id AND old.kind <> 'return'::text OR new.agreed_by IS DISTINCT FROM old.agreed_by OR new.decided_at <> old.decided_at)) EXECUTE FUNCTION refuse_change('%2$s %1$s is decided for good');
CREATE TRIGGER mpesa_payouts_keep BEFORE UPDATE ON mpesa_payouts FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'conversation_id', 'agreed_by', 'agreed_office', 'agreed_at', 'state', 'code', 'code_text', 'unknown_since', 'refusing_by', 'refusing_office', 'refused_by', 'refused_because', 'decided_at', 'receipt', 'out_line_id', 'cents_entry_id');
CREATE TRIGGER mpesa_payouts_no_delete BEFORE DELETE ON mpesa_payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mpesa_payouts_no_truncate BEFORE TRUNCATE ON mpesa_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE noted_heads (
  month date NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  noted_at timestamp with time zone NOT NULL,
  CONSTRAINT noted_heads_first CHECK (EXTRACT(day FROM month) = 1::numeric),
  CONSTRAINT noted_heads_pkey PRIMARY KEY (month),
  CONSTRAINT noted_heads_root CHECK (length(root) = 32),
  CONSTRAINT noted_heads_size CHECK (size > 0)
);
CREATE TRIGGER noted_heads_append_only BEFORE DELETE OR UPDATE ON noted_heads FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER noted_heads_no_truncate BEFORE TRUNCATE ON noted_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE notice_choices (
  member_id integer NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  is_on boolean NOT NULL,
  CONSTRAINT notice_choices_channel CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text, 'push'::text])),
  CONSTRAINT notice_choices_kind CHECK (kind = ANY (ARRAY['receipt'::text, 'loan'::text, 'fine'::text, 'reminder'::text, 'membership'::text, 'security'::text, 'office'::text, 'month'::text, 'word'::text])),
  CONSTRAINT notice_choices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT notice_choices_pkey PRIMARY KEY (member_id, kind, channel)
);

CREATE TABLE notice_messages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  notice_id bigint NOT NULL,
  member_id integer NOT NULL,
  channel text NOT NULL,
  state text NOT NULL,
  recipient text,
  text text,
  parts integer,
  cost_units bigint,
  reserved_units bigint DEFAULT 0 NOT NULL,
  send_after timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  claimed_at timestamp with time zone,
  claimed_by text,
  gateway_id text,
  mail_id integer,
  failure text,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  first_tried_at timestamp with time zone,
  keeps_recipient boolean DEFAULT false NOT NULL,
  witnessed_in integer,
  CONSTRAINT notice_messages_channel CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text, 'push'::text])),
  CONSTRAINT notice_messages_claimed CHECK (state <> 'sending'::text OR claimed_at IS NOT NULL AND claimed_by IS NOT NULL),
  CONSTRAINT notice_messages_cost CHECK (cost_units >= 0),
  CONSTRAINT notice_messages_keeps_text CHECK (NOT keeps_recipient OR channel = 'sms'::text AND recipient IS NOT NULL),
  CONSTRAINT notice_messages_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT notice_messages_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  CONSTRAINT notice_messages_once UNIQUE (notice_id, channel, keeps_recipient),
  CONSTRAINT notice_messages_parts CHECK (parts > 0),
  CONSTRAINT notice_messages_pkey PRIMARY KEY (id),
  CONSTRAINT notice_messages_reserved CHECK (reserved_units >= 0),
  CONSTRAINT notice_messages_state CHECK (state = ANY (ARRAY['waiting'::text, 'held'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'rejected'::text, 'unknown'::text, 'skipped'::text]))
);
CREATE UNIQUE INDEX notice_messages_by_gateway_id ON notice_messages USING btree (gateway_id) WHERE gateway_id IS NOT NULL;
CREATE UNIQUE INDEX notice_messages_by_mail ON notice_messages USING btree (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX notice_messages_by_member ON notice_messages USING btree (member_id, id);
CREATE INDEX notice_messages_by_state ON notice_messages USING btree (state, id);
CREATE INDEX notice_messages_by_witness ON notice_messages USING btree (witnessed_in);
CREATE INDEX notice_messages_costs ON notice_messages USING btree (claimed_at) WHERE channel = 'sms'::text AND claimed_at IS NOT NULL;
CREATE INDEX notice_messages_waiting ON notice_messages USING btree (send_after, id) WHERE state = ANY (ARRAY['waiting'::text, 'held'::text, 'sending'::text]);
CREATE TRIGGER notice_messages_no_delete BEFORE DELETE ON notice_messages FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notice_messages_no_truncate BEFORE TRUNCATE ON notice_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE notice_preferences (
  member_id integer NOT NULL,
  shows_amounts boolean DEFAULT false NOT NULL,
  attaches_statement boolean DEFAULT false NOT NULL,
  CONSTRAINT notice_preferences_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT notice_preferences_pkey PRIMARY KEY (member_id)
);

CREATE TABLE notices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id integer NOT NULL,
  event text NOT NULL,
  kind text NOT NULL,
  about_kind text,
  about_id bigint,
  occasion text NOT NULL,
  facts jsonb NOT NULL,
  letter jsonb,
  created_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  dispatched_at timestamp with time zone,
  restored_at timestamp with time zone,
  witnessed_in integer,
  CONSTRAINT notices_about CHECK ((about_kind IS NULL) = (about_id IS NULL)),
  CONSTRAINT notices_about_kind CHECK (about_kind = ANY (ARRAY['contribution'::text, 'loan_payment'::text, 'fine_payment'::text, 'rotation_payment'::text, 'fund_payment'::text, 'loan'::text, 'fine'::text, 'member'::text, 'rotation'::text])),
  CONSTRAINT notices_kind CHECK (kind = ANY (ARRAY['receipt'::text, 'loan'::text, 'fine'::text, 'reminder'::text, 'membership'::text, 'security'::text, 'office'::text, 'month'::text, 'word'::text])),
  CONSTRAINT notices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT notices_once UNIQUE (member_id, occasion),
  CONSTRAINT notices_pkey PRIMARY KEY (id)
);
CREATE INDEX notices_by_witness ON notices USING btree (witnessed_in);
CREATE INDEX notices_to_dispatch ON notices USING btree (id) WHERE dispatched_at IS NULL;
CREATE TRIGGER notices_kept BEFORE UPDATE OF id, member_id, event, kind, about_kind, about_id, occasion, facts, letter, created_at ON notices FOR EACH ROW EXECUTE FUNCTION refuse_change('notice %s is kept as it was written');
CREATE TRIGGER notices_no_delete BEFORE DELETE ON notices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notices_no_truncate BEFORE TRUNCATE ON notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE objection_links (
  token_hash bytea NOT NULL,
  proposal_id integer NOT NULL,
  member_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT objection_links_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT objection_links_one_each UNIQUE (proposal_id, member_id),
  CONSTRAINT objection_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT objection_links_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES office_proposals(id)
);
CREATE TRIGGER objection_links_keep BEFORE UPDATE ON objection_links FOR EACH ROW EXECUTE FUNCTION keep_objection_link();
CREATE TRIGGER objection_links_no_delete BEFORE DELETE ON objection_links FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER objection_links_no_truncate BEFORE TRUNCATE ON objection_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE office_answers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  proposal_id integer NOT NULL,
  member_id integer NOT NULL,
  answer text NOT NULL,
  reason text,
  counts boolean NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  CONSTRAINT office_answers_answer CHECK (answer = ANY (ARRAY['agree'::text, 'object'::text])),
  CONSTRAINT office_answers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT office_answers_pkey PRIMARY KEY (id),
  CONSTRAINT office_answers_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES office_proposals(id),
  CONSTRAINT office_answers_reason CHECK (
CASE answer
    WHEN 'object'::text THEN reason IS NOT NULL AND reason ~ '\S'::text
    ELSE reason IS NULL
END)
);
CREATE INDEX office_answers_by_proposal ON office_answers USING btree (proposal_id, member_id, id);
CREATE TRIGGER office_answers_append_only BEFORE DELETE OR UPDATE ON office_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER office_answers_no_truncate BEFORE TRUNCATE ON office_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE office_proposals (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id integer NOT NULL,
  office text NOT NULL,
  proposed_by integer NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  delay_hours integer NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  outcome text,
  decided_by integer,
  decided_at timestamp with time zone,
  reason text,
  kind text NOT NULL,
  needs_agreement boolean DEFAULT false NOT NULL,
  CONSTRAINT office_proposals_agreed_by_another CHECK (outcome <> 'counted'::text OR decided_by IS NULL OR
CASE kind
    WHEN 'give'::text THEN decided_by <> proposed_by AND decided_by <> member_id
    ELSE decided_by = member_id OR decided_by <> proposed_by
END),
  CONSTRAINT office_proposals_decided CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NOT NULL OR decided_by IS NULL)),
  CONSTRAINT office_proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id),
  CONSTRAINT office_proposals_delay CHECK (delay_hours >= 0 AND delay_hours <= 168),
  CONSTRAINT office_proposals_in_time CHECK (outcome <> 'counted'::text OR decided_by IS NOT NULL OR decided_at >= effective_at AND NOT needs_agreement),
  CONSTRAINT office_proposals_kind CHECK (kind = ANY (ARRAY['give'::text, 'take'::text])),
  CONSTRAINT office_proposals_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT office_proposals_objected CHECK (outcome <> 'objected'::text OR decided_by IS NOT NULL AND decided_by <> proposed_by AND (kind = 'give'::text OR decided_by <> member_id) AND reason IS NOT NULL AND reason ~ '\S'::text),
  CONSTRAINT office_proposals_office CHECK (office = ANY (ARRAY['Chairperson'::text, 'Sec-Gen'::text, 'Treasurer'::text])),
  CONSTRAINT office_proposals_outcome CHECK (outcome = ANY (ARRAY['counted'::text, 'objected'::text, 'withdrawn'::text, 'lapsed'::text])),
  CONSTRAINT office_proposals_pkey PRIMARY KEY (id),
  CONSTRAINT office_proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES members(id),
  CONSTRAINT office_proposals_wait CHECK (effective_at = (proposed_at + delay_hours::double precision * '01:00:00'::interval))
);
CREATE INDEX office_proposals_by_proposer ON office_proposals USING btree (proposed_by, proposed_at);
CREATE UNIQUE INDEX office_proposals_one_waits ON office_proposals USING btree (member_id) WHERE outcome IS NULL;
CREATE INDEX office_proposals_waiting ON office_proposals USING btree (effective_at) WHERE outcome IS NULL AND NOT needs_agreement;
CREATE TRIGGER office_proposals_decided_once BEFORE UPDATE ON office_proposals FOR EACH ROW EXECUTE FUNCTION refuse_redecided_proposal();
CREATE TRIGGER office_proposals_kept BEFORE DELETE ON office_proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER office_proposals_no_truncate BEFORE TRUNCATE ON office_proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE opening_answers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  opening_id integer NOT NULL,
  member_id integer NOT NULL,
  answer text NOT NULL,
  words text,
  answered_by integer NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  CONSTRAINT opening_answers_answer CHECK (answer = ANY (ARRAY['yes'::text, 'no'::text, 'confirmed_on_paper'::text, 'resolved'::text])),
  CONSTRAINT opening_answers_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES members(id),
  CONSTRAINT opening_answers_by_whom CHECK ((answer = ANY (ARRAY['yes'::text, 'no'::text])) = (answered_by = member_id)),
  CONSTRAINT opening_answers_of_member FOREIGN KEY (opening_id, member_id) REFERENCES opening_members(opening_id, member_id),
  CONSTRAINT opening_answers_pkey PRIMARY KEY (id),
  CONSTRAINT opening_answers_said CHECK (answer = 'yes'::text OR words IS NOT NULL),
  CONSTRAINT opening_answers_words CHECK (words ~ '\S'::text)
);
CREATE INDEX opening_answers_newest ON opening_answers USING btree (opening_id, member_id, id DESC);
CREATE TRIGGER opening_answers_append_only BEFORE DELETE OR UPDATE ON opening_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_answers_no_truncate BEFORE TRUNCATE ON opening_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE opening_balances (
  opening_id integer NOT NULL,
  account text NOT NULL,
  "row" integer NOT NULL,
  cents bigint NOT NULL,
  CONSTRAINT opening_balances_account CHECK (account = ANY (ARRAY['bank'::text, 'investment'::text, 'good_will'::text, 'tax'::text, 'ordinary_shares'::text, 'retained_earnings'::text])),
  CONSTRAINT opening_balances_account_fkey FOREIGN KEY (account) REFERENCES accounts(code),
  CONSTRAINT opening_balances_cents CHECK (cents >= 0 OR account = 'retained_earnings'::text),
  CONSTRAINT opening_balances_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT opening_balances_pkey PRIMARY KEY (opening_id, account)
);
CREATE TRIGGER opening_balances_append_only BEFORE DELETE OR UPDATE ON opening_balances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_balances_no_truncate BEFORE TRUNCATE ON opening_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE opening_deposits (
  deposit_id integer NOT NULL,
  opening_id integer NOT NULL,
  "row" integer NOT NULL,
  amount_cents bigint NOT NULL,
  placed_on date,
  matures_on date,
  CONSTRAINT opening_deposits_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES fixed_deposits(id),
  CONSTRAINT opening_deposits_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT opening_deposits_pkey PRIMARY KEY (deposit_id),
  CONSTRAINT opening_deposits_row UNIQUE (opening_id, "row")
);
CREATE TRIGGER opening_deposits_append_only BEFORE DELETE OR UPDATE ON opening_deposits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_deposits_no_truncate BEFORE TRUNCATE ON opening_deposits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE opening_loans (
  loan_id integer NOT NULL,
  opening_id integer NOT NULL,
  member_id integer NOT NULL,
  "row" integer NOT NULL,
  amount_cents bigint NOT NULL,
  interest_cents bigint NOT NULL,
  paid_cents bigint NOT NULL,
  given_on date NOT NULL,
  due_on date NOT NULL,
  product_id integer,
  instalments integer,
  next_due_on date,
  CONSTRAINT opening_loans_instalments CHECK (instalments >= 1 AND instalments <= 120),
  CONSTRAINT opening_loans_lent CHECK ((num_nulls(product_id, instalments, next_due_on) = ANY (ARRAY[0, 3])) AND (product_id IS NULL OR paid_cents = 0 AND next_due_on <= due_on)),
  CONSTRAINT opening_loans_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT opening_loans_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT opening_loans_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT opening_loans_paid CHECK (paid_cents >= 0 AND paid_cents < (amount_cents + interest_cents)),
  CONSTRAINT opening_loans_pkey PRIMARY KEY (loan_id),
  CONSTRAINT opening_loans_product_id_fkey FOREIGN KEY (product_id) REFERENCES loan_products(id),
  CONSTRAINT opening_loans_row UNIQUE (opening_id, "row")
);
CREATE INDEX opening_loans_by_member ON opening_loans USING btree (member_id);
CREATE TRIGGER opening_loans_append_only BEFORE DELETE OR UPDATE ON opening_loans FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_loans_no_truncate BEFORE TRUNCATE ON opening_loans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE opening_members (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  opening_id integer NOT NULL,
  member_id integer NOT NULL,
  "row" integer NOT NULL,
  savings_cents bigint NOT NULL,
  paid_up_to date NOT NULL,
  last_paid_on date,
  unpaid_fines_cents bigint NOT NULL,
  joined_on date NOT NULL,
  is_new boolean NOT NULL,
  CONSTRAINT opening_members_fines CHECK (unpaid_fines_cents >= 0),
  CONSTRAINT opening_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT opening_members_once UNIQUE (opening_id, member_id),
  CONSTRAINT opening_members_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT opening_members_paid_up_to CHECK (EXTRACT(day FROM paid_up_to) = 1::numeric),
  CONSTRAINT opening_members_pkey PRIMARY KEY (id),
  CONSTRAINT opening_members_savings CHECK (savings_cents >= 0)
);
CREATE INDEX opening_members_by_member ON opening_members USING btree (member_id);
CREATE TRIGGER opening_members_append_only BEFORE DELETE OR UPDATE ON opening_members FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_members_no_truncate BEFORE TRUNCATE ON opening_members FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER opening_members_posted AFTER INSERT ON opening_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_opening_member_posted();

CREATE TABLE opening_take_backs (
  opening_id integer NOT NULL,
  office text NOT NULL,
  member_id integer NOT NULL,
  said_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  CONSTRAINT opening_take_backs_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT opening_take_backs_office CHECK (office = ANY (ARRAY['Chairperson'::text, 'Sec-Gen'::text, 'Treasurer'::text])),
  CONSTRAINT opening_take_backs_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT opening_take_backs_pkey PRIMARY KEY (opening_id, member_id),
  CONSTRAINT opening_take_backs_reason CHECK (reason ~ '\S'::text)
);
CREATE UNIQUE INDEX opening_take_backs_by_both ON opening_take_backs USING btree (opening_id, (office = 'Treasurer'::text));
CREATE TRIGGER opening_take_backs_append_only BEFORE DELETE OR UPDATE ON opening_take_backs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_take_backs_no_truncate BEFORE TRUNCATE ON opening_take_backs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE openings (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  cut_over_on date NOT NULL,
  digest bytea NOT NULL,
  book jsonb NOT NULL,
  totals jsonb NOT NULL,
  members integer NOT NULL,
  loans integer NOT NULL,
  savings_cents bigint NOT NULL,
  difference_cents bigint NOT NULL,
  difference_reason text,
  proposed_by integer NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  outcome text,
  decided_by integer,
  decided_office text,
  decided_at timestamp with time zone,
  reason text,
  taken_back_at timestamp with time zone,
  status text GENERATED ALWAYS AS (
CASE
    WHEN taken_back_at IS NOT NULL THEN 'taken_back'::text
    ELSE COALESCE(outcome, 'proposed'::text)
END) STORED NOT NULL,
  CONSTRAINT openings_decided CHECK (
CASE outcome
    WHEN 'accepted'::text THEN decided_by IS NOT NULL AND decided_by <> proposed_by AND decided_at IS NOT NULL AND (decided_office = ANY (ARRAY['Chairperson'::text, 'Sec-Gen'::text])) AND reason IS NULL
    WHEN 'refused'::text THEN decided_by IS NOT NULL AND decided_at IS NOT NULL AND decided_office IS NOT NULL AND reason IS NOT NULL AND taken_back_at IS NULL
    ELSE decided_by IS NULL AND decided_at IS NULL AND decided_office IS NULL AND reason IS NULL AND taken_back_at IS NULL
END),
  CONSTRAINT openings_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id),
  CONSTRAINT openings_decided_office CHECK (decided_office = ANY (ARRAY['Chairperson'::text, 'Sec-Gen'::text, 'Treasurer'::text])),
  CONSTRAINT openings_difference CHECK ((difference_cents = 0) = (difference_reason IS NULL)),
  CONSTRAINT openings_difference_reason CHECK (difference_reason ~ '\S'::text),
  CONSTRAINT openings_digest CHECK (length(digest) = 32),
  CONSTRAINT openings_loans CHECK (loans >= 0),
  CONSTRAINT openings_members CHECK (members > 0),
  CONSTRAINT openings_outcome CHECK (outcome = ANY (ARRAY['accepted'::text, 'refused'::text])),
  CONSTRAINT openings_pkey PRIMARY KEY (id),
  CONSTRAINT openings_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES members(id),
  CONSTRAINT openings_reason CHECK (reason ~ '\S'::text),
  CONSTRAINT openings_savings CHECK (savings_cents >= 0)
);
CREATE UNIQUE INDEX openings_one_in_force ON openings USING btree ((true)) WHERE status = 'accepted'::text;
CREATE UNIQUE INDEX openings_one_waits ON openings USING btree ((true)) WHERE status = 'proposed'::text;
CREATE TRIGGER openings_decided_once BEFORE UPDATE ON openings FOR EACH ROW WHEN (old.taken_back_at IS NOT NULL OR old.outcome IS NOT NULL AND (new.outcome IS DISTINCT FROM old.outcome OR new.decided_by IS DISTINCT FROM old.decided_by OR new.decided_office IS DISTINCT FROM old.decided_office OR new.decided_at IS DISTINCT FROM old.decided_at OR new.reason IS DISTINCT FROM old.reason)) EXECUTE FUNCTION refuse_change('opening %s cannot be changed so');
CREATE TRIGGER openings_keep BEFORE UPDATE ON openings FOR EACH ROW EXECUTE FUNCTION refuse_change('opening %s cannot be changed so', 'outcome', 'decided_by', 'decided_office', 'decided_at', 'reason', 'taken_back_at', 'status');
CREATE TRIGGER openings_no_delete BEFORE DELETE ON openings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER openings_no_truncate BEFORE TRUNCATE ON openings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER openings_whole AFTER INSERT OR UPDATE ON openings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.outcome = 'accepted'::text) EXECUTE FUNCTION check_opening_whole();

CREATE TABLE past_contributions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  opening_id integer NOT NULL,
  member_id integer NOT NULL,
  "row" integer NOT NULL,
  month date NOT NULL,
  amount_cents bigint NOT NULL,
  paid_on date,
  reference text,
  CONSTRAINT past_contributions_amount CHECK (amount_cents > 0),
  CONSTRAINT past_contributions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT past_contributions_month CHECK (EXTRACT(day FROM month) = 1::numeric),
  CONSTRAINT past_contributions_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES openings(id),
  CONSTRAINT past_contributions_pkey PRIMARY KEY (id),
  CONSTRAINT past_contributions_row UNIQUE (opening_id, "row", month, member_id)
);
CREATE INDEX past_contributions_by_member ON past_contributions USING btree (member_id, month, id);
CREATE TRIGGER past_contributions_append_only BEFORE DELETE OR UPDATE ON past_contributions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER past_contributions_no_truncate BEFORE TRUNCATE ON past_contributions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE payment_references (
  reference_key text NOT NULL,
  member_id integer NOT NULL,
  live_items integer NOT NULL,
  CONSTRAINT payment_references_live CHECK (live_items > 0),
  CONSTRAINT payment_references_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT payment_references_pkey PRIMARY KEY (reference_key)
);

CREATE TABLE payments (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  member_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  reference text NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  paid_on date GENERATED ALWAYS AS ((paid_at AT TIME ZONE 'Africa/Nairobi'::text)::date) STORED NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  contribution_month date,
  treasurer_verdict text DEFAULT 'pending_approval'::text NOT NULL,
  treasurer_id integer,
  treasurer_reason text,
  treasurer_at timestamp with time zone,
  sec_gen_verdict text DEFAULT 'pending_approval'::text NOT NULL,
  sec_gen_id integer,
  sec_gen_reason text,
  sec_gen_at timestamp with time zone,
  status text GENERATED ALWAYS AS (
CASE
    WHEN treasurer_verdict = 'rejected'::text OR sec_gen_verdict = 'rejected'::text THEN 'rejected'::text
    WHEN treasurer_verdict = 'approved'::text AND sec_gen_verdict = 'approved'::text THEN 'approved'::text
    WHEN treasurer_verdict = 'approved'::text OR sec_gen_verdict = 'approved'::text THEN 'pending_approval'::text
    ELSE 'pending'::text
END) STORED NOT NULL,
  loan_id integer,
  reference_key text GENERATED ALWAYS AS (translate(upper(reference), '-/ '::text, ''::text)) STORED NOT NULL,
  reference_standing text DEFAULT 'holds'::text NOT NULL,
  rejected_by_rule text,
  entered_by integer,
  treasurer_evidence text,
  treasurer_approve_reason text,
  sec_gen_evidence text,
  sec_gen_approve_reason text,
  last_month date,
  part smallint DEFAULT 0 NOT NULL,
  early text,
  rotation_id integer,
  collection_id integer,
  fund_id integer,
  CONSTRAINT payments_amount CHECK (amount_cents > 0),
  CONSTRAINT payments_collected CHECK (collection_id IS NULL OR entered_by IS NOT NULL AND (kind = ANY (ARRAY['contribution'::text, 'loan_payment'::text, 'fine_payment'::text, 'fund_payment'::text])) AND reference_standing = 'holds'::text AND rejected_by_rule IS NULL AND reference_key ~ '^CASH[0-9]{10,}$'::text),
  CONSTRAINT payments_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id),
  CONSTRAINT payments_early CHECK (early IS NULL OR (early = ANY (ARRAY['ahead'::text, 'shorter'::text, 'smaller'::text])) AND kind = 'loan_payment'::text),
  CONSTRAINT payments_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES members(id),
  CONSTRAINT payments_fund CHECK ((kind = 'fund_payment'::text) = (fund_id IS NOT NULL)),
  CONSTRAINT payments_fund_id_fkey FOREIGN KEY (fund_id) REFERENCES funds(id),
  CONSTRAINT payments_kind CHECK (kind = ANY (ARRAY['contribution'::text, 'loan_payment'::text, 'fine_payment'::text, 'rotation_payment'::text, 'fund_payment'::text])),
  CONSTRAINT payments_last_month CHECK (last_month IS NULL OR kind = 'contribution'::text AND last_month > contribution_month AND EXTRACT(day FROM last_month) = 1::numeric),
  CONSTRAINT payments_loan CHECK ((kind = 'loan_payment'::text) = (loan_id IS NOT NULL)),
  CONSTRAINT payments_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT payments_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT payments_month CHECK ((kind = 'contribution'::text) = (contribution_month IS NOT NULL) AND EXTRACT(day FROM contribution_month) = 1::numeric),
  CONSTRAINT payments_part CHECK (part = 0 OR kind = 'loan_payment'::text AND part >= 1 AND part <= 20),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_reference_standing CHECK (reference_standing = ANY (ARRAY['holds'::text, 'waits'::text, 'carried'::text, 'contests'::text])),
  CONSTRAINT payments_rejected_by_rule CHECK (rejected_by_rule IS NULL OR rejected_by_rule = 'reference-held'::text AND status = 'rejected'::text AND reference_standing = 'waits'::text AND COALESCE(treasurer_reason, sec_gen_reason) = 'This reference stands on another member''s payment.'::text OR rejected_by_rule = 'shown-for-another'::text AND status = 'rejected'::text AND (reference_standing = ANY (ARRAY['holds'::text, 'contests'::text])) AND COALESCE(treasurer_reason, sec_gen_reason) = 'The statement shows this payment as another member''s.'::text OR rejected_by_rule = 'withdrawn'::text AND treasurer_verdict = 'rejected'::text AND sec_gen_verdict = 'pending_approval'::text AND treasurer_reason = 'Withdrawn before an official decided.'::text AND (treasurer_id = member_id OR NOT treasurer_id IS DISTINCT FROM entered_by)),
  CONSTRAINT payments_rotation CHECK ((kind = 'rotation_payment'::text) = (rotation_id IS NOT NULL)),
  CONSTRAINT payments_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES rotations(id),
  CONSTRAINT payments_sec_gen CHECK (
CASE sec_gen_verdict
    WHEN 'pending_approval'::text THEN sec_gen_id IS NULL AND sec_gen_at IS NULL AND sec_gen_reason IS NULL
    WHEN 'approved'::text THEN sec_gen_id IS NOT NULL AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NULL
    WHEN 'rejected'::text THEN (sec_gen_id IS NOT NULL OR reference_standing = 'waits'::text) AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NOT NULL
    ELSE false
END),
  CONSTRAINT payments_sec_gen_evidence CHECK (
CASE
    WHEN sec_gen_verdict = 'approved'::text THEN COALESCE(sec_gen_evidence = ANY (ARRAY['confirmed'::text, 'differs'::text, 'missing'::text, 'none'::text]), true) AND COALESCE(sec_gen_approve_reason ~ '\S'::text, COALESCE(sec_gen_evidence, ''::text) <> 'differs'::text)
    ELSE sec_gen_evidence IS NULL AND sec_gen_approve_reason IS NULL
END),
  CONSTRAINT payments_sec_gen_id_fkey FOREIGN KEY (sec_gen_id) REFERENCES members(id),
  CONSTRAINT payments_treasurer CHECK (
CASE treasurer_verdict
    WHEN 'pending_approval'::text THEN treasurer_id IS NULL AND treasurer_at IS NULL AND treasurer_reason IS NULL
    WHEN 'approved'::text THEN treasurer_id IS NOT NULL AND treasurer_at IS NOT NULL AND treasurer_reason IS NULL
    WHEN 'rejected'::text THEN (treasurer_id IS NOT NULL OR reference_standing = 'waits'::text) AND treasurer_at IS NOT NULL AND treasurer_reason IS NOT NULL
    ELSE false
END),
  CONSTRAINT payments_treasurer_evidence CHECK (
CASE
    WHEN treasurer_verdict = 'approved'::text THEN COALESCE(treasurer_evidence = ANY (ARRAY['confirmed'::text, 'differs'::text, 'missing'::text, 'none'::text]), true) AND COALESCE(treasurer_approve_reason ~ '\S'::text, COALESCE(treasurer_evidence, ''::text) <> 'differs'::text)
    ELSE treasurer_evidence IS NULL AND treasurer_approve_reason IS NULL
END),
  CONSTRAINT payments_treasurer_id_fkey FOREIGN KEY (treasurer_id) REFERENCES members(id),
  CONSTRAINT payments_two_people CHECK (treasurer_id <> sec_gen_id OR rejected_by_rule IS NOT NULL AND ('rejected'::text = treasurer_verdict OR 'rejected'::text = sec_gen_verdict) OR reference_standing = 'waits'::text AND ('rejected'::text = treasurer_verdict OR 'rejected'::text = sec_gen_verdict))
);
CREATE INDEX payments_approved_by_day ON payments USING btree (member_id, kind, paid_at, id) INCLUDE (amount_cents) WHERE status = 'approved'::text;
CREATE INDEX payments_by_amount ON payments USING btree (amount_cents, paid_on, id) WHERE status <> 'rejected'::text;
CREATE INDEX payments_by_collection ON payments USING btree (collection_id, id) WHERE collection_id IS NOT NULL;
CREATE INDEX payments_by_fund ON payments USING btree (fund_id) WHERE fund_id IS NOT NULL;
CREATE INDEX payments_by_loan ON payments USING btree (loan_id) INCLUDE (amount_cents, status) WHERE loan_id IS NOT NULL;
CREATE INDEX payments_by_member ON payments USING btree (member_id, kind, paid_at DESC, id DESC);
CREATE INDEX payments_by_reference_key ON payments USING btree (reference_key) WHERE status <> 'rejected'::text;
CREATE INDEX payments_by_rotation ON payments USING btree (rotation_id) WHERE rotation_id IS NOT NULL;
CREATE INDEX payments_contesting ON payments USING btree (reference_key) WHERE reference_standing = 'contests'::text;
CREATE INDEX payments_open ON payments USING btree (kind, id) WHERE status = ANY (ARRAY['pending'::text, 'pending_approval'::text]);
CREATE INDEX payments_open_by_member ON payments USING btree (member_id, kind, id) WHERE status = ANY (ARRAY['pending'::text, 'pending_approval'::text]);
CREATE UNIQUE INDEX payments_own_reference_key ON payments USING btree (member_id, reference_key, kind, part, COALESCE(fund_id, 0)) WHERE status <> 'rejected'::text AND reference_standing <> 'carried'::text;
CREATE UNIQUE INDEX payments_reference_key ON payments USING btree (kind, reference_key, part, COALESCE(fund_id, 0)) WHERE status <> 'rejected'::text AND reference_standing = 'holds'::text;
CREATE INDEX payments_to_loans_by_day ON payments USING btree (paid_on) INCLUDE (loan_id) WHERE loan_id IS NOT NULL AND status = 'approved'::text;
CREATE INDEX payments_withdrawn ON payments USING btree (member_id, id) WHERE rejected_by_rule = 'withdrawn'::text;
CREATE TRIGGER payments_come_with_collection AFTER INSERT ON payments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_payment_of_collection();
CREATE TRIGGER payments_decided_with_collection AFTER UPDATE ON payments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_payment_of_collection();
CREATE TRIGGER payments_evidence AFTER UPDATE ON payments REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update FOR EACH STATEMENT EXECUTE FUNCTION check_payment_evidence();
CREATE TRIGGER payments_keep BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION keep_payment_as_submitted();
CREATE TRIGGER payments_keep_sum BEFORE UPDATE ON payments FOR EACH ROW WHEN (new.last_month IS DISTINCT FROM old.last_month OR new.part IS DISTINCT FROM old.part) EXECUTE FUNCTION refuse_change('what payment %s is for is not changed');
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_no_truncate BEFORE TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER payments_posted AFTER INSERT OR UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'approved'::text) EXECUTE FUNCTION check_payment_posted();

CREATE TABLE phone_codes (
  token_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT phone_codes_pkey PRIMARY KEY (token_hash),
  CONSTRAINT phone_codes_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES mail_tokens(token_hash) ON DELETE CASCADE,
  CONSTRAINT phone_codes_tries CHECK (tries >= 0 AND tries <= 10)
);

CREATE TABLE postings (
  entry_id integer NOT NULL,
  line smallint NOT NULL,
  account text NOT NULL,
  amount_cents bigint NOT NULL,
  business_date date NOT NULL,
  member_id integer,
  loan_id integer,
  fund_id integer,
  CONSTRAINT postings_account_fkey FOREIGN KEY (account) REFERENCES accounts(code),
  CONSTRAINT postings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES entries(id),
  CONSTRAINT postings_fund FOREIGN KEY (fund_id) REFERENCES funds(id),
  CONSTRAINT postings_loan FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT postings_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT postings_not_zero CHECK (amount_cents <> 0),
  CONSTRAINT postings_of_fund CHECK ((account = 'restricted_funds'::text) = (fund_id IS NOT NULL)),
  CONSTRAINT postings_pkey PRIMARY KEY (entry_id, line)
);
CREATE INDEX postings_by_amount ON postings USING btree (abs(amount_cents), business_date, entry_id) WHERE amount_cents > 0 OR account = 'bank'::text;
CREATE INDEX postings_by_member ON postings USING btree (member_id, account, business_date, entry_id, line) INCLUDE (amount_cents) WHERE member_id IS NOT NULL;
CREATE INDEX postings_of_account_in_order ON postings USING btree (account, business_date, entry_id, line);
CREATE INDEX postings_of_fund_in_order ON postings USING btree (fund_id, business_date, entry_id, line) WHERE fund_id IS NOT NULL;
CREATE INDEX postings_of_member_in_order ON postings USING btree (member_id, business_date, entry_id) WHERE member_id IS NOT NULL;
CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_are_summed AFTER INSERT ON postings REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION queue_postings_to_sum();
CREATE TRIGGER postings_balance AFTER INSERT ON postings REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION check_postings_come_with_entry();
CREATE CONSTRAINT TRIGGER postings_cash_by_both AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.account = 'cash'::text) EXECUTE FUNCTION check_cash_by_both();
CREATE CONSTRAINT TRIGGER postings_fund_by_both AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.account = 'restricted_funds'::text) EXECUTE FUNCTION check_fund_by_both();
CREATE TRIGGER postings_no_truncate BEFORE TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE postings_to_sum (
  business_date date NOT NULL,
  account text NOT NULL,
  closing boolean NOT NULL,
  member_id integer,
  amount_cents bigint NOT NULL,
  entries bigint NOT NULL,
  first_lines bigint NOT NULL,
  lines bigint NOT NULL,
  entry_id integer,
  fund_id integer,
  from_fund boolean,
  CONSTRAINT postings_to_sum_of_fund CHECK ((account = 'restricted_funds'::text) = (fund_id IS NOT NULL) AND (fund_id IS NULL) = (from_fund IS NULL))
);
CREATE INDEX postings_to_sum_by_member ON postings_to_sum USING btree (member_id, account) WHERE member_id IS NOT NULL;

CREATE TABLE proposals (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  asked jsonb NOT NULL,
  description text NOT NULL,
  amount_cents bigint,
  concerns_id integer,
  setting text,
  old_value bigint,
  new_value bigint,
  proposed_by integer NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  proposed_from text NOT NULL,
  delay_hours integer,
  effective_at timestamp with time zone,
  outcome text,
  decided_by integer,
  decided_at timestamp with time zone,
  reason text,
  entry_id integer,
  line_id integer,
  proposed_office text,
  CONSTRAINT proposals_amount CHECK (amount_cents > 0 OR amount_cents = 0 AND kind = 'cash_count'::text),
  CONSTRAINT proposals_concerns_id_fkey FOREIGN KEY (concerns_id) REFERENCES members(id),
  CONSTRAINT proposals_decided CHECK (
CASE outcome
    WHEN 'agreed'::text THEN decided_by IS NOT NULL AND decided_at IS NOT NULL AND reason IS NULL AND decided_by <> proposed_by AND decided_by IS DISTINCT FROM concerns_id
    WHEN 'refused'::text THEN decided_by IS NOT NULL AND decided_at IS NOT NULL AND reason ~ '\S'::text AND decided_by IS DISTINCT FROM concerns_id
    WHEN 'counted'::text THEN kind = 'setting'::text AND decided_by IS NULL AND decided_at = effective_at AND reason IS NULL
    ELSE decided_by IS NULL AND decided_at IS NULL AND reason IS NULL
END),
  CONSTRAINT proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id),
  CONSTRAINT proposals_delay CHECK (delay_hours >= 1 AND delay_hours <= 168),
  CONSTRAINT proposals_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES entries(id),
  CONSTRAINT proposals_entry_once UNIQUE (entry_id),
  CONSTRAINT proposals_kind CHECK (kind = ANY (ARRAY['ledger_entry'::text, 'exit'::text, 'clearing'::text, 'reversal'::text, 'setting'::text, 'fines'::text, 'unmatch'::text, 'cash_count'::text])),
  CONSTRAINT proposals_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT proposals_money_or_setting CHECK (
CASE kind
    WHEN 'setting'::text THEN setting IS NOT NULL AND delay_hours IS NOT NULL AND amount_cents IS NULL AND concerns_id IS NULL
    ELSE setting IS NULL AND delay_hours IS NULL AND amount_cents IS NOT NULL AND
    CASE
        WHEN kind = ANY (ARRAY['exit'::text, 'clearing'::text]) THEN concerns_id IS NOT NULL
        ELSE concerns_id IS NULL OR (kind = ANY (ARRAY['ledger_entry'::text, 'reversal'::text]))
    END
END AND (line_id IS NOT NULL) = (kind = 'unmatch'::text) AND
CASE
    WHEN kind = ANY (ARRAY['unmatch'::text, 'cash_count'::text]) THEN proposed_office IS NOT NULL
    ELSE proposed_office IS NULL OR (kind = ANY (ARRAY['ledger_entry'::text, 'reversal'::text]))
END),
  CONSTRAINT proposals_office CHECK (proposed_office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT proposals_outcome CHECK (outcome = ANY (ARRAY['agreed'::text, 'refused'::text, 'counted'::text])),
  CONSTRAINT proposals_pkey PRIMARY KEY (id),
  CONSTRAINT proposals_posted CHECK (
CASE
    WHEN kind = 'cash_count'::text THEN entry_id IS NULL OR COALESCE(outcome, ''::text) = 'agreed'::text
    ELSE (entry_id IS NOT NULL) = (COALESCE(outcome, ''::text) = 'agreed'::text AND (kind <> ALL (ARRAY['setting'::text, 'fines'::text, 'unmatch'::text])))
END),
  CONSTRAINT proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES members(id),
  CONSTRAINT proposals_setting CHECK (setting = ANY (ARRAY['office_delay_hours'::text, 'second_person_above'::text, 'fine_limit'::text, 'late_fine_amount'::text, 'mpesa_payouts'::text, 'officials_two_step'::text, 'require_evidence'::text])),
  CONSTRAINT proposals_wait CHECK (NOT effective_at IS DISTINCT FROM (proposed_at + delay_hours::double precision * '01:00:00'::interval))
);
CREATE INDEX proposals_by_line ON proposals USING btree (line_id) WHERE line_id IS NOT NULL;
CREATE INDEX proposals_of_counts ON proposals USING btree (decided_at) WHERE kind = 'cash_count'::text AND outcome = 'agreed'::text;
CREATE UNIQUE INDEX proposals_one_count_waits ON proposals USING btree (kind) WHERE kind = 'cash_count'::text AND outcome IS NULL;
CREATE UNIQUE INDEX proposals_one_setting_waits ON proposals USING btree (setting) WHERE outcome IS NULL;
CREATE UNIQUE INDEX proposals_one_unmatch_waits ON proposals USING btree (line_id) WHERE outcome IS NULL;
CREATE INDEX proposals_waiting ON proposals USING btree (id) WHERE outcome IS NULL;
CREATE TRIGGER proposals_keep BEFORE UPDATE ON proposals FOR EACH ROW EXECUTE FUNCTION keep_proposal_as_made();
CREATE TRIGGER proposals_no_delete BEFORE DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposals_no_truncate BEFORE TRUNCATE ON proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE push_keys (
  only_row boolean DEFAULT true NOT NULL,
  public_key text NOT NULL,
  private_key bytea NOT NULL,
  is_sealed boolean NOT NULL,
  CONSTRAINT push_keys_one CHECK (only_row),
  CONSTRAINT push_keys_pkey PRIMARY KEY (only_row)
);

CREATE TABLE push_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id integer NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  session_id integer,
  device text,
  CONSTRAINT push_subscriptions_endpoint UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id)
);
CREATE INDEX push_subscriptions_by_member ON push_subscriptions USING btree (member_id);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions USING btree (session_id);

CREATE TABLE reconciliation_acceptances (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  on_day date NOT NULL,
  office text NOT NULL,
  member_id integer NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  reason text,
  statements_cents bigint NOT NULL,
  books_cents bigint NOT NULL,
  in_not_booked_cents bigint NOT NULL,
  out_not_booked_cents bigint NOT NULL,
  booked_in_cents bigint NOT NULL,
  booked_out_cents bigint NOT NULL,
  opening_difference_cents bigint NOT NULL,
  difference_cents bigint NOT NULL,
  last_entry_id integer NOT NULL,
  last_statement_id integer NOT NULL,
  last_match_id integer NOT NULL,
  figures text GENERATED ALWAYS AS ((((((((((((((statements_cents::text || ' '::text) || books_cents::text) || ' '::text) || in_not_booked_cents::text) || ' '::text) || out_not_booked_cents::text) || ' '::text) || booked_in_cents::text) || ' '::text) || booked_out_cents::text) || ' '::text) || opening_difference_cents::text) || ' '::text) || difference_cents::text) STORED NOT NULL,
  open_count integer,
  open_cents bigint,
  is_explained boolean,
  CONSTRAINT reconciliation_acceptances_add_up CHECK (statements_cents = (books_cents + opening_difference_cents + in_not_booked_cents - out_not_booked_cents - booked_in_cents + booked_out_cents + difference_cents)),
  CONSTRAINT reconciliation_acceptances_booked_in CHECK (booked_in_cents >= 0),
  CONSTRAINT reconciliation_acceptances_booked_out CHECK (booked_out_cents >= 0),
  CONSTRAINT reconciliation_acceptances_explained CHECK (is_explained OR reason IS NOT NULL),
  CONSTRAINT reconciliation_acceptances_in CHECK (in_not_booked_cents >= 0),
  CONSTRAINT reconciliation_acceptances_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT reconciliation_acceptances_nothing_open CHECK (NOT is_explained OR open_count = 0 AND open_cents = 0 AND difference_cents = 0),
  CONSTRAINT reconciliation_acceptances_office CHECK (office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT reconciliation_acceptances_once UNIQUE NULLS NOT DISTINCT (on_day, office, figures, open_count, open_cents, is_explained),
  CONSTRAINT reconciliation_acceptances_open CHECK ((open_count IS NULL) = (open_cents IS NULL) AND (open_count IS NULL) = (is_explained IS NULL)),
  CONSTRAINT reconciliation_acceptances_open_cents CHECK (open_cents >= 0),
  CONSTRAINT reconciliation_acceptances_open_count CHECK (open_count >= 0),
  CONSTRAINT reconciliation_acceptances_out CHECK (out_not_booked_cents >= 0),
  CONSTRAINT reconciliation_acceptances_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliation_acceptances_reason CHECK (difference_cents = 0 OR reason IS NOT NULL),
  CONSTRAINT reconciliation_acceptances_words CHECK (reason ~ '\S'::text)
);
CREATE INDEX reconciliation_acceptances_by_member ON reconciliation_acceptances USING btree (on_day, member_id);
CREATE INDEX reconciliation_acceptances_newest ON reconciliation_acceptances USING btree (on_day DESC, id DESC);
CREATE TRIGGER reconciliation_acceptances_append_only BEFORE DELETE OR UPDATE ON reconciliation_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_acceptances_no_truncate BEFORE TRUNCATE ON reconciliation_acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_acceptances_true AFTER INSERT ON reconciliation_acceptances FOR EACH ROW EXECUTE FUNCTION check_reconciliation();

CREATE TABLE reconciliation_changes (
  line_id integer,
  entry_id integer,
  CONSTRAINT reconciliation_changes_of_one CHECK ((line_id IS NULL) <> (entry_id IS NULL))
);

CREATE TABLE reconciliation_spans (
  line_id integer,
  entry_id integer,
  days daterange NOT NULL,
  other_day date,
  account_id integer,
  alone_cents bigint,
  CONSTRAINT reconciliation_spans_entry UNIQUE (entry_id),
  CONSTRAINT reconciliation_spans_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES entries(id),
  CONSTRAINT reconciliation_spans_line UNIQUE (line_id),
  CONSTRAINT reconciliation_spans_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT reconciliation_spans_of_one CHECK ((line_id IS NULL) <> (entry_id IS NULL))
);
CREATE INDEX reconciliation_spans_alone ON reconciliation_spans USING btree (lower(days)) WHERE alone_cents IS NOT NULL;
CREATE INDEX reconciliation_spans_by_day ON reconciliation_spans USING gist (days) WHERE alone_cents IS NULL;
CREATE INDEX reconciliation_spans_by_other_day ON reconciliation_spans USING btree (other_day) WHERE other_day IS NOT NULL;

CREATE TABLE reconciliation_start (
  only_row boolean DEFAULT true NOT NULL,
  from_day date,
  CONSTRAINT reconciliation_start_once CHECK (only_row),
  CONSTRAINT reconciliation_start_pkey PRIMARY KEY (only_row)
);

CREATE TABLE recovery_codes (
  member_id integer NOT NULL,
  code_hash bytea NOT NULL,
  spent_at timestamp with time zone,
  CONSTRAINT recovery_codes_hash CHECK (length(code_hash) = 32),
  CONSTRAINT recovery_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES two_step(member_id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (member_id, code_hash)
);

CREATE TABLE rotation_events (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  rotation_id integer NOT NULL,
  kind text NOT NULL,
  member_id integer NOT NULL,
  turn_id integer,
  amount_cents bigint NOT NULL,
  retained_cents bigint DEFAULT 0 NOT NULL,
  payment_id integer,
  request_id integer,
  swap_id integer,
  done_by integer NOT NULL,
  at timestamp with time zone NOT NULL,
  receiver_id integer,
  CONSTRAINT rotation_events_amount CHECK (amount_cents >= 0),
  CONSTRAINT rotation_events_done_by_fkey FOREIGN KEY (done_by) REFERENCES members(id),
  CONSTRAINT rotation_events_kind CHECK (kind = ANY (ARRAY['paid'::text, 'settled'::text, 'direct'::text, 'paid_out'::text, 'swapped'::text, 'left'::text])),
  CONSTRAINT rotation_events_money CHECK (
CASE
    WHEN kind = ANY (ARRAY['swapped'::text, 'left'::text]) THEN (amount_cents + retained_cents) = 0
    WHEN kind = 'paid_out'::text THEN (amount_cents + retained_cents) > 0
    ELSE amount_cents > 0 AND retained_cents = 0
END),
  CONSTRAINT rotation_events_of_member FOREIGN KEY (rotation_id, member_id) REFERENCES rotation_members(rotation_id, member_id),
  CONSTRAINT rotation_events_of_receiver FOREIGN KEY (rotation_id, receiver_id) REFERENCES rotation_members(rotation_id, member_id),
  CONSTRAINT rotation_events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT rotation_events_pkey PRIMARY KEY (id),
  CONSTRAINT rotation_events_receiver CHECK ((kind = 'direct'::text) = (receiver_id IS NOT NULL) AND receiver_id <> member_id),
  CONSTRAINT rotation_events_request_id_fkey FOREIGN KEY (request_id) REFERENCES rotation_requests(id),
  CONSTRAINT rotation_events_retained CHECK (retained_cents >= 0),
  CONSTRAINT rotation_events_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES rotations(id),
  CONSTRAINT rotation_events_source CHECK ((kind = 'paid'::text) = (payment_id IS NOT NULL) AND (kind = ANY (ARRAY['settled'::text, 'paid_out'::text])) = (request_id IS NOT NULL) AND (kind = 'swapped'::text) = (swap_id IS NOT NULL) AND (kind = ANY (ARRAY['direct'::text, 'paid_out'::text])) = (turn_id IS NOT NULL)),
  CONSTRAINT rotation_events_swap_id_fkey FOREIGN KEY (swap_id) REFERENCES rotation_swaps(id),
  CONSTRAINT rotation_events_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES rotation_turns(id)
);
CREATE INDEX rotation_events_by_member ON rotation_events USING btree (member_id, id);
CREATE UNIQUE INDEX rotation_events_by_payment ON rotation_events USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX rotation_events_by_receiver ON rotation_events USING btree (receiver_id, id) WHERE receiver_id IS NOT NULL;
CREATE UNIQUE INDEX rotation_events_by_request ON rotation_events USING btree (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX rotation_events_by_rotation ON rotation_events USING btree (rotation_id, id);
CREATE UNIQUE INDEX rotation_events_by_swap ON rotation_events USING btree (swap_id) WHERE swap_id IS NOT NULL;
CREATE TRIGGER rotation_events_append_only BEFORE DELETE OR UPDATE ON rotation_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_events_no_truncate BEFORE TRUNCATE ON rotation_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER rotation_events_posted AFTER INSERT ON rotation_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.amount_cents > 0) EXECUTE FUNCTION check_rotation_event();

CREATE TABLE rotation_members (
  rotation_id integer NOT NULL,
  member_id integer NOT NULL,
  word text NOT NULL,
  salt text NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  left_at timestamp with time zone,
  CONSTRAINT rotation_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT rotation_members_pkey PRIMARY KEY (rotation_id, member_id),
  CONSTRAINT rotation_members_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES rotations(id),
  CONSTRAINT rotation_members_word CHECK (length(word) >= 1 AND length(word) <= 40)
);
CREATE INDEX rotation_members_by_member ON rotation_members USING btree (member_id, rotation_id);
CREATE TRIGGER rotation_members_keep BEFORE INSERT OR DELETE OR UPDATE ON rotation_members FOR EACH ROW EXECUTE FUNCTION keep_rotation_member();
CREATE TRIGGER rotation_members_no_truncate BEFORE TRUNCATE ON rotation_members FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE rotation_requests (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  rotation_id integer NOT NULL,
  turn_id integer,
  member_id integer,
  reason text,
  office text NOT NULL,
  asked_by integer NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  CONSTRAINT rotation_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES members(id),
  CONSTRAINT rotation_requests_kind CHECK (num_nonnulls(turn_id, member_id) = 1 AND (member_id IS NULL) = (reason IS NULL)),
  CONSTRAINT rotation_requests_of_member FOREIGN KEY (rotation_id, member_id) REFERENCES rotation_members(rotation_id, member_id),
  CONSTRAINT rotation_requests_office CHECK (office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT rotation_requests_pkey PRIMARY KEY (id),
  CONSTRAINT rotation_requests_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES rotations(id),
  CONSTRAINT rotation_requests_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES rotation_turns(id)
);
CREATE INDEX rotation_requests_by_rotation ON rotation_requests USING btree (rotation_id, id);
CREATE TRIGGER rotation_requests_append_only BEFORE DELETE OR UPDATE ON rotation_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_requests_no_truncate BEFORE TRUNCATE ON rotation_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE rotation_swaps (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  rotation_id integer NOT NULL,
  asked_by integer NOT NULL,
  with_member integer NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  answer text,
  answered_at timestamp with time zone,
  CONSTRAINT rotation_swaps_answer CHECK (answer = ANY (ARRAY['yes'::text, 'no'::text])),
  CONSTRAINT rotation_swaps_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT rotation_swaps_asker FOREIGN KEY (rotation_id, asked_by) REFERENCES rotation_members(rotation_id, member_id),
  CONSTRAINT rotation_swaps_other FOREIGN KEY (rotation_id, with_member) REFERENCES rotation_members(rotation_id, member_id),
  CONSTRAINT rotation_swaps_pkey PRIMARY KEY (id),
  CONSTRAINT rotation_swaps_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES rotations(id),
  CONSTRAINT rotation_swaps_two CHECK (asked_by <> with_member)
);
CREATE INDEX rotation_swaps_by_rotation ON rotation_swaps USING btree (rotation_id, id);
CREATE UNIQUE INDEX rotation_swaps_one_waits ON rotation_swaps USING btree (rotation_id, asked_by, with_member) WHERE answer IS NULL;
CREATE TRIGGER rotation_swaps_keep BEFORE UPDATE ON rotation_swaps FOR EACH ROW EXECUTE FUNCTION keep_rotation_swap();
CREATE TRIGGER rotation_swaps_no_delete BEFORE DELETE ON rotation_swaps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_swaps_no_truncate BEFORE TRUNCATE ON rotation_swaps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE rotation_turns (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  rotation_id integer NOT NULL,
  number integer NOT NULL,
  due_on date NOT NULL,
  member_id integer NOT NULL,
  CONSTRAINT rotation_turns_member UNIQUE (rotation_id, member_id),
  CONSTRAINT rotation_turns_number CHECK (number > 0),
  CONSTRAINT rotation_turns_of_member FOREIGN KEY (rotation_id, member_id) REFERENCES rotation_members(rotation_id, member_id),
  CONSTRAINT rotation_turns_once UNIQUE (rotation_id, number),
  CONSTRAINT rotation_turns_pkey PRIMARY KEY (id),
  CONSTRAINT rotation_turns_rotation_id_fkey FOREIGN KEY (rotation_id) REFERENCES rotations(id)
);
CREATE INDEX rotation_turns_by_day ON rotation_turns USING btree (due_on);
CREATE TRIGGER rotation_turns_append_only BEFORE DELETE OR UPDATE ON rotation_turns FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_turns_no_truncate BEFORE TRUNCATE ON rotation_turns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE rotations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  amount_cents bigint NOT NULL,
  every text NOT NULL,
  first_on date NOT NULL,
  seed text NOT NULL,
  commitment text NOT NULL,
  created_by integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  drawn_by integer,
  drawn_at timestamp with time zone,
  CONSTRAINT rotations_amount CHECK (amount_cents > 0),
  CONSTRAINT rotations_commitment CHECK (commitment = encode(sha256(convert_to(seed, 'UTF8'::name)), 'hex'::text)),
  CONSTRAINT rotations_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id),
  CONSTRAINT rotations_drawn CHECK ((drawn_by IS NULL) = (drawn_at IS NULL)),
  CONSTRAINT rotations_drawn_by_fkey FOREIGN KEY (drawn_by) REFERENCES members(id),
  CONSTRAINT rotations_every CHECK (every = ANY (ARRAY['week'::text, 'two_weeks'::text, 'month'::text])),
  CONSTRAINT rotations_pkey PRIMARY KEY (id),
  CONSTRAINT rotations_seed CHECK (seed ~ '^[0-9a-f]{64}$'::text)
);
CREATE TRIGGER rotations_keep BEFORE UPDATE ON rotations FOR EACH ROW EXECUTE FUNCTION keep_rotation();
CREATE TRIGGER rotations_no_delete BEFORE DELETE ON rotations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotations_no_truncate BEFORE TRUNCATE ON rotations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE rule_beginnings (
  rule text NOT NULL,
  after_entry integer NOT NULL,
  CONSTRAINT rule_beginnings_after CHECK (after_entry >= 0),
  CONSTRAINT rule_beginnings_pkey PRIMARY KEY (rule),
  CONSTRAINT rule_beginnings_rule CHECK (rule = 'days'::text)
);
CREATE TRIGGER rule_beginnings_append_only BEFORE DELETE OR UPDATE ON rule_beginnings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rule_beginnings_no_truncate BEFORE TRUNCATE ON rule_beginnings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE second_person_limits (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  above_cents bigint,
  counts_from timestamp with time zone NOT NULL,
  proposal_id integer,
  what text DEFAULT 'bank'::text NOT NULL,
  after_entry integer,
  CONSTRAINT second_person_limits_amount CHECK (above_cents >= 0),
  CONSTRAINT second_person_limits_pkey PRIMARY KEY (id),
  CONSTRAINT second_person_limits_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  CONSTRAINT second_person_limits_proposal_once UNIQUE (proposal_id),
  CONSTRAINT second_person_limits_what CHECK (what = ANY (ARRAY['bank'::text, 'fine'::text, 'fine_sum'::text, 'unmatch'::text]))
);
CREATE INDEX second_person_limits_in_force ON second_person_limits USING btree (what, id DESC);
CREATE TRIGGER second_person_limits_append_only BEFORE DELETE OR UPDATE ON second_person_limits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER second_person_limits_no_truncate BEFORE TRUNCATE ON second_person_limits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sessions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  token_hash bytea NOT NULL,
  member_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  address text NOT NULL,
  device text NOT NULL,
  CONSTRAINT sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_by_member ON sessions USING btree (member_id, last_used_at);
CREATE TRIGGER sessions_end_push AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION end_push_of_session();

CREATE TABLE setting_objections (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  proposal_id integer NOT NULL,
  member_id integer NOT NULL,
  reason text NOT NULL,
  counts boolean NOT NULL,
  objected_at timestamp with time zone NOT NULL,
  CONSTRAINT setting_objections_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT setting_objections_once UNIQUE (proposal_id, member_id),
  CONSTRAINT setting_objections_pkey PRIMARY KEY (id),
  CONSTRAINT setting_objections_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  CONSTRAINT setting_objections_reason CHECK (reason ~ '\S'::text)
);
CREATE TRIGGER setting_objections_append_only BEFORE DELETE OR UPDATE ON setting_objections FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER setting_objections_no_truncate BEFORE TRUNCATE ON setting_objections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE settled_loans (
  settlement_id integer NOT NULL,
  loan_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  CONSTRAINT settled_loans_amount CHECK (amount_cents >= 0),
  CONSTRAINT settled_loans_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id),
  CONSTRAINT settled_loans_pkey PRIMARY KEY (loan_id),
  CONSTRAINT settled_loans_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id)
);
CREATE INDEX settled_loans_by_settlement ON settled_loans USING btree (settlement_id);
CREATE TRIGGER settled_loans_append_only BEFORE DELETE OR UPDATE ON settled_loans FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settled_loans_no_truncate BEFORE TRUNCATE ON settled_loans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE settlements (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id integer NOT NULL,
  kind text NOT NULL,
  contributions_cents bigint NOT NULL,
  retained_earnings_cents bigint NOT NULL,
  active_members integer NOT NULL,
  shared_in_interest boolean NOT NULL,
  share_bp integer NOT NULL,
  share_cents bigint NOT NULL,
  given_cents bigint NOT NULL,
  loans_cents bigint NOT NULL,
  fines_written_off_cents bigint NOT NULL,
  paid_out_cents bigint NOT NULL,
  owed_cents bigint NOT NULL,
  settled_by integer NOT NULL,
  settled_at timestamp with time zone NOT NULL,
  CONSTRAINT settlements_conserve CHECK ((contributions_cents + given_cents - loans_cents) = (paid_out_cents - owed_cents)),
  CONSTRAINT settlements_contributions CHECK (contributions_cents >= 0),
  CONSTRAINT settlements_fines CHECK (fines_written_off_cents >= 0),
  CONSTRAINT settlements_given CHECK (given_cents = ((share_cents * share_bp * 2 + 10000) / 20000) AND share_bp >= 0 AND share_bp <= 10000),
  CONSTRAINT settlements_kind CHECK (kind = ANY (ARRAY['exit'::text, 'clear'::text])),
  CONSTRAINT settlements_loans CHECK (loans_cents >= 0),
  CONSTRAINT settlements_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT settlements_not_by_oneself CHECK (settled_by <> member_id),
  CONSTRAINT settlements_once UNIQUE (member_id),
  CONSTRAINT settlements_one_way CHECK (paid_out_cents >= 0 AND owed_cents >= 0 AND (paid_out_cents = 0 OR owed_cents = 0)),
  CONSTRAINT settlements_pkey PRIMARY KEY (id),
  CONSTRAINT settlements_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES members(id),
  CONSTRAINT settlements_share CHECK (share_cents =
CASE
    WHEN shared_in_interest AND retained_earnings_cents < 0 THEN (- retained_earnings_cents) / active_members
    ELSE 0::bigint
END)
);
CREATE TRIGGER settlements_append_only BEFORE DELETE OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlements_no_truncate BEFORE TRUNCATE ON settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER settlements_posted AFTER INSERT ON settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_settlement_posted();

CREATE TABLE setup_links (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  token_hash bytea NOT NULL,
  made_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT setup_links_pkey PRIMARY KEY (id),
  CONSTRAINT setup_links_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE sms_answers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  message_id bigint NOT NULL,
  outcome text NOT NULL,
  failure text,
  gateway_id text,
  cost_units bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  reserved_units bigint,
  CONSTRAINT sms_answers_cost CHECK (cost_units >= 0),
  CONSTRAINT sms_answers_message_id_fkey FOREIGN KEY (message_id) REFERENCES notice_messages(id),
  CONSTRAINT sms_answers_pkey PRIMARY KEY (id),
  CONSTRAINT sms_answers_reserved CHECK (reserved_units >= 0)
);
CREATE INDEX sms_answers_by_message ON sms_answers USING btree (message_id);
CREATE TRIGGER sms_answers_append_only BEFORE DELETE OR UPDATE ON sms_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sms_answers_no_truncate BEFORE TRUNCATE ON sms_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sms_gateway (
  only_row boolean DEFAULT true NOT NULL,
  last_price_units bigint,
  balance_out_since timestamp with time zone,
  probed_at timestamp with time zone,
  failing_since timestamp with time zone,
  told_balance_at timestamp with time zone,
  told_failing_at timestamp with time zone,
  told_budget_of date,
  CONSTRAINT sms_gateway_one CHECK (only_row),
  CONSTRAINT sms_gateway_pkey PRIMARY KEY (only_row),
  CONSTRAINT sms_gateway_price CHECK (last_price_units >= 0)
);

CREATE TABLE sms_reports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  gateway_id text NOT NULL,
  status text NOT NULL,
  failure_reason text,
  received_at timestamp with time zone NOT NULL,
  was_unknown boolean DEFAULT false NOT NULL,
  CONSTRAINT sms_reports_pkey PRIMARY KEY (id)
);
CREATE INDEX sms_reports_by_gateway_id ON sms_reports USING btree (gateway_id);
CREATE INDEX sms_reports_unknown ON sms_reports USING btree (id) WHERE was_unknown;

CREATE TABLE sms_stops (
  phone text NOT NULL,
  reason text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT sms_stops_pkey PRIMARY KEY (phone),
  CONSTRAINT sms_stops_reason CHECK (reason = ANY (ARRAY['wrong_number'::text, 'opted_out'::text]))
);

CREATE TABLE statement_acceptances (
  statement_id integer NOT NULL,
  office text NOT NULL,
  member_id integer NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  CONSTRAINT statement_acceptances_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT statement_acceptances_office CHECK (office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT statement_acceptances_pkey PRIMARY KEY (statement_id, office),
  CONSTRAINT statement_acceptances_reason CHECK (reason ~ '\S'::text),
  CONSTRAINT statement_acceptances_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id),
  CONSTRAINT statement_acceptances_two_people UNIQUE (statement_id, member_id)
);
CREATE TRIGGER statement_acceptances_append_only BEFORE DELETE OR UPDATE ON statement_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_acceptances_no_truncate BEFORE TRUNCATE ON statement_acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE statement_accounts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  number text,
  mapping jsonb,
  created_by integer,
  created_at timestamp with time zone NOT NULL,
  readings jsonb,
  CONSTRAINT statement_accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id),
  CONSTRAINT statement_accounts_kind CHECK (kind = ANY (ARRAY['mpesa_paybill'::text, 'mpesa_till'::text, 'mpesa_customer'::text, 'bank'::text])),
  CONSTRAINT statement_accounts_name CHECK (name ~ '\S'::text),
  CONSTRAINT statement_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT statement_accounts_readings CHECK (jsonb_typeof(readings) = 'object'::text)
);
CREATE UNIQUE INDEX statement_accounts_name_key ON statement_accounts USING btree (lower(name));
CREATE TRIGGER statement_accounts_keep BEFORE UPDATE ON statement_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'name', 'number', 'mapping', 'readings');
CREATE TRIGGER statement_accounts_no_delete BEFORE DELETE ON statement_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_accounts_no_truncate BEFORE TRUNCATE ON statement_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE statement_files (
  statement_id integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT statement_files_pkey PRIMARY KEY (statement_id),
  CONSTRAINT statement_files_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id)
);
CREATE TRIGGER statement_files_append_only BEFORE DELETE OR UPDATE ON statement_files FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_files_no_truncate BEFORE TRUNCATE ON statement_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE statement_line_days (
  account_id integer NOT NULL,
  on_day date NOT NULL,
  state text NOT NULL,
  lines bigint NOT NULL,
  in_cents bigint NOT NULL,
  out_cents bigint NOT NULL,
  proved_cents bigint NOT NULL,
  CONSTRAINT statement_line_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES statement_accounts(id),
  CONSTRAINT statement_line_days_pkey PRIMARY KEY (account_id, on_day, state)
);
CREATE INDEX statement_line_days_open ON statement_line_days USING btree (on_day) WHERE state = 'open'::text AND lines > 0;

CREATE TABLE statement_line_sources (
  statement_id integer NOT NULL,
  line integer NOT NULL,
  line_id integer NOT NULL,
  code text,
  CONSTRAINT statement_line_sources_code CHECK (code ~ '^[A-Z0-9]{10}$'::text),
  CONSTRAINT statement_line_sources_line CHECK (line > 0),
  CONSTRAINT statement_line_sources_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT statement_line_sources_once UNIQUE (line_id, statement_id),
  CONSTRAINT statement_line_sources_pkey PRIMARY KEY (statement_id, line),
  CONSTRAINT statement_line_sources_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id)
);
CREATE TRIGGER statement_line_sources_append_only BEFORE DELETE OR UPDATE ON statement_line_sources FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_line_sources_no_truncate BEFORE TRUNCATE ON statement_line_sources FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE statement_line_words (
  line_id integer NOT NULL,
  words tsvector NOT NULL,
  CONSTRAINT statement_line_words_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT statement_line_words_pkey PRIMARY KEY (line_id)
);
CREATE INDEX statement_line_words_by_word ON statement_line_words USING gin (words);

CREATE TABLE statement_lines (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id integer NOT NULL,
  identity bytea NOT NULL,
  at timestamp with time zone,
  on_day date NOT NULL,
  reference text,
  code text,
  details text NOT NULL,
  party text,
  account_typed text,
  kind text NOT NULL,
  amount_cents bigint NOT NULL,
  balance_cents bigint,
  reference_key text GENERATED ALWAYS AS (translate(upper(reference), '-/ '::text, ''::text)) STORED,
  code_key text GENERATED ALWAYS AS (translate(upper(COALESCE(code, learned_code)), '-/ '::text, ''::text)) STORED,
  pair_id integer,
  state text NOT NULL,
  is_proved boolean NOT NULL,
  live text,
  live_only boolean DEFAULT false NOT NULL,
  is_printed boolean GENERATED ALWAYS AS (is_proved AND NOT live_only) STORED NOT NULL,
  learned_code text,
  CONSTRAINT statement_lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES statement_accounts(id),
  CONSTRAINT statement_lines_day CHECK ((at AT TIME ZONE 'Africa/Nairobi'::text)::date = on_day),
  CONSTRAINT statement_lines_identity CHECK (length(identity) = 32),
  CONSTRAINT statement_lines_kind CHECK (kind = ANY (ARRAY['payment_in'::text, 'payment_out'::text, 'charge'::text, 'internal'::text, 'failed'::text])),
  CONSTRAINT statement_lines_live CHECK (live = ANY (ARRAY['told'::text, 'checked'::text, 'denied'::text])),
  CONSTRAINT statement_lines_live_only CHECK (live IS NOT NULL OR NOT live_only),
  CONSTRAINT statement_lines_once UNIQUE (account_id, identity),
  CONSTRAINT statement_lines_one_code CHECK (code IS NULL OR learned_code IS NULL),
  CONSTRAINT statement_lines_pair_id_fkey FOREIGN KEY (pair_id) REFERENCES statement_lines(id),
  CONSTRAINT statement_lines_pair_once UNIQUE (pair_id),
  CONSTRAINT statement_lines_pkey PRIMARY KEY (id),
  CONSTRAINT statement_lines_state CHECK (state = ANY (ARRAY['open'::text, 'matched'::text, 'ignored'::text, 'withdrawn'::text]))
);
CREATE INDEX statement_lines_by_account ON statement_lines USING btree (account_id, on_day DESC, id DESC) WHERE state <> 'withdrawn'::text;
CREATE INDEX statement_lines_by_amount ON statement_lines USING btree (amount_cents, on_day);
CREATE INDEX statement_lines_by_code ON statement_lines USING btree (code_key) WHERE code_key IS NOT NULL;
CREATE INDEX statement_lines_by_day ON statement_lines USING btree (on_day DESC, id DESC) WHERE state <> 'withdrawn'::text;
CREATE INDEX statement_lines_by_reference ON statement_lines USING btree (reference_key) WHERE reference_key IS NOT NULL;
CREATE INDEX statement_lines_internal ON statement_lines USING btree (account_id, COALESCE(reference_key, ''::text)) WHERE kind = 'internal'::text;
CREATE INDEX statement_lines_open ON statement_lines USING btree (on_day DESC, id DESC) WHERE state = 'open'::text;
CREATE INDEX statement_lines_paying_back ON statement_lines USING btree (code_key) WHERE kind = 'payment_out'::text AND is_proved AND code_key IS NOT NULL;
CREATE TRIGGER statement_lines_are_reconciled AFTER INSERT ON statement_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_lines();
CREATE TRIGGER statement_lines_are_reconciled_anew AFTER UPDATE ON statement_lines REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_lines();
CREATE TRIGGER statement_lines_are_searched AFTER INSERT ON statement_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION queue_new_lines();
CREATE TRIGGER statement_lines_find_twins AFTER INSERT ON statement_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION find_twins();
CREATE TRIGGER statement_lines_keep BEFORE UPDATE ON statement_lines FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id OR old.account_id IS DISTINCT FROM new.account_id OR old.identity IS DISTINCT FROM new.identity OR old.at IS DISTINCT FROM new.at OR old.on_day IS DISTINCT FROM new.on_day OR old.reference IS DISTINCT FROM new.reference OR old.code IS DISTINCT FROM new.code OR old.details IS DISTINCT FROM new.details OR old.party IS DISTINCT FROM new.party OR old.account_typed IS DISTINCT FROM new.account_typed OR old.kind IS DISTINCT FROM new.kind OR old.amount_cents IS DISTINCT FROM new.amount_cents OR old.balance_cents IS DISTINCT FROM new.balance_cents) EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'state', 'is_proved', 'live', 'live_only', 'is_printed', 'pair_id', 'reference_key', 'code_key');
CREATE TRIGGER statement_lines_learned_once BEFORE UPDATE ON statement_lines FOR EACH ROW WHEN (old.learned_code IS DISTINCT FROM new.learned_code AND old.learned_code IS NOT NULL) EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'state', 'is_proved', 'live', 'live_only', 'is_printed', 'pair_id', 'reference_key', 'code_key');
CREATE TRIGGER statement_lines_no_delete BEFORE DELETE ON statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_lines_no_truncate BEFORE TRUNCATE ON statement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE statement_lines_to_index (
  line_id integer NOT NULL
);

CREATE TABLE statement_matches (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  line_id integer NOT NULL,
  payment_id integer,
  entry_id integer,
  matched_by integer,
  matched_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  explanation text,
  undone_by integer,
  undone_at timestamp with time zone,
  undone_why text,
  CONSTRAINT statement_matches_by CHECK ((matched_by IS NULL) = (reason = ANY (ARRAY['reference'::text, 'code'::text, 'cents'::text]))),
  CONSTRAINT statement_matches_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES entries(id),
  CONSTRAINT statement_matches_explanation CHECK (explanation ~ '\S'::text),
  CONSTRAINT statement_matches_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT statement_matches_matched_by_fkey FOREIGN KEY (matched_by) REFERENCES members(id),
  CONSTRAINT statement_matches_one_thing CHECK ((payment_id IS NULL) <> (entry_id IS NULL)),
  CONSTRAINT statement_matches_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT statement_matches_pkey PRIMARY KEY (id),
  CONSTRAINT statement_matches_reason CHECK (reason = ANY (ARRAY['reference'::text, 'code'::text, 'by_hand'::text, 'recorded'::text, 'booked'::text, 'cents'::text])),
  CONSTRAINT statement_matches_undone CHECK ((undone_at IS NULL) = (undone_why IS NULL) AND (undone_at IS NOT NULL OR undone_by IS NULL)),
  CONSTRAINT statement_matches_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES members(id),
  CONSTRAINT statement_matches_undone_why CHECK (undone_why = ANY (ARRAY['unmatched'::text, 'withdrawn'::text, 'rejected'::text, 'reversed'::text, 'apart'::text]))
);
CREATE INDEX statement_matches_by_entry ON statement_matches USING btree (entry_id) WHERE undone_at IS NULL;
CREATE INDEX statement_matches_by_line ON statement_matches USING btree (line_id) WHERE undone_at IS NULL;
CREATE UNIQUE INDEX statement_matches_cents_once ON statement_matches USING btree (line_id) WHERE undone_at IS NULL AND reason = 'cents'::text;
CREATE UNIQUE INDEX statement_matches_line_once ON statement_matches USING btree (line_id) WHERE undone_at IS NULL AND reason <> 'cents'::text AND (payment_id IS NULL OR explanation IS NOT NULL);
CREATE UNIQUE INDEX statement_matches_payment_once ON statement_matches USING btree (payment_id) WHERE undone_at IS NULL;
CREATE TRIGGER statement_matches_agree AFTER INSERT ON statement_matches REFERENCING NEW TABLE AS new_matches FOR EACH STATEMENT EXECUTE FUNCTION check_statement_matches();
CREATE TRIGGER statement_matches_are_reconciled AFTER INSERT ON statement_matches REFERENCING NEW TABLE AS new_matches FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_matches();
CREATE TRIGGER statement_matches_are_reconciled_anew AFTER UPDATE ON statement_matches REFERENCING NEW TABLE AS new_matches FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_matches();
CREATE TRIGGER statement_matches_keep BEFORE UPDATE ON statement_matches FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'undone_by', 'undone_at', 'undone_why');
CREATE TRIGGER statement_matches_no_delete BEFORE DELETE ON statement_matches FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_matches_no_truncate BEFORE TRUNCATE ON statement_matches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER statement_matches_undone_by_both AFTER UPDATE ON statement_matches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.undone_at IS NULL AND new.undone_why = 'unmatched'::text) EXECUTE FUNCTION check_undone_by_both();
CREATE TRIGGER statement_matches_undone_once BEFORE UPDATE ON statement_matches FOR EACH ROW WHEN (old.undone_at IS NOT NULL) EXECUTE FUNCTION refuse_change('%2$s %1$s is withdrawn or undone for good');

CREATE TABLE statement_set_asides (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  line_id integer NOT NULL,
  office text NOT NULL,
  set_by integer NOT NULL,
  set_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  undone_by integer,
  undone_at timestamp with time zone,
  CONSTRAINT statement_set_asides_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT statement_set_asides_office CHECK (office = ANY (ARRAY['Treasurer'::text, 'Sec-Gen'::text])),
  CONSTRAINT statement_set_asides_pkey PRIMARY KEY (id),
  CONSTRAINT statement_set_asides_reason CHECK (reason ~ '\S'::text),
  CONSTRAINT statement_set_asides_set_by_fkey FOREIGN KEY (set_by) REFERENCES members(id),
  CONSTRAINT statement_set_asides_undone CHECK ((undone_by IS NULL) = (undone_at IS NULL)),
  CONSTRAINT statement_set_asides_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES members(id)
);
CREATE UNIQUE INDEX statement_set_asides_line_once ON statement_set_asides USING btree (line_id) WHERE undone_at IS NULL;
CREATE TRIGGER statement_set_asides_keep BEFORE UPDATE ON statement_set_asides FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'undone_by', 'undone_at');
CREATE TRIGGER statement_set_asides_no_delete BEFORE DELETE ON statement_set_asides FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_set_asides_no_truncate BEFORE TRUNCATE ON statement_set_asides FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_set_asides_undone_once BEFORE UPDATE ON statement_set_asides FOR EACH ROW WHEN (old.undone_at IS NOT NULL) EXECUTE FUNCTION refuse_change('%2$s %1$s is withdrawn or undone for good');

CREATE TABLE statement_twins (
  line_id integer NOT NULL,
  twin_id integer NOT NULL,
  CONSTRAINT statement_twins_are_two CHECK (line_id <> twin_id),
  CONSTRAINT statement_twins_line_id_fkey FOREIGN KEY (line_id) REFERENCES statement_lines(id),
  CONSTRAINT statement_twins_pkey PRIMARY KEY (line_id, twin_id),
  CONSTRAINT statement_twins_twin_id_fkey FOREIGN KEY (twin_id) REFERENCES statement_lines(id)
);
CREATE TRIGGER statement_twins_append_only BEFORE DELETE OR UPDATE ON statement_twins FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_twins_no_truncate BEFORE TRUNCATE ON statement_twins FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE statements (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id integer NOT NULL,
  file_name text NOT NULL,
  sha256 bytea NOT NULL,
  format text NOT NULL,
  period_from date NOT NULL,
  period_to date NOT NULL,
  opening_cents bigint,
  closing_cents bigint,
  counts jsonb NOT NULL,
  breaks jsonb NOT NULL,
  uploaded_by integer NOT NULL,
  uploaded_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  withdrawn_by integer,
  withdrawn_at timestamp with time zone,
  withdrawn_reason text,
  is_proof boolean GENERATED ALWAYS AS (withdrawn_at IS NULL AND (breaks = '[]'::jsonb OR accepted_at IS NOT NULL)) STORED NOT NULL,
  period_source text,
  opening_printed boolean,
  closing_printed boolean,
  CONSTRAINT statements_account_id_fkey FOREIGN KEY (account_id) REFERENCES statement_accounts(id),
  CONSTRAINT statements_breaks CHECK (jsonb_typeof(breaks) = 'array'::text),
  CONSTRAINT statements_period CHECK (period_from <= period_to),
  CONSTRAINT statements_period_source CHECK (period_source = ANY (ARRAY['printed'::text, 'name'::text, 'lines'::text, 'uploader'::text])),
  CONSTRAINT statements_pkey PRIMARY KEY (id),
  CONSTRAINT statements_sha256 CHECK (length(sha256) = 32),
  CONSTRAINT statements_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES members(id),
  CONSTRAINT statements_withdrawn CHECK (
CASE
    WHEN withdrawn_at IS NULL THEN withdrawn_by IS NULL AND withdrawn_reason IS NULL
    ELSE withdrawn_by IS NOT NULL AND withdrawn_reason IS NOT NULL AND withdrawn_reason ~ '\S'::text
END),
  CONSTRAINT statements_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES members(id)
);
CREATE INDEX statements_by_account ON statements USING btree (account_id, period_from, id);
CREATE UNIQUE INDEX statements_file_once ON statements USING btree (account_id, sha256, period_from, period_to) WHERE withdrawn_at IS NULL;
CREATE TRIGGER statements_are_reconciled AFTER INSERT OR UPDATE ON statements FOR EACH ROW EXECUTE FUNCTION queue_changed_start();
CREATE TRIGGER statements_keep BEFORE UPDATE ON statements FOR EACH ROW EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'withdrawn_by', 'withdrawn_at', 'withdrawn_reason', 'accepted_at', 'is_proof');
CREATE TRIGGER statements_no_delete BEFORE DELETE ON statements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_no_truncate BEFORE TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_withdrawn_once BEFORE UPDATE ON statements FOR EACH ROW WHEN (old.withdrawn_at IS NOT NULL) EXECUTE FUNCTION refuse_change('%2$s %1$s is withdrawn or undone for good');

CREATE TABLE throttle (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire double precision,
  CONSTRAINT throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX throttle_by_expire ON throttle USING btree (expire);

CREATE TABLE two_step (
  member_id integer NOT NULL,
  secret bytea NOT NULL,
  is_sealed boolean NOT NULL,
  last_step integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT two_step_confirmed_by_a_code CHECK (confirmed_at IS NULL OR last_step > 0),
  CONSTRAINT two_step_last_step CHECK (last_step >= 0),
  CONSTRAINT two_step_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT two_step_pkey PRIMARY KEY (member_id)
);

CREATE TABLE usual_fines (
  place integer NOT NULL,
  name text NOT NULL,
  amount_cents bigint NOT NULL,
  CONSTRAINT usual_fines_amount CHECK (amount_cents > 0),
  CONSTRAINT usual_fines_name CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT usual_fines_pkey PRIMARY KEY (place),
  CONSTRAINT usual_fines_place CHECK (place >= 1 AND place <= 20)
);
CREATE UNIQUE INDEX usual_fines_name_once ON usual_fines USING btree (lower(name));

CREATE TABLE verify_runs (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone NOT NULL,
  ok boolean NOT NULL,
  checked integer NOT NULL,
  failures jsonb NOT NULL,
  entries integer NOT NULL,
  audit_seq bigint,
  audit_hash bytea,
  log_size bigint,
  log_root bytea,
  CONSTRAINT verify_runs_log_head CHECK ((log_size IS NULL) = (log_root IS NULL)),
  CONSTRAINT verify_runs_log_root CHECK (length(log_root) = 32),
  CONSTRAINT verify_runs_log_size CHECK (log_size > 0),
  CONSTRAINT verify_runs_ok CHECK (ok = (failures = '[]'::jsonb)),
  CONSTRAINT verify_runs_pkey PRIMARY KEY (id)
);

CREATE TABLE words (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  text text NOT NULL,
  audience text NOT NULL,
  channels text[] NOT NULL,
  people integer NOT NULL,
  parts integer NOT NULL,
  cost_units bigint NOT NULL,
  written_by integer NOT NULL,
  written_at timestamp with time zone NOT NULL,
  agreed_by integer,
  agreed_at timestamp with time zone,
  sent_at timestamp with time zone,
  texts integer NOT NULL,
  ended_by integer,
  ended_at timestamp with time zone,
  end_reason text,
  CONSTRAINT words_agreed CHECK ((agreed_by IS NULL) = (agreed_at IS NULL)),
  CONSTRAINT words_agreed_by_fkey FOREIGN KEY (agreed_by) REFERENCES members(id),
  CONSTRAINT words_agreed_is_sent CHECK (agreed_at IS NULL OR sent_at IS NOT NULL),
  CONSTRAINT words_audience CHECK (audience = ANY (ARRAY['all'::text, 'owing'::text])),
  CONSTRAINT words_channels CHECK (channels <@ ARRAY['email'::text, 'sms'::text, 'push'::text]),
  CONSTRAINT words_ended CHECK ((ended_by IS NULL) = (ended_at IS NULL) AND (ended_by IS NULL) = (end_reason IS NULL)),
  CONSTRAINT words_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES members(id),
  CONSTRAINT words_one_end CHECK (sent_at IS NULL OR ended_at IS NULL),
  CONSTRAINT words_pkey PRIMARY KEY (id),
  CONSTRAINT words_second_official CHECK (sent_at IS NULL OR texts <= 20 OR agreed_by IS NOT NULL),
  CONSTRAINT words_text CHECK (text ~ '\S'::text),
  CONSTRAINT words_texts CHECK (texts >= 0 AND texts <= people),
  CONSTRAINT words_two_people CHECK (agreed_by <> written_by),
  CONSTRAINT words_written_by_fkey FOREIGN KEY (written_by) REFERENCES members(id)
);
CREATE INDEX words_waiting ON words USING btree (id) WHERE sent_at IS NULL AND ended_at IS NULL;
CREATE TRIGGER words_kept BEFORE UPDATE ON words FOR EACH ROW WHEN (old.sent_at IS NOT NULL OR old.ended_at IS NOT NULL OR old.id IS DISTINCT FROM new.id OR old.text IS DISTINCT FROM new.text OR old.audience IS DISTINCT FROM new.audience OR old.channels IS DISTINCT FROM new.channels OR old.written_by IS DISTINCT FROM new.written_by OR old.written_at IS DISTINCT FROM new.written_at) EXECUTE FUNCTION refuse_change('word %s is kept as it was written');
CREATE TRIGGER words_no_delete BEFORE DELETE ON words FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER words_no_truncate BEFORE TRUNCATE ON words FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION first_word(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT substring(folded_name(name) FROM '[[:alpha:]]+')
$function$;

CREATE OR REPLACE FUNCTION folded(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN octet_length(typed) = length(typed) THEN translate(lower(typed), '''`', '')
              ELSE translate(lower(translate(normalize(translate(typed, E'''`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u2018\u2019\u201A\u201B\u2032\u2035\uA78B\uA78C\uFF07', ''), NFKD), E'''`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u2018\u2019\u201A\u201B\u2032\u2035\uA78B\uA78C\uFF07\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030A\u030B\u030C\u030D\u030E\u030F\u0310\u0311\u0312\u0313\u0314\u0315\u0316\u0317\u0318\u0319\u031A\u031B\u031C\u031D\u031E\u031F\u0320\u0321\u0322\u0323\u0324\u0325\u0326\u0327\u0328\u0329\u032A\u032B\u032C\u032D\u032E\u032F\u0330\u0331\u0332\u0333\u0334\u0335\u0336\u0337\u0338\u0339\u033A\u033B\u033C\u033D\u033E\u033F\u0340\u0341\u0342\u0343\u0344\u0345\u0346\u0347\u0348\u0349\u034A\u034B\u034C\u034D\u034E\u034F\u0350\u0351\u0352\u0353\u0354\u0355\u0356\u0357\u0358\u0359\u035A\u035B\u035C\u035D\u035E\u035F\u0360\u0361\u0362\u0363\u0364\u0365\u0366\u0367\u0368\u0369\u036A\u036B\u036C\u036D\u036E\u036F', '')),
                             E'\u0111\u00F8\u0142\u0127\u0131\u03C2', E'dolhi\u03C3') END
$function$;

CREATE OR REPLACE FUNCTION folded_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT btrim(regexp_replace(
    regexp_replace(folded(name), '(?<![^ .])([a-z])[ .]+(?=[a-z](?![^ .]))', '\1', 'g'),
    '[. ]+', ' ', 'g'), ' ')
$function$;

CREATE OR REPLACE FUNCTION is_pay_to(ways jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN jsonb_typeof(ways) = 'array' THEN jsonb_array_length(ways) <= 10 AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(ways) way
     WHERE (way ->> 'kind' IN ('paybill', 'till', 'bank', 'phone') AND length(way ->> 'name') BETWEEN 1 AND 60
            AND length(way ->> 'number') BETWEEN 1 AND 60 AND length(way ->> 'account') <= 60) IS NOT TRUE) ELSE false END
$function$;

CREATE OR REPLACE FUNCTION journal_words(description text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT left(substr(word, at), 60))), ''::tsvector)
    FROM regexp_split_to_table(folded(description), '\s+') word, generate_series(1, least(length(word), 200)) at
   WHERE at = 1 OR substr(word, at, 1) ~ '[^[:alnum:]]' OR substr(word, at - 1, 1) ~ '[^[:alnum:]]'
$function$;

CREATE OR REPLACE FUNCTION name_tokens(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT ARRAY(SELECT DISTINCT word FROM regexp_split_to_table(folded_name(name), '[^[:alpha:]]+') word WHERE word <> '')
$function$;

CREATE OR REPLACE FUNCTION plain_account(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT translate(upper(typed), '-/ ', '')
$function$;
