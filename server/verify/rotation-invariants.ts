// Checks merry-go-rounds: their draw, computed again from the seed and the words, and each row as the log witnessed it, and their money in the books (I81 to I84).
import { ROTATION_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { hashOf, type Invariant } from "./invariant.ts";

const sha256 = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

export const rotationInvariants: readonly Invariant[] = [
  {
    name: "draws-follow-from-seed-and-words",
    proves: ["I81"],
    holds:
      "The commitment of a merry-go-round is the hash of its seed, and the order that was drawn follows from the seed and the words of all who had joined.",
    sql: `WITH lines AS (
            SELECT rotation_id, string_agg(member_id || ':' || word, E'\\n' ORDER BY member_id) AS lines
              FROM rotation_members GROUP BY rotation_id),
          ranked AS (
            SELECT m.rotation_id, m.member_id, row_number() OVER (
                     PARTITION BY m.rotation_id ORDER BY ${sha256("r.seed || E'\\n' || l.lines || E'\\n' || m.member_id")} COLLATE "C") AS number
              FROM rotation_members m JOIN rotations r ON r.id = m.rotation_id AND r.drawn_at IS NOT NULL JOIN lines l USING (rotation_id))
          SELECT coalesce(t.rotation_id, d.rotation_id) AS id,
                 format('turn %s is member %s''s, by the draw turn %s', t.number, coalesce(t.member_id, d.member_id), d.number) AS found
            FROM rotation_turns t FULL JOIN ranked d ON (d.rotation_id, d.member_id) = (t.rotation_id, t.member_id)
           WHERE t.number IS DISTINCT FROM d.number
          UNION ALL
          SELECT id, 'commitment is not that of its seed' FROM rotations WHERE commitment <> ${sha256("seed")}`,
  },
  {
    name: "merry-go-rounds-as-witnessed",
    proves: ["I82"],
    holds:
      "Each merry-go-round, each member of it, its turns, swaps and what happened in it are as the audit log witnessed them.",
    sql: `SELECT r.id, 'is not as it was made' AS found FROM rotations r
           WHERE NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'rotation' AND a.subject_id = r.id AND a.action = 'rotations.create'
                AND (a.actor_id, a.at, a.after ->> 'commitment') = (r.created_by, r.created_at, r.commitment)
                AND a.witness ->> 'row' = ${hashOf("to_jsonb(r) - '{drawn_by, drawn_at}'::text[]")})
          UNION ALL
          SELECT m.rotation_id, format('member %s is not as they joined', m.member_id) FROM rotation_members m
           WHERE NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'rotation' AND a.subject_id = m.rotation_id AND a.action = 'rotations.join'
                AND (a.actor_id, a.at) = (m.member_id, m.joined_at)
                AND a.witness ->> 'joined' = ${hashOf("jsonb_set(to_jsonb(m), '{left_at}', 'null')")})
          UNION ALL
          SELECT r.id, 'is not as it was drawn' FROM rotations r
           WHERE (r.drawn_at IS NOT NULL OR EXISTS (SELECT FROM rotation_turns t WHERE t.rotation_id = r.id)) AND NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'rotation' AND a.subject_id = r.id AND a.action = 'rotations.draw' AND (a.actor_id, a.at) = (r.drawn_by, r.drawn_at)
                AND a.witness ->> 'turns' = ${hashOf(`jsonb_build_object('turns', (
                  SELECT jsonb_agg(to_jsonb(t) ORDER BY t.number) FROM rotation_turns t WHERE t.rotation_id = r.id))`)})
          UNION ALL
          SELECT a.subject_id, 'of ' || a.action || ' is not there' FROM audit_entries a
            LEFT JOIN rotations r ON r.id = a.subject_id
           WHERE a.subject = 'rotation' AND (r.id IS NULL OR a.action = 'rotations.draw' AND r.drawn_at IS NULL)
          UNION ALL
          SELECT v.rotation_id, format('event %s is not as it was done', v.id) FROM rotation_events v
           WHERE v.kind <> 'paid' AND NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'rotation' AND a.subject_id = v.rotation_id AND (a.actor_id, a.at) = (v.done_by, v.at)
                AND a.action = CASE v.kind WHEN 'paid_out' THEN 'rotations.pay-out' WHEN 'direct' THEN 'rotations.confirm-direct'
                                           WHEN 'settled' THEN 'rotations.settle' WHEN 'swapped' THEN 'rotations.answer-swap' ELSE 'rotations.leave' END
                AND a.witness ->> 'event' = ${hashOf("to_jsonb(v)")})
          UNION ALL
          SELECT q.rotation_id, format('request %s is not as it was made', q.id) FROM rotation_requests q
           WHERE NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'rotation' AND a.subject_id = q.rotation_id AND (a.actor_id, a.at) = (q.asked_by, q.asked_at)
                AND a.action = CASE WHEN q.turn_id IS NULL THEN 'rotations.settle' ELSE 'rotations.pay-out' END
                AND a.after ->> 'office' = q.office AND a.witness ->> 'request' = ${hashOf("to_jsonb(q)")})
          UNION ALL
          SELECT s.rotation_id, format('swap %s is not as it was asked', s.id) FROM rotation_swaps s
           WHERE NOT EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'rotation' AND a.subject_id = s.rotation_id AND a.action = 'rotations.swap'
                AND (a.actor_id, a.at) = (s.asked_by, s.asked_at)
                AND a.witness ->> 'swap' = ${hashOf(`to_jsonb(s) || '{"answer": null, "answered_at": null}'`)})
          UNION ALL
          SELECT s.rotation_id, format('swap %s is not as it was answered', s.id) FROM rotation_swaps s
           WHERE (s.answer IS NOT NULL) <> EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'rotation' AND a.subject_id = s.rotation_id AND a.action = 'rotations.answer-swap'
                AND (a.actor_id, a.at) = (s.with_member, s.answered_at) AND a.witness ->> 'swap' = ${hashOf("to_jsonb(s)")})
              OR (s.answer IS NOT DISTINCT FROM 'yes') <> EXISTS (
             SELECT FROM rotation_events v
              WHERE (v.swap_id, v.rotation_id, v.member_id, v.done_by, v.at) = (s.id, s.rotation_id, s.asked_by, s.with_member, s.answered_at))
          UNION ALL
          SELECT rotation_id, format('member %s asked for %s swaps, told of %s', asked_by, swaps, told)
            FROM (SELECT rotation_id, asked_by, count(*) AS swaps FROM rotation_swaps GROUP BY 1, 2) s
            FULL JOIN (SELECT subject_id AS rotation_id, actor_id AS asked_by, count(*) AS told FROM audit_entries
                        WHERE subject = 'rotation' AND action = 'rotations.swap' GROUP BY 1, 2) a USING (rotation_id, asked_by)
           WHERE swaps IS DISTINCT FROM told
          UNION ALL
          SELECT coalesce(m.rotation_id, v.rotation_id), format('member %s left at %s, by the events at %s', coalesce(m.member_id, v.member_id), m.left_at, v.at)
            FROM (SELECT * FROM rotation_members WHERE left_at IS NOT NULL) m
            FULL JOIN (SELECT * FROM rotation_events WHERE kind = 'left') v ON (v.rotation_id, v.member_id) = (m.rotation_id, m.member_id)
           WHERE v.at IS DISTINCT FROM m.left_at
          UNION ALL
          SELECT a.subject_id, 'of ' || a.action || ' has lost what it wrote' FROM audit_entries a
           WHERE a.subject = 'rotation'
             AND (a.witness ? 'event' AND NOT EXISTS (SELECT FROM rotation_events v
                    WHERE v.rotation_id = a.subject_id AND ${hashOf("to_jsonb(v)")} = a.witness ->> 'event')
               OR a.witness ? 'request' AND NOT EXISTS (SELECT FROM rotation_requests q
                    WHERE q.rotation_id = a.subject_id AND ${hashOf("to_jsonb(q)")} = a.witness ->> 'request'))
          UNION ALL
          SELECT a.subject_id, format('member %s joined and is gone', a.actor_id) FROM audit_entries a
           WHERE a.subject = 'rotation' AND a.action = 'rotations.join'
             AND NOT EXISTS (SELECT FROM rotation_members m WHERE (m.rotation_id, m.member_id) = (a.subject_id, a.actor_id))
             AND NOT EXISTS (SELECT FROM audit_entries gone
                              WHERE gone.subject = 'rotation' AND gone.subject_id = a.subject_id AND gone.action = 'rotations.leave'
                                AND gone.actor_id = a.actor_id AND gone.id > a.id)`,
  },
  {
    name: "merry-go-rounds-in-the-books",
    proves: ["I83"],
    holds:
      "The account of merry-go-rounds holds for each member what they paid less what they received, by what happened in them; none ever held less than nothing.",
    sql: `WITH moved AS (
            SELECT rotation_id, id, member_id, CASE kind WHEN 'paid_out' THEN -amount_cents ELSE amount_cents END AS cents FROM rotation_events
            UNION ALL
            SELECT rotation_id, id, receiver_id, -amount_cents FROM rotation_events WHERE kind = 'direct')
          SELECT coalesce(m.member_id, b.member_id) AS id, format('position %s, in the books %s', coalesce(m.cents, 0), coalesce(b.cents, 0)) AS found
            FROM (SELECT member_id, sum(cents) AS cents FROM moved GROUP BY member_id) m
            FULL JOIN (SELECT coalesce(member_id, 0) AS member_id, -sum(amount_cents) AS cents
                         FROM postings WHERE account = 'merry_go_round' GROUP BY 1) b USING (member_id)
           WHERE coalesce(m.cents, 0) <> coalesce(b.cents, 0)
          UNION ALL
          SELECT rotation_id, format('held %s after event %s', held, id)
            FROM (SELECT rotation_id, id, sum(cents) OVER (PARTITION BY rotation_id ORDER BY id) AS held FROM moved) h WHERE held < 0`,
  },
  {
    name: "merry-go-round-events-as-posted",
    proves: ["I6", "I83"],
    holds:
      "What moved money in a merry-go-round has one entry, of its person and moment, with the postings of its kind; and each such entry and approved payment is an event.",
    sql: `WITH wanted AS (
            SELECT v.id AS event, coalesce(v.payment_id, v.id) AS source_id, v.done_by, v.at, w.account, w.member_id, w.cents,
                   CASE WHEN v.payment_id IS NULL THEN 'rotation' ELSE 'payment' END AS source_kind,
                   CASE v.kind WHEN 'paid' THEN '${ROTATION_PAYMENT}' WHEN 'paid_out' THEN 'pay_out' WHEN 'settled' THEN 'settlement' ELSE v.kind END AS purpose
              FROM rotation_events v, LATERAL (VALUES
                     ('merry_go_round', v.member_id, CASE v.kind WHEN 'paid_out' THEN v.amount_cents ELSE -v.amount_cents END),
                     (CASE v.kind WHEN 'direct' THEN 'merry_go_round' WHEN 'settled' THEN 'monthly_contribution' ELSE 'bank' END,
                      coalesce(v.receiver_id, v.member_id), CASE v.kind WHEN 'paid_out' THEN -v.amount_cents ELSE v.amount_cents END))
                   AS w (account, member_id, cents) WHERE v.amount_cents > 0),
          posted AS (
            SELECT e.source_kind, e.source_id, e.purpose, e.author_id, e.recorded_at, p.account, p.member_id, p.amount_cents
              FROM entries e JOIN postings p ON p.entry_id = e.id
             WHERE e.source_kind = 'rotation' OR e.source_kind = 'payment' AND e.purpose = '${ROTATION_PAYMENT}')
          SELECT coalesce(w.source_id, p.source_id) AS id,
                 format('%s %s: %s %s, posted %s', coalesce(w.source_kind, p.source_kind), coalesce(w.purpose, p.purpose),
                        coalesce(w.account, p.account), w.cents, p.amount_cents) AS found
            FROM wanted w FULL JOIN posted p
              ON (p.source_kind, p.source_id, p.purpose, p.author_id, p.recorded_at, p.account, p.member_id, p.amount_cents)
               = (w.source_kind, w.source_id, w.purpose, w.done_by, w.at, w.account, w.member_id, w.cents)
           WHERE w.source_id IS NULL OR p.source_id IS NULL
          UNION ALL
          SELECT coalesce(p.id, v.payment_id), format('payment of member %s in merry-go-round %s, event %s', p.member_id, p.rotation_id, v.id)
            FROM (SELECT * FROM payments WHERE kind = '${ROTATION_PAYMENT}' AND status = 'approved') p
            FULL JOIN (SELECT * FROM rotation_events WHERE payment_id IS NOT NULL) v ON v.payment_id = p.id
           WHERE (p.rotation_id, p.member_id, p.amount_cents) IS DISTINCT FROM (v.rotation_id, v.member_id, v.amount_cents)`,
  },
  {
    name: "merry-go-round-money-by-both-offices",
    proves: ["I84"],
    holds:
      "What both offices did in a merry-go-round, two people did for two offices; a turn was paid out from its day on.",
    sql: `SELECT v.rotation_id AS id, format('event %s by member %s after %s', v.id, v.done_by, q.asked_by) AS found
            FROM rotation_events v JOIN rotation_requests q ON q.id = v.request_id
           WHERE v.done_by = q.asked_by OR q.rotation_id <> v.rotation_id
              OR (v.turn_id, v.kind) IS DISTINCT FROM (q.turn_id, CASE WHEN q.turn_id IS NULL THEN 'settled' ELSE 'paid_out' END)
              OR q.member_id <> v.member_id
              OR NOT EXISTS (SELECT FROM audit_entries a
                              WHERE a.subject = 'rotation' AND a.subject_id = v.rotation_id AND (a.actor_id, a.at) = (v.done_by, v.at)
                                AND a.after ->> 'office' IN ('Treasurer', 'Sec-Gen') AND a.after ->> 'office' <> q.office
                                AND a.id > (SELECT min(x.id) FROM audit_entries x
                                             WHERE x.subject = 'rotation' AND x.subject_id = v.rotation_id AND (x.actor_id, x.at) = (q.asked_by, q.asked_at)))
          UNION ALL
          SELECT v.rotation_id, format('turn %s of %s was paid out before', t.number, t.due_on)
            FROM rotation_events v JOIN rotation_turns t ON t.id = v.turn_id
           WHERE v.kind = 'paid_out' AND t.due_on > (v.at AT TIME ZONE 'Africa/Nairobi')::date`,
  },
  {
    name: "merry-go-rounds-are-guarded",
    proves: ["I5"],
    holds:
      "The triggers that guard merry-go-rounds, their members and turns stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['rotations_keep', 'rotation_members_keep', 'rotation_swaps_keep', 'rotation_events_posted',
                              'entries_have_rotation']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
