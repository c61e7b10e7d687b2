// Sends the collection sheet of a meeting: each figure becomes a waiting payment of its kind, all of them or none (CASH-5).
import type { collect } from "#contract/collections.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { firstOfMonth, nairobiDate, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import { collectedMost, whyNotSent } from "#domain/meetings/collection.ts";
import { type Cents, sumOf, toKes } from "#domain/money.ts";
import {
  type CollectedKind,
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
} from "#domain/payments/payment-kinds.ts";
import { type FieldErrors, Refusal, refuse } from "#domain/refusal.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import {
  type CollectedPayment,
  enterCollected,
  type Figure,
  type ValidateFigures,
} from "#server/core/approvals/enter-collected.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { requireMeetings } from "#server/core/meetings/require-meetings.ts";
import { lockMembers, type MemberRow } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { lockMeeting } from "./record.ts";

/** How figures of each kind are checked, by the features that have its rules. */
export type ValidateKinds = Record<CollectedKind, ValidateFigures>;

type Row = BodyOf<typeof collect>["rows"][number];

/** What is of one kind only. */
const nothingElse = { month: null, loanId: null, fundId: null };

/** What a row may hold, in the order in which a member's payments are numbered. */
const figuresOf = {
  [CONTRIBUTION]: ({ member_id: memberId, ...row }: Row, month: PlainDate): Figure[] =>
    row.contribution === 0n
      ? []
      : [
          {
            ...nothingElse,
            memberId,
            amountCents: row.contribution,
            month: firstOfMonth(row.contribution_month ?? month),
          },
        ],
  [FINE_PAYMENT]: ({ member_id: memberId, fines }: Row): Figure[] =>
    fines === 0n ? [] : [{ ...nothingElse, memberId, amountCents: fines }],
  [LOAN_PAYMENT]: ({ member_id: memberId, loans }: Row): Figure[] =>
    loans.map(({ loan_id: loanId, amount }) => ({
      ...nothingElse,
      memberId,
      amountCents: amount,
      loanId,
    })),
  [FUND_PAYMENT]: ({ member_id: memberId, funds }: Row): Figure[] =>
    funds.map(({ fund_id: fundId, amount }) => ({
      ...nothingElse,
      memberId,
      amountCents: amount,
      fundId,
    })),
} satisfies Record<CollectedKind, (row: Row, month: PlainDate) => Figure[]>;

const kinds = Object.keys(figuresOf) as CollectedKind[];

/**
 * Stores the sheet with its payments; returns its id. Refuses while meetings are off, a meeting that is neither open nor closed, a second collection while one
 * waits, a count that differs without a reason, and the faults of all rows at once.
 */
export async function sendCollection(
  tx: Tx,
  by: SpokenTo,
  { meetingId, body }: { meetingId: number; body: BodyOf<typeof collect> },
  validate: ValidateKinds,
): Promise<{ id: number; totalCents: Cents }> {
  await requireMeetings(tx);
  // Members come before what concerns them (SAFE-2).
  const members = await lockMembers(
    tx,
    body.rows.map((row) => row.member_id),
  );
  const meeting = await lockMeeting(tx, meetingId, "collect");
  await requireNoneWaits(tx, meetingId);
  const paidAt = momentOf(meeting.date, by.now);
  const month = firstOfMonth(meeting.date);
  const found = await validateRows(tx, { ...body, members, month, paidAt, now: by.now }, validate);
  const { counted: countedCents, difference_reason: why } = body;
  const reason = why ?? null;
  const totalCents = sumOf(body.rows, totalOf);
  const difference = whyNotSent({ countedCents, totalCents, reason });
  requireSound(by, { ...found, difference });
  const { id } = await tx
    .insertInto("collections")
    .values({
      meeting_id: meetingId,
      total_cents: totalCents,
      counted_cents: countedCents,
      difference_reason: countedCents === totalCents ? null : reason,
      entered_by: by.actor.id,
      entered_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await enterCollected(tx, by, { collectionId: id, paidAt, payments: found.payments });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "collections.enter",
    subject: "collection",
    subjectId: id,
    after: {
      number: meeting.number,
      people: String(body.rows.length),
      amount: toKes(totalCents),
      counted: toKes(countedCents),
      ...(countedCents === totalCents || reason === null ? {} : { reason }),
    },
    address: by.origin.address,
  });
  return { id, totalCents };
}

const totalOf = ({ contribution, fines, loans, funds }: Row): Cents =>
  contribution + fines + sumOf([...loans, ...funds], ({ amount }) => amount);

/** Of two phones the second finds the first: the meeting is locked. */
async function requireNoneWaits(tx: Tx, meetingId: number): Promise<void> {
  const waits = await tx
    .selectFrom("collections")
    .select("id")
    .where("meeting_id", "=", meetingId)
    .where("status", "in", ["pending", "pending_approval"])
    .executeTakeFirst();
  if (waits !== undefined) throw refuse("collection-waits", { collectionId: waits.id });
}

/** On the meeting's day: now, or of an earlier day its noon, since nobody knows the moment. */
function momentOf(date: PlainDate, now: Date): Date {
  return date === nairobiDate(now)
    ? now
    : new Date(nairobiMidnight(date).getTime() + 12 * 3_600_000);
}

type Fault = { memberId: number; refusal: Refusal };

type Sent = {
  rows: readonly Row[];
  members: ReadonlyMap<number, MemberRow>;
  month: PlainDate;
  paidAt: Date;
  now: Date;
};

/** The payments in the order of the rows, and what is wrong with rows. */
async function validateRows(
  tx: Tx,
  { rows, members, month, paidAt, now }: Sent,
  validate: ValidateKinds,
): Promise<{ payments: CollectedPayment[]; faults: Fault[] }> {
  const faults = new Map<Row, Refusal[]>(
    rows.map((row) => [row, whyNotOnSheet(row, rows, members)]),
  );
  const ofRows = new Map<Row, CollectedPayment[]>(rows.map((row) => [row, []]));
  const sound = rows.filter((row) => faults.get(row)?.length === 0);
  for (const kind of kinds) {
    const figures = sound.flatMap((row) =>
      figuresOf[kind](row, month).map((figure) => ({ row, figure })),
    );
    if (figures.length === 0) continue;
    const checked = await validate[kind](
      tx,
      { now, paidAt },
      figures.map(({ figure }) => figure),
    );
    for (const [at, { row }] of figures.entries()) {
      const outcome = checked[at];
      if (outcome instanceof Refusal) faults.get(row)?.push(outcome);
      else if (outcome !== undefined) ofRows.get(row)?.push(outcome);
    }
  }
  return {
    payments: rows.flatMap((row) => ofRows.get(row) ?? []),
    faults: rows.flatMap((row) =>
      (faults.get(row) ?? []).map((refusal) => ({ memberId: row.member_id, refusal })),
    ),
  };
}

/** What is wrong with a row whatever its figures are. */
function whyNotOnSheet(
  row: Row,
  rows: readonly Row[],
  members: ReadonlyMap<number, MemberRow>,
): Refusal[] {
  const first = rows.findIndex(({ member_id: id }) => id === row.member_id);
  if (rows[first] !== row) return [refuse("on-sheet-twice")];
  const member = members.get(row.member_id);
  const canPay =
    (member?.status === "active" || member?.status === "dormant") &&
    member.exited_on === null &&
    member.is_active;
  if (!canPay) return [refuse("cannot-pay-now")];
  return totalOf(row) === 0n ? [refuse("nothing-beside-name")] : [];
}

type Found = { payments: readonly unknown[]; faults: readonly Fault[]; difference: Refusal | null };

/** Refuses with all that is wrong: each sentence once at `rows`, and each row that it is about. */
function requireSound({ t }: SpokenTo, { payments, faults, difference }: Found): void {
  const errors: FieldErrors = {};
  if (difference !== null) errors["difference_reason"] = [difference];
  if (payments.length > collectedMost)
    errors["rows"] = [refuse("sheet-too-long", { most: collectedMost })];
  const sentences = new Map<string, Refusal>();
  const rows = faults.map(({ memberId, refusal }) => {
    const detail = sayRefusal(t, refusal);
    sentences.set(detail, refusal);
    return { member_id: memberId, detail };
  });
  if (sentences.size > 0) errors["rows"] = [...sentences.values()];
  if (Object.keys(errors).length === 0) return;
  const facts = rows.length === 0 ? {} : { rows };
  throw new Refusal({ code: "invalid-fields", kind: "invalid", errors, facts });
}
