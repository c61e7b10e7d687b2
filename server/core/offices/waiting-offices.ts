// The proposals about offices that wait (MEM-24).
import { sql } from "kysely";
import type { OfficeChange } from "#domain/members/office-proposal.ts";
import type { Office } from "#domain/permissions.ts";
import type { Reader } from "#server/db/connection.ts";

/** Who acts; `null` for the application itself or the server's operator. */
export type DoneBy = { actorId: number | null; now: Date; address: string | null };

/** How a proposal ends without effect. `lapsed`: the rules no longer allow it. */
export type ProposalEnding =
  | { outcome: "objected"; reason: string }
  | { outcome: "withdrawn" }
  | { outcome: "lapsed" };

export function selectWaiting(reader: Reader) {
  return reader.selectFrom("office_proposals").selectAll().where("outcome", "is", null);
}

export type WaitingProposal = NonNullable<Awaited<ReturnType<typeof findWaitingProposal>>>;

/** The open proposal for a member, or undefined. At most one is open (office_proposals_one_waits). */
export function findWaitingProposal(reader: Reader, memberId: number) {
  return selectWaiting(reader).where("member_id", "=", memberId).executeTakeFirst();
}

/** For a query with a session: when the next proposal takes effect, or null. Read with each request (sessions.ts). */
export const nextOfficeAt = sql<Date | null>`(
  SELECT min(effective_at) FROM office_proposals WHERE outcome IS NULL AND NOT needs_agreement)`.as(
  "next_office_at",
);

/** The office of a proposal; the database admits no other words (office_proposals_office). */
export function officeOf(proposal: { office: string }): Office {
  return proposal.office as Office;
}

/** The database admits no other words (office_proposals_kind). */
export function changeOf(proposal: { kind: string }): OfficeChange {
  return proposal.kind as OfficeChange;
}
