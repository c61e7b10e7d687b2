// The tree over audit log and journal (docs/decisions/012-proofs.md). The audit-chain writer extends it after the
// commits; readers take its head and proofs from it.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { toHex } from "#domain/proofs/fingerprint.ts";
import {
  auditLeaf,
  journalLeaf,
  foldSlots,
  growTree,
  slotsOf,
  type Slot,
  type Range,
  hashPart,
  partSalt,
} from "#domain/proofs/merkle-tree.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import { noteBeforeUse } from "#server/db/seen-heads.ts";
import { mapInPieces } from "#server/platform/low-priority/low-priority.ts";
import { sha256 } from "#server/platform/secrets.ts";

const SEALS = 2_000;
const ENTRIES = 1_000;
/** This many entries hash in about a millisecond. */
const AT_A_TIME = 25;

/** How many entries the log has, and their common fingerprint. */
export type TreeHead = { size: number; fingerprint: string };

type Leaf = {
  hash: Uint8Array;
  sealSeq: bigint | null;
  entryId: number | null;
  salt: Buffer | null;
};
type Search = { after: number; upTo: number };

/**
 * Adds to the tree the new seals and the journal entries above `after` up to `upTo`, at most one batch of each, in
 * the open transaction that holds the audit-chain writer's lock. Returns the number up to which the journal is in the
 * tree.
 */
export async function growLog(
  tx: Tx,
  search: Search,
): Promise<{ reachedEntry: number; hasMoreSeals: boolean }> {
  const entries = await readNewEntries(tx, search);
  const seals = await readNewSeals(tx);
  const leaves = [...seals, ...entries];
  if (leaves.length > 0) await addLeaves(tx, leaves);
  return {
    reachedEntry:
      entries.length === ENTRIES ? (entries.at(-1)?.entryId ?? search.upTo) : search.upTo,
    hasMoreSeals: seals.length === SEALS,
  };
}

const leafColumns = { seal_seq: "bigint", entry_id: "int", salt: "bytea" } as const;
const slotColumns = { level: "smallint", position: "bigint" } as const;
const nodeColumns = { level: "int", position: "bigint", hash: "bytea" } as const;

const insertLeaves = preparedQuery(
  (_tx, size: number, leaves: RowsOf<typeof leafColumns>) => sql`
    INSERT INTO log_leaves (position, seal_seq, entry_id, salt)
    SELECT ${size}::bigint + place - 1, seal_seq, entry_id, salt
      FROM ${rowTable("leaf", leafColumns, leaves)}`,
);

const insertNodes = preparedQuery(
  (_tx, nodes: RowsOf<typeof nodeColumns>) => sql`
    INSERT INTO log_tree (level, position, hash)
    SELECT level, position, hash FROM ${rowTable("node", nodeColumns, nodes)}`,
);

async function addLeaves(tx: Tx, leaves: readonly Leaf[]): Promise<void> {
  const size = await readSize(tx);
  const edge = await readRangeHashes(tx, [{ start: 0, end: size }]);
  const nodes = growTree(sha256, {
    size,
    edge: edge.parts[0] ?? [],
    leaves: leaves.map(({ hash }) => hash),
  });
  const leafRows = leaves.map(({ sealSeq, entryId, salt }) => ({
    seal_seq: sealSeq,
    entry_id: entryId,
    salt,
  }));
  await insertLeaves(tx, size, leafRows);
  const nodeRows = nodes.map((node) => ({ ...node, hash: Buffer.from(node.hash) }));
  await insertNodes(tx, nodeRows);
}

/** Seals join in their own order, so those after the last one are new. */
async function readNewSeals(tx: Tx): Promise<Leaf[]> {
  const { rows } = await sql<{ seq: bigint; hash: Buffer }>`
    SELECT seq, hash FROM audit_seals
     WHERE seq > (SELECT coalesce(max(seal_seq), 0) FROM log_leaves)
     ORDER BY seq LIMIT ${SEALS}`.execute(tx);
  return rows.map(({ seq, hash }) => ({
    hash: auditLeaf(sha256, hash),
    sealSeq: seq,
    entryId: null,
    salt: null,
  }));
}

async function readNewEntries(tx: Tx, { after, upTo }: Search): Promise<Leaf[]> {
  if (after >= upTo) return [];
  const entries = await selectEntryTexts(tx)
    .where("entries.id", ">", after)
    .where("entries.id", "<=", upTo)
    .where(
      // Bounded on both sides, so that no query plan reads the tree from its beginning.
      sql<boolean>`NOT EXISTS (SELECT FROM log_leaves known WHERE known.entry_id = entries.id
        AND known.entry_id > ${after} AND known.entry_id <= ${upTo})`,
    )
    .orderBy("entries.id")
    .limit(ENTRIES)
    .execute();
  return mapInPieces(entries, AT_A_TIME, leafOf);
}

function leafOf(entry: EntryTexts): Leaf {
  const salt = randomBytes(32);
  const parts = hashedParts(salt, entry).map(({ hash }) => hash);
  return { hash: journalLeaf(sha256, parts), sealSeq: null, entryId: entry.id, salt };
}

async function readSize(reader: Reader): Promise<number> {
  return (await readExtent(reader)).size;
}

async function readExtent(reader: Reader): Promise<{ size: number; database: string }> {
  const { rows } = await sql<{ size: bigint; database: string }>`
    SELECT coalesce(max(position) + 1, 0) AS size, current_database()::text AS database FROM log_leaves`.execute(
    reader,
  );
  return { size: Number(rows[0]?.size ?? 0), database: rows[0]?.database ?? "" };
}

/**
 * The log as it is now; null before its first entry. The head is stored outside of the database when the promise resolves
 * (SAFE-28), so no answer with a head leaves before that.
 */
export async function readTreeHead(reader: Reader): Promise<TreeHead | null> {
  const { size, database } = await readExtent(reader);
  if (size === 0) return null;
  const [root] = (await readRangeHashes(reader, [{ start: 0, end: size }])).hashes();
  if (root === undefined) return null;
  const head = { size, fingerprint: toHex(root) };
  await noteBeforeUse({ database, size, root: head.fingerprint });
  return head;
}

/**
 * The hashes of ranges of the log: `parts` those of the complete subtrees of each range, `hashes()` one for each
 * range. One query, however many ranges.
 */
export async function readRangeHashes(reader: Reader, ranges: readonly Range[]) {
  const slotsOfEach = ranges.map(slotsOf);
  const slots = [...new Map(slotsOfEach.flat().map((slot) => [keyOf(slot), slot])).values()];
  const { rows } = await sql<{ level: number; position: bigint; hash: Buffer }>`
    SELECT node.level, node.position, node.hash
      FROM ${rowTable("asked", slotColumns, slots)}
      JOIN log_tree node ON node.level = asked.level AND node.position = asked.position`.execute(
    reader,
  );
  const known = new Map(
    rows.map(({ level, position, hash }) => [keyOf({ level, position: Number(position) }), hash]),
  );
  const parts = slotsOfEach.map((each) =>
    each.map((slot) => {
      const hash = known.get(keyOf(slot));
      if (hash === undefined) throw new Error(`the log's tree has no node ${keyOf(slot)}`);
      return hash;
    }),
  );
  return { parts, hashes: () => parts.map((each) => foldSlots(sha256, each)) };
}

function keyOf({ level, position }: Slot): string {
  return `${level}.${position}`;
}

// The canonical texts of a journal entry that the log commits to: one for the entry, one for each posting.

export type EntryTexts = {
  id: number;
  head: string;
  lines: { line: number; text: string; member_id: number | null }[];
};

export type HashedPart = {
  salt: Uint8Array;
  text: string;
  memberId: number | null;
  hash: Uint8Array;
};

/** Every entry with its texts, exactly as PostgreSQL writes them; the caller narrows by columns of `entries`. */
export function selectEntryTexts(reader: Reader) {
  return reader.selectFrom("entries").select([
    "entries.id",
    sql<string>`jsonb_build_array(
        entries.id, to_char(entries.business_date, 'YYYY-MM-DD'), entries.description, entries.source_kind,
        entries.source_id, entries.purpose, entries.reverses, entries.author_id,
        to_char(entries.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text`.as(
      "head",
    ),
    sql<EntryTexts["lines"]>`(
      SELECT json_agg(json_build_object('line', p.line, 'member_id', p.member_id, 'text', (jsonb_build_array(
               p.entry_id, p.line, to_char(p.business_date, 'YYYY-MM-DD'), entries.description, p.account,
               p.amount_cents, p.member_id, p.loan_id) || coalesce(to_jsonb(p.fund_id), '[]'))::text) ORDER BY p.line)
        FROM postings p WHERE p.entry_id = entries.id)`.as("lines"),
  ]);
}

/** The parts of an entry in their order: itself, then its postings. */
export function hashedParts(entrySalt: Uint8Array, { head, lines }: EntryTexts): HashedPart[] {
  const parts = [{ line: 0, text: head, member_id: null }, ...lines];
  return parts.map(({ line, text, member_id: memberId }) => {
    const salt = partSalt(sha256, entrySalt, line);
    return { salt, text, memberId, hash: hashPart(sha256, salt, Buffer.from(text, "utf8")) };
  });
}
