// The late contribution fines of the sweep (PAY-21).
import { sql } from "kysely";
import { addMonths, fullMonthsBetween, type PlainDate } from "#domain/calendar.ts";
import { lateFineToCharge } from "#domain/contributions/late-fine.ts";
import { fineCharged } from "#domain/ledger/posting-rules.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { fineMail } from "#server/core/mail/fine-mails.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/members/group-settings.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { holdMembership } from "#server/db/locks.ts";
import { sendMails } from "#server/core/mail/mail.ts";
import type { Addressee } from "#server/core/mail/write-mail.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";

type Day = { today: PlainDate; now: Date };

// So many members are locked at a time; it takes a fraction of a second.
const BATCH = 200;

/**
 * Brings what each late member has been charged up to what the day asks for. Checked again under the lock of the
 * member, and kept by `fines_late_once` to one fine a member and month, so that no two sweeps charge the same.
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
        description: inEnglish(fine.why),
      },
      address: null,
    })),
  );
  const { name: groupName } = await readGroupSettings(tx);
  await sendMails(tx, {
    mails: fines.map(({ member, amountCents, why }) =>
      fineMail(member, { amountCents, why, groupName }),
    ),
    now: day.now,
  });
}

type LateFine = {
  memberId: number;
  member: Addressee;
  since: PlainDate;
  months: number;
  amountCents: Cents;
  /** What the fine is for. */
  why: Message;
};

/** Who is late on that day, and what is still to be charged for it; `memberIds` null asks about everybody. */
async function readLateFines(
  reader: Reader,
  day: Day,
  memberIds: number[] | null,
): Promise<LateFine[]> {
  const { lateFine } = await readGroupSettings(reader);
  const { rows } = await sql<MemberSince>`
    SELECT m.id AS member_id, m.email, m.first_name, m.language, last.since,
           (SELECT coalesce(sum(f.amount_cents), 0)::bigint FROM fines f
             WHERE f.member_id = m.id AND f.late_since = last.since) AS charged_cents
      FROM members m
      CROSS JOIN LATERAL (
        SELECT coalesce(
          (SELECT p.paid_on FROM payments p
            WHERE p.member_id = m.id AND p.kind = 'contribution' AND p.status = 'approved'
            ORDER BY p.paid_at DESC LIMIT 1),
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
  email: string;
  first_name: string;
  language: string;
  since: PlainDate;
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
  });
  if (amountCents === 0n) return null;
  const months = fullMonthsBetween(since, today);
  return {
    memberId: row.member_id,
    member: { email: row.email, first_name: row.first_name, language: row.language },
    since,
    months,
    amountCents,
    why: message("descriptions.lateFine", { months, since }),
  };
}
