// Members as the contract's User: one query, however many.
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { LeftToDo, getUserData, getUsers, User } from "#contract/members.ts";
import { assert } from "#domain/assert.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { namesOffice } from "#domain/members/look-alikes.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { type MemberStatus, type Office, offices } from "#domain/permissions.ts";
import { readingOf, seenMoments } from "#server/core/clock/clock.ts";
import { hasTwoStep, lacksTwoStep } from "#server/core/identity/two-step.ts";
import { heldContributions } from "#server/core/ledger/balances.ts";
import { readPaidOutLoans } from "#server/core/lending/loans.ts";
import { payToOf } from "#server/core/members/group-settings.ts";
import { byName, heldOffice, isMemberNamed } from "#server/core/members/member-directory.ts";
import { contributed } from "#server/core/offices/office-history.ts";
import {
  claimsToConfirm,
  newcomers,
  openLineDays,
  unansweredFigures,
  wordsToAgree,
} from "#server/core/waiting/what-waits.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { Viewer } from "#server/platform/request.ts";
import { officesNamed } from "./officials.ts";

const userColumns = [
  "members.id",
  "members.username",
  "members.first_name",
  "members.last_name",
  "members.email",
  "members.phone",
  "members.pending_phone",
  "members.email_verified_at",
  "members.is_proven",
  "members.is_founder",
  "members.is_brought_in",
  "members.rejected_at",
  "members.reg_number",
  "members.office",
  "members.suspended_office",
  "members.status",
  "members.is_active",
  "members.has_cleared",
] as const;

/** What the member still owes after leaving, in cents. */
const badDebtOutstanding = sql<Cents>`(
  SELECT coalesce(sum(amount_cents - recovered_cents), 0)::bigint FROM bad_debts
   WHERE bad_debts.member_id = members.id)`;

// The path in a user's `photo`. A page loads it by an <img>, which sends no token, so whoever has the address has the
// picture: it has 128 random bits, and ends with the photo and the membership (SAFE-21).

const FOLDER = "/media/photos";

export const photoRoute = `${FOLDER}/:name`;

export function photoAddress(name: string): string {
  return `${FOLDER}/${name}`;
}

/** Whether a member's photo is shown, as SQL over `members`: until they leave, are deactivated or rejected. */
export const showsPhoto = sql<boolean>`(
  members.exited_on IS NULL AND members.rejected_at IS NULL AND members.status <> 'cleared'
  AND (members.is_active OR members.status = 'pending_approval'))`;

/** Null when the member has no photo, or it is not shown. */
export const photoName = sql<string | null>`(
  SELECT name FROM member_photos WHERE member_photos.member_id = members.id AND ${showsPhoto})`;

// What the rules of domain/members ask of a member, beside what everybody may know of them.
const isUnproven = sql<boolean>`(NOT members.is_proven)`;
const lastChairperson = sql<boolean>`(members.office = 'Chairperson' AND NOT EXISTS (
  SELECT FROM members other WHERE other.office = 'Chairperson' AND other.id <> members.id))`;
// Names as a hurried reader sees them (MEM-7): in small letters, digits and signs for letters, without spaces between.
const seenName = (of: string) =>
  sql`translate(lower(${sql.ref(`${of}.first_name`)} || ${sql.ref(`${of}.last_name`)}), '034578@$1!l .''’-', 'oeastbasiii')`;

/** Officials, other than the member, whose name is the same; null for none. By office, for which PostgreSQL takes the index. */
const namesakes = sql<NonNullable<User["same_name_as"]> | null>`(
  SELECT json_agg(json_build_object('office', o.office, 'full_name', o.first_name || ' ' || o.last_name, 'reg_number', o.reg_number) ORDER BY o.id)
    FROM members o WHERE o.office IN (${sql.join(offices.map((office) => sql.lit(office)))}) AND o.id <> members.id AND ${seenName("o")} = ${seenName("members")})`;
const needsContribution = sql<boolean>`((SELECT min(id) FROM entries) IS NOT NULL AND NOT ${contributed})`;

function selectUsers(reader: Reader) {
  return reader
    .selectFrom("members")
    .select(userColumns)
    .select([hasTwoStep, lacksTwoStep])
    .select(photoName.as("photo_name"))
    .select([
      isUnproven.as("unproven"),
      lastChairperson.as("last_chairperson"),
      needsContribution.as("needs_contribution"),
      namesakes.as("namesakes"),
    ])
    .select(heldContributions.as("total_contributions_cents"))
    .select(badDebtOutstanding.as("bad_debt_outstanding_cents"));
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

function toUser(row: UserRow, loans: User["loans"]): User {
  return {
    id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    photo: row.photo_name === null ? null : photoAddress(row.photo_name),
    reg_number: row.reg_number,
    user_groups: officesHeld(row),
    // The database admits only these words (members_status).
    status: row.status as MemberStatus,
    is_active: row.is_active,
    has_cleared: row.has_cleared,
    loans,
    total_contributions: toKes(row.total_contributions_cents),
    bad_debt_outstanding: toKes(row.bad_debt_outstanding_cents),
    ...(row.unproven ? { unproven: true as const } : {}),
    ...(row.last_chairperson ? { last_chairperson: true as const } : {}),
    ...(row.needs_contribution ? { needs_contribution: true as const } : {}),
    ...nameWarnings(row),
    ...(row.has_two_step ? { two_step: "on" as const } : {}),
    ...proofOfAccount(row),
    ...(row.pending_phone === null ? {} : { pending_phone: row.pending_phone }),
    ...(row.lacks_two_step ? { two_step: "missing" as const } : {}),
  };
}

function nameWarnings(row: UserRow): Pick<User, "same_name_as" | "named_as_office"> {
  const isNamed =
    officesHeld(row).length === 0 && namesOffice(`${row.first_name} ${row.last_name}`);
  return {
    ...(row.namesakes === null ? {} : { same_name_as: row.namesakes }),
    ...(isNamed ? { named_as_office: true as const } : {}),
  };
}

function proofOfAccount(row: UserRow): Pick<User, "proof"> {
  if (!row.is_proven)
    return row.is_brought_in || row.rejected_at !== null ? {} : { proof: "waits" };
  return row.email_verified_at === null && !row.is_founder ? { proof: "by-hand" } : {};
}

/** The office that the member holds, with or without its rights (MEM-23). */
function officesHeld(row: UserRow): Office[] {
  const office = heldOffice(row);
  return office === null ? [] : [office];
}

/** A member as `callerId` sees them. */
export async function readUser(reader: Reader, id: number, viewer: Viewer): Promise<User> {
  const row = await selectUsers(reader).where("members.id", "=", id).executeTakeFirstOrThrow();
  const [user] = await withLoans(reader, [row], viewer);
  if (user === undefined) throw new Error(`member ${id} was read and is gone`);
  return user;
}

/** The signed-in member as they see themselves; they have an account. */
export async function readSelf(reader: Reader, id: number, viewer: Viewer) {
  const user = await readUser(reader, id, viewer);
  const { phone } = user;
  assert(phone !== null, `member ${id} is signed in and has an account`);
  return { ...user, phone };
}

const self = sql.ref<number>("members.id");

/** Whether the member has figures from the book and has not answered yet. */
const asksFigures = sql<boolean>`EXISTS (SELECT ${unansweredFigures(self)})`;

const unreadNotices = sql<number>`(SELECT count(*)::int FROM notices WHERE notices.member_id = members.id AND read_at IS NULL)`;
const isOfficial = sql`members.office IS NOT NULL AND members.status = 'active'`;

/** Open statement lines, for officials; null for none, and for other members (STAT-19). */
const openLines = sql<
  bigint | null
>`(SELECT sum(day.lines)::bigint ${openLineDays} AND ${isOfficial})`;

const linesWithTwins = sql<number>`(
  SELECT count(DISTINCT t.line_id)::int FROM standing_twins() t WHERE ${isOfficial})`;

const contestedPayments = sql<number>`(
  SELECT count(DISTINCT p.reference_key)::int FROM payments p
   WHERE p.reference_standing = 'contests' AND p.status IN ('pending', 'pending_approval') AND ${isOfficial})`;

type OwnContested = NonNullable<ReplyOf<typeof getUserData>["own_contested"]>[number];

/** The member's own payments that another claims too; null for none. Amounts as text: JSON numbers would lose cents. */
const ownContested = sql<(Omit<OwnContested, "amount"> & { cents: string })[] | null>`(
  SELECT json_agg(json_build_object('kind', own.kind, 'id', own.id, 'cents', own.amount_cents::text,
                                    'payment_Reference_Code', own.reference, 'named', own.reference_standing = 'contests') ORDER BY own.id)
    FROM payments contest JOIN payments own ON own.reference_key = contest.reference_key
   WHERE contest.reference_standing = 'contests' AND contest.status IN ('pending', 'pending_approval')
     AND own.member_id = members.id AND own.status IN ('pending', 'pending_approval') AND own.reference_standing IN ('holds', 'contests'))`;

/** Whether a claim that nothing in the book reaches waits for this official (OPEN-57). */
const hasClaims = sql<boolean>`(${isOfficial} AND EXISTS (SELECT ${claimsToConfirm(self)}))`;

/** Words by another official that wait for one; 0 for other members (NOTE-7). */
const words = sql<number>`(SELECT count(*)::int ${wordsToAgree(self)} AND ${isOfficial})`;

/** New members who wait, for the Chairperson; 0 for other members (MEM-43). */
const newMembers = sql<number>`(
  SELECT count(*)::int ${newcomers} AND members.office = 'Chairperson' AND members.status = 'active')`;

/** The signed-in member, with where to pay and the key of their device, which nobody else gets. */
export async function readOwnUser(
  reader: Reader,
  id: number,
  viewer: Viewer & { hasSmtp: boolean; now: Date },
): Promise<ReplyOf<typeof getUserData>> {
  const { hasSmtp, now } = viewer;
  const own = await reader
    .selectFrom("members")
    .crossJoin("group_settings")
    .select(["device_key", "pay_to", "pay_to_changed_at"])
    .select(lastingSeats(now).as("auditors"))
    .select(asksFigures.as("asks_figures"))
    .select(unreadNotices.as("unread_notices"))
    .select(openLines.as("open_lines"))
    .select(newMembers.as("new_members"))
    .select(words.as("words_to_agree"))
    .select(hasClaims.as("claims_to_confirm"))
    .select(linesWithTwins.as("lines_with_twins"))
    .select(contestedPayments.as("contested_payments"))
    .select(ownContested.as("own_contested"))
    .leftJoin("group_clock", (on) => on.onTrue())
    .select(seenMoments)
    .where("members.id", "=", id)
    .executeTakeFirstOrThrow();
  const { device_key, pay_to_changed_at: changedAt, auditors } = own;
  const user = await readSelf(reader, id, viewer);
  const [office] = user.user_groups;
  const left =
    office === undefined ? [] : await readLeftToDo(reader, { memberId: id, office, hasSmtp, now });
  if (own.claims_to_confirm) left.unshift("confirm_claims");
  const { state, day, seenDay } = readingOf(now, own);
  return {
    ...user,
    device_key,
    pay_to: payToOf(own),
    ...(changedAt === null ? {} : { pay_to_changed_at: nairobiIso(changedAt) }),
    ...(left.length === 0 ? {} : { left_to_do: left }),
    ...(own.open_lines === null ? {} : { open_statement_lines: Number(own.open_lines) }),
    ...(own.lines_with_twins > 0 ? { statement_lines_with_twins: own.lines_with_twins } : {}),
    ...(own.contested_payments > 0 ? { contested_payments: own.contested_payments } : {}),
    ...(own.own_contested === null
      ? {}
      : {
          own_contested: own.own_contested.map(({ cents, ...payment }) => ({
            ...payment,
            amount: toKes(BigInt(cents)),
          })),
        }),
    ...(own.asks_figures ? { asks_figures: true as const } : {}),
    ...(own.words_to_agree > 0 ? { words_to_agree: own.words_to_agree } : {}),
    ...(own.new_members > 0 ? { new_members: own.new_members } : {}),
    ...(own.unread_notices > 0 ? { unread_notices: own.unread_notices } : {}),
    ...(auditors === null
      ? {}
      : {
          auditors: auditors.map(({ name, expires_at }) => ({
            name,
            expires_at: nairobiIso(new Date(expires_at)),
          })),
        }),
    ...(state === "ok" || seenDay === null ? {} : { clock: { state, day, seen_day: seenDay } }),
  };
}

/** The auditors' seats that last, newest first; null without one, and for members who wait for approval (MEM-42). */
const lastingSeats = (now: Date) => sql<{ name: string; expires_at: string }[] | null>`(
  SELECT json_agg(json_build_object('name', name, 'expires_at', expires_at) ORDER BY id DESC) FROM auditors
   WHERE ended_at IS NULL AND expires_at > ${now} AND members.status <> 'pending_approval')`;

/** One more query reads all their loans, however many members there are. */
async function withLoans(reader: Reader, rows: UserRow[], viewer: Viewer): Promise<User[]> {
  const memberIds = rows.map((row) => row.id);
  const loans = await readPaidOutLoans(reader, { memberIds, ...viewer });
  return rows.map((row) => toUser(row, loans.get(row.id) ?? []));
}

/** All members by name, or a page of them; `count` is how many match the filters. */
export async function listUsers(
  reader: Reader,
  query: QueryOf<typeof getUsers>,
  viewer: Viewer,
): Promise<ReplyOf<typeof getUsers>> {
  const { search, status } = query;
  let found = reader.selectFrom("members");
  if (search !== undefined)
    found = found.where(
      sql<boolean>`(${isMemberNamed(search)}
        OR members.office = ANY (${officesNamed(search)}::text[]))`,
    );
  if (status !== undefined) found = found.where("members.status", "=", status);
  const page = pageOf(query);
  // Selects the page first: members outside of it cost nothing.
  let requested = found.select("members.id");
  if (page !== null) requested = inPage(byName(requested), page);
  const rows = await byName(selectUsers(reader).where("members.id", "in", requested)).execute();
  const users = await withLoans(reader, rows, viewer);
  if (page === null) return { users, count: rows.length };
  const { count } = await found
    .select((member) => member.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { users, count: Number(count) };
}

/** Whether there is such a member. */
export async function memberExists(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("members")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

// What is left of a group's setup (MEM-38).

/**
 * For an official; empty when all is done, and for a group that did not begin by the setup and has no waiting sheet.
 */
async function readLeftToDo(
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
  /** The group has a book, none of it is here, and no sheet waits. */
  to_bring: boolean;
  /** A sheet waits that somebody else proposed. */
  to_accept: boolean;
};

async function readBooks(reader: Reader, memberId: number): Promise<Books> {
  // Only a group that said it has a book needs this look into the journal.
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
  // A query without FROM has one row.
  return rows[0]!;
}

/** Whether somebody holds the office, is invited to it or proposed for it, or nobody is. */
function standingOf(office: Office, now: Date) {
  return sql<"held" | "invited" | "nobody">`CASE
    WHEN EXISTS (SELECT FROM members m WHERE m.office = ${office}) THEN 'held'
    WHEN EXISTS (SELECT FROM office_proposals p WHERE p.office = ${office} AND p.outcome IS NULL) THEN 'invited'
    WHEN EXISTS (SELECT FROM invitations i
                   LEFT JOIN invitation_links l ON l.invitation_id = i.id
                   LEFT JOIN invitation_uses u ON u.invitation_id = i.id
                   LEFT JOIN members m ON m.id = u.member_id
                  WHERE i.role = ${office} AND i.ended_at IS NULL
                    AND (l.invitation_id IS NOT NULL AND i.expires_at > ${now} OR NOT m.is_proven AND u.member_id IS NOT NULL))
      THEN 'invited' ELSE 'nobody' END`;
}
