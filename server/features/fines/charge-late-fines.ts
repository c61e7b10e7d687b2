// Charges late contribution fines; part of the sweep (PAY-21, PAY-40).
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import { addDays, addMonths, fullMonthsBetween, type PlainDate } from "#domain/calendar.ts";
import { lateFineToCharge } from "#domain/contributions.ts";
import { fineCharged } from "#domain/ledger/posting-rules.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { broughtForward } from "#server/core/members/brought-forward.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/members/group-settings.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { holdMembership } from "#server/db/locks.ts";
import { ofFine } from "#server/core/ledger/fines.ts";
import { letter, type Addressee } from "#server/core/mail/letters.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";

type Day = { today: PlainDate; now: Date };

// Locks this many members at a time, for a fraction of a second.
const BATCH = 200;

/**
 * Raises each late member's fines to the amount due on that day. Checks again under the member's lock;
 * `fines_late_once` limits it to one fine for each member and month, so that no two sweeps charge the same.
 */
export async function chargeLateFines(db: Database, day: Day): Promise<void> {
  const late = await readLateFines(db, day, null);
  for (let start = 0; start < late.length; start += BATCH) {
    const memberIds = late.slice(start, start + BATCH).map(({ memberId }) => memberId);
    await inTransaction(db, (tx) => chargeMembers(tx, day, memberIds));
  }
}

async function chargeMembers(tx: Tx, day: Day, memberIds: number[]): Promise<void> {
  await holdMembership(tx);
  await tx
    .selectFrom("members")
    .select("id")
    .where("id", "in", memberIds)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const late = await readLateFines(tx, day, memberIds);
  if (late.length === 0) return;
  const charged = await tx
    .insertInto("fines")
    .values(
      late.map((fine) => ({
        member_id: fine.memberId,
        amount_cents: fine.amountCents,
        description: inEnglish(fine.why),
        charged_on: day.today,
        charged_at: day.now,
        late_since: fine.since,
        late_months: fine.months,
      })),
    )
    .onConflict((conflict) => conflict.constraint("fines_late_once").doNothing())
    .returning(["id", "member_id"])
    .execute();
  const lateByMember = new Map(late.map((fine) => [fine.memberId, fine]));
  const fines = charged.flatMap(({ id, member_id }) => {
    const fine = lateByMember.get(member_id);
    return fine === undefined ? [] : [{ ...fine, id }];
  });
  if (fines.length === 0) return;
  await writeEntries(
    tx,
    fines.map((fine) => ({
      ...fineCharged({
        ...fine,
        description: inEnglish(fine.why),
        fineId: fine.id,
        businessDate: day.today,
      }),
      authorId: null,
      now: day.now,
    })),
  );
  await recordAudits(
    tx,
    fines.map((fine) => ({
      now: day.now,
      actorId: null,
      action: "sweep.late-fine",
      subject: "fine",
      subjectId: fine.id,
      after: {
        member_id: fine.memberId,
        amount: toKes(fine.amountCents),
        description: fine.why,
      },
      address: null,
    })),
  );
  const notices = fines.map(({ id, memberId, member: to, amountCents: amount, why }) => {
    const mail = { to, letter: letter("fined", { amount, why }) };
    return noticeOf("fine_charged", { ...ofFine(memberId, id), mail }, { amount, why });
  });
  await writeNotices(tx, { notices, now: day.now });
}

/** NOTE-2: notifies members today who would be charged tomorrow if they paid nothing, once for each fine. */
export async function remindOfLateFines(db: Database, { today, now }: Day): Promise<void> {
  const late = await readLateFines(db, { today: addDays(today, 1), now }, null);
  const notices = late.map(({ memberId, since, months, amountCents: amount }) => {
    const occasion = `late_fine_tomorrow:${since}:${months}`;
    return noticeOf("late_fine_tomorrow", { memberId, occasion }, { amount });
  });
  for (let start = 0; start < notices.length; start += BATCH)
    await inTransaction(db, (tx) =>
      writeNotices(tx, { notices: notices.slice(start, start + BATCH), now }),
    );
}

type LateFine = {
  memberId: number;
  member: Addressee;
  since: PlainDate;
  months: number;
  amountCents: Cents;
  /** The reason of the fine. */
  why: Message;
};

/**
 * Who is late on that day, and how many cents are still to be charged; `memberIds` null covers everybody. A contribution
 * that waits for the offices counts as approved (PAY-40): if it is rejected or taken back, the next sweep charges what it
 * had prevented. So late fines since a later day can be on record, and count as charged. For a member of the group's book,
 * a payment counts from its day, but not before the book (PAY-33, domain `lateSinceByBook`).
 */
async function readLateFines(
  reader: Reader,
  day: Day,
  memberIds: number[] | null,
): Promise<LateFine[]> {
  const { lateFine } = await readGroupSettings(reader);
  const { rows } = await sql<MemberSince>`
    SELECT m.id AS member_id, m.email, m.email_verified_at, m.first_name, m.language, last.since,
           book.closed_on AS book_closed_on,
           (SELECT coalesce(sum(f.amount_cents), 0)::bigint FROM fines f
             WHERE f.member_id = m.id
               AND (f.late_since >= last.since OR f.late_since IS NOT NULL AND f.charged_on > last.since
                    AND f.charged_on <= ${day.today}::date)) AS charged_cents
      FROM members m
      LEFT JOIN ${broughtForward} book ON book.member_id = m.id
      CROSS JOIN LATERAL (
        SELECT coalesce(
          greatest(
            (SELECT p.paid_on FROM payments p
              WHERE p.member_id = m.id AND p.kind = ${sql.lit(CONTRIBUTION)} AND p.status <> 'rejected'
              ORDER BY p.paid_at DESC LIMIT 1),
            book.last_paid_on,
            (book.paid_up_to + interval '1 month')::date - 1),
          m.approved_on) AS since) last
     WHERE m.is_active AND m.status IN ('active', 'dormant') AND NOT m.has_cleared AND m.exited_on IS NULL
       AND (${memberIds}::int[] IS NULL OR m.id = ANY (${memberIds}::int[]))
       -- Who is late at all has paid nothing for at least as long as nothing needs to be paid.
       AND last.since <= ${addMonths(day.today, -lateFine.afterMonths)}::date
     ORDER BY m.id`.execute(reader);
  return rows.flatMap((row) => {
    const fine = toLateFine(row, day.today, lateFine);
    return fine === null ? [] : [fine];
  });
}

type MemberSince = {
  member_id: number;
  email: string | null;
  email_verified_at: Date | null;
  first_name: string;
  language: string;
  since: PlainDate;
  book_closed_on: PlainDate | null;
  charged_cents: Cents;
};

function toLateFine(
  row: MemberSince,
  today: PlainDate,
  rule: GroupSettings["lateFine"],
): LateFine | null {
  const { since } = row;
  const amountCents = lateFineToCharge({
    since,
    today,
    monthsAllowed: rule.afterMonths,
    finePerMonthCents: rule.cents,
    chargedSinceCents: row.charged_cents,
    bookClosedOn: row.book_closed_on,
  });
  if (amountCents === 0n) return null;
  const months = fullMonthsBetween(since, today);
  return {
    memberId: row.member_id,
    member: row,
    since,
    months,
    amountCents,
    why: message("descriptions.lateFine", { months, since: { day: since } }),
  };
}
