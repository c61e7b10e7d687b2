// Signatures below minutes, and minutes that were adopted (MEET-10).
import { sql } from "kysely";
import type { MeetingSummary } from "#contract/meetings.ts";
import type { Person } from "#contract/people.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import type { Signature } from "#domain/meetings/adoption.ts";
import type { Office } from "#domain/permissions.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";

type Minutes = Pick<MeetingSummary, "minutes" | "signed">;

/** By meeting: the signatures of what its minutes say now, and their adoption. */
export async function readMinutes(
  reader: Reader,
  meetingIds: readonly number[],
): Promise<(meetingId: number) => Minutes> {
  const signatures = await reader
    .selectFrom("meeting_signatures")
    .innerJoin("meetings", "meetings.id", "meeting_signatures.meeting_id")
    .select(["meeting_id", "office", "signed_at"])
    .select(personIn("signed_by").$castTo<Person>().as("by"))
    .whereRef("meeting_signatures.version", "=", "meetings.version")
    .where("meeting_id", "=", anyOf("int", meetingIds))
    .orderBy("meeting_signatures.id")
    .execute();
  const adoptions = await selectAdoptions(reader)
    .where("meeting_id", "=", anyOf("int", meetingIds))
    .execute();
  return (meetingId) => {
    const adopted = adoptions.find((each) => each.meeting_id === meetingId);
    return {
      signed: signatures
        .filter((each) => each.meeting_id === meetingId)
        .map(({ office, by, signed_at: at }) => ({
          // The database admits no other words (meeting_signatures_office).
          office: office as Office,
          by,
          at: nairobiIso(at),
        })),
      minutes:
        adopted === undefined
          ? null
          : {
              sha256: adopted.sha256,
              adopted_at: nairobiIso(adopted.adopted_at),
              at_meeting: adopted.at_meeting,
              proposed_by: adopted.proposer,
              seconded_by: adopted.seconder,
            },
    };
  };
}

type Name = { id: number; number: number; date: PlainDate };

function selectAdoptions(reader: Reader) {
  return reader
    .selectFrom("meeting_minutes")
    .select(["meeting_id", "sha256", "adopted_at"])
    .select([
      personIn("proposed_by").$castTo<Person>().as("proposer"),
      personIn("seconded_by").$castTo<Person>().as("seconder"),
      sql<Name>`(SELECT json_build_object('id', m.id, 'number', m.number, 'date', m.held_on)
        FROM meetings m WHERE m.id = at_meeting_id)`.as("at_meeting"),
      sql<Name>`(SELECT json_build_object('id', m.id, 'number', m.number, 'date', m.held_on)
        FROM meetings m WHERE m.id = meeting_id)`.as("of_meeting"),
    ]);
}

/** Those of earlier meetings that this one adopted, in the order of their numbers. */
export async function readAdoptedAt(
  reader: Reader,
  meetingId: number,
): Promise<{ meeting: Name; proposedBy: Person; secondedBy: Person }[]> {
  const rows = await selectAdoptions(reader)
    .where("at_meeting_id", "=", meetingId)
    .orderBy("meeting_id")
    .execute();
  return rows.map((row) => ({
    meeting: row.of_meeting,
    proposedBy: row.proposer,
    secondedBy: row.seconder,
  }));
}

/** All signatures below the minutes of a meeting, as the rules have them. */
export async function readSignatures(reader: Reader, meetingId: number): Promise<Signature[]> {
  const rows = await reader
    .selectFrom("meeting_signatures")
    .select(["signed_by", "version", "at_meeting_id", "proposed_by", "seconded_by"])
    .where("meeting_id", "=", meetingId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    byId: row.signed_by,
    version: row.version,
    atMeetingId: row.at_meeting_id,
    proposedBy: row.proposed_by,
    secondedBy: row.seconded_by,
  }));
}

/** The file of adopted minutes, with number and day of their meeting; undefined before. */
export async function readAdoptedFile(reader: Reader, meetingId: number) {
  return reader
    .selectFrom("meeting_minutes")
    .innerJoin("meetings", "meetings.id", "meeting_minutes.meeting_id")
    .select(["bytes", "meetings.number", "meetings.held_on"])
    .where("meeting_id", "=", meetingId)
    .executeTakeFirst();
}
