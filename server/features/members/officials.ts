// Who holds the offices: as members see them, and as a search names them (MEM-47).
import { sql, type RawBuilder } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getOfficials } from "#contract/members.ts";
import { languages } from "#domain/language.ts";
import { offices, type Office } from "#domain/permissions.ts";
import { translatorFor } from "#messages/translator.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";

/** Who holds an office and has its rights by their status, the Chairperson first (MEM-47). */
export async function readOfficials(
  reader: Reader,
  photo: { name: RawBuilder<string | null>; addressOf: (name: string) => string },
): Promise<ReplyOf<typeof getOfficials>> {
  const rows = await reader
    .selectFrom("members")
    .select(personColumns)
    .select(["members.office", "members.phone", photo.name.as("photo_name")])
    .where("members.office", "is not", null)
    .where("members.is_active", "=", true)
    .where("members.status", "=", "active")
    .where("members.exited_on", "is", null)
    .orderBy(sql`array_position(${offices}::text[], members.office)`)
    .orderBy("members.id")
    .execute();
  const officials = rows.map((row) => ({
    // The database admits no other words (members_office).
    office: row.office as Office,
    member: toPerson(row),
    photo: row.photo_name === null ? null : photo.addressOf(row.photo_name),
    phone: row.phone,
  }));
  return { officials };
}

/** The offices that a search names, in any language and however they are written: `mweka hazina`, `SecGen`, `treas`. */
export function officesNamed(search: string): Office[] {
  const wanted = lettersOf(search);
  if (wanted.length < OFFICE_LETTERS_LEAST) return [];
  return offices.filter((office) =>
    [office, ...languages.map((each) => translatorFor(each)(`words.offices.${office}`))].some(
      (name) => lettersOf(name).startsWith(wanted),
    ),
  );
}

const OFFICE_LETTERS_LEAST = 3;

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, "");
}
