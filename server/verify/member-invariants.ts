// Checks members and auditors: who holds an office, how each member joined the group (MEM-33 to MEM-36, compared with
// the audit log; I39), and what signing in depends on.
import { auditedVerdict, hashOf, type Invariant } from "./invariant.ts";

export const peopleInvariants: readonly Invariant[] = [
  {
    name: "officials-are-active",
    proves: ["I20"],
    holds:
      "An office is held only by an active member with a proven account, or by who set up the group.",
    sql: `SELECT id, username || ' is ' || office AS found FROM members
           WHERE office IS NOT NULL
             AND (NOT is_active OR status <> 'active' OR NOT is_proven OR exited_on IS NOT NULL)`,
  },
  {
    name: "a-chairperson-remains",
    proves: ["I20"],
    holds: "Once somebody was approved there is an active Chairperson.",
    sql: `SELECT 0 AS id, 'no active Chairperson' AS found
           WHERE EXISTS (SELECT FROM audit_entries WHERE action = 'roles.assign')
             AND NOT EXISTS (SELECT FROM members WHERE office = 'Chairperson' AND is_active AND status = 'active')`,
  },
  {
    name: "no-session-of-the-inactive",
    proves: ["I34"],
    holds: "Who is not active has no session.",
    sql: `SELECT m.id, m.username AS found FROM members m
           WHERE NOT m.is_active AND EXISTS (SELECT FROM sessions s WHERE s.member_id = m.id)`,
  },
  {
    name: "changes-are-audited",
    proves: ["I9", "I11", "I33"],
    holds:
      "Each payment has its audit row, and each verdict the one that says who gave it, when and why.",
    // One pass over the audit log checks the verdicts of both offices together.
    sql: `SELECT p.id, format('%s with %s audit rows, of which %s tell of its verdicts', p.status, count(a.id), count(a.id) FILTER (
                   WHERE ${auditedVerdict("a", "p", true)})) AS found
            FROM payments p LEFT JOIN audit_entries a ON a.subject = p.kind AND a.subject_id = p.id
           GROUP BY p.id
          HAVING count(a.id) <> 1 + (p.treasurer_verdict <> 'pending_approval')::int
                                  + (p.sec_gen_verdict <> 'pending_approval')::int
              OR count(a.id) FILTER (WHERE ${auditedVerdict("a", "p", true)})
                 <> (p.treasurer_verdict <> 'pending_approval')::int + (p.sec_gen_verdict <> 'pending_approval')::int`,
  },
];

// How the group began and members joined it: the setup and invitations.

// The audit log stores a link only as the hash of its token's hash.
const mark = (hash: string) => `encode(sha256(${hash}), 'hex')`;

export const joiningInvariants: readonly Invariant[] = [
  {
    name: "founder-came-by-a-setup-link",
    proves: ["I35", "I39"],
    holds:
      "Who set up the group did so by a link that the server had made, before anybody was Chairperson, and nobody else did.",
    sql: `WITH founded AS MATERIALIZED (SELECT * FROM audit_entries WHERE action = 'setup.found')
          SELECT coalesce(m.id, told.subject_id, f.member_id) AS id,
                 CASE WHEN m.id IS NULL OR f.member_id IS NULL THEN 'set up the group, and is not its founder'
                      WHEN told.id IS NULL THEN 'is the founder, and never set up the group'
                      ELSE 'set up the group by no link, or after there was a Chairperson' END AS found
            FROM (SELECT * FROM members WHERE is_founder) m
            FULL JOIN founded told ON told.subject = 'member' AND told.subject_id = m.id
            FULL JOIN founding f ON f.member_id = coalesce(m.id, told.subject_id)
           WHERE m.id IS NULL OR told.id IS NULL OR f.member_id IS NULL OR f.founded_at <> told.at
              OR NOT EXISTS (SELECT FROM audit_entries made
                              WHERE made.action = 'setup.link' AND made.id < told.id AND made.after ->> 'link' = told.after ->> 'link')
              OR EXISTS (SELECT FROM audit_entries given
                          WHERE given.id < told.id AND given.subject = 'member' AND given.after ->> 'office' = 'Chairperson')`,
  },
  {
    name: "setup-links-as-made",
    proves: ["I34", "I39"],
    holds:
      "Each setup link was made by the server, as the audit log tells, and none lives once there is a Chairperson by it.",
    sql: `SELECT l.id, CASE WHEN made.id IS NULL THEN 'was made by nobody' ELSE 'lives on after the setup' END AS found
            FROM setup_links l
            LEFT JOIN audit_entries made ON made.action = 'setup.link' AND made.subject_id = l.id
                  AND made.at = l.made_at AND made.after ->> 'link' = ${mark("l.token_hash")}
           WHERE made.id IS NULL OR (l.ended_at IS NULL AND EXISTS (SELECT FROM founding))`,
  },
  {
    name: "setup-as-audited",
    proves: ["I11", "I39"],
    holds: "How the group begins is what the audit log last tells of it.",
    sql: `SELECT f.member_id AS id, 'begins ' || coalesce(f.begins, 'as nobody said') AS found FROM founding f
           WHERE f.begins IS DISTINCT FROM (
                   SELECT a.after ->> 'begins' FROM audit_entries a WHERE a.action = 'setup.begins' ORDER BY a.id DESC LIMIT 1)
              OR NOT EXISTS (SELECT FROM audit_entries a WHERE a.action = 'setup.test-mail' AND a.at = f.mail_tested_at) AND f.mail_tested_at IS NOT NULL`,
  },
  {
    name: "invitations-as-audited",
    proves: ["I11", "I39"],
    holds:
      "Each invitation was made, and ended, by whom, when and for which office the audit log tells, and none is gone.",
    sql: `SELECT coalesce(i.id, made.subject_id) AS id,
                 CASE WHEN i.id IS NULL THEN 'is gone' ELSE 'is not as it was made or ended' END AS found
            FROM invitations i
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'invitations.make') made ON made.subject_id = i.id
            LEFT JOIN audit_entries ended ON ended.action = 'invitations.end' AND ended.subject_id = i.id
           WHERE i.id IS NULL OR made.id IS NULL
              OR (i.invited_by, i.invited_at, i.kind, i.role, i.name, i.reg_number, i.expires_at)
                 IS DISTINCT FROM (made.actor_id, made.at, made.after ->> 'kind', made.after ->> 'role', made.after ->> 'name',
                                   made.after ->> 'reg_number', (made.after ->> 'expires_at')::timestamptz)
              OR (i.ended_by, i.ended_at) IS DISTINCT FROM (ended.actor_id, ended.at)`,
  },
  {
    name: "invitation-links-as-made",
    proves: ["I34", "I39"],
    holds:
      "What opens an invitation is what was told when it was made, and is gone once it is used or ended.",
    sql: `SELECT l.invitation_id AS id, 'is opened by another link, or though it is used or ended' AS found
            FROM invitation_links l LEFT JOIN invitations i ON i.id = l.invitation_id
           WHERE i.id IS NULL OR i.ended_at IS NOT NULL OR NOT l.is_sealed AND sha256(l.token) <> l.token_hash
              OR (i.kind = 'person' AND EXISTS (SELECT FROM invitation_uses u WHERE u.invitation_id = i.id))
              OR NOT EXISTS (SELECT FROM audit_entries made
                              WHERE made.action = 'invitations.make' AND made.subject_id = i.id
                                AND made.after ->> 'link' = ${mark("l.token_hash")})`,
  },
  {
    name: "invitations-used-in-time",
    proves: ["I34", "I39"],
    holds:
      "Whoever signed up by an invitation, or claimed an account, did so while it lived, as the audit row of that tells.",
    sql: `SELECT coalesce(u.member_id, told.subject_id) AS id,
                 'invitation ' || coalesce(u.invitation_id::text, told.after ->> 'invitation_id') || ' and the sign-up do not fit' AS found
            FROM invitation_uses u
            JOIN invitations i ON i.id = u.invitation_id
            FULL JOIN (SELECT * FROM audit_entries WHERE action IN ('members.sign-up', 'members.claim') AND after ? 'invitation_id') told
              ON told.subject_id = u.member_id AND (told.after ->> 'invitation_id')::int = u.invitation_id
           WHERE u.member_id IS NULL OR told.id IS NULL
              OR u.used_at <> told.at OR u.kind <> i.kind OR u.used_at >= i.expires_at
              OR NOT EXISTS (SELECT FROM audit_entries made
                              WHERE made.action = 'invitations.make' AND made.subject_id = i.id AND made.id < told.id)
              OR (i.kind = 'person' AND i.reg_number IS NOT NULL AND lower(told.after ->> 'reg_number') <> lower(i.reg_number))`,
  },
  {
    name: "joined-by-their-invitation",
    proves: ["I35", "I39"],
    holds:
      "A membership or office that an invitation gave was in it, and was given to the one person who signed up by it.",
    sql: `SELECT a.id, a.action || ' of member ' || a.subject_id || ' by invitation ' || (a.after ->> 'invitation_id') AS found
            FROM audit_entries a
           WHERE a.action IN ('members.approve', 'roles.assign') AND a.after ? 'invitation_id'
             AND NOT EXISTS (
                   SELECT FROM invitations i JOIN invitation_uses u ON u.invitation_id = i.id
                    WHERE i.id = (a.after ->> 'invitation_id')::int AND i.kind = 'person' AND u.member_id = a.subject_id
                      AND (a.action = 'members.approve' OR i.role = a.after ->> 'office'))`,
  },
  {
    name: "brought-in-as-audited",
    proves: ["I11", "I39"],
    holds:
      "Who came with the group's book is who an official brought in, as the audit log tells, under that registration number.",
    sql: `SELECT coalesce(m.id, told.subject_id) AS id,
                 CASE WHEN told.id IS NULL THEN 'came with no book' WHEN m.id IS NULL THEN 'was brought in, and is not known as that'
                      ELSE 'was brought in under another number, or by nobody' END AS found
            FROM (SELECT * FROM members WHERE is_brought_in) m
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'members.bring-in') told ON told.subject_id = m.id
           WHERE m.id IS NULL OR told.id IS NULL OR told.actor_id IS NULL OR told.at <> m.created_at
              OR lower(told.after ->> 'reg_number') <> lower(m.reg_number)`,
  },
  {
    name: "claims-as-audited",
    proves: ["I39"],
    holds:
      "Each claim of an account that came with the group's book is as the audit log tells, with the phone and address that the book had then, and none is gone.",
    sql: `SELECT coalesce(c.member_id, told.subject_id) AS id,
                 CASE WHEN c.id IS NULL THEN 'a claim is gone' ELSE 'claim ' || c.id || ' is not as it was made' END AS found
            FROM (SELECT * FROM book_claims WHERE proof <> 'before') c
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'members.claim' AND after ? 'fingerprint') told
              ON told.subject_id = c.member_id AND told.at = c.claimed_at AND told.after ->> 'fingerprint' = encode(sha256(convert_to(
                 jsonb_build_array(c.id, c.member_id, c.invitation_id, c.proof, c.book_phone, c.book_email, c.username, c.email, c.phone)::text,
                 'UTF8')), 'hex')
           WHERE c.id IS NULL OR told.id IS NULL`,
  },
  {
    name: "claims-were-proven",
    proves: ["I34", "I39"],
    holds:
      "Whoever has an account of the group's book proved the phone or the address that the book had, or two officials confirmed them; and their own address, if they have one and the server sends mail.",
    sql: `WITH steps AS MATERIALIZED (
            SELECT a.*, a.action = 'members.confirm-claim' AND coalesce((
                     SELECT o.after ->> 'office' FROM audit_entries o
                      WHERE o.subject = 'member' AND o.subject_id = a.actor_id AND o.after ? 'office' AND o.id < a.id
                      ORDER BY o.id DESC LIMIT 1), (SELECT 'founder' FROM founding f WHERE f.member_id = a.actor_id)) IS NOT NULL AS is_confirmed
              FROM audit_entries a
             WHERE a.action IN ('members.prove-claim', 'members.confirm-claim', 'members.take-claim', 'members.activate-by-mail'))
          SELECT m.id, m.username || ' has an account that nobody has proven to be theirs' AS found
            FROM members m LEFT JOIN book_claims c ON c.member_id = m.id AND c.outcome = 'taken'
           WHERE m.is_brought_in AND (m.is_proven OR c.id IS NOT NULL)
             AND NOT coalesce(c.decided_at IN (m.email_verified_at, m.confirmed_at) AND CASE c.proof
                   WHEN 'before' THEN EXISTS (SELECT FROM steps s WHERE s.action = 'members.activate-by-mail'
                                                 AND s.subject_id = m.id AND s.at = c.decided_at)
                   ELSE EXISTS (SELECT FROM steps s WHERE s.action = 'members.take-claim' AND s.subject_id = m.id AND s.at = c.decided_at)
                    AND (c.email_proven_at IS NULL AND m.confirmed_at = c.decided_at
                         AND (c.email IS NULL OR c.confirmed_again_by IS NOT NULL OR c.proof = 'sms')
                         OR EXISTS (SELECT FROM steps s WHERE s.action = 'members.prove-claim' AND s.subject_id = m.id AND s.at = c.email_proven_at))
                    AND (EXISTS (SELECT FROM steps s WHERE s.action = 'members.prove-claim' AND s.subject_id = m.id
                                    AND s.at = c.proven_at AND s.after ->> 'proof' = c.proof)
                         OR c.confirmed_by <> c.confirmed_again_by
                            AND EXISTS (SELECT FROM steps s WHERE s.is_confirmed AND s.subject_id = m.id
                                           AND (s.actor_id, s.at) = (c.confirmed_by, c.confirmed_at))
                            AND EXISTS (SELECT FROM steps s WHERE s.is_confirmed AND s.subject_id = m.id
                                           AND (s.actor_id, s.at) = (c.confirmed_again_by, c.confirmed_again_at)))
                   END, false)`,
  },
  {
    name: "earlier-phones-as-audited",
    proves: ["I34"],
    holds:
      "A phone that a member had before is the one that was replaced then, as the audit log tells, and none is gone.",
    sql: `SELECT coalesce(e.member_id, told.subject_id) AS id, 'the phone before ' || coalesce(e.replaced_at, told.at) AS found
            FROM earlier_phones e
            FULL JOIN (SELECT * FROM audit_entries
                        WHERE action IN ('members.confirm-phone', 'members.take-claim', 'members.bring-forward') AND before ? 'phone'
                          AND before -> 'phone' <> after -> 'phone' AND at > (SELECT min(replaced_at) FROM earlier_phones)) told
              ON told.subject_id = e.member_id AND told.at = e.replaced_at
           WHERE e.member_id IS NULL OR NOT EXISTS (
                   SELECT FROM audit_entries a WHERE a.subject = 'member' AND a.subject_id = e.member_id AND a.at = e.replaced_at
                      AND a.action IN ('members.confirm-phone', 'members.take-claim', 'members.bring-forward')
                      AND a.before ->> 'phone' = '…' || right(e.phone, 3))`,
  },
  {
    name: "figures-as-audited",
    proves: ["I11"],
    holds:
      "What members and offices answered to the figures of the group's book is what the audit log tells, by whom and when.",
    sql: `SELECT coalesce(a.id, told.id) AS id,
                 CASE WHEN a.id IS NULL THEN told.action || ' of member ' || told.subject_id || ' is gone'
                      ELSE a.answer || ' of member ' || a.member_id || ', which nobody said' END AS found
            FROM opening_answers a
            FULL JOIN (SELECT * FROM audit_entries
                        WHERE action IN ('figures.confirm', 'figures.dispute', 'figures.confirm-on-paper', 'figures.resolve')) told
              ON told.subject_id = a.member_id AND told.actor_id = a.answered_by AND told.at = a.answered_at
             AND told.after ->> 'words' IS NOT DISTINCT FROM a.words
             AND told.action = CASE a.answer WHEN 'yes' THEN 'figures.confirm' WHEN 'no' THEN 'figures.dispute'
                                             WHEN 'resolved' THEN 'figures.resolve' ELSE 'figures.confirm-on-paper' END
           WHERE a.id IS NULL OR told.id IS NULL
              OR NOT EXISTS (SELECT FROM opening_members b WHERE b.opening_id = a.opening_id AND b.member_id = a.member_id)`,
  },
];

// Checks signing in, except sessions: recovery codes and known devices.

export const signInInvariants: readonly Invariant[] = [
  {
    name: "two-step-with-recovery-codes",
    proves: ["I34"],
    holds:
      "Whoever has two-step sign-in has ten recovery codes, spent or not; who has not proven the app yet has none.",
    sql: `SELECT t.member_id AS id, format('%s codes, %s', count(c.code_hash),
                 CASE WHEN t.confirmed_at IS NULL THEN 'not proven' ELSE 'on' END) AS found
            FROM two_step t LEFT JOIN recovery_codes c ON c.member_id = t.member_id
           GROUP BY t.member_id HAVING count(c.code_hash) <> CASE WHEN t.confirmed_at IS NULL THEN 0 ELSE 10 END`,
  },
  {
    name: "devices-of-proven-accounts",
    proves: ["I34"],
    holds:
      "A device is known only of a member who has proven their email address or set up the group.",
    sql: `SELECT d.member_id AS id, 'a device first seen ' || d.first_seen_at AS found
            FROM known_devices d JOIN members m ON m.id = d.member_id
           WHERE NOT m.is_proven`,
  },
  {
    name: "accounts-are-whole",
    proves: ["I34"],
    holds:
      "Who signs in has a phone and a password, and has proven the account; only who came with the group's book may have neither, until then.",
    sql: `SELECT m.id, m.username || ' lacks an account' AS found FROM members m
           WHERE (m.phone IS NULL OR m.password_hash IS NULL)
             AND (NOT m.is_brought_in OR m.is_proven)
          UNION ALL
          SELECT m.id, m.username || ' has a session before the account is proven' FROM members m
           WHERE NOT m.is_proven AND EXISTS (SELECT FROM sessions s WHERE s.member_id = m.id)`,
  },
];

// Checks auditors' seats (MEM-40): each is as the audit log says, and nobody uses a seat that was not given (I34, I49).

export const auditorInvariants: readonly Invariant[] = [
  {
    name: "auditors-as-audited",
    proves: ["I33", "I49"],
    holds:
      "Each auditor's seat was given by the Chairperson whom the audit log names, and ended when and by whom it says.",
    sql: `SELECT coalesce(a.id, told.subject_id) AS id,
                 CASE WHEN a.id IS NULL THEN 'was given and is gone' WHEN told.id IS NULL THEN 'was never given'
                      ELSE 'is not as audit entry ' || told.id || ' witnessed it' END AS found
            FROM auditors a
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'auditors.invite') told ON told.subject_id = a.id
           WHERE told.witness ->> 'row' IS DISTINCT FROM ${hashOf("to_jsonb(a) - '{ended_by, ended_at, last_entered_at}'::text[]")}
              OR told.actor_id IS DISTINCT FROM a.invited_by
          UNION ALL
          SELECT a.id, format('ended %s by %s, told %s by %s', a.ended_at, a.ended_by, told.at, told.actor_id)
            FROM auditors a LEFT JOIN audit_entries told ON told.action = 'auditors.end' AND told.subject_id = a.id
           WHERE (a.ended_at, a.ended_by) IS DISTINCT FROM (told.at, told.actor_id)
          UNION ALL
          SELECT a.id, 'last entered ' || coalesce(a.last_entered_at::text, 'never') || ', told ' || coalesce(told.at::text, 'never')
            FROM auditors a LEFT JOIN LATERAL (
                   SELECT e.at FROM audit_entries e WHERE e.action = 'auditors.enter' AND e.subject_id = a.id ORDER BY e.id DESC LIMIT 1) told ON true
           WHERE a.last_entered_at IS DISTINCT FROM told.at`,
  },
  {
    name: "auditors-enter-by-their-link",
    proves: ["I34", "I49"],
    holds:
      "Each link of a seat is the one that was given with it, and each session of an auditor was entered by it, while the seat lasts.",
    sql: `SELECT l.auditor_id AS id, 'the link was never given' AS found
            FROM auditor_links l LEFT JOIN auditors a ON a.id = l.auditor_id
           WHERE a.ended_at IS NOT NULL OR NOT EXISTS (
                   SELECT FROM audit_entries told
                    WHERE told.action = 'auditors.invite' AND told.subject_id = a.id
                      AND told.witness ->> 'link' = ${hashOf("to_jsonb(l)")})
          UNION ALL
          SELECT s.auditor_id, 'session ' || s.id || ' of ' || s.created_at || ' was never entered'
            FROM auditor_sessions s LEFT JOIN auditors a ON a.id = s.auditor_id
           WHERE a.ended_at IS NOT NULL OR s.created_at >= a.expires_at OR NOT EXISTS (
                   SELECT FROM audit_entries told
                    WHERE told.action = 'auditors.enter' AND told.subject_id = a.id
                      AND told.witness -> 'sessions' ? ${hashOf("to_jsonb(s) - 'last_used_at'")})`,
  },
];
