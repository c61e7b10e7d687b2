// One thing that must hold, as `npm run verify` asks the database for it, and the conditions that several rest on.
export type Invariant = {
  /** Short name, as printed. */
  name: string;
  /** Which of the promises in docs/invariants.md it proves, wholly or in part. */
  proves: readonly `I${number}`[];
  /** The sentence that is true when no row comes back. */
  holds: string;
  /** Gives `id` and `found` for each offender. */
  sql: string;
};

// Whether an audit entry tells of a verdict as its item keeps it: which office, who, when, which way and why (I9, I11). Of two verdicts of
// one moment the later is stored as a millisecond after the other (domain/approvals/two-officials.ts).

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
  AND ${audit}.after ->> 'reason' IS NOT DISTINCT FROM ${item}.${office.column}_reason
  ${isPayment ? auditedEvidence(audit, item, office.column) : ""})`;

/** What the statements said when the office approved, and why it approved all the same (STAT-23, STAT-24). */
const auditedEvidence = (audit: string, item: string, column: string) => `
  AND ${audit}.after ->> 'approve_reason' IS NOT DISTINCT FROM ${item}.${column}_approve_reason
  AND coalesce(${audit}.after ->> 'evidence', 'none') = coalesce(${item}.${column}_evidence, 'none')`;

/** A condition on an audit entry and an item that two offices decide on, by their names in the query. */
export const auditedVerdict = (audit: string, item: string, isPayment = false) =>
  `(${audited(audit, item, { title: "Treasurer", column: "treasurer", other: "sec_gen", isPayment })}
    OR ${audited(audit, item, { title: "Sec-Gen", column: "sec_gen", other: "treasurer", isPayment })})`;

// How the audit log hashes what it witnessed, written out again here, apart from the code that does it.

/** The hash of a row as JSON: what is null or false is left out. */
export const hashOf = (facts: string) =>
  `encode(sha256(convert_to((SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(${facts})
                              WHERE value NOT IN ('null', 'false'))::text, 'UTF8')), 'hex')`;

/** The same of fixed columns that are never false, for many rows. */
export const hashOfFixed = (facts: string) =>
  `encode(sha256(convert_to(jsonb_strip_nulls(${facts})::text, 'UTF8')), 'hex')`;
