// The register: who was a member at the end of a day, and who held which office on it, by the audit log (MEET-12).
import { sql } from "kysely";
import type { RegisterView } from "#contract/register.ts";
import type { Person } from "#contract/people.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { type Actor, type Office, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { personColumns, personIn, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";

type Wanted = {
  actor: Actor;
  now: Date;
  /** Today without it. */
  date: PlainDate | undefined;
  page: Page | null;
};

/** By RegNo; `count` without the page. Phones and addresses are for officials only. Refuses a day to come. */
export async function readRegister(
  reader: Reader,
  { actor, now, date = nairobiDate(now), page }: Wanted,
): Promise<RegisterView> {
  if (date > nairobiDate(now)) throw refuse("date-in-future").at("date");
  const bearers = await readBearers(reader, date);
  const offices = new Map(
    bearers
      .filter(({ until }) => until === null || until > date)
      .map(({ member, office }) => [member.id, office]),
  );
  const registered = selectMembersOn(reader, date);
  const rows = await inPage(
    registered
      .select(personColumns)
      .select(["phone", "email", joinedOn.as("joined_on")])
      .orderBy(sql`reg_number COLLATE "C"`)
      .orderBy("members.id"),
    page,
  ).execute();
  const { count } = await registered
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const seesContacts = officeOf(actor) !== null;
  return {
    date,
    members: rows.map((row) => ({
      member: toPerson(row),
      joined_on: row.joined_on,
      office: offices.get(row.member_id) ?? null,
      ...(seesContacts ? { phone: row.phone, email: row.email } : {}),
    })),
    office_bearers: bearers,
    count: Number(count),
  };
}

const joinedOn = sql<PlainDate>`coalesce(members.approved_on, (members.created_at AT TIME ZONE 'Africa/Nairobi')::date)`;

/** Who had been approved by the end of the day and had not left by then. */
function selectMembersOn(reader: Reader, date: PlainDate) {
  return reader
    .selectFrom("members")
    .where("members.status", "<>", "pending_approval")
    .where(joinedOn, "<=", date)
    .where((member) =>
      member.or([member("exited_on", "is", null), member("exited_on", ">", date)]),
    );
}

/** In the order in which the offices were given. An office without its rights is not held. */
async function readBearers(
  reader: Reader,
  date: PlainDate,
): Promise<RegisterView["office_bearers"]> {
  const { rows } = await sql<{
    member: Person;
    office: Office;
    since: PlainDate;
    until: PlainDate | null;
  }>`
    SELECT ${personIn("member_id")} AS member, office, since, until FROM (
      SELECT member_id, office, id, since, lead(since) OVER (PARTITION BY member_id ORDER BY id) AS until FROM (
        SELECT subject_id AS member_id, id, after ->> 'office' AS office, (at AT TIME ZONE 'Africa/Nairobi')::date AS since,
               lag(after ->> 'office') OVER (PARTITION BY subject_id ORDER BY id) AS was
          FROM audit_entries WHERE subject = 'member' AND after ? 'office') changes
       WHERE office IS DISTINCT FROM was) spans
     WHERE office IS NOT NULL AND since <= ${date} AND (until IS NULL OR until >= ${date})
     ORDER BY id`.execute(reader);
  return rows.map(({ member, office, since, until }) => ({ member, office, from: since, until }));
}
