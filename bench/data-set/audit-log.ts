// The audit log of a data set as the actions would have written it, its chain of seals, and the tree over seals and
// journal as the audit-chain writer would have extended it (docs/decisions/012-proofs.md).
import { clearsLoan, contributionMonth } from "./books.ts";
import { CHAIRPERSON, SEC_GEN, TREASURER, WRONG_REFERENCE, type Shape } from "./group.ts";
import { dayOf, end, kes, planned } from "./plans.ts";

/** Numbered in the order of time. */
export function auditLog(shape: Shape): string[] {
  return [
    `INSERT INTO audit_entries (id, at, recorded_at, actor_id, action, subject, subject_id, before, after, address)
     OVERRIDING SYSTEM VALUE
     SELECT row_number() OVER (ORDER BY at, subject, subject_id, place), at, at, actor, action, subject, subject_id, before, after,
            CASE WHEN actor IS NOT NULL THEN '127.0.0.1' END
       FROM (${[...members, ...payments, ...loans(shape), ...fines, ...posts].join(" UNION ALL ")})
            told (at, place, actor, action, subject, subject_id, before, after)
      ORDER BY at, subject, subject_id, place`,
    `UPDATE audit_entries SET witness = jsonb_build_object('member', witness_of_member(m)) FROM members m
      WHERE subject = 'member' AND subject_id = m.id AND action IN ('members.approve', 'roles.appoint')`,
    "ANALYZE audit_entries",
  ];
}

/** Each seal contains the one before it, so a single query makes them all in order. */
export function seals(): string[] {
  return [
    `CREATE FUNCTION pg_temp.link(hash bytea, entry text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS
     $$ BEGIN RETURN sha256(hash || convert_to(entry, 'UTF8')); END $$`,
    `CREATE AGGREGATE pg_temp.chain (text) (SFUNC = pg_temp.link, STYPE = bytea, INITCOND = '\\x${"00".repeat(32)}')`,
    `INSERT INTO audit_seals (audit_id, seq, previous_hash, hash, sealed_at)
     SELECT id, row_number() OVER (ORDER BY id), lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER (ORDER BY id), hash, recorded_at
       FROM (SELECT id, recorded_at, pg_temp.chain(${canonical}) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS hash FROM audit_entries) linked
      ORDER BY id`,
    "ANALYZE audit_seals",
  ];
}

/** Counts of everybody's audit entries (as actor 0), and of each official's (docs/decisions/015-counts.md). */
export function counts(): string[] {
  return [
    `INSERT INTO audit_counts (actor_id, day, block, action, subject, entries)
     WITH counted AS (
       SELECT CASE WHEN actor_id IN (${CHAIRPERSON}, ${TREASURER}, ${SEC_GEN}) THEN actor_id END AS official,
              ${dayOf("at")} AS day, id >> 12 AS block, action, subject, count(*) AS entries
         FROM audit_entries GROUP BY 1, 2, 3, 4, 5)
     SELECT 0, day, block, action, subject, sum(entries) FROM counted GROUP BY 1, 2, 3, 4, 5
     UNION ALL
     SELECT official, day, block, action, subject, entries FROM counted WHERE official IS NOT NULL
      ORDER BY 1, 2, 3, 4, 5`,
  ];
}

/** The text that is sealed (docs/decisions/004-audit-chain.md). Its words here need no escaping in JSON. */
const canonical = `format('[%1$s, "%2$s", "%2$s", %3$s, "%4$s", "%5$s", %6$s, %7$s, %8$s, %9$s%10$s]',
  id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), coalesce(actor_id::text, 'null'), action, subject, subject_id,
  coalesce(before::text, 'null'), coalesce(after::text, 'null'), coalesce('"' || address || '"', 'null'),
  coalesce(', ' || witness::text, ''))`;

const object = (fields: Record<string, string>) =>
  `jsonb_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`;
const text = (value: string) => `'${value}'::text`;

const members = [
  `SELECT signed_up_at, 1, NULL::int, 'members.sign-up', 'member', n, NULL::jsonb,
          ${object({ username: "'member' || n", reg_number: "'BENCH/' || lpad(n::text, 6, '0')", status: text("pending_approval") })}
     FROM people`,
  `SELECT activated_at, 2, n, 'members.activate-by-mail', 'member', n, ${object({ is_active: "false" })},
          ${object({ is_active: "true" })} FROM people`,
  `SELECT approved_at, 3, CASE WHEN office IS NULL THEN ${CHAIRPERSON} END,
          CASE WHEN office IS NULL THEN 'members.approve' ELSE 'roles.appoint' END, 'member', n, ${object({ status: text("pending_approval"), is_active: "true", office: "NULL::text" })},
          ${object({ status: text("active"), is_active: "true", office: "office" })} FROM people`,
];

const area = `CASE kind WHEN 'contribution' THEN 'contributions' WHEN 'loan_payment' THEN 'loan-payments' ELSE 'fine-payments' END`;

const payments = [
  `SELECT submitted_at, 1, paid.member_id,
          CASE kind WHEN 'contribution' THEN 'contributions.pay' WHEN 'loan_payment' THEN 'loans.repay' ELSE 'fines.pay' END, kind, paid.id,
          NULL, ${object({ amount_paid: kes("paid.amount"), payment_Reference_Code: "reference", status: text("pending") })}
          || CASE kind WHEN 'contribution' THEN ${object({ contribution_month: contributionMonth })}
                  WHEN 'loan_payment' THEN ${object({ loan: "'Normal Loan ' || loan.number" })} ELSE '{}' END
     FROM planned_payments paid LEFT JOIN planned_loans loan ON loan.id = paid.loan_id`,
  `SELECT treasurer_at, 2, ${TREASURER}, ${area} || CASE WHEN rejected THEN '.reject' ELSE '.approve' END, kind, id,
          ${object({ status: text("pending") })},
          CASE WHEN rejected THEN ${object({ status: text("rejected"), office: text("Treasurer"), reason: text(WRONG_REFERENCE) })}
               ELSE ${object({ status: text("pending_approval"), office: text("Treasurer") })} END
     FROM planned_payments WHERE is_decided`,
  `SELECT sec_gen_at, 3, ${SEC_GEN}, ${area} || '.approve', kind, id, ${object({ status: text("pending_approval") })},
          ${object({ status: text("approved"), office: text("Sec-Gen") })}
     FROM planned_payments WHERE is_approved`,
];

function loans(shape: Shape): string[] {
  return [
    `SELECT applied_at, 1, member_id, 'loans.apply', 'loan', id, NULL,
            ${object({ amount: kes("amount_cents"), loan_type: "loan_type", status: text("pending") })} FROM loans`,
    `SELECT treasurer_at, 2, treasurer_id, 'loan-applications.approve', 'loan', id, ${object({ status: text("pending") })},
            ${object({ status: text("pending_approval"), office: text("Treasurer") })} FROM loans WHERE treasurer_at IS NOT NULL`,
    `SELECT sec_gen_at, 3, sec_gen_id, 'loan-applications.approve', 'loan', id, ${object({ status: text("pending_approval") })},
            ${object({ status: text("active"), office: text("Sec-Gen") })} FROM loans WHERE sec_gen_at IS NOT NULL`,
    `SELECT paid.sec_gen_at, 4, ${SEC_GEN}, 'loans.clear', 'loan', loan.id,
            ${object({ status: text("active"), current_balance: kes("paid.amount") })},
            ${object({ status: text("cleared"), current_balance: "0" })}
       FROM planned_payments paid JOIN planned_loans loan ON loan.id = paid.loan_id WHERE ${clearsLoan}`,
    `SELECT (expiry_date + 1 + time '00:05') AT TIME ZONE 'Africa/Nairobi', 5, NULL, 'sweep.mark-default', 'loan', id,
            ${object({ status: text("active") })}, ${object({ status: text("default"), expiry_date: "expiry_date" })}
       FROM loans WHERE status = 'default' AND expiry_date < ${dayOf(end(shape))}`,
  ];
}

const fines = [
  `SELECT charged_at, 1, ${TREASURER}, 'fines.charge', 'fine', fines.id, NULL,
          ${object({ member_id: "member_id", amount: kes("amount_cents"), description: "fines.description", entry_id: "entries.id" })}
     FROM fines JOIN entries ON source_kind = 'fine' AND source_id = fines.id`,
];

const posts = [
  `SELECT posted_at, 1, ${TREASURER}, 'entries.post', 'entry', entries.id, NULL,
          ${object({ type: "type", amount: kes("amount_cents"), description: "ledger_posts.description" })}
     FROM ledger_posts JOIN entries ON source_kind = 'ledger_entry' AND source_id = ledger_posts.id`,
];

/**
 * The leaves in the order of time; a seal comes just before the journal entry that was written with it. A seal has the
 * number of the audit entry that it seals.
 */
export function leaves(shape: Shape): string[] {
  const entries = "SELECT recorded_at AS at, NULL::bigint AS seal_seq, id AS entry_id FROM entries";
  const seals = "SELECT recorded_at, id, NULL FROM audit_entries";
  return [
    `INSERT INTO log_leaves (position, seal_seq, entry_id, salt)
     SELECT row_number() OVER (ORDER BY at, entry_id NULLS FIRST, seal_seq) - 1, seal_seq, entry_id,
            CASE WHEN entry_id IS NOT NULL THEN ${salt("entry_id")} END
       FROM (${shape.audit ? `${entries} UNION ALL ${seals}` : entries}) logged
      ORDER BY at, entry_id NULLS FIRST, seal_seq`,
    "ANALYZE log_leaves",
  ];
}

const salt = (entry: string) => `sha256(int4send(${entry}))`;

const part = (number: string, text: string) =>
  `sha256(sha256(${salt("e.id")} || int4send((${number})::int)) || convert_to((${text})::text, 'UTF8'))`;
const head = `json_build_array(e.id, to_char(e.business_date, 'YYYY-MM-DD'), e.description, e.source_kind, e.source_id, e.purpose,
  e.reverses, e.author_id, to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`;
const line = `json_build_array(p.entry_id, p.line, to_char(p.business_date, 'YYYY-MM-DD'), e.description, p.account,
  p.amount_cents, p.member_id, p.loan_id)`;

/** The hash that the tree stores for each entry of the journal. Reads through the keys, so these must exist. */
export function entryHashes(): string[] {
  return [
    `CREATE UNLOGGED TABLE ${planned("entry_hashes")} AS
     SELECT e.id, sha256('\\x004a'::bytea || ${part("0", head)} || string_agg(${part("p.line", line)}, ''::bytea ORDER BY p.line)) AS hash
       FROM entries e JOIN postings p ON p.entry_id = e.id GROUP BY e.id`,
    "ANALYZE entry_hashes",
  ];
}

export function leafHashes(): string[] {
  return [
    `INSERT INTO log_tree (level, position, hash)
     SELECT 0, l.position, CASE WHEN l.entry_id IS NULL THEN sha256('\\x0041'::bytea || s.hash) ELSE e.hash END
       FROM log_leaves l LEFT JOIN entry_hashes e ON e.id = l.entry_id LEFT JOIN audit_seals s ON s.seq = l.seal_seq
      ORDER BY l.position`,
    "ANALYZE log_tree",
  ];
}

/**
 * Each complete pair of a level makes a node of the next, until a level has no pair. Reads through the key, which must
 * exist.
 */
export function nodes(): string[] {
  return [
    `DO $$
     DECLARE
       height int := 0;
       grown bigint;
     BEGIN
       LOOP
         INSERT INTO log_tree (level, position, hash)
         SELECT height + 1, position / 2, sha256('\\x01'::bytea || before || hash)
           FROM (SELECT position, hash, lag(hash) OVER (ORDER BY position) AS before
                   FROM log_tree WHERE level = height) pairs
          WHERE position % 2 = 1 ORDER BY position;
         GET DIAGNOSTICS grown = ROW_COUNT;
         EXIT WHEN grown = 0;
         height := height + 1;
       END LOOP;
     END $$`,
  ];
}
