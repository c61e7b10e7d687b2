// What is left of the setup of a group (MEM-38).
import { sql } from "kysely";
import type { LeftToDo } from "#contract/left-to-do.ts";
import type { Office } from "#domain/permissions.ts";
import type { Reader } from "#server/db/connection.ts";

/** For an official; empty for a group that did not begin by the setup and has no sheet that waits, and when all is done. */
export async function readLeftToDo(
  reader: Reader,
  params: { memberId: number; office: Office; hasSmtp: boolean; now: Date },
): Promise<LeftToDo[]> {
  const { memberId, office } = params;
  if (office === "Chairperson") return leftToChairperson(reader, params);
  const books = await readBooks(reader, memberId);
  if (office === "Sec-Gen") return books.to_accept ? ["accept_books"] : [];
  return books.to_bring ? ["bring_books"] : [];
}

async function leftToChairperson(
  reader: Reader,
  params: { memberId: number; hasSmtp: boolean; now: Date },
): Promise<LeftToDo[]> {
  const founding = await reader
    .selectFrom("founding")
    .innerJoin("members", (join) => join.on("members.id", "=", params.memberId))
    .select(["founding.begins", "founding.mail_tested_at", "members.email_verified_at"])
    .select([
      standingOf("Treasurer", params.now).as("treasurer"),
      standingOf("Sec-Gen", params.now).as("sec_gen"),
    ])
    .executeTakeFirst();
  const books = await readBooks(reader, params.memberId);
  const left: LeftToDo[] = books.to_accept ? ["accept_books"] : [];
  if (founding === undefined) return left;
  const { treasurer, sec_gen: secGen, begins } = founding;
  if (founding.email_verified_at === null) left.push("confirm_email");
  if (treasurer !== "held") left.push(treasurer === "nobody" ? "treasurer" : "treasurer_invited");
  if (secGen !== "held") left.push(secGen === "nobody" ? "sec_gen" : "sec_gen_invited");
  if (begins === null) left.push("begins");
  else if (books.to_bring) left.push("bring_books");
  if (!params.hasSmtp) left.push("no_mail");
  else if (founding.mail_tested_at === null) left.push("test_mail");
  return left;
}

type Books = {
  /** The group has a book, none of it stands here, and no sheet of it waits. */
  to_bring: boolean;
  /** A sheet waits, and somebody else proposed it. */
  to_accept: boolean;
};

async function readBooks(reader: Reader, memberId: number): Promise<Books> {
  // The journal is looked into for a group that said it has a book, and for no other.
  const { rows } = await sql<Books>`
    SELECT CASE WHEN NOT EXISTS (SELECT FROM founding WHERE begins = 'books') THEN false
                WHEN EXISTS (SELECT FROM openings WHERE status IN ('proposed', 'accepted')) THEN false
                ELSE (SELECT e.id FROM entries e
                        WHERE e.reverses IS NULL AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)
                        ORDER BY e.id DESC LIMIT 1) IS NULL
            END AS to_bring,
           EXISTS (SELECT FROM openings WHERE status = 'proposed' AND proposed_by <> ${memberId}) AS to_accept`.execute(
    reader,
  );
  // A query without FROM has its one row.
  return rows[0]!;
}

/** Whether somebody holds the office, or is invited to it or proposed for it, or nobody is. */
function standingOf(office: Office, now: Date) {
  return sql<"held" | "invited" | "nobody">`CASE
    WHEN EXISTS (SELECT FROM members m WHERE m.office = ${office}) THEN 'held'
    WHEN EXISTS (SELECT FROM office_proposals p WHERE p.office = ${office} AND p.outcome IS NULL) THEN 'invited'
    WHEN EXISTS (SELECT FROM invitations i
                   LEFT JOIN invitation_links l ON l.invitation_id = i.id
                   LEFT JOIN invitation_uses u ON u.invitation_id = i.id
                   LEFT JOIN members m ON m.id = u.member_id
                  WHERE i.role = ${office} AND i.ended_at IS NULL
                    AND (l.invitation_id IS NOT NULL AND i.expires_at > ${now} OR m.email_verified_at IS NULL AND u.member_id IS NOT NULL))
      THEN 'invited' ELSE 'nobody' END`;
}
