// Checks what needs a second person (I37, I38). Offices are in office-invariants.ts.
import { delayBefore, terms } from "./office-invariants.ts";
import { approvedIn, booksHadBegun, type Invariant } from "./invariant.ts";
import { isOfOpening } from "./opening-invariants.ts";

/** The cents that an entry takes out of the bank. */
const taken = (entry: string) =>
  `(SELECT coalesce(-sum(p.amount_cents), 0) FROM postings p WHERE p.entry_id = ${entry}.id AND p.account = 'bank')`;

/** The cents that were agreed to: those of the fine, those of the cash that it moves, or those out of the bank. */
const atStake = (entry: string) => `coalesce((
  SELECT f.amount_cents FROM entries o JOIN fines f ON f.id = o.source_id
   WHERE o.id = coalesce(${entry}.reverses, ${entry}.id) AND o.source_kind = 'fine'),
  (SELECT max(abs(p.amount_cents)) FROM postings p WHERE p.entry_id = ${entry}.id AND p.account = 'restricted_funds'),
  (SELECT abs(p.amount_cents) FROM postings p WHERE p.entry_id = ${entry}.id AND p.account = 'cash'), ${taken(entry)})`;

/**
 * The cents that one person could take, or fine, alone when the entry was posted; no row for any amount. Of limits from before
 * they had numbers their moments tell; if one changed in the very moment, their order is unknown, so the weaker limit counts;
 * no limit is the weakest.
 */
const aloneAt = (what: "bank" | "fine", entry: string) => `(
  SELECT above_cents FROM (
    SELECT CASE WHEN bool_and(above_cents IS NOT NULL) THEN max(above_cents) END AS above_cents FROM (
      SELECT (SELECT above_cents FROM second_person_limits l
               WHERE l.what = '${what}'
                 AND CASE WHEN l.after_entry IS NULL THEN l.counts_from < ${entry}.recorded_at ELSE l.after_entry < ${entry}.id END
               ORDER BY l.id DESC LIMIT 1) AS above_cents
      UNION ALL SELECT above_cents FROM second_person_limits l
                 WHERE l.what = '${what}' AND l.after_entry IS NULL AND l.counts_from = ${entry}.recorded_at) in_force) weakest
   WHERE above_cents IS NOT NULL)`;

/** The fine that one person could charge alone, in KES, before the audit row; null is any. */
const fineLimitBefore = (audit: string) => `(
  SELECT CASE WHEN told.id IS NULL THEN 5000 ELSE (told.after ->> 'fine_limit')::numeric END
    FROM (SELECT max(x.id) AS id FROM audit_entries x
           WHERE x.action = 'settings.change' AND x.after ? 'fine_limit' AND x.id < ${audit}.id) newest
    LEFT JOIN audit_entries told ON told.id = newest.id)`;

/**
 * Whether the payment `p` was approved before its match `m` was undone, by the numbers of their audit rows; by their moments if
 * either has none of its own.
 */
const approvedBeforeUndone = `coalesce(${approvedIn("p.kind", "p.id")} < (
  SELECT max(x.id) FROM audit_entries x
   WHERE x.subject = 'statement_line' AND x.subject_id = m.line_id AND x.action = 'statement-lines.unmatch' AND x.at = m.undone_at),
  greatest(p.treasurer_at, p.sec_gen_at) < m.undone_at)`;

export const proposalInvariants: readonly Invariant[] = [
  {
    name: "proposal-posted-once",
    proves: ["I37"],
    holds:
      "What was agreed to stands in the journal once, by who proposed it, at the moment another person agreed, and takes what was agreed out of the bank, or fines it; nothing else that was proposed stands there.",
    sql: `SELECT q.id, format('%s, entry %s by %s at %s takes %s of %s', coalesce(q.outcome, 'waits'), q.entry_id, e.author_id, e.recorded_at, ${atStake("e")}, q.amount_cents) AS found
            FROM proposals q LEFT JOIN entries e ON e.id = q.entry_id
           WHERE q.kind NOT IN ('setting', 'fines', 'unmatch')
             AND NOT (q.kind = 'cash_count' AND q.outcome = 'agreed' AND q.entry_id IS NULL)
             AND CASE WHEN q.outcome = 'agreed'
                 THEN e.id IS NULL OR e.author_id IS DISTINCT FROM q.proposed_by OR e.recorded_at <> q.decided_at
                      OR q.kind <> 'cash_count' AND ${atStake("e")} <> q.amount_cents
                 ELSE q.entry_id IS NOT NULL END
          UNION ALL
          SELECT q.id, format('%s, %s of %s fined', coalesce(q.outcome, 'waits'), fined.cents, q.amount_cents)
            FROM proposals q
            CROSS JOIN LATERAL (SELECT coalesce(sum(f.amount_cents), 0) AS cents,
                                       count(*) FILTER (WHERE f.charged_by <> q.proposed_by OR f.charged_at <> q.decided_at
                                                           OR CASE WHEN q.asked ? 'meeting_id'
                                                                THEN f.meeting_id IS DISTINCT FROM (q.asked ->> 'meeting_id')::int
                                                                ELSE NOT q.asked -> 'members' @> to_jsonb(f.member_id)
                                                                     OR f.description <> q.description END) AS others
                                  FROM fines f WHERE f.proposal_id = q.id) fined
           WHERE fined.others > 0
              OR fined.cents <> CASE WHEN q.kind = 'fines' AND q.outcome = 'agreed' THEN q.amount_cents ELSE 0 END
          UNION ALL
          SELECT min(q.id), 'entry ' || q.entry_id || ' of ' || count(*) || ' proposals' FROM proposals q
           WHERE q.entry_id IS NOT NULL GROUP BY q.entry_id HAVING count(*) > 1`,
  },
  {
    name: "two-people-agreed",
    proves: ["I37"],
    holds:
      "Nobody agreed to what they had proposed themselves or to their own leaving, and a refusal says why.",
    sql: `SELECT q.id, format('%s by %s, proposed by %s', q.outcome, q.decided_by, q.proposed_by) AS found FROM proposals q
           WHERE CASE q.outcome
                   WHEN 'agreed' THEN q.decided_by IS NULL OR q.decided_by IN (q.proposed_by, coalesce(q.concerns_id, 0))
                   WHEN 'refused' THEN q.decided_by IS NULL OR q.decided_by = coalesce(q.concerns_id, 0) OR coalesce(q.reason, '') !~ '\\S'
                   WHEN 'counted' THEN q.kind <> 'setting' OR q.decided_by IS NOT NULL OR q.decided_at <> q.effective_at
                   ELSE q.decided_by IS NOT NULL OR q.decided_at IS NOT NULL END
              OR q.effective_at <> q.proposed_at + q.delay_hours * interval '1 hour'`,
  },
  {
    name: "payouts-above-the-amount-were-agreed",
    proves: ["I37", "I123"],
    holds:
      "No entry but a loan, a share-out or a turn that both offices paid out took more out of the bank than one person could alone at its moment, unless another had agreed.",
    sql: `SELECT e.id, format('takes %s, one person alone %s', ${taken("e")}, alone.above_cents) AS found
            FROM entries e CROSS JOIN LATERAL ${aloneAt("bank", "e")} alone
           WHERE e.source_kind NOT IN ('payment', 'fine', 'loan', 'distribution') AND NOT ${isOfOpening("e")} AND ${taken("e")} > alone.above_cents
             AND NOT EXISTS (SELECT FROM proposals q WHERE q.entry_id = e.id AND q.outcome = 'agreed')
             AND NOT (e.source_kind = 'rotation' AND EXISTS (
                   SELECT FROM rotation_events v JOIN rotation_requests q ON q.id = v.request_id
                    WHERE v.id = e.source_id AND v.kind = 'paid_out' AND q.asked_by <> v.done_by))`,
  },
  {
    name: "fines-above-the-limit-were-agreed",
    proves: ["I37", "I123"],
    holds:
      "No person charged or reversed a fine above the limit of its moment, unless another had agreed.",
    sql: `SELECT e.id, format('fine %s of %s, one person alone %s', f.id, f.amount_cents, alone.above_cents) AS found
            FROM entries e JOIN entries o ON o.id = coalesce(e.reverses, e.id) JOIN fines f ON f.id = o.source_id
            CROSS JOIN LATERAL ${aloneAt("fine", "e")} alone
           WHERE o.source_kind = 'fine' AND e.author_id IS NOT NULL AND f.amount_cents > alone.above_cents
             AND NOT EXISTS (SELECT FROM proposals q WHERE q.entry_id = e.id AND q.outcome = 'agreed')
             AND NOT (e.reverses IS NULL AND EXISTS (
                   SELECT FROM proposals q WHERE q.id = f.proposal_id AND q.kind = 'fines' AND q.outcome = 'agreed'))`,
  },
  {
    name: "fines-of-a-day-were-agreed",
    proves: ["I37", "I123"],
    holds:
      "Since sums count, nobody charged fines that come to more than the limit of their moment within 24 hours, unless another had agreed.",
    sql: `WITH alone AS MATERIALIZED (
            SELECT f.id, f.charged_by, f.charged_at, f.amount_cents, e.id AS entry_id, e.recorded_at FROM fines f
              JOIN entries e ON e.source_kind = 'fine' AND e.source_id = f.id AND e.purpose = 'charge'
             WHERE f.charged_by IS NOT NULL AND f.opening_id IS NULL
               AND f.charged_at >= (SELECT min(counts_from) FROM second_person_limits WHERE what = 'fine_sum')
               AND NOT EXISTS (SELECT FROM proposals q WHERE q.id = f.proposal_id AND q.kind = 'fines' AND q.outcome = 'agreed')
               AND f.id NOT IN (SELECT e.source_id FROM proposals q JOIN entries e ON e.id = q.entry_id
                                 WHERE q.outcome = 'agreed' AND e.source_kind = 'fine' AND e.purpose = 'charge')),
          summed AS (
            SELECT entry_id AS id, recorded_at, id AS fine_id, charged_by,
                   sum(amount_cents) OVER (PARTITION BY charged_by ORDER BY charged_at
                                           RANGE BETWEEN interval '24 hours' - interval '1 microsecond' PRECEDING AND CURRENT ROW) AS cents
              FROM alone)
          SELECT s.fine_id AS id, format('member %s had fined %s within 24 hours, one person alone %s', s.charged_by, s.cents, one.above_cents) AS found
            FROM summed s CROSS JOIN LATERAL ${aloneAt("fine", "s")} one WHERE s.cents > one.above_cents`,
  },
  {
    name: "approved-matches-undone-by-both",
    proves: ["I37", "I46"],
    holds:
      "Since the rule began, the match of a payment that was approved by then was undone only by one approving office's proposal to which the other agreed at that moment.",
    sql: `SELECT m.id, format('match of line %s with payment %s, undone by %s alone', m.line_id, p.id, m.undone_by) AS found
            FROM statement_matches m JOIN payments p ON p.id = m.payment_id
           WHERE m.undone_why = 'unmatched' AND p.status = 'approved' AND ${approvedBeforeUndone}
             AND m.undone_at >= (SELECT min(counts_from) FROM second_person_limits WHERE what = 'unmatch')
             AND NOT EXISTS (SELECT FROM proposals q WHERE q.kind = 'unmatch' AND q.line_id = m.line_id AND q.outcome = 'agreed'
                                AND q.decided_at = m.undone_at AND q.proposed_by = m.undone_by AND q.asked -> 'match_ids' @> to_jsonb(m.id))
          UNION ALL
          SELECT q.id, 'agreed, and match ' || named.id || ' stands' FROM proposals q, jsonb_array_elements_text(q.asked -> 'match_ids') named (id)
           WHERE q.kind = 'unmatch' AND q.outcome = 'agreed'
             AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.id = named.id::int AND m.undone_at = q.decided_at)
          UNION ALL
          SELECT q.id, format('proposed by the %s, agreed to by the %s', q.proposed_office, a.after ->> 'office') FROM proposals q
            JOIN audit_entries a ON a.subject = 'proposal' AND a.subject_id = q.id AND a.action = 'proposals.agree'
           WHERE q.kind = 'unmatch'
             AND coalesce(a.after ->> 'office', '') <> CASE q.proposed_office WHEN 'Treasurer' THEN 'Sec-Gen' ELSE 'Treasurer' END`,
  },
  {
    name: "limits-begin-with-the-rule",
    proves: ["I38"],
    holds:
      "The limit of fines, their sums and the rule of undoing matches begin with their first rows, no later than the migration that brought them.",
    sql: `SELECT coalesce(l.id, 0) AS id, format('%s begins with %s from %s', wanted.what, l.above_cents, l.counts_from) AS found
            FROM (VALUES ('fine', 500000, '0230-%'), ('unmatch', 0, '0230-%'), ('fine_sum', 0, '0380-%')) wanted (what, cents, brought_by)
            LEFT JOIN (SELECT DISTINCT ON (what) * FROM second_person_limits ORDER BY what, id) l USING (what)
           WHERE l.above_cents IS DISTINCT FROM wanted.cents OR l.proposal_id IS NOT NULL
              OR l.counts_from > (SELECT applied_at FROM migrations WHERE name LIKE wanted.brought_by)
          UNION ALL
          SELECT l.id, 'another beginning of ' || l.what FROM second_person_limits l
           WHERE l.what IN ('unmatch', 'fine_sum') AND l.id > (SELECT min(id) FROM second_person_limits o WHERE o.what = l.what)`,
  },
  {
    name: "second-person-as-audited",
    proves: ["I38"],
    holds:
      "Each amount above which a second person is asked counts from when the audit log tells, and it tells of no other.",
    sql: `SELECT coalesce(l.id, 0) AS id, format('%s from %s, told %s', l.above_cents, l.counts_from, a.told) AS found
            FROM (SELECT id, above_cents, proposal_id, counts_from, CASE what WHEN 'bank' THEN 'second_person_above' ELSE 'fine_limit' END AS setting,
                         row_number() OVER (PARTITION BY what ORDER BY id) - (what = 'fine')::int AS place
                    FROM second_person_limits WHERE what IN ('bank', 'fine')) l
            FULL JOIN (SELECT e.id, e.at, e.after, fact.key AS setting, fact.value #>> '{}' AS told,
                              row_number() OVER (PARTITION BY fact.key ORDER BY e.id) AS place
                         FROM audit_entries e, jsonb_each(e.after) fact
                        WHERE e.action = 'settings.change' AND fact.key IN ('second_person_above', 'fine_limit')) a USING (setting, place)
           WHERE place > 0
             AND (a.told::numeric * 100 IS DISTINCT FROM l.above_cents
                  OR a.id IS NULL OR l.id IS NULL OR l.counts_from < a.at
                  OR (a.after ->> 'proposal_id')::int IS DISTINCT FROM l.proposal_id)`,
  },
  {
    name: "weaker-settings-waited",
    proves: ["I38"],
    holds:
      "Once the books had begun, no delay was lowered and no amount raised or ended, payouts by M-PESA were not turned on, and no demand for two-step sign-in or evidence was ended, but by a proposal that waited its time or that another official agreed to.",
    sql: `SELECT a.id, format('%s becomes %s', a.before, a.after) AS found
            FROM audit_entries a
            LEFT JOIN proposals q ON q.id = (a.after ->> 'proposal_id')::int
           WHERE a.action = 'settings.change'
             AND ((a.after ->> 'office_delay_hours')::int < (a.before ->> 'office_delay_hours')::int
                  OR EXISTS (SELECT FROM unnest('{second_person_above,fine_limit}'::text[]) lim (it)
                              WHERE a.before ->> it IS NOT NULL AND a.after ? it
                                AND (a.after ->> it IS NULL OR (a.after ->> it)::numeric > (a.before ->> it)::numeric))
                  OR (a.after ->> 'mpesa_payouts')::boolean > (a.before ->> 'mpesa_payouts')::boolean
                  OR a.id > (SELECT min(r.id) FROM audit_entries r WHERE r.action = 'roles.propose' AND r.after ? 'delay_hours')
                     AND EXISTS (SELECT FROM unnest('{officials_two_step,require_evidence}'::text[]) demand (it)
                                  WHERE (a.after ->> it)::boolean < (a.before ->> it)::boolean)
                  OR (a.after ->> 'late_fine_amount')::numeric > (a.before ->> 'late_fine_amount')::numeric
                     AND (a.after ->> 'late_fine_amount')::numeric > ${fineLimitBefore("a")})
             AND ${booksHadBegun("a")}
             AND ${delayBefore("a.id")} > 0
             AND (q.id IS NULL OR q.setting IS NULL OR q.outcome IS NULL OR q.outcome = 'refused'
                  OR CASE WHEN q.setting IN ('mpesa_payouts', 'officials_two_step', 'require_evidence') THEN (a.after ->> q.setting)::boolean::int
                                    WHEN q.setting = 'office_delay_hours' THEN (a.after ->> q.setting)::int
                                    ELSE (a.after ->> q.setting)::numeric * 100 END IS DISTINCT FROM q.new_value)`,
  },
  {
    name: "weaker-settings-could-be-refused",
    proves: ["I38"],
    holds:
      "A weaker setting counted by time only while somebody else than its proposer held an office.",
    sql: `WITH ${terms}
          SELECT q.id, 'counted while nobody but member ' || q.proposed_by || ' held an office' AS found
            FROM proposals q
            JOIN audit_entries a ON a.action = 'settings.change' AND (a.after ->> 'proposal_id')::int = q.id
           WHERE q.kind = 'setting' AND q.outcome = 'counted'
             AND NOT EXISTS (
                   SELECT FROM (SELECT DISTINCT ON (t.subject_id) t.subject_id, t.office FROM terms t
                                 WHERE t.id < a.id ORDER BY t.subject_id, t.id DESC) held
                    WHERE held.office IS NOT NULL AND held.subject_id <> q.proposed_by)`,
  },
  {
    name: "proposals-are-audited",
    proves: ["I11", "I33", "I37"],
    holds: "Each proposal and each decision of one has its audit row, by the person it names.",
    sql: `SELECT coalesce(q.id, min(a.subject_id)) AS id, coalesce(q.outcome, 'waits') || ' with ' || coalesce(string_agg(a.action, ', ' ORDER BY a.id), 'no audit row') AS found
            FROM proposals q FULL JOIN (SELECT * FROM audit_entries WHERE subject = 'proposal' AND action <> 'proposals.object') a ON a.subject_id = q.id
           GROUP BY q.id
          HAVING q.id IS NULL OR count(*) FILTER (WHERE a.action = 'proposals.propose' AND a.actor_id = q.proposed_by AND a.at = q.proposed_at
                                    AND (q.kind = 'setting' OR (a.after ->> 'amount')::numeric * 100 = q.amount_cents)) <> 1
              OR count(*) FILTER (WHERE a.action = 'proposals.agree' AND a.actor_id = q.decided_by AND a.at = q.decided_at
                                    AND (a.after ->> 'entry_id')::int IS NOT DISTINCT FROM q.entry_id) <> (coalesce(q.outcome, '') = 'agreed')::int
              OR count(*) FILTER (WHERE a.action = 'proposals.refuse' AND a.actor_id = q.decided_by AND a.after ->> 'reason' = q.reason)
                 <> (coalesce(q.outcome, '') = 'refused')::int
              OR count(a.id) <> 1 + (coalesce(q.outcome, '') IN ('agreed', 'refused'))::int`,
  },
  {
    name: "setting-objections-as-audited",
    proves: ["I118"],
    holds:
      "Each objection to a weaker setting is the one that the audit log tells of, by somebody else than its proposer, and none is gone.",
    sql: `SELECT coalesce(o.id, a.id) AS id, CASE WHEN o.id IS NULL THEN 'an objection of member ' || a.actor_id || ' is gone' ELSE 'was never made' END AS found
            FROM setting_objections o JOIN proposals q ON q.id = o.proposal_id AND q.kind = 'setting' AND q.proposed_by <> o.member_id
            FULL JOIN (SELECT * FROM audit_entries WHERE subject = 'proposal' AND action = 'proposals.object') a
              ON a.subject_id = o.proposal_id AND a.actor_id = o.member_id AND a.at = o.objected_at
             AND a.after ->> 'reason' = o.reason AND (a.after ->> 'counts')::bool = o.counts
           WHERE o.id IS NULL OR a.id IS NULL
          UNION ALL
          SELECT o.id, 'was never made' FROM setting_objections o
           WHERE NOT EXISTS (SELECT FROM proposals q WHERE q.id = o.proposal_id AND q.kind = 'setting' AND q.proposed_by <> o.member_id)`,
  },
  {
    name: "proposals-are-guarded",
    proves: ["I5", "I37"],
    holds:
      "The triggers that ask for a second person, and keep what was proposed, stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['entries_second_person', 'entries_fine_agreed', 'statement_matches_undone_by_both', 'postings_cash_by_both', 'postings_fund_by_both', 'proposals_keep', 'proposals_no_delete', 'proposals_no_truncate',
                              'second_person_limits_append_only', 'second_person_limits_no_truncate', 'setting_objections_append_only', 'setting_objections_no_truncate']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
