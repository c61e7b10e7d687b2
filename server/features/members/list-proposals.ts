// What is proposed about offices and waits, as each person sees it (MEM-24).
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { getOfficeProposals } from "#contract/members.ts";
import type { Person } from "#contract/people.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { effectOf } from "#domain/members/office-answers.ts";
import { can } from "#domain/permissions.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import { answersOf, officeState, proposedOffice } from "#server/core/offices/read-answers.ts";
import { readSpeaker } from "#server/core/offices/voices.ts";
import { changeOf, officeOf } from "#server/core/offices/waiting-offices.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

const answers = ["agree", "object"] as const;

type Request = Pick<SignedInRequest, "actor" | "now"> & {
  query: QueryOf<typeof getOfficeProposals>;
};

/** Newest first. */
export async function listOfficeProposals(
  reader: Reader,
  { actor, now, query }: Request,
): Promise<ReplyOf<typeof getOfficeProposals>> {
  const waiting = reader.selectFrom("office_proposals").where("outcome", "is", null);
  const page = pageOf(query);
  const requested = waiting
    .select(["id", "kind", "office", "member_id", "proposed_by", "needs_agreement"])
    .select(["proposed_at", "effective_at"])
    // The database never deletes a member (office_proposals_member_id_fkey).
    .select(sql<Person>`${personIn("office_proposals.member_id")}`.as("member"))
    .select(sql<Person>`${personIn("office_proposals.proposed_by")}`.as("proposer"))
    .select(answersOf.as("answers"))
    .orderBy("id", "desc");
  const rows = await inPage(requested, page).execute();
  const mayAnswer = rows.length > 0 && can(actor, "roles.answer");
  const speakerFor = mayAnswer
    ? await readSpeaker(reader, { actor, proposed: rows.map(proposedOffice), now })
    : null;
  const proposals = rows.map((row, place) => ({
    id: row.id,
    kind: changeOf(row),
    member: row.member,
    role: officeOf(row),
    proposed_by: row.proposer,
    proposed_at: nairobiIso(row.proposed_at),
    effective_at: row.needs_agreement ? null : nairobiIso(row.effective_at),
    needs_agreement: row.needs_agreement,
    agreed_by: peopleWho(row.answers, "agree"),
    objected_by: peopleWho(row.answers, "object"),
    own_item: isOwnItem({
      memberId: row.member.id,
      callerId: actor.id,
      deciderIds: [row.proposed_by, ...peopleWho(row.answers, "agree").map(({ id }) => id)],
    }),
    may: answers.filter((answer) => {
      if (speakerFor === null) return false;
      if (row.answers.some((each) => each.memberId === actor.id && each.answer === answer))
        return false;
      return effectOf(officeState(row), speakerFor(place), answer) !== "refused";
    }),
  }));
  if (page === null) return { proposals };
  const { count } = await waiting
    .select(sql<bigint>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return { proposals, count: Number(count) };
}

function peopleWho(all: readonly { answer: string; person: Person }[], answer: string) {
  return all.filter((each) => each.answer === answer).map(({ person }) => person);
}
