// An invariant that `npm run verify` checks by a query, and the conditions that several invariants use.
import { inEnglish } from "#messages/translator.ts";

export type Invariant = {
  /** The short name that is printed. */
  name: string;
  /** The promises of docs/invariants.md that it proves, wholly or in part. */
  proves: readonly `I${number}`[];
  /** The sentence that is true if the query returns no row. */
  holds: string;
  /** Returns `id` and `found` for each offender. */
  sql: string;
};

const sentences = [
  "descriptions.referenceHeld",
  "descriptions.shownForAnother",
  "descriptions.openingReplaced",
] as const;

/** The reason in an audit entry as its record has it: in English if the entry has the key of the program's sentence (SAFE-10). */
export const reasonIn = (audit: string) =>
  `CASE ${audit}.after -> 'reason' ->> 'key'
     ${sentences.map((key) => `WHEN '${key}' THEN '${inEnglish(key).replaceAll("'", "''")}'`).join(" ")}
     ELSE ${audit}.after ->> 'reason' END`;

// Whether an audit entry and an item agree on a verdict: office, person, moment, decision and reason (I9, I11). If both
// offices decide in the same moment, the item stores the later verdict one millisecond after the other
// (domain/approvals/two-officials.ts).

const audited = (
  audit: string,
  item: string,
  { isPayment, ...office }: { title: string; column: string; other: string; isPayment: boolean },
) => `(
  ${audit}.actor_id IS NOT DISTINCT FROM ${item}.${office.column}_id
  AND (${audit}.at = ${item}.${office.column}_at
       OR (${audit}.at <= ${item}.${office.other}_at AND ${item}.${office.column}_at = ${item}.${office.other}_at + interval '1 millisecond'))
  AND ${audit}.after ->> 'office' = '${office.title}'
  AND ${audit}.action LIKE CASE ${item}.${office.column}_verdict WHEN 'approved' THEN '%.approve' WHEN 'rejected' THEN '%.reject' END
  AND ${reasonIn(audit)} IS NOT DISTINCT FROM ${item}.${office.column}_reason
  ${isPayment ? auditedEvidence(audit, item, office.column) : ""})`;

/**
 * Also compares the evidence of the statements at the approval, and the reason to approve against it (STAT-23,
 * STAT-24).
 */
const auditedEvidence = (audit: string, item: string, column: string) => `
  AND ${audit}.after ->> 'approve_reason' IS NOT DISTINCT FROM ${item}.${column}_approve_reason
  AND coalesce(${audit}.after ->> 'evidence', 'none') = coalesce(${item}.${column}_evidence, 'none')`;

/** A condition on an audit entry and an item that two offices decide on. Both params are aliases in the query. */
export const auditedVerdict = (audit: string, item: string, isPayment = false) =>
  `(${audited(audit, item, { title: "Treasurer", column: "treasurer", other: "sec_gen", isPayment })}
    OR ${audited(audit, item, { title: "Sec-Gen", column: "sec_gen", other: "treasurer", isPayment })}
    ${isPayment ? `OR ${auditedWithdrawal(audit, item)}` : ""})`;

/** What was taken back has the rejection of nobody: its audit entry tells who took it back, and when (PAY-34). */
const auditedWithdrawal = (audit: string, item: string) => `(
  ${item}.rejected_by_rule = 'withdrawn' AND ${audit}.action LIKE '%.withdraw' AND ${audit}.after ->> 'status' = 'withdrawn'
  AND ${audit}.actor_id = ${item}.treasurer_id AND ${audit}.at = ${item}.treasurer_at)`;

// Computes the audit log's witness hashes again, independently of the code that writes them.

/** The hash of a row as JSON, without fields that are null or false. */
export const hashOf = (facts: string) =>
  `encode(sha256(convert_to((SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(${facts})
                              WHERE value NOT IN ('null', 'false'))::text, 'UTF8')), 'hex')`;

/** As `hashOf` for columns that are never false; faster for many rows. */
export const hashOfFixed = (facts: string) =>
  `encode(sha256(convert_to(jsonb_strip_nulls(${facts})::text, 'UTF8')), 'hex')`;

// What came first (docs/clocks.md): the audit log's numbers tell, since a clock may have gone back meanwhile.

/** Whether the audit row is of the entry's moment, which is a millisecond later if both offices decided in the same. */
export const ofItsMoment = (audit: string, entry: string) =>
  `${audit}.at BETWEEN ${entry}.recorded_at - interval '1 millisecond' AND ${entry}.recorded_at`;

/**
 * Whether the books had begun when the audit row was written: after the first journal entry, which has an audit row of its
 * moment.
 */
export const booksHadBegun = (audit: string) => `${audit}.id > (
  SELECT coalesce(max(x.id), 0) FROM (SELECT recorded_at FROM entries ORDER BY id LIMIT 1) first
    JOIN audit_entries x ON ${ofItsMoment("x", "first")})
  AND EXISTS (SELECT FROM entries)`;

/** The number of the last audit row in which an office approved this loan, change or payment. */
export const approvedIn = (subject: string, id: string) => `(
  SELECT max(x.id) FROM audit_entries x WHERE x.subject = ${subject} AND x.subject_id = ${id} AND x.action LIKE '%.approve')`;
