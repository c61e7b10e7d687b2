// Checks amounts, accounts, sessions, links and records against the sealed audit log (docs/decisions/024-tampering.md;
// I5, I11, I33, I34).
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { hashOf, hashOfFixed, type Invariant } from "./invariant.ts";
import { isOfOpening } from "./opening-invariants.ts";

// The books have the amounts that people saw when they agreed to them.

const kes = (key: string) => `round((a.after ->> '${key}')::numeric * 100)`;

export const amountInvariants: readonly Invariant[] = [
  {
    name: "payments-as-audited",
    proves: ["I5", "I11", "I33"],
    holds:
      "Each payment has the amount, reference, member, day, month and loan of the audit entry that tells of it.",
    sql: `SELECT p.id, format('%s of %s by member %s, told %s by %s', p.amount_cents, p.reference, p.member_id,
                              a.after ->> 'amount_paid', a.actor_id) AS found
            FROM payments p JOIN audit_entries a ON a.subject = p.kind AND a.subject_id = p.id AND a.after ? 'amount_paid'
           WHERE p.submitted_at <> a.at OR coalesce(p.entered_by, p.member_id) <> a.actor_id
              OR CASE WHEN a.witness IS NULL
                      THEN p.amount_cents <> ${kes("amount_paid")} OR p.reference <> a.after ->> 'payment_Reference_Code'
                        OR p.contribution_month <> (a.after ->> 'contribution_month')::date
                      ELSE a.witness ->> 'row' <> ${hashOfFixed(`jsonb_build_object(
                        'kind', p.kind, 'member_id', p.member_id, 'amount_cents', p.amount_cents, 'reference', p.reference, 'paid_at', p.paid_at,
                        'submitted_at', p.submitted_at, 'contribution_month', p.contribution_month, 'loan_id', p.loan_id,
                        'entered_by', p.entered_by, 'last_month', p.last_month, 'part', nullif(p.part, 0), 'early', p.early, 'rotation_id', p.rotation_id, 'collection_id', p.collection_id, 'fund_id', p.fund_id)`)} END`,
  },
  {
    name: "loans-as-audited",
    proves: ["I5", "I11", "I33"],
    holds: "Each loan has the amount, kind and member of the audit entry of its application.",
    sql: `SELECT l.id, format('%s to member %s, told %s by %s', l.amount_cents, l.member_id, a.after ->> 'amount', a.actor_id) AS found
            FROM loans l JOIN audit_entries a ON a.subject = 'loan' AND a.subject_id = l.id AND a.action = 'loans.apply'
           WHERE l.amount_cents <> ${kes("amount")} OR coalesce(l.entered_by, l.member_id) <> a.actor_id
              OR l.member_id <> coalesce((a.after ->> 'member_id')::int, a.actor_id) OR l.loan_type <> a.after ->> 'loan_type'
          UNION ALL
          SELECT l.id, 'is ' || l.status || ', and fell due as audit entry ' || a.id || ' tells' FROM loans l
            JOIN audit_entries a ON a.subject = 'loan' AND a.subject_id = l.id AND a.action = 'sweep.mark-default'
           WHERE l.status IN ('pending', 'active', 'rejected')
          UNION ALL
          SELECT id, 'ends ' || expiry_date || ' and never began' FROM loans WHERE start_date IS NULL AND expiry_date IS NOT NULL`,
  },
  {
    name: "fines-as-audited",
    proves: ["I5", "I11", "I33"],
    holds: "Each fine has the amount and member of the audit entry that tells of it.",
    sql: `SELECT f.id, format('%s of member %s, told %s of %s', f.amount_cents, f.member_id, a.after ->> 'amount', a.after ->> 'member_id') AS found
            FROM fines f JOIN audit_entries a ON a.subject = 'fine' AND a.subject_id = f.id AND a.after ? 'amount'
           WHERE f.amount_cents <> ${kes("amount")} OR f.member_id <> (a.after ->> 'member_id')::int`,
  },
  {
    name: "ledger-entries-are-audited",
    proves: ["I5", "I33"],
    holds:
      "Each posting by hand, reversal and closing has its audit entry, and each such audit entry its journal entry.",
    sql: `WITH told AS (
            SELECT CASE action WHEN 'entries.post' THEN subject_id
                               WHEN 'entries.reverse' THEN (after ->> 'reversed_by')::int
                               ELSE (after ->> 'entry_id')::int END AS entry_id, action
              FROM audit_entries WHERE action IN ('entries.post', 'entries.reverse', 'years.close'))
          SELECT coalesce(e.id, told.entry_id) AS id, coalesce(e.source_kind || ' without its audit entry', told.action || ' without its entry') AS found
            FROM (SELECT id, source_kind FROM entries entry
                   WHERE NOT ${isOfOpening("entry")}
                     -- Both offices took the share-out back, which share-outs-as-posted checks.
                     AND NOT EXISTS (SELECT FROM entries given WHERE given.id = entry.reverses AND given.source_kind IN ('distribution', 'loan_interest'))
                     AND source_kind IN ('ledger_entry', 'dividend_declaration', 'dividend_payment', 'fixed_deposit',
                                         'fixed_deposit_redemption', 'journal_entry', 'financial_year')) e
            FULL JOIN (SELECT * FROM told WHERE entry_id IS NOT NULL) told ON told.entry_id = e.id
           WHERE e.id IS NULL OR told.entry_id IS NULL`,
  },
];

// Accounts, sessions, links and records are as the audit log witnessed them.

const ofMember =
  "CASE a.subject WHEN 'member' THEN a.subject_id ELSE (a.after ->> 'member_id')::int END";

/** The newest witness hash under `key` of each member. */
const lastOfMember = (key: string) => `(
  SELECT DISTINCT ON (whom) whom, id, hash
    FROM (SELECT ${ofMember} AS whom, a.id, a.witness ->> '${key}' AS hash FROM audit_entries a WHERE a.witness ? '${key}') told
   ORDER BY whom, id DESC)`;

const photo = `jsonb_build_object('name', p.name, 'member_id', p.member_id, 'created_at', p.created_at,
                                  'bytes', encode(sha256(p.bytes), 'hex'))`;
const twoStep = `(to_jsonb(t) - 'last_step') || jsonb_build_object('codes', (
  SELECT jsonb_agg(jsonb_build_array(c.code_hash, c.spent_at) ORDER BY c.code_hash) FROM recovery_codes c WHERE c.member_id = t.member_id))`;

type Recorded = { name: string; from?: string; facts: string; audited: string; key?: string };

/** Finds records that differ from the witness of their audit entry, if it has one. */
const recorded = ({ name, from = name, facts, audited, key = "row" }: Recorded) => `
  SELECT r.id, '${name} ' || r.id || ' is not as audit entry ' || a.id || ' witnessed it' AS found
    FROM ${from} r JOIN audit_entries a ON ${audited}
   WHERE a.witness ->> '${key}' <> ${hashOf(facts)}`;

/** As `recorded` for a posting by hand, whose audit entry refers to the journal entry. */
const posted = (kind: string, name: string, changing: string) =>
  recorded({
    name,
    from: `(SELECT e.id AS entry_id, p.* FROM ${name} p JOIN entries e ON e.source_kind = '${kind}' AND e.source_id = p.id)`,
    facts: `to_jsonb(r) - '{entry_id${changing}}'::text[]`,
    audited: "a.subject = 'entry' AND a.action = 'entries.post' AND a.subject_id = r.entry_id",
  });

export const witnessInvariants: readonly Invariant[] = [
  {
    name: "members-as-witnessed",
    proves: ["I11", "I33"],
    holds:
      "Each account has the names, addresses, password, status and office that the audit log last witnessed of it.",
    sql: `SELECT coalesce(m.id, told.whom) AS id,
                 CASE WHEN m.id IS NULL THEN 'was told of and is gone' WHEN told.whom IS NULL THEN 'was never told of'
                      ELSE 'is not as audit entry ' || told.id || ' left it' END AS found
            FROM members m FULL JOIN ${lastOfMember("member")} told ON told.whom = m.id
           WHERE told.hash IS DISTINCT FROM ${hashOf("to_jsonb(m) - '{search_text, is_proven}'::text[]")}`,
  },
  {
    name: "two-step-as-witnessed",
    proves: ["I11", "I34"],
    holds:
      "Each authenticator, with its recovery codes, is what the audit log last witnessed, and nobody's was taken away.",
    sql: `SELECT coalesce(t.member_id, told.whom) AS id,
                 CASE WHEN t.member_id IS NULL THEN 'two-step sign-in was turned off behind the log'
                      ELSE 'the authenticator or its codes are not those of the log' END AS found
            FROM (SELECT * FROM two_step WHERE confirmed_at IS NOT NULL) t
            FULL JOIN ${lastOfMember("two_step")} told ON told.whom = t.member_id
           WHERE coalesce(told.hash, 'none')
                 IS DISTINCT FROM CASE WHEN t.member_id IS NULL THEN 'none' ELSE ${hashOf(twoStep)} END`,
  },
  {
    name: "photos-as-witnessed",
    proves: ["I11"],
    holds: "Each photo is, to the byte, the one whose upload the audit log tells of.",
    sql: `SELECT coalesce(p.member_id, told.whom) AS id, 'the photo is not the one that was uploaded' AS found
            FROM member_photos p FULL JOIN ${lastOfMember("photo")} told ON told.whom = p.member_id
           WHERE told.hash IS DISTINCT FROM ${hashOf(photo)}`,
  },
  {
    name: "sessions-were-signed-in",
    proves: ["I34"],
    holds:
      "Each session was opened by the sign-in that the audit log tells of, and for the member it is of.",
    sql: `SELECT s.member_id AS id, 'session ' || s.id || ' of ' || s.created_at || ' was opened by no sign-in' AS found
            FROM sessions s
           WHERE NOT EXISTS (
                   SELECT FROM (SELECT a.subject_id, jsonb_array_elements_text(a.witness -> 'sessions') AS hash FROM audit_entries a
                                 WHERE a.subject = 'member' AND a.witness ? 'sessions' OFFSET 0) opened
                    WHERE opened.subject_id = s.member_id AND opened.hash = ${hashOf("to_jsonb(s) - 'last_used_at'")})`,
  },
  {
    name: "links-were-mailed",
    proves: ["I34"],
    holds: "Each mailed link is one that the audit log tells of, unchanged.",
    sql: `SELECT t.member_id AS id, t.purpose || ' of ' || t.created_at || ' was never mailed' AS found
            FROM mail_tokens t
           WHERE NOT EXISTS (
                   SELECT FROM (SELECT a.subject_id, jsonb_array_elements_text(a.witness -> 'links') AS hash FROM audit_entries a
                                 WHERE a.subject = 'member' AND a.witness ? 'links' OFFSET 0) mailed
                    WHERE mailed.subject_id = t.member_id AND mailed.hash = ${hashOf("to_jsonb(t) - 'spent_at'")})`,
  },
  {
    name: "spent-links-stay-spent",
    proves: ["I34"],
    holds: "No link lives on after a newer one, or after the change that ends it.",
    sql: `SELECT t.member_id AS id, t.purpose || ' of ' || t.created_at || ' is unspent after a newer one' AS found
            FROM mail_tokens t
           WHERE t.spent_at IS NULL AND EXISTS (
                   SELECT FROM mail_tokens newer WHERE newer.member_id = t.member_id AND newer.purpose = t.purpose
                      AND CASE WHEN newer.number IS NULL THEN t.number IS NULL AND newer.created_at > t.created_at
                               ELSE newer.number > coalesce(t.number, 0) END)
          UNION ALL
          SELECT t.member_id, t.purpose || ' of ' || t.created_at || ' is unspent after ' || a.action
            FROM mail_tokens t
            JOIN (SELECT a.id, a.subject_id, jsonb_array_elements_text(a.witness -> 'links') AS hash FROM audit_entries a
                   WHERE a.subject = 'member' AND a.witness ? 'links' OFFSET 0) mailed
              ON mailed.subject_id = t.member_id AND mailed.hash = ${hashOf("to_jsonb(t) - 'spent_at'")}
            JOIN audit_entries a ON a.subject = 'member' AND a.subject_id = t.member_id AND a.id > mailed.id
            JOIN (VALUES ('activation', 'members.activate-by-mail'), ('phone-proof', 'members.activate-by-sms'), ('password-reset', 'members.reset-password'),
                         ('password-reset', 'members.change-password'), ('password-reset', 'members.change-email'),
                         ('email-change', 'members.reset-password'), ('email-change', 'members.change-password'),
                         ('email-change', 'members.change-email')) ends (purpose, action)
              ON ends.purpose = t.purpose AND ends.action = a.action
           WHERE t.spent_at IS NULL`,
  },
  {
    name: "devices-were-signed-in-from",
    proves: ["I34"],
    holds: "Each known device was first seen at a sign-in of its member.",
    sql: `SELECT d.member_id AS id, 'a device first seen ' || d.first_seen_at || ' signed in by nobody' AS found
            FROM known_devices d
           WHERE NOT EXISTS (SELECT FROM audit_entries a
                              WHERE a.subject = 'member' AND a.subject_id = d.member_id AND a.action = 'sessions.open'
                                AND a.at = d.first_seen_at)`,
  },
  {
    name: "records-as-witnessed",
    proves: ["I5", "I11", "I33"],
    holds:
      "Each loan, fine, proposal, posting by hand, settlement and recovery has the terms, people, dates and words of its audit entry.",
    sql: [
      recorded({
        name: "loans",
        facts: `jsonb_build_object(
          'member_id', r.member_id, 'number', r.number, 'loan_type', r.loan_type, 'amount_cents', r.amount_cents,
          'interest_cents', r.interest_cents, 'rate_bp', r.rate_bp, 'term_months', r.term_months, 'applied_at', r.applied_at,
          'refused_because', r.refused_because) || jsonb_strip_nulls(jsonb_build_object(
          'product_id', r.product_id, 'instalments', r.instalments, 'fee_cents', r.fee_cents, 'tops_up', r.tops_up))`,
        audited: "a.subject = 'loan' AND a.action = 'loans.apply' AND a.subject_id = r.id",
      }),
      recorded({
        name: "loan_products",
        facts: "to_jsonb(r) - '{ended_by, ended_at}'::text[]",
        audited: "a.subject = 'loan_product' AND a.action = 'loans.offer' AND a.subject_id = r.id",
      }),
      recorded({
        name: "loan_changes",
        facts: `to_jsonb(r) - '{treasurer_verdict, treasurer_id, treasurer_reason, treasurer_at, treasurer_acting, sec_gen_verdict, sec_gen_id,
          sec_gen_reason, sec_gen_at, sec_gen_acting, ended_by, ended_at, done_on, amount_cents, after_repayment}'::text[]`,
        audited:
          "a.subject = 'loan_change' AND a.action = 'loan-changes.ask' AND a.subject_id = r.id",
      }),
      recorded({
        name: "loan_guarantees",
        facts: "to_jsonb(r) - '{state, answered_at, called_cents}'::text[]",
        audited: "a.subject = 'guarantee' AND a.action = 'guarantees.ask' AND a.subject_id = r.id",
      }),
      recorded({
        name: "fines",
        facts: "to_jsonb(r) - '{paid_cents, written_off_cents}'::text[]",
        audited: "a.subject = 'fine' AND a.subject_id = r.id",
      }),
      recorded({
        name: "collections",
        facts: `to_jsonb(r) - '{status, treasurer_verdict, treasurer_id, treasurer_reason, treasurer_at, treasurer_counted, sec_gen_verdict,
          sec_gen_id, sec_gen_reason, sec_gen_at, sec_gen_counted}'::text[]`,
        audited:
          "a.subject = 'collection' AND a.action = 'collections.enter' AND a.subject_id = r.id",
      }),
      recorded({
        name: "proposals",
        facts: "to_jsonb(r) - '{outcome, decided_by, decided_at, reason, entry_id}'::text[]",
        audited: "a.subject = 'proposal' AND a.subject_id = r.id",
      }),
      posted("ledger_entry", "ledger_posts", ""),
      posted("dividend_declaration", "dividend_declarations", ", paid_cents, is_reversed"),
      posted("dividend_payment", "dividend_payments", ", is_reversed"),
      posted("fixed_deposit", "fixed_deposits", ", redeemed_cents, is_reversed"),
      posted("fixed_deposit_redemption", "fixed_deposit_redemptions", ", is_reversed"),
      recorded({
        name: "settlements",
        facts: "to_jsonb(r)",
        audited:
          "a.subject = 'member' AND a.subject_id = r.member_id AND a.action IN ('members.exit', 'members.clear')",
        key: "settlement",
      }),
      `SELECT r.id, 'recovery ' || r.id || ' is not as it was witnessed' AS found
         FROM bad_debt_recoveries r
        WHERE EXISTS (SELECT FROM audit_entries a WHERE a.subject = 'bad_debt' AND a.subject_id = r.bad_debt_id AND a.witness ? 'recoveries')
          AND r.recovered_at >= (SELECT min(a.at) FROM audit_entries a WHERE a.witness ? 'recoveries')
          AND NOT EXISTS (SELECT FROM audit_entries a
                           WHERE a.subject = 'bad_debt' AND a.subject_id = r.bad_debt_id
                             AND a.witness -> 'recoveries' ? ${hashOf("to_jsonb(r)")})`,
    ].join(" UNION ALL "),
  },
  {
    name: "records-are-not-gone",
    proves: ["I5", "I33"],
    holds: "Each payment, loan, fine and settlement that the audit log tells of is there.",
    sql: `SELECT a.subject_id AS id, a.subject || ' ' || a.subject_id || ' of ' || a.action || ' is gone' AS found
            FROM audit_entries a LEFT JOIN payments p ON p.id = a.subject_id AND p.kind = a.subject
           WHERE a.subject IN (${paymentKinds.map((kind) => `'${kind}'`).join(", ")}) AND p.id IS NULL
          UNION ALL
          SELECT a.subject_id, 'loan ' || a.subject_id || ' of ' || a.action || ' is gone'
            FROM audit_entries a LEFT JOIN loans l ON l.id = a.subject_id WHERE a.subject = 'loan' AND l.id IS NULL
          UNION ALL
          SELECT a.subject_id, 'fine ' || a.subject_id || ' of ' || a.action || ' is gone'
            FROM audit_entries a LEFT JOIN fines f ON f.id = a.subject_id WHERE a.subject = 'fine' AND f.id IS NULL
          UNION ALL
          SELECT a.subject_id, 'the settlement of ' || a.action || ' is gone'
            FROM audit_entries a LEFT JOIN settlements s ON s.member_id = a.subject_id
           WHERE a.action IN ('members.exit', 'members.clear') AND s.id IS NULL`,
  },
  {
    name: "bad-debts-as-settled",
    proves: ["I19", "I27"],
    holds:
      "Each bad debt is what its settlement says the member owes, from that moment, and each such settlement has one.",
    sql: `SELECT s.id, format('owed %s, debt %s of member %s', s.owed_cents, d.amount_cents, d.member_id) AS found
            FROM settlements s FULL JOIN bad_debts d ON d.settlement_id = s.id
           WHERE (s.owed_cents > 0) IS DISTINCT FROM (d.id IS NOT NULL)
              OR (d.id IS NOT NULL AND (d.amount_cents, d.member_id, d.created_at) IS DISTINCT FROM (s.owed_cents, s.member_id, s.settled_at))`,
  },
  {
    name: "closed-years-as-audited",
    proves: ["I7", "I11"],
    holds:
      "Each closed year was closed by whom, and when, the audit log says, and none of them was opened again.",
    sql: `SELECT to_char(coalesce(y.end_date, (a.after ->> 'end_date')::date), 'YYYYMMDD')::int AS id,
                 CASE WHEN y.end_date IS NULL THEN 'was closed and is open' ELSE 'is not as it was closed' END AS found
            FROM closed_years y FULL JOIN (SELECT * FROM audit_entries WHERE action = 'years.close') a
              ON (a.after ->> 'end_date')::date = y.end_date
           WHERE (y.start_date, y.label, y.closed_by, y.closed_at)
                 IS DISTINCT FROM ((a.after ->> 'start_date')::date, a.after ->> 'year', a.actor_id, a.at)`,
  },
];
