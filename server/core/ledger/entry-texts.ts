// The canonical texts of a journal entry that the log commits to: one for the entry, one for each posting.
import { sql } from "kysely";
import { hashPart, partSalt } from "#domain/proofs/merkle-tree.ts";
import type { Reader } from "#server/db/connection.ts";
import { sha256 } from "#server/platform/token.ts";

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
      SELECT json_agg(json_build_object('line', p.line, 'member_id', p.member_id, 'text', jsonb_build_array(
               p.entry_id, p.line, to_char(p.business_date, 'YYYY-MM-DD'), entries.description, p.account,
               p.amount_cents, p.member_id, p.loan_id)::text) ORDER BY p.line)
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
