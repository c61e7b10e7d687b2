// Resolutions as answers show them (MEET-8).
import { sql } from "kysely";
import type { ResolutionView } from "#contract/meetings.ts";
import { single } from "#domain/assert.ts";
import type { Majority } from "#domain/meetings/resolutions.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";

type Wanted = { carried?: boolean | undefined; search?: string | undefined; page: Page | null };

/** Newest first; `search` is a part of the text in any case. */
export async function readResolutions(
  reader: Reader,
  { carried, search, page }: Wanted,
): Promise<{ resolutions: ResolutionView[]; count?: number }> {
  const found = selectResolutions(reader)
    .$if(carried !== undefined, (all) => all.where("carried", "=", carried ?? false))
    .$if(search !== undefined, (all) =>
      all.where(sql<boolean>`strpos(lower(text), lower(${search ?? ""})) > 0`),
    );
  const newest = found
    .orderBy("meetings.held_on", "desc")
    .orderBy("meetings.number", "desc")
    .orderBy("meeting_resolutions.number", "desc");
  const resolutions = (await inPage(newest, page).execute()).map(view);
  if (page === null) return { resolutions };
  const { count } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { resolutions, count: Number(count) };
}

export async function readResolution(reader: Reader, id: number): Promise<ResolutionView> {
  const rows = await selectResolutions(reader).where("meeting_resolutions.id", "=", id).execute();
  return view(single(rows));
}

/** In the order of their numbers. */
export async function readResolutionsOf(
  reader: Reader,
  meetingId: number,
): Promise<ResolutionView[]> {
  const rows = await selectResolutions(reader)
    .where("meeting_id", "=", meetingId)
    .orderBy("meeting_resolutions.number")
    .execute();
  return rows.map(view);
}

/** By the meeting whose minutes they correct: those that were carried. */
export async function readCorrections(
  reader: Reader,
  meetingIds: readonly number[],
): Promise<ReadonlyMap<number, ResolutionView[]>> {
  const rows = await selectResolutions(reader)
    .where("corrects", "=", anyOf("int", meetingIds))
    .where("corrects", "is not", null)
    .where("carried", "=", true)
    .orderBy("meeting_resolutions.id")
    .execute();
  const corrections = new Map<number, ResolutionView[]>();
  for (const row of rows) {
    const { corrects } = row;
    if (corrects === null) continue;
    corrections.set(corrects, [...(corrections.get(corrects) ?? []), view(row)]);
  }
  return corrections;
}

type Name = { id: number; number: number; date: string };

function selectResolutions(reader: Reader) {
  return reader
    .selectFrom("meeting_resolutions")
    .innerJoin("meetings", "meetings.id", "meeting_resolutions.meeting_id")
    .selectAll("meeting_resolutions")
    .select(["meetings.number as meeting_number", "meetings.held_on"])
    .select([
      personIn("proposed_by").as("proposer"),
      personIn("seconded_by").as("seconder"),
      sql<Name | null>`(SELECT json_build_object('id', c.id, 'number', c.number, 'date', c.held_on)
        FROM meetings c WHERE c.id = corrects)`.as("corrected"),
      sql<bigint>`(SELECT count(*) FROM entry_resolutions e WHERE e.resolution_id = meeting_resolutions.id)`.as(
        "named_by",
      ),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectResolutions>["execute"]>>[number];

function view(row: Row): ResolutionView {
  return {
    id: row.id,
    number: row.number,
    meeting: { id: row.meeting_id, number: row.meeting_number, date: row.held_on },
    text: row.text,
    in_favour: row.in_favour,
    against: row.against,
    abstained: row.abstained,
    // The database admits no other words (meeting_resolutions_majority).
    majority: row.majority as Majority,
    carried: row.carried,
    proposed_by: row.proposer,
    seconded_by: row.seconder,
    corrects: row.corrected,
    named_by: Number(row.named_by),
  };
}
