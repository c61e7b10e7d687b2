// Whether an audit entry tells of a verdict as its item keeps it: which office, who, when, which way and why (I9, I11). Of two verdicts of
// one moment the later is kept as a millisecond after the other (domain/approvals/two-officials.ts).

const told = (
  audit: string,
  item: string,
  office: { title: string; column: string; other: string },
) => `(
  ${audit}.actor_id IS NOT DISTINCT FROM ${item}.${office.column}_id
  AND (${audit}.at = ${item}.${office.column}_at
       OR (${audit}.at <= ${item}.${office.other}_at AND ${item}.${office.column}_at = ${item}.${office.other}_at + interval '1 millisecond'))
  AND ${audit}.after ->> 'office' = '${office.title}'
  AND ${audit}.action LIKE CASE ${item}.${office.column}_verdict WHEN 'approved' THEN '%.approve' WHEN 'rejected' THEN '%.reject' END
  AND ${audit}.after ->> 'reason' IS NOT DISTINCT FROM ${item}.${office.column}_reason)`;

/** A condition on an audit entry and an item that two offices decide on, by their names in the query. */
export const toldVerdict = (audit: string, item: string) =>
  `(${told(audit, item, { title: "Treasurer", column: "treasurer", other: "sec_gen" })}
    OR ${told(audit, item, { title: "Sec-Gen", column: "sec_gen", other: "treasurer" })})`;
