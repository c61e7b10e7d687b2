// The tree over seals and journal of a data set, as the audit-chain writer would have grown it (docs/decisions/012-proofs.md).
import { planned, type Shape } from "./people.ts";

/** In the order of time; what is written with an entry of the journal comes just before it. Seals have the numbers of what they seal. */
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

/** What the tree holds of each entry of the journal; reads through the keys. */
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

/** Each complete pair of a level gives a node of the next, until a level has no pair; reads through the key. */
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
