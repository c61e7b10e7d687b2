// What is proposed about offices and waits, as each person sees it (MEM-24).
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { getOfficeProposals, OfficeProposal, SettingProposal } from "#contract/members.ts";
import type { Person } from "#contract/people.ts";
import type { GuardedSetting } from "#contract/proposals.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { effectOf } from "#domain/members/office-answers.ts";
import { can } from "#domain/permissions.ts";
import { settingChange, shownValue } from "#server/core/approvals/guarded-settings.ts";
import {
  mayObjectToSetting,
  proposedSetting,
  readWaitingSettings,
} from "#server/core/approvals/object-to-setting.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import { answersOf, officeState, proposedOffice } from "#server/core/offices/read-answers.ts";
import { readSpeaker } from "#server/core/offices/voices.ts";
import { changeOf, officeOf } from "#server/core/offices/waiting-offices.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page, pageOf } from "#server/db/paging.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

const answers = ["agree", "object"] as const;

type Request = Pick<SignedInRequest, "actor" | "now" | "t"> & {
  query: QueryOf<typeof getOfficeProposals>;
};

/** The weaker settings that wait, then what waits about offices, each newest first. */
export async function listOfficeProposals(
  reader: Reader,
  request: Request,
): Promise<ReplyOf<typeof getOfficeProposals>> {
  const page = pageOf(request.query);
  const settings = await listSettings(reader, request);
  const { offset, limit } = page ?? { offset: 0, limit: settings.length };
  const shown = settings.slice(offset, offset + limit);
  const left = page && {
    offset: Math.max(0, page.offset - settings.length),
    limit: page.limit - shown.length,
  };
  const { proposals, count } = await listOffices(reader, request, left);
  const all = { proposals: [...shown, ...proposals] };
  return count === undefined ? all : { ...all, count: count + settings.length };
}

async function listSettings(
  reader: Reader,
  { actor, now, t }: Request,
): Promise<SettingProposal[]> {
  const rows = await readWaitingSettings(reader);
  const mayAnswer = rows.length > 0 && can(actor, "roles.answer");
  const speakerFor = mayAnswer
    ? await readSpeaker(reader, { actor, proposed: rows.map(proposedSetting), now })
    : null;
  return rows.map((row, slot): SettingProposal => {
    const name = row.setting as GuardedSetting;
    const [before, after] = [row.old_value, row.new_value];
    const at = row.could_be_refused ? row.effective_at : null;
    return {
      id: row.id,
      kind: "setting",
      name,
      description: t(settingChange(name, { before, after })),
      from: shownValue(name, before),
      to: shownValue(name, after),
      proposed_by: row.proposer,
      proposed_at: nairobiIso(row.proposed_at),
      effective_at: at === null ? null : nairobiIso(at),
      needs_agreement: at === null,
      objected_by: row.objections.map(({ person }) => person),
      may: speakerFor !== null && mayObjectToSetting(row, speakerFor(slot)) ? ["object"] : [],
    };
  });
}

async function listOffices(
  reader: Reader,
  { actor, now }: Request,
  page: Page | null,
): Promise<{ proposals: OfficeProposal[]; count?: number }> {
  const waiting = reader.selectFrom("office_proposals").where("outcome", "is", null);
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
  const proposals = rows.map((row, slot) => ({
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
      return effectOf(officeState(row), speakerFor(slot), answer) !== "refused";
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
