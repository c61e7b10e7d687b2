// Checks collections of meetings: sent and approved as the log has it, and in the books as they were counted (I100, I101).
import { auditedVerdict, type Invariant } from "./invariant.ts";

const verdicts =
  "treasurer_verdict, treasurer_id, treasurer_reason, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_reason, sec_gen_at";
const of = (row: string) =>
  `(${verdicts
    .split(", ")
    .map((column) => `${row}.${column}`)
    .join(", ")})`;

/** What entries of each collection post on cash: of its payments, and of its difference. */
const posted = `(
  SELECT c.id, e.id AS entry_id, e.source_kind, e.recorded_at,
         (SELECT coalesce(sum(b.amount_cents), 0) FROM postings b WHERE b.entry_id = e.id AND b.account = 'cash') AS cents
    FROM collections c
    JOIN payments p ON p.collection_id = c.id
    JOIN entries e ON e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose = p.kind
  UNION ALL
  SELECT e.source_id, e.id, e.source_kind, e.recorded_at,
         (SELECT coalesce(sum(b.amount_cents), 0) FROM postings b WHERE b.entry_id = e.id AND b.account = 'cash')
    FROM entries e WHERE e.source_kind = 'collection')`;

export const collectionInvariants: readonly Invariant[] = [
  {
    name: "collections-decided-as-a-whole",
    proves: ["I100"],
    holds:
      "A collection is of a meeting that was held. Its payments come to it, each by whom it was sent and with its verdicts, which are those of the audit log; two people approved it and each said what was counted.",
    sql: `SELECT c.id, format('%s, %s payments of %s for %s', c.status, count(p.id), coalesce(sum(p.amount_cents), 0), c.total_cents) AS found
            FROM collections c LEFT JOIN payments p ON p.collection_id = c.id
           GROUP BY c.id
          HAVING coalesce(sum(p.amount_cents), 0) <> c.total_cents
              OR count(*) FILTER (WHERE ${of("p")} IS DISTINCT FROM ${of("c")}) > 0
              OR count(*) FILTER (WHERE p.entered_by <> c.entered_by OR p.submitted_at <> c.entered_at) > 0
          UNION ALL
          SELECT c.id, 'of a meeting that is ' || m.status FROM collections c JOIN meetings m ON m.id = c.meeting_id
           WHERE m.status = 'called' OR m.status = 'cancelled' AND c.status <> 'rejected'
              OR m.status = 'adopted' AND c.status IN ('pending', 'pending_approval')
          UNION ALL
          SELECT c.id, format('%s with %s audit rows, of which %s tell of its verdicts', c.status, count(a.id), count(a.id) FILTER (
                   WHERE ${auditedVerdict("a", "c")}))
            FROM collections c LEFT JOIN audit_entries a ON a.subject = 'collection' AND a.subject_id = c.id
           GROUP BY c.id
          HAVING count(a.id) <> 1 + (c.treasurer_verdict <> 'pending_approval')::int + (c.sec_gen_verdict <> 'pending_approval')::int
              OR count(a.id) FILTER (WHERE ${auditedVerdict("a", "c")})
                 <> (c.treasurer_verdict <> 'pending_approval')::int + (c.sec_gen_verdict <> 'pending_approval')::int
          UNION ALL
          SELECT c.id, format('counted %s and %s of %s', c.treasurer_counted, c.sec_gen_counted, c.counted_cents) FROM collections c
            JOIN audit_entries a ON a.subject = 'collection' AND a.subject_id = c.id AND a.action = 'collections.approve'
           WHERE (a.after ->> 'counted')::numeric * 100 IS DISTINCT FROM c.counted_cents
              OR c.treasurer_id = c.sec_gen_id
              OR c.treasurer_verdict = 'approved' AND c.treasurer_counted IS DISTINCT FROM c.counted_cents
              OR c.sec_gen_verdict = 'approved' AND c.sec_gen_counted IS DISTINCT FROM c.counted_cents
          UNION ALL
          SELECT p.id, format('%s is of collection %s', p.reference, p.collection_id) FROM payments p
           WHERE p.collection_id IS NOT NULL
             AND p.reference !~ format('^CASH-%s-[0-9]{4}$', lpad(p.collection_id::text, greatest(6, length(p.collection_id::text)), '0'))`,
  },
  {
    name: "collections-in-the-books",
    proves: ["I101"],
    holds:
      "An approved collection has one entry a payment on cash and one for its difference, written at the moment of the second approval, which come to what was counted; any other has none.",
    sql: `SELECT c.id, format('%s, counted %s, cash %s', c.status, c.counted_cents, coalesce(sum(t.cents), 0)) AS found
            FROM collections c LEFT JOIN ${posted} t ON t.id = c.id
           GROUP BY c.id
          HAVING CASE WHEN c.status = 'approved'
                      THEN coalesce(sum(t.cents), 0) <> c.counted_cents
                           OR count(*) FILTER (WHERE t.source_kind = 'payment') <> (SELECT count(*) FROM payments p WHERE p.collection_id = c.id)
                           OR count(*) FILTER (WHERE t.source_kind = 'collection') <> (c.counted_cents <> c.total_cents)::int
                           OR count(*) FILTER (WHERE t.recorded_at <> greatest(c.treasurer_at, c.sec_gen_at)) > 0
                      ELSE count(t.entry_id) > 0 END
          UNION ALL
          SELECT e.id, 'the difference of a collection posts ' || moved.said FROM entries e
            LEFT JOIN collections c ON c.id = e.source_id
            CROSS JOIN LATERAL (SELECT string_agg(p.account || ' ' || p.amount_cents, ', ' ORDER BY p.account) AS said FROM postings p WHERE p.entry_id = e.id) moved
           WHERE e.source_kind = 'collection'
             AND moved.said IS DISTINCT FROM CASE WHEN c.counted_cents < c.total_cents
               THEN format('cash %s, other_expense %s', c.counted_cents - c.total_cents, c.total_cents - c.counted_cents)
               ELSE format('cash %s, other_income %s', c.counted_cents - c.total_cents, c.total_cents - c.counted_cents) END`,
  },
  {
    name: "collections-are-guarded",
    proves: ["I100"],
    holds:
      "The triggers that keep a collection as it was sent, and decide its payments with it, stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['collections_keep', 'collections_whole', 'collections_no_delete', 'collections_no_truncate',
                              'payments_come_with_collection', 'payments_decided_with_collection', 'entries_have_collection']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
