// Checks that each office given or taken is explained by its proposal, its delay, agreements and objections (I20, I35,
// MEM-23 to MEM-26, MEM-44 to MEM-46), from the rows and the audit log.
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { booksHadBegun, type Invariant } from "./invariant.ts";

/**
 * The office delay in hours that offices waited before the row `auditId` of the audit log: what it last recorded, 24 before
 * the first change, or the most of the 7 days before if a proposal lowered it (MEM-49).
 */
export const delayBefore = (auditId: string) =>
  `greatest(
     coalesce((SELECT (d.after ->> 'office_delay_hours')::int FROM audit_entries d
                WHERE d.action = 'settings.change' AND d.after ? 'office_delay_hours' AND d.id < ${auditId}
                ORDER BY d.id DESC LIMIT 1), 24),
     (SELECT max((d.before ->> 'office_delay_hours')::int) FROM audit_entries d
       WHERE d.action = 'settings.change' AND d.after ? 'office_delay_hours' AND d.after ? 'proposal_id' AND d.id < ${auditId}
         -- Since the rule: proposals tell their delay from then on.
         AND ${auditId} >= (SELECT min(n.id) FROM audit_entries n WHERE n.action = 'roles.propose' AND n.after ? 'delay_hours')
         AND d.at >= (SELECT r.at - interval '7 days' FROM audit_entries r WHERE r.id = ${auditId})))`;

// Reads the audit log's few rows about offices once.
const audited = `told AS MATERIALIZED (SELECT * FROM audit_entries WHERE action LIKE 'roles.%' AND subject = 'member')`;

// Every change of an office, with and without its rights: the office before and after.
export const terms = `terms AS MATERIALIZED (
  SELECT id, at, actor_id, action, subject_id, before ->> 'office' AS was, after ->> 'office' AS office,
         after ->> 'suspended_office' AS suspended, (after ->> 'proposal_id')::int AS proposal_id
    FROM audit_entries WHERE subject = 'member' AND after ? 'office')`;

/** Whether the person held the rights of an office just before the audit row `auditId`. */
export const isOfficialBefore = (person: string, auditId: string) =>
  `coalesce((SELECT t.office IS NOT NULL FROM terms t
              WHERE t.subject_id = ${person} AND t.id < ${auditId} ORDER BY t.id DESC LIMIT 1), false)`;

/** Whether the person lost an office in the 7 days before the moment `at` of the audit row `auditId`. */
const wasOfficialBefore = (person: string, auditId: string, at: string) =>
  `EXISTS (SELECT FROM terms t WHERE t.subject_id = ${person} AND t.id < ${auditId}
              AND t.was IS NOT NULL AND t.office IS NULL AND t.at >= ${at} - interval '7 days')
   OR EXISTS (SELECT FROM terms t WHERE t.subject_id = ${person} AND t.suspended IS NOT NULL AND t.id < ${auditId}
                AND NOT EXISTS (SELECT FROM terms later WHERE later.subject_id = ${person} AND later.id > t.id AND later.id < ${auditId}))`;

/** The last answer of each person to the proposal `p` when it was decided. */
const lastAnswers = `(
  SELECT DISTINCT ON (a.member_id) a.member_id, a.answer, a.counts FROM office_answers a
   WHERE a.proposal_id = p.id
     AND NOT EXISTS (SELECT FROM told later WHERE later.action = 'roles.answer' AND later.actor_id = a.member_id
                        AND later.at = a.answered_at AND later.at <> p.decided_at AND later.id > decided.id)
   ORDER BY a.member_id, a.id DESC)`;

/** Whether so many members as were enough before the rule of MEM-45 last gave this answer. */
const threeMembers = (answer: "agree" | "object") =>
  `(SELECT count(*) FILTER (WHERE given.answer = '${answer}' AND given.counts) >= 3 FROM ${lastAnswers} given)`;

/** The monthly amount in cents in force at that moment. */
const monthlyAmountAt = (moment: string) => `coalesce(
  (SELECT (s.before ->> 'monthly_contribution')::numeric * 100 FROM audit_entries s
    WHERE s.action = 'settings.change' AND s.after ? 'monthly_contribution' AND s.at > ${moment} ORDER BY s.id LIMIT 1),
  (SELECT monthly_contribution_cents FROM group_settings))`;

/**
 * Whether the member `v` had contributed for three months by that moment, or brought as much from the book into an account that was
 * claimed by then; of a sheet that stood at `seenAt`.
 */
const hasThreeMonths = (v: string, moment: string, seenAt: string) => `(
  (SELECT count(*) FROM (
     SELECT FROM payments c CROSS JOIN LATERAL (SELECT greatest(c.treasurer_at, c.sec_gen_at) AS at,
                1 + (extract(year FROM age(coalesce(c.last_month, c.contribution_month), c.contribution_month)) * 12
                   + extract(month FROM age(coalesce(c.last_month, c.contribution_month), c.contribution_month)))::int AS months) both_offices
            CROSS JOIN LATERAL generate_series(0, both_offices.months - 1) later
      WHERE c.member_id = ${v} AND c.kind = '${CONTRIBUTION}' AND c.status = 'approved' AND both_offices.at <= ${moment}
      GROUP BY c.contribution_month + later * interval '1 month'
     HAVING sum(c.amount_cents::numeric / both_offices.months) >= min(${monthlyAmountAt("both_offices.at")})) paid) >= 3
  OR EXISTS (SELECT FROM opening_members b JOIN openings o ON o.id = b.opening_id
              JOIN members proven ON proven.id = b.member_id AND proven.is_proven
              WHERE b.member_id = ${v} AND b.savings_cents >= 3 * ${monthlyAmountAt("o.decided_at")}
                AND o.outcome = 'accepted' AND o.decided_at <= ${seenAt} AND (o.taken_back_at IS NULL OR o.taken_back_at > ${seenAt})
                AND NOT EXISTS (SELECT FROM book_claims k WHERE k.member_id = b.member_id AND k.outcome = 'taken' AND k.decided_at > ${moment})))`;

/** When the membership of `v` was approved last before that moment, or the account handed over. */
const approvedBefore = (v: string, moment: string) => `coalesce(
  (SELECT max(e.at) FROM audit_entries e WHERE e.subject = 'member' AND e.subject_id = ${v} AND e.at <= ${moment}
      AND e.action IN ('members.approve', 'members.hand-over-reset')),
  (SELECT m.approved_on::timestamp AT TIME ZONE 'Africa/Nairobi' FROM members m WHERE m.id = ${v}))`;

/** Whether the answer of the member `v` counts for the proposal `p` (MEM-45), asked at that moment. */
const countsFor = (v: string, moment: string) =>
  `(coalesce(p.proposed_at - ${approvedBefore(v, moment)} > interval '30 days', false) AND ${hasThreeMonths(v, "p.proposed_at", moment)})`;

/** The members who were active and held no office when the proposal `p` was decided, by the log; needs `terms`. */
const activeMembers = `(
  SELECT v.id AS member_id FROM members v
    LEFT JOIN LATERAL (SELECT e.after FROM audit_entries e WHERE e.subject = 'member' AND e.subject_id = v.id AND e.after ? 'status'
                          AND e.id < decided.id ORDER BY e.id DESC LIMIT 1) was ON true
    LEFT JOIN LATERAL (SELECT e.before FROM audit_entries e WHERE e.subject = 'member' AND e.subject_id = v.id AND e.before ? 'status'
                          AND e.id >= decided.id ORDER BY e.id LIMIT 1) became ON true
   WHERE v.id NOT IN (p.proposed_by, p.member_id)
     AND coalesce(was.after ->> 'status', became.before ->> 'status', v.status) = 'active'
     AND coalesce(was.after ->> 'is_active', became.before ->> 'is_active', v.is_active::text) = 'true'
     AND NOT EXISTS (SELECT FROM audit_entries e WHERE e.subject = 'member' AND e.subject_id = v.id
                        AND e.action IN ('members.sign-up', 'members.bring-in') AND e.id >= decided.id)
     AND NOT ${isOfficialBefore("v.id", "decided.id")})`;

/** Whether more than half of those who counted, three at least, agreed to the proposal `p` after its wait (MEM-45). */
const membersReplaced = `(p.decided_at >= p.effective_at AND (
  SELECT count(*) FILTER (WHERE agreed.counts) >= 3 AND count(*) FILTER (WHERE agreed.counts) * 2 > count(*)
    FROM ${activeMembers} v LEFT JOIN ${lastAnswers} agreed ON agreed.member_id = v.member_id AND agreed.answer = 'agree'
   WHERE agreed.counts OR ${countsFor("v.member_id", "p.decided_at")}))`;

/** Whether three who count objected to the proposal `p`, or a third of the active members. */
const membersObjected = `(${threeMembers("object")} OR (
  SELECT count(*) >= 3 AND count(*) * 3 >= (SELECT count(*) FROM ${activeMembers} active)
    FROM ${lastAnswers} given WHERE given.answer = 'object' AND given.member_id <> p.member_id))`;

/** Whether the proposal `p` was made since the rule of MEM-45; before, three members replaced an official at once. */
const isOfMajority = `EXISTS (SELECT FROM told made WHERE made.action = 'roles.propose'
                               AND (made.after ->> 'proposal_id')::int = p.id AND made.after ? 'delay_hours')`;

/** The audit row that tells how the proposal `p` ended. */
const decision = `LATERAL (
  SELECT told.id FROM told
   WHERE told.action NOT IN ('roles.propose', 'roles.answer')
     AND coalesce(told.after ->> 'proposal_id', told.before ->> 'proposal_id')::int = p.id
   ORDER BY told.id LIMIT 1)`;

/** When this maker, by the rows of the audit log, proposed to take an office or ended an official's rights. */
const endedRights = `ended AS MATERIALIZED (
  SELECT id, at, actor_id FROM told WHERE action = 'roles.propose' AND after ? 'takes_office' AND subject_id <> actor_id
  UNION ALL
  SELECT id, at, actor_id FROM terms WHERE was IS NOT NULL AND office IS NULL AND subject_id <> actor_id)`;

/** When this maker deactivated, made dormant or let go a member without an office, who might have answered. */
const silenced = `silenced AS MATERIALIZED (
  SELECT id, at, actor_id FROM audit_entries
   WHERE action IN ('members.deactivate', 'members.dormant', 'members.exit', 'members.clear') AND subject = 'member' AND subject_id <> actor_id
     AND before ->> 'status' = 'active' AND before ->> 'is_active' = 'true' AND before ->> 'office' IS NULL)`;

/**
 * Whether an audit row of `rows` is of the proposal's maker, within the delay before it or while it waited. One from before the
 * proposal that says a later moment is of a clock that was put right, and within.
 */
const withinDelay = (rows: string, also = "true") => `(p.delay_hours > 0 AND EXISTS (
  SELECT FROM ${rows} WHERE ${also} AND ${rows}.actor_id = p.proposed_by AND ${rows}.id < coalesce(decided.id, ${rows}.id + 1)
     AND (${rows}.id > made.id OR ${rows}.at >= p.proposed_at - p.delay_hours * interval '1 hour')))`;

export const officeInvariants: readonly Invariant[] = [
  {
    name: "offices-are-explained",
    proves: ["I20", "I35"],
    holds:
      "Each office, with or without its rights, was given by an audit row, and no later one tells another thing of it.",
    sql: `WITH ${terms}, held AS (
            SELECT m.id, m.username, coalesce(m.office, m.suspended_office) AS office, m.office IS NULL AS is_suspended FROM members m)
          SELECT held.id, held.username || ' is ' || coalesce(held.office, 'a member') || ', which nobody gave' AS found
            FROM held
            LEFT JOIN LATERAL (SELECT * FROM terms WHERE terms.subject_id = held.id ORDER BY terms.id DESC LIMIT 1) last ON true
           WHERE coalesce(held.office, last.office, last.suspended) IS NOT NULL
             AND (last.id IS NULL
                  OR (last.office, last.suspended) IS DISTINCT FROM
                     (CASE WHEN held.is_suspended THEN NULL ELSE held.office END, CASE WHEN held.is_suspended THEN held.office END)
                  OR NOT EXISTS (
                       SELECT FROM terms given
                        WHERE given.subject_id = held.id AND given.office = held.office
                          AND given.action IN ('roles.assign', 'roles.appoint', 'setup.found')
                          AND NOT EXISTS (SELECT FROM terms later
                                           WHERE later.subject_id = held.id AND later.id > given.id
                                             AND coalesce(later.office, later.suspended) IS DISTINCT FROM held.office)))`,
  },
  {
    name: "offices-wait-their-time",
    proves: ["I35", "I115"],
    holds:
      "What is proposed about an office counts when its delay is over, unless it needs an agreement, or when who may agrees: an official who neither proposed it nor is concerned, after the wait more than half of the members who count unless the maker ended the membership of one, or who loses the office.",
    sql: `WITH ${audited}, ${terms}, ${silenced}
          SELECT p.id, p.kind || ' ' || p.office || ' of member ' || p.member_id || ' counted ' || p.decided_at || ', due ' || p.effective_at AS found
            FROM office_proposals p LEFT JOIN ${decision} decided ON true
            LEFT JOIN told made ON made.action = 'roles.propose' AND (made.after ->> 'proposal_id')::int = p.id
           WHERE p.outcome = 'counted'
             AND CASE WHEN p.decided_by IS NULL THEN p.decided_at < p.effective_at OR p.needs_agreement
                      WHEN p.kind = 'take' AND p.decided_by = p.member_id THEN false
                      ELSE decided.id IS NULL OR p.decided_by IN (p.proposed_by, p.member_id)
                           OR NOT (${isOfficialBefore("p.decided_by", "decided.id")}
                                   OR CASE WHEN ${isOfMajority} THEN ${membersReplaced} AND NOT ${withinDelay("silenced")}
                                           ELSE ${threeMembers("agree")} END) END`,
  },
  {
    name: "objections-by-who-may",
    proves: ["I35"],
    holds:
      "What was proposed about an office was ended by an official's objection, by that of somebody who was one in the 7 days before, or by those of three members who count or of a third of the active ones, never by the proposer or who is to lose the office.",
    sql: `WITH ${audited}, ${terms}
          SELECT p.id, 'ended by member ' || p.decided_by AS found
            FROM office_proposals p LEFT JOIN ${decision} decided ON true
           WHERE p.outcome = 'objected'
             AND (decided.id IS NULL OR p.decided_by = p.proposed_by OR (p.kind = 'take' AND p.decided_by = p.member_id)
                  OR NOT (${isOfficialBefore("p.decided_by", "decided.id")}
                          OR ${wasOfficialBefore("p.decided_by", "decided.id", "p.decided_at")}
                          OR EXISTS (SELECT FROM objection_links l WHERE l.proposal_id = p.id AND l.member_id = p.decided_by AND l.used_at = p.decided_at)
                          OR ${membersObjected}))`,
  },
  {
    name: "proposals-wait-as-was-decided",
    proves: ["I35"],
    holds: "Each proposal waits as long as the setting said when it was made.",
    sql: `WITH ${audited}
          SELECT p.id, 'waits until ' || p.effective_at || ', where the setting was ' || hours.decided || ' hours' AS found
            FROM office_proposals p
            JOIN told ON told.action = 'roles.propose' AND (told.after ->> 'proposal_id')::int = p.id
            CROSS JOIN LATERAL (SELECT ${delayBefore("told.id")} AS decided) hours
           WHERE p.effective_at <> p.proposed_at + hours.decided * interval '1 hour'`,
  },
  {
    name: "proposals-need-agreement",
    proves: ["I35"],
    holds:
      "A proposal does not count by time exactly if who is to lose the office objected, or if its maker, within its delay, ended an official's rights, proposed to take an office, or ended the membership of somebody who might have answered.",
    // A proposal that is older than these rules tells nothing of them.
    sql: `WITH ${audited}, ${terms}, ${endedRights}, ${silenced}
          SELECT p.id, CASE WHEN p.needs_agreement THEN 'waits for an agreement that it does not need' ELSE 'counts by time' END AS found
            FROM office_proposals p
            JOIN told made ON made.action = 'roles.propose' AND (made.after ->> 'proposal_id')::int = p.id AND made.after ? 'needs_agreement'
            LEFT JOIN ${decision} decided ON true
           WHERE p.needs_agreement <> (made.after ? 'members_ended' AND ${withinDelay("silenced", "(p.kind = 'give' OR silenced.id > made.id)")} OR CASE p.kind
                   WHEN 'take' THEN EXISTS (SELECT FROM told a WHERE a.action = 'roles.answer' AND (a.after ->> 'proposal_id')::int = p.id
                                               AND a.actor_id = p.member_id AND a.after ->> 'agrees' = 'false')
                   ELSE ${withinDelay("ended")} END)`,
  },
  {
    name: "proposals-as-audited",
    proves: ["I11", "I35"],
    holds:
      "Each proposal was made and decided as the audit log tells: by whom, when and why; and none is gone.",
    sql: `WITH ${audited}
          SELECT p.id, 'proposed by ' || p.proposed_by || ', ' || coalesce(p.outcome, 'waiting') || coalesce(' by ' || p.decided_by, '') AS found
            FROM office_proposals p
           WHERE NOT EXISTS (
                   SELECT FROM told
                    WHERE told.action = 'roles.propose' AND told.subject_id = p.member_id
                      AND (told.after ->> 'proposal_id')::int = p.id AND told.after ->> 'role' = p.office
                      AND (told.after ? 'takes_office') = (p.kind = 'take')
                      AND told.actor_id = p.proposed_by AND told.at = p.proposed_at
                      AND (told.after ->> 'effective_at')::timestamptz = p.effective_at)
              OR (p.outcome IS NULL AND p.reason IS NOT NULL)
              OR (SELECT ARRAY[count(*), count(*) FILTER (
                           WHERE told.action = CASE p.outcome WHEN 'counted' THEN CASE p.kind WHEN 'give' THEN 'roles.assign' ELSE 'roles.remove' END
                                                              WHEN 'objected' THEN 'roles.object'
                                                              WHEN 'withdrawn' THEN 'roles.withdraw' ELSE 'roles.lapse' END
                             AND told.subject_id = p.member_id AND told.actor_id IS NOT DISTINCT FROM p.decided_by
                             AND told.at = p.decided_at AND told.after ->> 'reason' IS NOT DISTINCT FROM p.reason)]
                    FROM told
                   WHERE told.action NOT IN ('roles.propose', 'roles.answer')
                     AND coalesce(told.after ->> 'proposal_id', told.before ->> 'proposal_id')::int = p.id)
                 <> array_fill((p.outcome IS NOT NULL)::int::bigint, ARRAY[2])
              OR (p.outcome IS NULL AND p.reason IS NOT NULL)
          UNION ALL
          SELECT (told.after ->> 'proposal_id')::int, 'was proposed by ' || told.actor_id || ' and is gone' FROM told
           WHERE told.action = 'roles.propose'
             AND NOT EXISTS (SELECT FROM office_proposals p WHERE p.id = (told.after ->> 'proposal_id')::int)`,
  },
  {
    name: "office-answers-as-audited",
    proves: ["I11", "I35"],
    holds: "Each answer about an office is the one that the audit log tells of, and none is gone.",
    sql: `WITH ${audited}
          SELECT coalesce(a.id, (told.after ->> 'proposal_id')::int) AS id,
                 CASE WHEN a.id IS NULL THEN 'an answer of member ' || told.actor_id || ' is gone' ELSE 'was never given' END AS found
            FROM office_answers a JOIN office_proposals p ON p.id = a.proposal_id
            FULL JOIN (SELECT * FROM told WHERE action = 'roles.answer') told
              ON told.subject_id = p.member_id AND (told.after ->> 'proposal_id')::int = a.proposal_id
             AND told.actor_id = a.member_id AND told.at = a.answered_at AND (told.after ->> 'agrees')::bool = (a.answer = 'agree')
             AND (told.after ->> 'counts')::bool = a.counts AND told.after ->> 'reason' IS NOT DISTINCT FROM a.reason
           WHERE a.id IS NULL OR told.id IS NULL`,
  },
  {
    name: "members-who-count",
    proves: ["I35", "I115"],
    holds:
      "An answer that counts is of a member who neither made the proposal nor is its person, whose membership was approved, or account handed a new password, more than 30 days before it, and who had contributed the monthly amount for three months by then.",
    sql: `WITH ${audited}
          SELECT a.id, format('member %s: approved %s', a.member_id, ${approvedBefore("a.member_id", "a.answered_at")}) AS found
            FROM office_answers a JOIN office_proposals p ON p.id = a.proposal_id
           WHERE a.counts AND (a.member_id = p.proposed_by
                               OR a.member_id = p.member_id AND (p.kind = 'take' OR a.answer = 'agree' OR ${isOfMajority})
                               OR ${isOfMajority} AND NOT ${countsFor("a.member_id", "a.answered_at")})`,
  },
  {
    name: "nobody-agrees-to-their-maker",
    proves: ["I116"],
    holds:
      "Whoever got an office by somebody's proposal did not agree to that one's proposals for 7 days, but to losing their own office.",
    sql: `WITH ${audited}
          SELECT p.id, format('agreed to by member %s, whom member %s made %s at %s', p.decided_by, p.proposed_by, made.office, made.decided_at) AS found
            FROM office_proposals p
            JOIN office_proposals made ON made.member_id = p.decided_by AND made.proposed_by = p.proposed_by AND made.kind = 'give'
             AND made.outcome = 'counted' AND made.id <> p.id AND made.decided_at BETWEEN p.decided_at - interval '7 days' AND p.decided_at
           WHERE p.outcome = 'counted' AND p.decided_by <> p.member_id AND ${isOfMajority}
             AND NOT EXISTS (SELECT FROM office_answers a WHERE a.proposal_id = p.id AND a.member_id = p.decided_by AND a.counts)`,
  },
  {
    name: "links-to-object-as-used",
    proves: ["I117"],
    holds:
      "Each link to object was made with its proposal for somebody else who held an office in the 7 days before, and used exactly if the audit log tells of an objection by it, at that moment.",
    sql: `WITH ${audited}, ${terms}
          SELECT l.proposal_id AS id, format('link of member %s, made %s, used %s', l.member_id, l.created_at, l.used_at) AS found
            FROM objection_links l LEFT JOIN office_proposals p ON p.id = l.proposal_id
            LEFT JOIN told made ON made.action = 'roles.propose' AND (made.after ->> 'proposal_id')::int = p.id
           WHERE made.id IS NULL OR l.created_at <> p.proposed_at OR l.member_id = p.proposed_by
              OR NOT (${isOfficialBefore("l.member_id", "made.id")} OR ${wasOfficialBefore("l.member_id", "made.id", "p.proposed_at")}
                      OR EXISTS (SELECT FROM terms t WHERE t.subject_id = l.member_id AND t.at = p.proposed_at AND t.was IS NOT NULL))
              OR (l.used_at IS NOT NULL) <> EXISTS (
                   SELECT FROM told a WHERE a.action = 'roles.answer' AND (a.after ->> 'proposal_id')::int = p.id AND a.actor_id = l.member_id
                      AND a.after ->> 'by_link' = 'true' AND a.after ->> 'agrees' = 'false' AND a.at = coalesce(l.used_at, a.at))
          UNION ALL
          SELECT (a.after ->> 'proposal_id')::int, 'member ' || a.actor_id || ' objected by no link' FROM told a
           WHERE a.action = 'roles.answer' AND a.after ? 'by_link'
             AND NOT EXISTS (SELECT FROM objection_links l
                              WHERE l.proposal_id = (a.after ->> 'proposal_id')::int AND l.member_id = a.actor_id AND l.used_at = a.at)`,
  },
  {
    name: "offices-are-proposed",
    proves: ["I35"],
    holds:
      "Once the books have begun, no office is given through the application but by a proposal that counted, and none is taken otherwise, but from who ends their own.",
    // An office given before the first proposal, or taken before the first of this kind, may be older than this rule. Since
    // leaving tells whether the account was in use, nobody leaves with an office.
    sql: `WITH ${audited}, ${terms}
          SELECT told.id, 'member ' || subject_id || ' was given ' || (after ->> 'office') AS found FROM told
           WHERE action = 'roles.assign' AND NOT after ? 'proposal_id'
             AND id > (SELECT min(id) FROM told WHERE action = 'roles.propose')
          UNION ALL
          SELECT told.id, 'proposal ' || (after ->> 'proposal_id') || ' did not count' FROM told
           WHERE action IN ('roles.assign', 'roles.remove') AND after ? 'proposal_id'
             AND NOT EXISTS (SELECT FROM office_proposals p
                              WHERE p.id = (told.after ->> 'proposal_id')::int AND p.member_id = told.subject_id AND p.outcome = 'counted'
                                AND p.kind = CASE told.action WHEN 'roles.assign' THEN 'give' ELSE 'take' END
                                AND p.office = CASE told.action WHEN 'roles.assign' THEN told.after ->> 'office' ELSE told.before ->> 'office' END)
          UNION ALL
          SELECT t.id, 'member ' || t.subject_id || ' lost ' || t.was || ' by ' || t.action FROM terms t
           WHERE t.was IS NOT NULL AND t.office IS NULL AND t.proposal_id IS NULL
             AND NOT (t.action IN ('members.exit', 'members.clear')
                      AND t.id < coalesce((SELECT min(a.id) FROM audit_entries a WHERE a.action IN ('members.exit', 'members.clear')
                                              AND a.before ? 'is_active'), t.id + 1)) AND t.suspended IS DISTINCT FROM t.was
             AND t.actor_id IS DISTINCT FROM t.subject_id
             AND t.id > (SELECT min(id) FROM told WHERE action = 'roles.propose' AND after ? 'needs_agreement')
             AND ${booksHadBegun("t")} AND ${delayBefore("t.id")} > 0`,
  },
  {
    name: "offices-are-for-contributors",
    proves: ["I35"],
    holds:
      "Whoever was proposed for an office that counted has an approved contribution, or one of the group's book.",
    sql: `SELECT p.id, 'member ' || p.member_id || ' has no approved contribution' AS found FROM office_proposals p
           WHERE p.outcome = 'counted' AND p.kind = 'give'
             AND NOT EXISTS (SELECT FROM payments c
                              WHERE c.member_id = p.member_id AND c.kind = '${CONTRIBUTION}' AND c.status = 'approved')
             AND NOT EXISTS (SELECT FROM opening_members b WHERE b.member_id = p.member_id AND b.savings_cents > 0)`,
  },
  {
    name: "who-is-proposed-may-hold-it",
    proves: ["I35"],
    holds:
      "Who waits for an office is active and holds none; who waits to lose one holds it, with or without its rights.",
    sql: `SELECT p.id, m.username || ' is ' || coalesce(m.office, m.suspended_office, m.status) AS found
            FROM office_proposals p JOIN members m ON m.id = p.member_id
           WHERE p.outcome IS NULL
             AND CASE p.kind
                   WHEN 'take' THEN coalesce(m.office, m.suspended_office) IS DISTINCT FROM p.office
                   ELSE coalesce(m.office, m.suspended_office) IS NOT NULL OR NOT m.is_active OR m.status <> 'active'
                        OR m.exited_on IS NOT NULL END`,
  },
  {
    name: "offices-are-guarded",
    proves: ["I5", "I35"],
    holds:
      "The triggers that keep proposals and answers about offices, and links to object, stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['office_proposals_decided_once', 'office_proposals_kept', 'office_proposals_no_truncate',
                              'office_answers_append_only', 'office_answers_no_truncate',
                              'objection_links_keep', 'objection_links_no_delete', 'objection_links_no_truncate']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
