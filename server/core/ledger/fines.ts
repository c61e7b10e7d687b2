// Fines: charging, what is unpaid, settling the oldest first, and writing off (PAY-8, PAY-21). Whoever changes a
// member's fines holds that member's lock (core/member-directory.ts).
import { sql } from "kysely";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { fineCharged } from "#domain/ledger/posting-rules.ts";
import { whyNoFine } from "#domain/members/member-status.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { settleOldestFirst, type Debt } from "#domain/payments/payment-splits.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { single } from "#domain/assert.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import {
  anyOf,
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { writeEntries } from "./journal.ts";
import { letter } from "#server/core/mail/letters.ts";
import { noticeOf, writeNotices, type NewNotice } from "#server/core/notices/write-notices.ts";
import { lockMembers, stateOf } from "#server/core/members/member-directory.ts";
import type { Fine } from "#contract/fines.ts";
import type { Message } from "#messages/message.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { inPage, type Page } from "#server/db/paging.ts";

const unpaidCents = sql<Cents>`amount_cents - paid_cents - written_off_cents`;
// Written like the condition of the index fines_unpaid.
const isUnpaid = sql<boolean>`paid_cents + written_off_cents < amount_cents`;

export type ChargedFine = Omit<ChargedFines, "memberIds"> & { memberId: number };

type ChargedFines = {
  memberIds: readonly number[];
  amountCents: Cents;
  /** What an official wrote, or the program; records have its English words. */
  description: string | Message;
  /** The Nairobi day of `now` by default. */
  chargedOn?: PlainDate;
  /** By which several members are fined above the limit (BOOK-27). */
  proposalId?: number | null;
  /** The meeting that it is of (MEET-6). */
  meetingId?: number | null;
  by: { actorId: number; address: string };
  now: Date;
};

/** `chargeFines` for one member; throws its refusal. */
export async function chargeFine(
  tx: Tx,
  { memberId, ...fine }: ChargedFine,
): Promise<{ fineId: number; entryId: number }> {
  const { fined, refused } = await chargeFines(tx, { ...fine, memberIds: [memberId] });
  const refusal = refused.get(memberId);
  if (refusal !== undefined) throw refusal;
  return single(fined);
}

/**
 * Charges the same fine to at most some hundred members: locks them and the official, whose fines are summed, stores it, posts it on its day, mails the member, and
 * writes an audit row for each. `refused` maps to their refusals the ids of nobody (`not-found`) and of members who
 * have left; nothing is written for these.
 */
export async function chargeFines(
  tx: Tx,
  fine: ChargedFines,
): Promise<{
  fined: { memberId: number; fineId: number; entryId: number }[];
  refused: ReadonlyMap<number, Refusal>;
}> {
  const { amountCents, description: why, by, now } = fine;
  const description = typeof why === "string" ? why : inEnglish(why);
  const members = await lockMembers(tx, [...fine.memberIds, by.actorId]);
  const refused = new Map<number, Refusal>();
  const charged = fine.memberIds.flatMap((id) => {
    const member = members.get(id);
    const refusal = member === undefined ? refuse("not-found") : whyNoFine(stateOf(member));
    if (refusal !== null) refused.set(id, refusal);
    return refusal !== null || member === undefined ? [] : [member];
  });
  if (charged.length === 0) return { fined: [], refused };
  const today = nairobiDate(now);
  const businessDate = fine.chargedOn ?? today;
  const rows = await tx
    .insertInto("fines")
    .values(
      charged.map((member) => ({
        member_id: member.id,
        amount_cents: amountCents,
        description,
        charged_on: businessDate,
        charged_at: now,
        charged_by: by.actorId,
        proposal_id: fine.proposalId ?? null,
        meeting_id: fine.meetingId ?? null,
      })),
    )
    .returning(["id", "member_id"])
    .execute();
  const fineIds = new Map(rows.map(({ id, member_id }) => [member_id, id]));
  const stored = charged.map((member) => ({ member, fineId: fineIds.get(member.id) ?? 0 }));
  const entryIds = await writeEntries(
    tx,
    stored.map(({ member, fineId }) => ({
      ...fineCharged({ fineId, memberId: member.id, amountCents, businessDate, description }),
      authorId: by.actorId,
      now,
    })),
  );
  const facts = { amount: amountCents, why: description };
  const written = letter("fined", facts);
  const notices = stored.map(({ member: to, fineId }) =>
    noticeOf("fine_charged", { ...ofFine(to.id, fineId), mail: { to, letter: written } }, facts),
  );
  await writeNotices(tx, { notices, now });
  const fined = stored.map(({ member, fineId }, index) => ({
    memberId: member.id,
    fineId,
    entryId: entryIds[index] ?? 0,
  }));
  await recordAudits(
    tx,
    fined.map(({ memberId, fineId, entryId }) => ({
      now,
      actorId: by.actorId,
      action: "fines.charge",
      subject: "fine",
      subjectId: fineId,
      after: {
        member_id: memberId,
        amount: toKes(amountCents),
        description: why,
        entry_id: entryId,
        date: businessDate,
        posted_on: today,
      },
      address: by.address,
    })),
  );
  return { fined, refused };
}

/** The members to fine, each once. */
export function ofFine(memberId: number, id: number) {
  const about = { kind: "fine", id } as const;
  return { memberId, about, occasion: `fine_charged:${id}` };
}

/**
 * All fines ever charged, except those that ended with their sheet (OPEN-38), and what is unpaid of them (cents);
 * `memberId` null for the whole group.
 */
export async function readFineTotals(
  reader: Reader,
  memberId: number | null,
): Promise<{ totalCents: Cents; unpaidCents: Cents }> {
  return reader
    .selectFrom("fines")
    .select([
      sql<Cents>`coalesce(sum(amount_cents) FILTER (
        WHERE opening_id IS NULL OR opening_id NOT IN (SELECT id FROM openings WHERE taken_back_at IS NOT NULL)), 0)::bigint`.as(
        "totalCents",
      ),
      sql<Cents>`coalesce(sum(${unpaidCents}), 0)::bigint`.as("unpaidCents"),
    ])
    .$if(memberId !== null, (fines) => fines.where("member_id", "=", memberId))
    .executeTakeFirstOrThrow();
}

/** Fines that are not fully settled, the earliest day first, then the lowest number, with what is unpaid of each (PAY-8). */
function selectUnpaidFines(reader: Reader, memberIds: readonly number[]) {
  return reader
    .selectFrom("fines")
    .select(["id", "member_id", "amount_cents", "charged_on", unpaidCents.as("balanceCents")])
    .where("member_id", "=", anyOf("int", memberIds))
    .where(isUnpaid)
    .orderBy("charged_on")
    .orderBy("id");
}

const settlementColumns = { payment_id: "int", fine_id: "int", amount_cents: "bigint" } as const;

const insertSettlements = preparedQuery(
  (_tx, rows: RowsOf<typeof settlementColumns>) => sql`
    WITH settled AS (
      INSERT INTO fine_settlements (payment_id, fine_id, amount_cents)
      SELECT payment_id, fine_id, amount_cents FROM ${rowTable("settlement", settlementColumns, rows)} ORDER BY place
      RETURNING fine_id, amount_cents)
    UPDATE fines SET paid_cents = paid_cents + paid.amount_cents
      FROM (SELECT fine_id, sum(amount_cents)::bigint AS amount_cents FROM settled GROUP BY fine_id) paid
     WHERE fines.id = paid.fine_id`,
);

type FinePayment = { id: number; memberId: number; amountCents: Cents };

/**
 * Settles the members' oldest fines first (PAY-8), each payment on top of those before it: `settle` refuses an amount
 * above what is unpaid then and returns the days of what it settled, `save` writes all settlements.
 */
export async function openFineSettlement(tx: Tx, memberIds: readonly number[]) {
  const unpaid = new Map<number, Debt[]>();
  const amounts = new Map<number, Cents>();
  const chargedOn = new Map<number, PlainDate>();
  const paid: NewNotice[] = [];
  for (const {
    member_id,
    amount_cents: charged,
    charged_on: day,
    ...fine
  } of await selectUnpaidFines(tx, memberIds).execute()) {
    unpaid.set(member_id, [...(unpaid.get(member_id) ?? []), fine]);
    amounts.set(fine.id, charged);
    chargedOn.set(fine.id, day);
  }
  const settlements: RowsOf<typeof settlementColumns>[number][] = [];
  return {
    settle({ id, memberId, amountCents }: FinePayment): PlainDate[] {
      const fines = unpaid.get(memberId) ?? [];
      const owedCents = fines.reduce((sum, fine) => sum + fine.balanceCents, 0n);
      if (amountCents > owedCents) throw refuse("fine-payment-above-unpaid");
      const settled = settleOldestFirst(fines, amountCents);
      for (const { id: fine_id, settledCents: amount_cents, remainingCents } of settled) {
        if (amount_cents > 0n) settlements.push({ payment_id: id, fine_id, amount_cents });
        if (amount_cents > 0n && remainingCents === 0n)
          paid.push(finePaid(memberId, fine_id, amounts.get(fine_id) ?? amount_cents));
      }
      unpaid.set(
        memberId,
        settled.map(({ id: fineId, remainingCents }) => ({
          id: fineId,
          balanceCents: remainingCents,
        })),
      );
      return settled.flatMap(({ id: fineId, settledCents }) => {
        const day = chargedOn.get(fineId);
        return settledCents === 0n || day === undefined ? [] : [day];
      });
    },
    save: async () => void (await insertSettlements(tx, settlements)),
    /** A member's unpaid fines, in cents. */
    unpaidCents: (memberId: number): Cents =>
      (unpaid.get(memberId) ?? []).reduce((sum, fine) => sum + fine.balanceCents, 0n),
    /** The fines that were paid in full. */
    notices: (): NewNotice[] => paid,
  };
}

function finePaid(memberId: number, fineId: number, amount: Cents): NewNotice {
  const about = { kind: "fine", id: fineId } as const;
  return noticeOf("fine_paid", { memberId, about, occasion: `fine_paid:${fineId}` }, { amount });
}

const byShareOutColumns = {
  distribution_id: "int",
  fine_id: "int",
  amount_cents: "bigint",
} as const;

const insertByShareOut = preparedQuery(
  (_tx, rows: RowsOf<typeof byShareOutColumns>) => sql`
    WITH settled AS (
      INSERT INTO distribution_fines (distribution_id, fine_id, amount_cents)
      SELECT distribution_id, fine_id, amount_cents FROM ${rowTable("settlement", byShareOutColumns, rows)} ORDER BY place
      RETURNING fine_id, amount_cents)
    UPDATE fines SET paid_cents = paid_cents + settled.amount_cents FROM settled WHERE fines.id = settled.fine_id`,
);

/** What members owe in fines, in cents, by member; those who owe nothing are left out. */
export async function readOwedFines(
  reader: Reader,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, Cents>> {
  const rows = await reader
    .selectFrom("fines")
    .select(["member_id", sql<Cents>`sum(${unpaidCents})::bigint`.as("cents")])
    .where("member_id", "=", anyOf("int", memberIds))
    .where(isUnpaid)
    .groupBy("member_id")
    .execute();
  return new Map(rows.map(({ member_id: id, cents }) => [id, cents]));
}

/** A share-out settles the members' oldest fines first, by at most what they owe (SHARE-3). The members are locked. */
export async function settleFinesByShareOut(
  tx: Tx,
  {
    distributionId,
    paid,
    now,
  }: { distributionId: number; paid: readonly { memberId: number; cents: Cents }[]; now: Date },
): Promise<void> {
  const amounts = new Map(paid.map(({ memberId, cents }) => [memberId, cents]));
  const unpaid = new Map<number, (Debt & { chargedCents: Cents })[]>();
  const owed = await selectUnpaidFines(tx, [...amounts.keys()]).execute();
  for (const { member_id: memberId, amount_cents: chargedCents, id, balanceCents } of owed)
    unpaid.set(memberId, [...(unpaid.get(memberId) ?? []), { id, balanceCents, chargedCents }]);
  const rows: RowsOf<typeof byShareOutColumns>[number][] = [];
  const notices: NewNotice[] = [];
  for (const [memberId, cents] of amounts) {
    const fines = unpaid.get(memberId) ?? [];
    const charged = new Map(fines.map(({ id, chargedCents }) => [id, chargedCents]));
    for (const { id, settledCents, remainingCents } of settleOldestFirst(fines, cents)) {
      if (settledCents === 0n) continue;
      rows.push({ distribution_id: distributionId, fine_id: id, amount_cents: settledCents });
      if (remainingCents === 0n)
        notices.push(finePaid(memberId, id, charged.get(id) ?? settledCents));
    }
  }
  if (rows.length > 0) await insertByShareOut(tx, rows);
  await writeNotices(tx, { notices, now });
}

/** The fines that a share-out settled are open again by as much. It is taken back, and nothing was paid of them since. */
export async function reopenFinesOfShareOut(tx: Tx, distributionId: number): Promise<void> {
  await sql`UPDATE fines SET paid_cents = paid_cents - settled.amount_cents FROM distribution_fines settled
             WHERE settled.distribution_id = ${distributionId} AND fines.id = settled.fine_id`.execute(
    tx,
  );
}

/**
 * Writes off a member's unpaid fines at an exit or clearing. Returns the cents written off, for the caller to post
 * (bad_debt_expense / fine_receivable).
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

// A member's fines as every list shows them.

/** A member's fines, newest first. */
export async function readFines(
  reader: Reader,
  params: { memberId: number; page: Page | null; t: Translate },
): Promise<{ fines: Fine[]; count: number | undefined }> {
  const ofMember = reader.selectFrom("fines").where("member_id", "=", params.memberId);
  let rows = ofMember
    .select([
      "id",
      "amount_cents",
      "description",
      "charged_on",
      "late_since",
      "late_months",
      "opening_id",
      sql<Cents>`amount_cents - paid_cents - written_off_cents`.as("unpaid_cents"),
    ])
    .orderBy("id", "desc");
  rows = inPage(rows, params.page);
  const count =
    params.page === null
      ? undefined
      : await ofMember.select(sql<bigint>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return {
    fines: (await rows.execute()).map((row) => ({
      id: row.id,
      amount: toKes(row.amount_cents),
      outstanding: toKes(row.unpaid_cents),
      description: descriptionOf(row, params.t),
      date: row.charged_on,
    })),
    count: count === undefined ? undefined : Number(count.count),
  };
}

/**
 * A late fine says what it was charged for, a fine from the group's book says so; any other shows the official's
 * text.
 */
function descriptionOf(
  fine: {
    description: string;
    late_since: PlainDate | null;
    late_months: number | null;
    opening_id: number | null;
  },
  t: Translate,
): string {
  if (fine.opening_id !== null) return t("descriptions.finesBroughtForward");
  const { late_since: since, late_months: months } = fine;
  return since === null || months === null
    ? fine.description
    : t("descriptions.lateFine", { since: { day: since }, months });
}
