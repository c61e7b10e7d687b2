// Checks that whoever an audit entry names could do what it tells (I110): by the office that they held at that moment, because it is
// theirs, or because nobody had to be signed in. Only the table of rights is the application's (domain/audit-log/who-may.ts).
import { auditActions } from "#domain/audit-log/audit-actions.ts";
import { whoMayDo } from "#domain/audit-log/who-may.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { mayOffice, offices } from "#domain/permissions.ts";
import type { Invariant } from "./invariant.ts";

const words = (all: readonly string[]) => `'{${all.map((each) => `"${each}"`).join(",")}}'::text[]`;

const columns = "action, offices, own, anyone, anyone_naming, nobody, nobody_naming, earlier";

/** One row for each action: the offices that may, and who else. */
const rows = auditActions.map((action) => {
  const { rights = [], own = false, anyone = [], nobody = [], earlier = "" } = whoMayDo[action];
  const allowed = offices.filter((office) => rights.some((right) => mayOffice(office, right)));
  const named = (who: true | readonly string[]) => words(who === true ? [] : who);
  return `('${action}', ${words(allowed)}, ${own}, ${anyone === true}, ${named(anyone)}, ${nobody === true}, ${named(nobody)}, '${earlier}')`;
});

/** What the Chairperson does about a membership, which brings an office back whose rights had ended. */
const ofMembership = auditActions.filter((action) => {
  const { rights, own } = whoMayDo[action];
  return action.startsWith("members.") && rights?.includes("members.manage") && own !== true;
});

/** Whether the entry gives the office that it mentions. Any other that mentions one gives none, and ends what there was. */
const gives = `(action IN ('roles.assign', 'roles.appoint', 'setup.found')
  OR action IN (${ofMembership.map((action) => `'${action}'`).join(", ")}) AND actor_id IS NOT NULL)`;

/** Each time that somebody held an office with its rights: the audit rows that gave and ended it, and when it ended. */
const held = `
  SELECT * FROM (
    SELECT subject_id AS member_id, CASE WHEN ${gives} THEN after ->> 'office' END AS office, id AS from_id,
           lead(id) OVER each AS until_id, lead(at) OVER each AS until_at
      FROM audit_entries WHERE subject = 'member' AND after ? 'office'
    WINDOW each AS (PARTITION BY subject_id ORDER BY id)) terms WHERE office IS NOT NULL`;

/** What was done with an office in the request that ended it still counts. */
const byOffice = `EXISTS (
  SELECT FROM held h WHERE h.member_id = a.actor_id AND h.office = ANY (may.offices)
     AND a.id > h.from_id AND (h.until_id IS NULL OR a.id <= h.until_id OR a.at = h.until_at))`;

const isOwn = `(CASE WHEN a.subject = 'member' THEN a.subject_id = a.actor_id
  WHEN a.subject IN (${paymentKinds.map((kind) => `'${kind}'`).join(", ")})
    THEN EXISTS (SELECT FROM payments p WHERE p.id = a.subject_id AND p.kind = a.subject AND a.actor_id IN (p.member_id, p.entered_by))
  WHEN a.subject = 'loan' THEN EXISTS (SELECT FROM loans l WHERE l.id = a.subject_id AND a.actor_id IN (l.member_id, l.entered_by))
  WHEN a.subject = 'loan_change'
    THEN EXISTS (SELECT FROM loan_changes c JOIN loans l ON l.id = c.loan_id WHERE c.id = a.subject_id AND l.member_id = a.actor_id)
  WHEN a.subject = 'guarantee'
    THEN EXISTS (SELECT FROM loan_guarantees g JOIN loans l ON l.id = g.loan_id
                  WHERE g.id = a.subject_id AND a.actor_id IN (g.member_id, l.member_id, l.entered_by))
  WHEN a.subject = 'ask' THEN EXISTS (SELECT FROM mpesa_asks q WHERE q.id = a.subject_id AND q.member_id = a.actor_id)
  ELSE false END)`;

/** Whether the right was there when the actor did what this entry comes from. */
const earlier = `(CASE may.earlier
  WHEN 'proposal' THEN EXISTS (SELECT FROM audit_entries e WHERE e.action = 'proposals.propose' AND e.id < a.id
                                  AND e.subject_id::text = a.after ->> 'proposal_id' AND e.actor_id = a.actor_id)
  WHEN 'objection' THEN EXISTS (SELECT FROM setting_objections o
                                 WHERE o.proposal_id = a.subject_id AND o.member_id = a.actor_id AND o.objected_at = a.at)
  WHEN 'payout' THEN EXISTS (SELECT FROM mpesa_payouts o WHERE o.cents_entry_id = a.subject_id AND o.agreed_by = a.actor_id)
  ELSE false END)`;

export const actorInvariants: readonly Invariant[] = [
  {
    name: "acts-by-who-may",
    proves: ["I33", "I110"],
    holds:
      "Whoever an audit entry names held an office at that moment that may do what it tells, or it was theirs to do; what nobody is named for, nobody had to sign in for.",
    sql: `WITH may (${columns}) AS (VALUES ${rows.join(", ")}),
          held AS MATERIALIZED (${held})
          SELECT a.id, CASE WHEN may.action IS NULL THEN a.action || ' is no action'
                            ELSE a.action || ' by ' || coalesce('member ' || a.actor_id || ', who might not', 'nobody') END AS found
            FROM audit_entries a LEFT JOIN may ON may.action = a.action
           WHERE NOT CASE WHEN may.action IS NULL THEN false
                          WHEN a.actor_id IS NULL THEN may.nobody OR coalesce(a.after ?| may.nobody_naming, false)
                          ELSE may.anyone OR coalesce(a.after ?| may.anyone_naming, false) OR (may.own AND ${isOwn}) OR ${byOffice} OR ${earlier} END`,
  },
];
