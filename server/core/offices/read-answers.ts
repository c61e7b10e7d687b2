// What is proposed about an office, with the answers so far, as the rules of domain/members/office-answers.ts take it.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { GivenAnswer, OfficeProposalState } from "#domain/members/office-answers.ts";
import { countsByTime } from "#domain/members/office-proposal.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { readSilenced } from "./office-history.ts";
import type { Proposed } from "./voices.ts";
import { changeOf, type WaitingProposal } from "./waiting-offices.ts";

/** The last answers of everybody, the earliest person first. For queries over `office_proposals`. */
export const answersOf = sql<(GivenAnswer & { person: Person })[]>`(
  SELECT coalesce(json_agg(json_build_object('memberId', member_id, 'answer', answer, 'counts', counts,
                                             'person', ${personIn("member_id")}) ORDER BY id), '[]')
    FROM (SELECT DISTINCT ON (member_id) * FROM office_answers
           WHERE proposal_id = office_proposals.id ORDER BY member_id, id DESC) last_answer)`;

type ProposalRow = Pick<
  WaitingProposal,
  "kind" | "member_id" | "proposed_by" | "needs_agreement" | "effective_at"
>;

/** `hasSilenced` is read only where members decide. */
export function officeState(proposal: ProposalRow, hasSilenced = false): OfficeProposalState {
  return {
    change: changeOf(proposal),
    memberId: proposal.member_id,
    proposedById: proposal.proposed_by,
    needsAgreement: proposal.needs_agreement,
    waitsUntil: proposal.effective_at,
    hasSilenced,
  };
}

export const proposedOffice = (
  proposal: Pick<WaitingProposal, "member_id" | "proposed_by" | "proposed_at">,
): Proposed => ({
  memberId: proposal.member_id,
  proposedById: proposal.proposed_by,
  proposedAt: proposal.proposed_at,
});

/** The state with what its maker has done within the delay before or after it. */
export async function readState(
  reader: Reader,
  proposal: WaitingProposal,
): Promise<OfficeProposalState> {
  const silenced = await readSilenced(reader, proposal.proposed_by, proposal.proposed_at);
  const made = { proposedAt: proposal.proposed_at, delayHours: proposal.delay_hours };
  return officeState(proposal, !countsByTime(made, silenced));
}

/** The last answers about a proposal. */
export async function readAnswers(reader: Reader, proposalId: number): Promise<GivenAnswer[]> {
  const found = await reader
    .selectFrom("office_proposals")
    .select(answersOf.as("answers"))
    .where("id", "=", proposalId)
    .executeTakeFirstOrThrow();
  return found.answers;
}
