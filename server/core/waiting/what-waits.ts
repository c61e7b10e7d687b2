// What waits for one person, each as `FROM … WHERE …` that a query counts (PAY-37). `who` is that person's id: a value, or
// a column of the query around it.
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import { type RawBuilder, sql } from "kysely";
import { waitsForApproval } from "#server/core/members/member-directory.ts";

type Id = RawBuilder<number>;

/** Figures from the group's book that the member has not answered (OPEN-60). */
export const unansweredFigures = (who: Id) => sql`FROM opening_members brought
  JOIN openings opening ON opening.id = brought.opening_id
 WHERE brought.member_id = ${who} AND opening.status = 'accepted'
   AND NOT EXISTS (SELECT FROM opening_answers a WHERE a.opening_id = brought.opening_id AND a.member_id = brought.member_id)`;

/** Lines of statements with no match in the books, by account and day (STAT-19). */
export const openLineDays = sql`FROM statement_line_days day WHERE day.state = 'open' AND day.lines > 0`;

/** Claims that nothing in the book reaches, which this official has not confirmed (OPEN-57). */
export const claimsToConfirm = (who: Id) => sql`FROM book_claims claim
 WHERE claim.outcome IS NULL AND claim.proof = 'officials' AND claim.confirmed_again_by IS NULL
   AND claim.confirmed_by IS DISTINCT FROM ${who}`;

/** Words by another official (NOTE-7). */
export const wordsToAgree = (who: Id) => sql`FROM words word
 WHERE word.sent_at IS NULL AND word.ended_at IS NULL AND word.written_by <> ${who}`;

/** Collections that this office has not decided on, and this person not for the other office (CASH-6). */
export const collectionsToDecide = ({ office, id }: { office: ApprovingOffice; id: number }) => {
  const isTreasurer = office === "Treasurer";
  const own = sql.ref(isTreasurer ? "sheet.treasurer_verdict" : "sheet.sec_gen_verdict");
  const other = sql.ref(isTreasurer ? "sheet.sec_gen_id" : "sheet.treasurer_id");
  return sql`FROM collections sheet
 WHERE sheet.status IN ('pending', 'pending_approval') AND ${own} = 'pending_approval' AND ${other} IS DISTINCT FROM ${id}::int`;
};

/** New members, who wait for the Chairperson (MEM-43). */
export const newcomers = sql`FROM members newcomer WHERE ${waitsForApproval("newcomer")}`;

/** Figures from the group's book that another member disputes: their newest answer is no (OPEN-60). */
export const disputedFigures = (who: Id) => sql`FROM openings
  JOIN opening_answers newest ON newest.opening_id = openings.id AND newest.answer = 'no' AND newest.member_id <> ${who}
 WHERE openings.status = 'accepted' AND NOT EXISTS (
   SELECT FROM opening_answers later
    WHERE later.opening_id = newest.opening_id AND later.member_id = newest.member_id AND later.id > newest.id)`;

/** Members who asked for another phone, with the moment they did; they wait for the Chairperson. */
export const phonesToConfirm = sql`FROM members owner CROSS JOIN LATERAL (
   SELECT coalesce((SELECT max(e.at) FROM audit_entries e
                     WHERE e.subject = 'member' AND e.subject_id = owner.id
                       AND e.action = 'members.ask-phone-change'), owner.created_at) AS at) asked
 WHERE owner.pending_phone IS NOT NULL`;
