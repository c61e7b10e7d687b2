// The month's page: what a member had saved and owed at the end of the month, what the group held, whether that day was
// reconciled, and the log's fingerprint, sent on the first day of the next month or at a later start in it, with the member's
// statement if they chose so (NOTE-15).
import { sql } from "kysely";
import {
  addDays,
  addMonths,
  firstOfMonth,
  nairobiDate,
  nairobiMidnight,
  type PlainDate,
} from "#domain/calendar.ts";
import { languageOf, type Language } from "#domain/language.ts";
import type { Cents } from "#domain/money.ts";
import { single } from "#domain/assert.ts";
import { beginsOn } from "#domain/notices/notice-choices.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import { letter, type Letter, type MailAttachment } from "#server/core/mail/letters.ts";
import {
  noticeMessage,
  noticeOf,
  writeNotices,
  type NewNotice,
} from "#server/core/notices/write-notices.ts";
import { summedPostings } from "#server/core/ledger/balances.ts";
import { readAgreed } from "#server/core/bank-lines/reconciliation-agreement.ts";
import { inTransaction, type Database, type Reader } from "#server/db/connection.ts";

const AT_ONCE = 500;

type Statement = {
  memberId: number;
  language: Language;
  start: PlainDate;
  end: PlainDate;
  now: Date;
};

/** How a statement becomes a mail attachment. */
export type Attaching = {
  /** Throws if it cannot be printed. */
  print(statement: Statement): Promise<MailAttachment>;
  /** Called with the reason for each that failed. */
  failed(error: unknown): void;
};

/** Each member gets one page of the month before, however often and on whichever days it is called. */
export async function sendMonthPage(
  db: Database,
  now: Date,
  attaching: Attaching | null = null,
): Promise<void> {
  const today = nairobiDate(now);
  const month = addMonths(firstOfMonth(today), -1);
  const lastDay = addDays(firstOfMonth(today), -1);
  const members = await readMembers(db, { lastDay, occasion: `month_page:${month}` });
  if (members.length === 0) return;
  const head = await readTreeHead(db);
  const total = await readSaved(db, lastDay);
  const agreed = await readAgreed(db, { day: lastDay });
  const pageOf = ({ member_id: memberId, saved, owed }: Member) =>
    noticeOf(
      "month_page",
      { memberId, occasion: `month_page:${month}` },
      {
        month: { month },
        saved,
        owed,
        total,
        reconciled: agreed === null ? "no" : agreed.is_explained ? "yes" : "open",
        fingerprint: head?.fingerprint ?? "-",
      },
    );
  const isPlain = (member: Member) => attaching === null || !member.wants_statement;
  const plain = members.filter(isPlain).map(pageOf);
  for (let start = 0; start < plain.length; start += AT_ONCE)
    await inTransaction(db, (tx) =>
      writeNotices(tx, { notices: plain.slice(start, start + AT_ONCE), now }),
    );
  if (attaching === null) return;
  // One after the other: each page is written as soon as its statement is printed, in its own transaction.
  for (const member of members.filter((each) => !isPlain(each))) {
    const page = pageOf(member);
    const { member_id: memberId } = member;
    const language = languageOf(member.language);
    const attachment = await attaching
      .print({ memberId, language, start: month, end: lastDay, now })
      .catch((error: unknown) => {
        attaching.failed(error);
        return undefined;
      });
    const mail = { to: member, letter: letterOf(page, { attachment, month }), attachment };
    await inTransaction(db, (tx) => writeNotices(tx, { notices: [{ ...page, mail }], now }));
  }
}

/** The page, and whether the statement is attached. */
function letterOf(
  { event, facts }: NewNotice,
  { attachment, month }: { attachment: MailAttachment | undefined; month: PlainDate },
): Letter {
  const page = noticeMessage(event, facts);
  const own = { month: { month }, page };
  return letter("monthPage", own, ["page", attachment === undefined ? "notAttached" : "attached"]);
}

/** What all members had saved by the end of that day, as the balance sheet of that day has it. */
async function readSaved(reader: Reader, day: PlainDate): Promise<Cents> {
  const { rows } = await sql<{ total: Cents }>`
    SELECT coalesce(-sum(amount_cents), 0)::bigint AS total
      FROM ${summedPostings({ end: day })} WHERE account = 'monthly_contribution'`.execute(reader);
  return single(rows).total;
}

/** What members have on their accounts, in cents by account: all that was posted, less what was posted after that day. */
const onAccountsBy = (day: PlainDate) => sql`(
  SELECT member_id, account, sum(cents) AS cents FROM (
    SELECT member_id, account, amount_cents AS cents FROM member_balances
    UNION ALL
    SELECT member_id, account, amount_cents FROM postings_to_sum WHERE member_id IS NOT NULL
    UNION ALL
    SELECT member_id, account, -amount_cents FROM postings WHERE business_date > ${day}::date AND member_id IS NOT NULL) moved
   WHERE account IN ('monthly_contribution', 'loan_receivable', 'interest_receivable', 'fine_receivable')
   GROUP BY member_id, account)`;

type Member = {
  member_id: number;
  saved: Cents;
  owed: Cents;
  email: string | null;
  first_name: string;
  language: string;
  email_verified_at: Date | null;
  /** They chose to have it attached, and receive the month's mails at a proven address. */
  wants_statement: boolean;
};

/** Everybody who was in the group by then, still is, and has no page for that month yet. */
async function readMembers(
  reader: Reader,
  { lastDay, occasion }: { lastDay: PlainDate; occasion: string },
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    SELECT m.id AS member_id, coalesce(had.saved, 0)::bigint AS saved, coalesce(had.owed, 0)::bigint AS owed,
           m.email, m.first_name, m.language, m.email_verified_at,
           coalesce(p.attaches_statement, false) AND m.email IS NOT NULL AND m.email_verified_at IS NOT NULL
             AND coalesce(c.is_on, ${beginsOn("email")}::boolean) AS wants_statement
      FROM members m
      LEFT JOIN notice_preferences p ON p.member_id = m.id
      LEFT JOIN notice_choices c ON c.member_id = m.id AND c.kind = 'month' AND c.channel = 'email'
      LEFT JOIN (SELECT member_id, -sum(cents) FILTER (WHERE account = 'monthly_contribution') AS saved,
                        sum(cents) FILTER (WHERE account <> 'monthly_contribution') AS owed
                   FROM ${onAccountsBy(lastDay)} balance GROUP BY member_id) had ON had.member_id = m.id
     WHERE m.is_active AND m.status IN ('active', 'dormant') AND m.exited_on IS NULL AND m.approved_on <= ${lastDay}::date
       -- Whom a book brought later has a page from then on.
       AND m.created_at < ${nairobiMidnight(addDays(lastDay, 1))}
       AND NOT EXISTS (SELECT FROM notices n WHERE n.member_id = m.id AND n.occasion = ${occasion})
     ORDER BY m.id`.execute(reader);
  return rows;
}
