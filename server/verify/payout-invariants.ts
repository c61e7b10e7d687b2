// Checks money out by M-PESA: two people of two offices, the whole item once, one request, and one line out (I87, I88).
import { hashOf, type Invariant } from "./invariant.ts";

/** What becomes of a payout later, and is no part of its proposal. */
const decided = `'{conversation_id, state, agreed_by, agreed_office, agreed_at, code, code_text, unknown_since, refusing_by, refusing_office,
  refused_by, refused_because, decided_at, receipt, out_line_id, cents_entry_id}'::text[]`;

/** The audit row of payout `p` with this action, which has to agree with it. */
const auditOf = (action: string, agrees: string) => `EXISTS (
  SELECT FROM audit_entries a
   WHERE a.subject = 'payout' AND a.subject_id = p.id AND a.action = 'payouts.${action}' AND ${agrees})`;

const amountAgrees = "(a.after ->> 'amount')::numeric * 100 = p.amount_cents";

export const payoutInvariants: readonly Invariant[] = [
  {
    name: "payouts-as-audited",
    proves: ["I87"],
    holds:
      "Each payout by M-PESA was proposed, agreed to by another person of the other office, ended, refused or paid as the audit log tells; neither gets it, and none is gone.",
    sql: `SELECT p.id, 'is not as it was proposed' AS found FROM mpesa_payouts p
           WHERE NOT ${auditOf(
             "propose",
             `(a.actor_id, a.at, a.after ->> 'office') = (p.proposed_by, p.proposed_at, p.proposed_office)
                   AND ${amountAgrees} AND a.witness ->> 'row' = ${hashOf(`to_jsonb(p) - ${decided}`)}`,
           )}
          UNION ALL
          SELECT p.id, format('agreed to by %s for %s', p.agreed_by, p.agreed_office) FROM mpesa_payouts p
           WHERE p.agreed_by = p.proposed_by OR p.agreed_office = p.proposed_office OR p.member_id IN (p.proposed_by, p.agreed_by)
              OR (p.agreed_by IS NULL) <> (p.state IN ('proposed', 'ended'))
              OR p.agreed_by IS NOT NULL AND NOT ${auditOf(
                "agree",
                `(a.actor_id, a.at, a.after ->> 'office') = (p.agreed_by, p.agreed_at, p.agreed_office)
                   AND ${amountAgrees} AND a.witness ->> 'sent' = ${hashOf("jsonb_build_object('id', CASE WHEN p.kind <> 'return' THEN p.conversation_id END)")}`,
              )}
          UNION ALL
          SELECT p.id, format('%s with code %s at %s', p.state, p.code, p.decided_at) FROM mpesa_payouts p
           WHERE p.state = 'ended' AND NOT ${auditOf(
             "end",
             `(a.actor_id, a.at, a.after ->> 'office', a.after ->> 'reason')
                   = (p.refusing_by, p.decided_at, p.refusing_office, p.refused_because)`,
           )}
              OR p.state = 'refused' AND p.refused_by IS NULL AND NOT ${auditOf("fail", "a.at = p.decided_at AND a.after ->> 'value' = p.code")}
              OR p.state = 'refused' AND p.refused_by IS NOT NULL AND NOT ${auditOf("refuse", "(a.actor_id, a.at) = (p.refused_by, p.decided_at) AND a.actor_id <> p.refusing_by")}
              OR p.state NOT IN ('proposed', 'ended') AND p.refusing_by IS NOT NULL AND NOT ${auditOf(
                "refuse",
                `(a.actor_id, a.after ->> 'office', a.after ->> 'reason')
                   = (p.refusing_by, p.refusing_office, p.refused_because)`,
              )}
              OR (p.state = 'paid') <> ${auditOf("pay", `a.at = p.decided_at AND ${amountAgrees} AND a.after ->> 'payment_Reference_Code' IS NOT DISTINCT FROM p.receipt`)}
          UNION ALL
          SELECT a.subject_id, 'of ' || a.action || ' is not there' FROM audit_entries a LEFT JOIN mpesa_payouts p ON p.id = a.subject_id
           WHERE a.subject = 'payout'
             AND (p.id IS NULL OR a.action = 'payouts.agree' AND p.state IN ('proposed', 'ended') OR a.action = 'payouts.end' AND p.state <> 'ended'
                  OR a.action = 'payouts.fail' AND p.state <> 'refused')`,
  },
  {
    name: "payouts-of-their-item-once",
    proves: ["I87"],
    holds:
      "A payout is the whole of what its item's entry took out of the bank, for the item's member; no item has two that were not refused; each left in at most one request, after both offices.",
    sql: `SELECT p.id, format('%s and %s of %s', p.amount_cents, p.left_cents, -bank.cents) AS found
            FROM mpesa_payouts p
            JOIN entries e ON e.id = p.entry_id
            LEFT JOIN loans l ON l.id = p.loan_id LEFT JOIN settlements s ON s.id = p.settlement_id
            CROSS JOIN LATERAL (SELECT coalesce(sum(b.amount_cents), 0) AS cents FROM postings b WHERE b.entry_id = e.id AND b.account = 'bank') bank
           WHERE p.amount_cents + p.left_cents <> -bank.cents OR p.left_cents >= 100
              OR (e.source_kind, e.source_id) IS DISTINCT FROM (CASE p.kind WHEN 'loan' THEN 'loan' ELSE 'settlement' END, coalesce(l.id, s.id))
              OR p.member_id IS DISTINCT FROM coalesce(l.member_id, s.member_id)
          UNION ALL
          SELECT max(p.id), count(*) || ' payouts of one item' FROM mpesa_payouts p WHERE p.state NOT IN ('refused', 'ended')
           GROUP BY p.loan_id, p.settlement_id, p.line_id HAVING count(*) > 1
          UNION ALL
          SELECT p.id, format('%s, and its request left %s times', p.state, sent.times)
            FROM mpesa_payouts p
            CROSS JOIN LATERAL (
              SELECT count(*) AS made, count(r.sent_at) AS times FROM daraja_requests r
               WHERE r.subject_kind = 'payout' AND r.subject_id = p.id AND r.kind = CASE p.kind WHEN 'return' THEN 'give_back' ELSE 'pay_out' END) sent
           WHERE sent.made <> CASE WHEN p.agreed_by IS NULL THEN 0 ELSE 1 END
              OR p.state IN ('sent', 'unknown', 'paid') AND sent.times <> 1`,
  },
  {
    name: "paid-payouts-have-their-line",
    proves: ["I88"],
    holds:
      "A payout with a receipt has the line out of it, of its amount, which is matched with its item's entry or with nothing.",
    sql: `SELECT p.id, 'no line out has receipt ' || p.receipt AS found FROM mpesa_payouts p
           WHERE p.receipt IS NOT NULL AND NOT EXISTS (
             SELECT FROM statement_lines l WHERE p.receipt IN (l.reference_key, l.code_key) AND l.amount_cents < 0 AND l.state <> 'withdrawn')
          UNION ALL
          SELECT p.id, 'paid without a receipt' FROM mpesa_payouts p WHERE p.state = 'paid' AND p.receipt IS NULL AND p.kind <> 'return'
          UNION ALL
          SELECT p.id, format('line %s of %s is entry %s', l.id, l.amount_cents, m.entry_id)
            FROM mpesa_payouts p JOIN statement_lines l ON l.id = p.out_line_id
            LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL AND m.matched_by IS NULL
           WHERE l.amount_cents <> -p.amount_cents OR p.receipt IS DISTINCT FROM l.reference_key AND p.receipt IS DISTINCT FROM l.code_key
              OR m.entry_id NOT IN (p.entry_id, coalesce(p.cents_entry_id, p.entry_id)) OR m.payment_id IS NOT NULL`,
  },
  {
    name: "cents-of-payouts",
    proves: ["I88"],
    holds:
      "What M-PESA could not send of a paid settlement is one entry of other income, of its cents and by who agreed, which is its line beside the settlement's entry.",
    sql: `SELECT p.id, format('%s with %s left, entry %s', p.state, p.left_cents, p.cents_entry_id) AS found
            FROM mpesa_payouts p
            LEFT JOIN entries e ON e.id = p.cents_entry_id AND (e.source_kind, e.purpose) = ('ledger_entry', 'other_income') AND e.reverses IS NULL
            LEFT JOIN LATERAL (SELECT sum(b.amount_cents) AS cents FROM postings b WHERE b.entry_id = e.id AND b.account = 'bank') bank ON true
           WHERE (p.state = 'paid' AND p.left_cents > 0) <> (p.cents_entry_id IS NOT NULL)
              OR p.cents_entry_id IS NOT NULL AND (bank.cents, e.author_id, e.recorded_at) IS DISTINCT FROM (p.left_cents, p.agreed_by, p.decided_at)
          UNION ALL
          SELECT m.id, format('line %s is entry %s, the cents of nothing', m.line_id, m.entry_id)
            FROM statement_matches m
           WHERE m.reason = 'cents' AND NOT EXISTS (
             SELECT FROM mpesa_payouts p JOIN statement_matches o ON o.entry_id = p.entry_id AND o.line_id = m.line_id AND o.matched_at = m.matched_at
              WHERE p.cents_entry_id = m.entry_id AND (o.undone_at IS NULL OR m.undone_at <= o.undone_at))
          UNION ALL
          SELECT p.id, format('line %s is entry %s without its cents', m.line_id, m.entry_id)
            FROM mpesa_payouts p JOIN statement_matches m ON m.entry_id = p.entry_id AND m.matched_by IS NULL AND m.undone_at IS NULL
           WHERE p.cents_entry_id IS NOT NULL AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = p.cents_entry_id)
             AND NOT EXISTS (SELECT FROM statement_matches c WHERE c.line_id = m.line_id AND c.entry_id = p.cents_entry_id AND c.undone_at IS NULL)`,
  },
  {
    name: "returns-are-of-their-line",
    proves: ["I89"],
    holds:
      "A payment that goes back is the whole of a line in; from both offices' agreement on it is nobody's payment, unless M-PESA refused, and its line out names it and is no payment either.",
    sql: `SELECT p.id, format('%s of line %s of %s', p.amount_cents, p.line_id, l.amount_cents) AS found
            FROM mpesa_payouts p LEFT JOIN statement_lines l ON l.id = p.line_id
           WHERE p.kind = 'return' AND p.amount_cents IS DISTINCT FROM l.amount_cents
          UNION ALL
          SELECT p.id, format('line %s is payment %s and entry %s', m.line_id, m.payment_id, m.entry_id)
            FROM mpesa_payouts p JOIN statement_matches m ON m.line_id IN (p.line_id, p.out_line_id) AND m.undone_at IS NULL
           WHERE p.kind = 'return' AND p.state IN ('sending', 'sent', 'unknown', 'paid')
          UNION ALL
          SELECT p.id, format('line %s takes back %s', o.id, o.code_key)
            FROM mpesa_payouts p JOIN statement_lines o ON o.id = p.out_line_id JOIN statement_lines l ON l.id = p.line_id
           WHERE p.kind = 'return' AND o.code_key IS DISTINCT FROM l.reference_key AND o.pair_id IS DISTINCT FROM l.id`,
  },
  {
    name: "payouts-are-guarded",
    proves: ["I5"],
    holds: "The triggers and indexes that guard payouts stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['mpesa_payouts_keep', 'mpesa_payouts_decided_for_good', 'mpesa_payouts_no_delete', 'mpesa_payouts_no_truncate']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))
          UNION ALL
          SELECT 0, wanted.name FROM unnest(ARRAY['mpesa_payouts_loan_once', 'mpesa_payouts_settlement_once', 'mpesa_payouts_line_once']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indexrelid = to_regclass(wanted.name) AND i.indisunique AND i.indisvalid)`,
  },
];
