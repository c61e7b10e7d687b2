// Invites everybody in the group's book who has no account (OPEN-63).
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type * as contract from "#contract/invitations.ts";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { languageOf } from "#domain/language.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { claimable } from "#server/core/identity/book-claims.ts";
import { letter, sendLetters, stranger } from "#server/core/mail/letters.ts";
import {
  fullName,
  nameOf,
  personColumns,
  toPerson,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import type { InvitationRow } from "#server/core/invitations/invitations.ts";
import { sendCodeText } from "#server/core/notices/code-texts.ts";
import { knownBy, noticeOf } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { newHandCode, newShortToken } from "#server/platform/secrets.ts";
import {
  endInvitationOf,
  linkOf,
  makeInvitations,
  readLink,
  type InvitationParts,
} from "./make-invitations.ts";

/** A larger book takes several calls. */
const AT_ONCE = 500;

type Request = SignedInRequest;
type Way = "sms" | "mail" | "hand";

/**
 * Invites whoever has neither an account, nor an invitation that is open, nor a claim that waits; so a second call
 * invites only who is new. A code goes by SMS to the phone in the book, else the link by mail to its address; all other
 * links are returned, to be handed over.
 */
export async function inviteAll(
  tx: Tx,
  parts: InvitationParts,
  request: Request,
): Promise<ReplyOf<typeof contract.inviteAll>> {
  const { now, actor, origin, t } = request;
  const members = await uninvited(tx, now).selectAll().orderBy("id").limit(AT_ONCE).execute();
  await endEarlier(tx, request, members);
  const stopped = await readStopped(tx, members);
  const wanted = members.map((member) => {
    const way = wayTo(member, parts, stopped);
    return { member, way, token: way === "sms" ? newHandCode() : newShortToken() };
  });
  if (wanted.length > 0) {
    const invitations = await makeInvitations(
      tx,
      request,
      parts,
      wanted.map(({ member, way, token }) => ({
        kind: "person",
        whom: { name: fullName(member), reg_number: member.reg_number },
        token,
        isShownAgain: way === "hand",
      })),
    );
    const sent = invitations.flatMap((invitation, index) => {
      const whom = wanted[index];
      return whom === undefined ? [] : [{ ...whom, invitation }];
    });
    await sendInvitations(tx, parts, request, sent);
  }
  const count = (one: Way) => wanted.filter(({ way }) => way === one).length;
  const counts = { invited: wanted.length, texted: count("sms"), mailed: count("mail") };
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "invitations.make-all",
    subject: "invitation",
    subjectId: null,
    after: { people: counts.invited },
    address: origin.address,
  });
  return {
    detail: t("done.invitations.all", { ...counts, handed: count("hand") }),
    ...counts,
    ...(await listHanded(tx, parts, { query: {}, now })),
  };
}

/** The members of the book to invite, and the links that wait to be handed over. */
export async function listHanded(
  reader: Reader,
  parts: InvitationParts,
  { query, now }: { query: QueryOf<typeof contract.listHanded>; now: Date },
): Promise<ReplyOf<typeof contract.listHanded>> {
  const page = pageOf(query);
  const handed = claimable(reader)
    .innerJoin("invitations", (join) =>
      join.on(sql<boolean>`lower(invitations.reg_number) = lower(members.reg_number)`),
    )
    .innerJoin("invitation_links", "invitation_links.invitation_id", "invitations.id")
    .where("invitation_links.token", "is not", null)
    .where("invitations.kind", "=", "person")
    .where("invitations.expires_at", ">", now);
  const rows = await inPage(
    handed
      .select(personColumns)
      .select(["members.phone", "invitations.id", "invitations.expires_at"])
      .select(["invitation_links.token", "invitation_links.is_sealed"])
      .orderBy(sql`lower(members.first_name)`)
      .orderBy(sql`lower(members.last_name)`)
      .orderBy("members.id"),
    page,
  ).execute();
  const { count: left } = await uninvited(reader, now)
    .select((each) => each.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const invitations = rows.map((row) => ({
    id: row.id,
    member: toPerson(row),
    phone: row.phone,
    url: readLink(parts, row) ?? "",
    expires_at: nairobiIso(row.expires_at),
  }));
  const answer = { left: Number(left), invitations };
  if (page === null) return answer;
  const { count } = await handed
    .select((each) => each.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { ...answer, count: Number(count) };
}

function uninvited(reader: Reader, now: Date) {
  return claimable(reader)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM book_claims c WHERE c.member_id = members.id AND c.outcome IS NULL)`,
    )
    .where(
      sql<boolean>`lower(members.reg_number) NOT IN (
        SELECT lower(i.reg_number) FROM invitations i JOIN invitation_links l ON l.invitation_id = i.id
         WHERE i.reg_number IS NOT NULL AND i.expires_at > ${now})`,
    );
}

/** Their invitations that are too old: a link that ended shows in the list as ended, with who ended it. */
async function endEarlier(tx: Tx, by: Request, members: readonly MemberRow[]): Promise<void> {
  const old = await tx
    .selectFrom("invitations")
    .innerJoin("invitation_links", "invitation_links.invitation_id", "invitations.id")
    .select("invitations.id")
    .where(
      sql<boolean>`lower(invitations.reg_number) = ANY (${members.map(({ reg_number }) => reg_number.toLowerCase())}::text[])`,
    )
    .execute();
  for (const { id } of old) await endInvitationOf(tx, by, id);
}

async function readStopped(
  reader: Reader,
  members: readonly MemberRow[],
): Promise<ReadonlySet<string>> {
  const phones = members.map(({ phone }) => phone);
  const rows = await reader
    .selectFrom("sms_stops")
    .select("phone")
    .where(sql<boolean>`phone = ANY (${phones}::text[])`)
    .execute();
  return new Set(rows.map(({ phone }) => phone));
}

function wayTo(
  { phone, email }: MemberRow,
  { config }: InvitationParts,
  stopped: ReadonlySet<string>,
): Way {
  if (config.sms !== null && phone !== null && !stopped.has(phone)) return "sms";
  return config.smtpUrl !== null && email !== null ? "mail" : "hand";
}

type Sent = { member: MemberRow; way: Way; token: string; invitation: InvitationRow };

async function sendInvitations(
  tx: Tx,
  { config }: InvitationParts,
  { now, actor }: Request,
  sent: readonly Sent[],
): Promise<void> {
  const by = await nameOf(tx, actor.id);
  const mails = sent.flatMap(({ member: { email, language }, way, token, invitation }) => {
    if (way !== "mail" || email === null) return [];
    const facts = { by, link: linkOf(config, token), moment: { at: invitation.expires_at } };
    const mail = letter("invitation", facts, ["invited", "link", "expiry"]);
    return [{ to: stranger({ email, language }), letter: mail }];
  });
  await sendLetters(tx, { letters: mails, now });
  for (const { member, way, token, invitation } of sent) {
    if (way !== "sms" || member.phone === null) continue;
    const facts = { reg: member.reg_number };
    const notice = noticeOf("book_invited", { memberId: member.id }, facts);
    await sendCodeText(tx, {
      notice: {
        ...knownBy(notice, { invitation: invitation.id }),
        occasion: `book_invited:${invitation.id}`,
      },
      text: message("notices.codes.invitation", {
        ...facts,
        code: token.replaceAll(/(.{4})(?!$)/g, "$1-"),
        url: `${config.publicUrl}/join`,
        day: { day: nairobiDate(invitation.expires_at) },
      }),
      phone: member.phone,
      language: languageOf(member.language),
      now,
    });
  }
}
