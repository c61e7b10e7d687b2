// Checks meetings: each as the audit log last witnessed it, its roll, and its minutes (I90 to I94).
import { hashOf, type Invariant } from "./invariant.ts";

/** The number of the last audit row of this action on the meeting; 0 without one. */
const lastOf = (action: string, meeting: string) => `(
  SELECT coalesce(max(x.id), 0) FROM audit_entries x WHERE x.subject = 'meeting' AND x.subject_id = ${meeting} AND x.action = '${action}')`;

const momentOf = (action: string, meeting: string) => `(
  SELECT x.at FROM audit_entries x WHERE x.id = ${lastOf(action, meeting)})`;

/** The newest entry of the log that witnesses this part of a meeting. */
const newest = (part: string) => `(
  SELECT DISTINCT ON (subject_id) subject_id, witness ->> '${part}' AS hash FROM audit_entries
   WHERE subject = 'meeting' AND witness ? '${part}' ORDER BY subject_id, id DESC)`;

export const meetingInvariants: readonly Invariant[] = [
  {
    name: "meetings-as-witnessed",
    proves: ["I90"],
    holds:
      "Each meeting, its roll, its resolutions, the signatures below its minutes and the minutes that were adopted are as the audit log last witnessed them.",
    sql: `SELECT coalesce(m.id, told.subject_id) AS id, 'is not as it was last written' AS found
            FROM meetings m FULL JOIN ${newest("row")} told ON told.subject_id = m.id
           WHERE told.hash IS DISTINCT FROM ${hashOf("to_jsonb(m)")}
          UNION ALL
          SELECT coalesce(r.meeting_id, told.subject_id), 'its roll is not as it was last marked'
            FROM (SELECT meeting_id, ${hashOf("jsonb_build_object('roll', jsonb_agg(jsonb_strip_nulls(to_jsonb(row)) ORDER BY row.member_id))")} AS hash
                    FROM meeting_roll row GROUP BY meeting_id) r
            FULL JOIN ${newest("roll")} told ON told.subject_id = r.meeting_id
           WHERE told.hash IS DISTINCT FROM r.hash
          UNION ALL
          SELECT told.subject_id, 'its resolutions are not as they were last written' FROM ${newest("resolutions")} told
           WHERE told.hash IS DISTINCT FROM ${hashOf("jsonb_build_object('resolutions', (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(r)) ORDER BY r.number), '[]') FROM meeting_resolutions r WHERE r.meeting_id = told.subject_id))")}
          UNION ALL
          SELECT coalesce(s.meeting_id, told.subject_id), 'the signatures below its minutes are not as they were last written'
            FROM (SELECT meeting_id, ${hashOf("jsonb_build_object('signatures', jsonb_agg(to_jsonb(row) ORDER BY row.id))")} AS hash
                    FROM meeting_signatures row GROUP BY meeting_id) s
            FULL JOIN ${newest("signatures")} told ON told.subject_id = s.meeting_id
           WHERE told.hash IS DISTINCT FROM s.hash
          UNION ALL
          SELECT coalesce(a.meeting_id, told.subject_id), 'its minutes are not those that were adopted'
            FROM meeting_minutes a FULL JOIN ${newest("minutes")} told ON told.subject_id = a.meeting_id
           WHERE told.hash IS DISTINCT FROM ${hashOf("to_jsonb(a) - 'bytes'")}`,
  },
  {
    name: "minutes-stay-as-adopted",
    proves: ["I94"],
    holds:
      "Adopted minutes are the file whose SHA-256 stands in the audit log, signed by two officials who saw the same version, at a later meeting that had its quorum; nothing of their meeting has changed since.",
    sql: `SELECT a.meeting_id AS id, 'the file is not the one of the log' AS found FROM meeting_minutes a
           WHERE a.sha256 <> encode(sha256(a.bytes), 'hex')
              OR NOT EXISTS (SELECT FROM audit_entries e WHERE e.subject = 'meeting' AND e.subject_id = a.meeting_id
                                AND e.action = 'meetings.adopt' AND e.after ->> 'sha256' = encode(sha256(a.bytes), 'hex'))
          UNION ALL
          SELECT m.id, format('is %s, with minutes of version %s', m.status, coalesce(a.version::text, 'none'))
            FROM meetings m LEFT JOIN meeting_minutes a ON a.meeting_id = m.id
           WHERE (m.status = 'adopted') <> (a.meeting_id IS NOT NULL) OR m.version <> a.version
          UNION ALL
          SELECT a.meeting_id, 'is not signed by two who say the same' FROM meeting_minutes a
           WHERE 2 <> (SELECT count(DISTINCT s.signed_by) FROM meeting_signatures s
                        JOIN audit_entries e ON e.subject = 'meeting' AND e.subject_id = s.meeting_id AND e.actor_id = s.signed_by
                         AND e.action IN ('meetings.sign', 'meetings.adopt') AND e.after ->> 'version' = s.version::text
                       WHERE (s.meeting_id, s.version, s.at_meeting_id, s.proposed_by, s.seconded_by)
                           = (a.meeting_id, a.version, a.at_meeting_id, a.proposed_by, a.seconded_by) AND e.id <= ${lastOf("meetings.adopt", "a.meeting_id")})
          UNION ALL
          SELECT a.meeting_id, format('was adopted by %s people of meeting %s', a.there, l.number)
            FROM meeting_minutes a JOIN meetings m ON m.id = a.meeting_id JOIN meetings l ON l.id = a.at_meeting_id
           WHERE l.opened_at IS NULL
              OR a.adopted_at IS DISTINCT FROM ${momentOf("meetings.adopt", "m.id")}
              OR m.closed_at IS DISTINCT FROM ${momentOf("meetings.close", "m.id")}
              OR ${lastOf("meetings.open", "l.id")} < ${lastOf("meetings.close", "m.id")}
              OR ${lastOf("meetings.adopt", "m.id")} < ${lastOf("meetings.open", "l.id")}
              OR NOT a.there BETWEEN a.needed AND (SELECT count(*) FROM meeting_roll r WHERE r.meeting_id = l.id)
              OR a.needed * split_part(l.quorum, '/', 2)::int
                 < (SELECT count(*) FROM meeting_roll r WHERE r.meeting_id = l.id) * split_part(l.quorum, '/', 1)::int
              OR 2 > (SELECT count(*) FROM meeting_roll r WHERE r.meeting_id = l.id AND r.member_id IN (a.proposed_by, a.seconded_by))
          UNION ALL
          SELECT a.meeting_id, 'was changed after its minutes were adopted' FROM meeting_minutes a
            JOIN audit_entries e ON e.subject = 'meeting' AND e.subject_id = a.meeting_id
           WHERE e.id > (SELECT min(d.id) FROM audit_entries d WHERE d.subject = 'meeting' AND d.subject_id = a.meeting_id AND d.action = 'meetings.adopt')`,
  },
  {
    name: "resolutions-carried-by-votes",
    proves: ["I93"],
    holds:
      "A resolution is carried if its votes and the quorum of its meeting carry it, and not otherwise.",
    sql: `SELECT r.id, format('%s for, %s against', r.in_favour, r.against) AS found
            FROM meeting_resolutions r JOIN meetings m ON m.id = r.meeting_id
           WHERE r.carried <> (r.in_favour > 0
             AND CASE r.majority WHEN 'simple' THEN r.in_favour > r.against ELSE 3 * r.in_favour >= 2 * (r.in_favour + r.against) END
             AND (SELECT count(*) FILTER (WHERE l.mark IN ('present', 'late')) * split_part(m.quorum, '/', 2)::int
                         >= count(*) * split_part(m.quorum, '/', 1)::int FROM meeting_roll l WHERE l.meeting_id = m.id))`,
  },
  {
    name: "meetings-went-their-way",
    proves: ["I91"],
    holds:
      "Numbers of meetings run on; a meeting opens on its day or later, has a roll from then on, and nobody is unmarked once it is closed.",
    sql: `SELECT m.id, 'has number ' || m.number AS found
            FROM (SELECT id, number, row_number() OVER (ORDER BY id) AS place FROM meetings) m WHERE m.number <> m.place
          UNION ALL
          SELECT m.id, 'opened before its day' FROM meetings m WHERE (m.opened_at AT TIME ZONE 'Africa/Nairobi')::date < m.held_on
          UNION ALL
          SELECT m.id, 'has a roll before it opened, or none after' FROM meetings m
           WHERE (m.opened_at IS NOT NULL) <> EXISTS (SELECT FROM meeting_roll r WHERE r.meeting_id = m.id)
          UNION ALL
          SELECT m.id, format('member %s is not marked', r.member_id) FROM meetings m JOIN meeting_roll r ON r.meeting_id = m.id
           WHERE m.status IN ('closed', 'adopted') AND r.mark IS NULL`,
  },
  {
    name: "fines-of-meetings",
    proves: ["I92"],
    holds:
      "Nobody has two fines of one meeting that were not taken back; each is of the amount that the meeting has for their mark, and none of who was excepted.",
    sql: `SELECT f.id, format('of %s cents at meeting %s, marked %s', f.amount_cents, f.meeting_id, r.mark) AS found
            FROM fines f
            JOIN meetings m ON m.id = f.meeting_id
            LEFT JOIN meeting_roll r ON (r.meeting_id, r.member_id) = (f.meeting_id, f.member_id)
           WHERE f.written_off_cents = 0
             AND (r.excepted_because IS NOT NULL OR f.amount_cents IS DISTINCT FROM
                  CASE r.mark WHEN 'late' THEN m.fine_late_cents WHEN 'absent' THEN m.fine_absent_cents WHEN 'apology' THEN m.fine_apology_cents END)
          UNION ALL
          SELECT min(f.id), format('member %s has %s fines of meeting %s', f.member_id, count(*), f.meeting_id) FROM fines f
           WHERE f.meeting_id IS NOT NULL AND f.written_off_cents = 0 GROUP BY f.meeting_id, f.member_id HAVING count(*) > 1`,
  },
  {
    name: "named-resolutions-were-carried",
    proves: ["I95"],
    holds:
      "Each resolution that an entry names was carried, and is the one that the audit log tells.",
    sql: `SELECT n.entry_id AS id, 'names resolution ' || n.resolution_id || ', which was not carried' AS found
            FROM entry_resolutions n LEFT JOIN meeting_resolutions r ON r.id = n.resolution_id WHERE r.carried IS NOT TRUE
          UNION ALL
          SELECT coalesce(n.entry_id, told.subject_id), 'names another resolution than it was posted with'
            FROM entry_resolutions n
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'entries.name-resolution') told ON told.subject_id = n.entry_id
           WHERE told.after ->> 'resolution_id' IS DISTINCT FROM n.resolution_id::text`,
  },
  {
    name: "meetings-are-guarded",
    proves: ["I5"],
    holds: "The triggers that guard meetings, their rolls and their minutes stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found FROM unnest(ARRAY['meetings_keep', 'meeting_roll_keep', 'meeting_resolutions_keep',
                                      'meeting_signatures_keep', 'meeting_signatures_no_change', 'meeting_minutes_keep', 'meeting_minutes_no_change',
                                      'entry_resolutions_keep', 'entry_resolutions_no_change']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
