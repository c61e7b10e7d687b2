// Fines: charging one, what is unpaid of them, settling them oldest first, and writing them off (PAY-8, PAY-21).
// Whoever changes a member's fines holds the lock of that member (core/member-directory.ts).
import { sql } from "kysely";
import { nairobiDate } from "#domain/calendar.ts";
import { fineCharged } from "#domain/ledger/posting-rules.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { settleOldestFirst, type Debt } from "#domain/payments/oldest-first.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { rowTable, type RowsOf } from "#server/db/prepared-queries/row-table.ts";
import { statement } from "#server/db/prepared-queries/prepared-query.ts";
import { anyOf } from "#server/db/prepared-queries/value-list.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { fineMail } from "#server/core/mail/fine-mails.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { writeEntry } from "./journal.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import { lockMember } from "#server/core/members/member-directory.ts";

const unpaidCents = sql<Cents>`amount_cents - paid_cents - written_off_cents`;
// In the words of the index fines_unpaid.
const isUnpaid = sql<boolean>`paid_cents + written_off_cents < amount_cents`;

export type ChargedFine = {
  memberId: number;
  amountCents: Cents;
  description: string;
  by: { actorId: number; address: string };
  now: Date;
};

/**
 * A fine by an official: kept, posted on the Nairobi day of `now`, and told to the member by mail. Refuses with
 * `not-found` for nobody's id, and who has left the group.
 */
export async function chargeFine(
  tx: Tx,
  fine: ChargedFine,
): Promise<{ fineId: number; entryId: number }> {
  const { memberId, amountCents, description, by, now } = fine;
  const member = await lockMember(tx, memberId);
  if (member.exited_on !== null || member.has_cleared || member.status === "cleared")
    throw refuse("fine-after-leaving");
  const businessDate = nairobiDate(now);
  const { id: fineId } = await tx
    .insertInto("fines")
    .values({
      member_id: memberId,
      amount_cents: amountCents,
      description,
      charged_on: businessDate,
      charged_at: now,
      charged_by: by.actorId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entryId = await writeEntry(
    tx,
    fineCharged({ fineId, memberId, amountCents, businessDate, description }),
    { authorId: by.actorId, now },
  );
  const { name: groupName } = await readGroupSettings(tx);
  await sendMail(tx, { ...fineMail(member, { amountCents, why: description, groupName }), now });
  await recordAudit(tx, {
    now,
    actorId: by.actorId,
    action: "fines.charge",
    subject: "fine",
    subjectId: fineId,
    after: { member_id: memberId, amount: toKes(amountCents), description, entry_id: entryId },
    address: by.address,
  });
  return { fineId, entryId };
}

/** All fines ever charged and what is still unpaid of them; `memberId` null for the whole group. */
export async function readFineTotals(
  reader: Reader,
  memberId: number | null,
): Promise<{ totalCents: Cents; unpaidCents: Cents }> {
  return reader
    .selectFrom("fines")
    .select([
      sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("totalCents"),
      sql<Cents>`coalesce(sum(${unpaidCents}), 0)::bigint`.as("unpaidCents"),
    ])
    .$if(memberId !== null, (fines) => fines.where("member_id", "=", memberId))
    .executeTakeFirstOrThrow();
}

/** Fines that are not settled in full, oldest first, with what is unpaid of each. */
function selectUnpaidFines(reader: Reader, memberIds: readonly number[]) {
  return reader
    .selectFrom("fines")
    .select(["id", "member_id", unpaidCents.as("balanceCents")])
    .where("member_id", "=", anyOf("int", memberIds))
    .where(isUnpaid)
    .orderBy("id");
}

const settlementColumns = { payment_id: "int", fine_id: "int", amount_cents: "bigint" } as const;

const insertSettlements = statement(
  (_tx, rows: RowsOf<typeof settlementColumns>) => sql`
    WITH settled AS (
      INSERT INTO fine_settlements (payment_id, fine_id, amount_cents)
      SELECT payment_id, fine_id, amount_cents FROM ${rowTable("settlement", settlementColumns, rows)} ORDER BY place
      RETURNING fine_id, amount_cents)
    UPDATE fines SET paid_cents = paid_cents + paid.amount_cents
      FROM (SELECT fine_id, sum(amount_cents)::bigint AS amount_cents FROM settled GROUP BY fine_id) paid
     WHERE fines.id = paid.fine_id`,
);

/**
 * Approved payments settle their members' oldest fines first (PAY-8), each on top of those before it: `settle` refuses an
 * amount above what is then unpaid, `save` writes all that was settled.
 */
export async function openFineSettlement(tx: Tx, memberIds: readonly number[]) {
  const unpaid = new Map<number, Debt[]>();
  for (const { member_id, ...fine } of await selectUnpaidFines(tx, memberIds).execute())
    unpaid.set(member_id, [...(unpaid.get(member_id) ?? []), fine]);
  const settlements: RowsOf<typeof settlementColumns>[number][] = [];
  return {
    settle({ id, memberId, amountCents }: { id: number; memberId: number; amountCents: Cents }) {
      const fines = unpaid.get(memberId) ?? [];
      const owedCents = fines.reduce((sum, fine) => sum + fine.balanceCents, 0n);
      if (amountCents > owedCents) throw refuse("fine-payment-above-unpaid");
      const settled = settleOldestFirst(fines, amountCents);
      for (const { id: fine_id, settledCents: amount_cents } of settled)
        if (amount_cents > 0n) settlements.push({ payment_id: id, fine_id, amount_cents });
      unpaid.set(
        memberId,
        settled.map(({ id: fineId, remainingCents }) => ({
          id: fineId,
          balanceCents: remainingCents,
        })),
      );
    },
    save: async () => void (await insertSettlements(tx, settlements)),
  };
}

/**
 * At an exit or clearing nothing of the member's fines stays unpaid. Gives the cents written off, for the caller to
 * post (bad_debt_expense / fine_receivable).
 */
export async function writeOffFines(tx: Tx, memberId: number): Promise<Cents> {
  const unpaid = await selectUnpaidFines(tx, [memberId]).execute();
  await tx
    .updateTable("fines")
    .set({ written_off_cents: sql<Cents>`amount_cents - paid_cents` })
    .where("member_id", "=", memberId)
    .where(isUnpaid)
    .execute();
  return unpaid.reduce((sum, fine) => sum + fine.balanceCents, 0n);
}
