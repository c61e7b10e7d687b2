// What happens to a payout (domain/mpesa/payout-states.ts), and what M-PESA's word makes of it: its line out, which is
// matched with the approval's entry, the audit row and the member's notice in one transaction (OUT-3, OUT-4, OUT-7).
import {
  afterPayoutEvent,
  isDecidedPayout,
  PAYOUT_UNKNOWN_NOTICE_MS,
  payoutAskedAfterMs,
  type PayoutEvent,
} from "#domain/mpesa/payout-states.ts";
import type { PayoutWord } from "#domain/mpesa/payout-result.ts";
import { toKes } from "#domain/money.ts";
import { nairobiIso } from "#domain/nairobi-time.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { rememberReceipt } from "#server/core/bank-lines/entry-references.ts";
import { matchNewEntry } from "#server/core/bank-lines/matching.ts";
import { takeCheckedPayments } from "#server/core/daraja/live-lines.ts";
import { newRequest } from "#server/core/daraja/requests.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { tellOfficials } from "#server/core/notices/tell-officials.ts";
import type { Tx } from "#server/db/connection.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { type LockedPayout, outcomeOf, sentenceFor } from "./payout-rows.ts";
import { postCents } from "./post-cents.ts";

type Columns = Partial<
  Pick<
    LockedPayout,
    | "agreed_by"
    | "agreed_office"
    | "agreed_at"
    | "refusing_by"
    | "refusing_office"
    | "refused_by"
    | "refused_because"
    | "receipt"
  >
>;

type Moving = { event: PayoutEvent; columns?: Columns; now: Date };

/**
 * The payout after an event, whose row it updates; the same if the event changes nothing. From when it is unknown M-PESA is
 * asked about it, and what is refused is said to the member.
 */
export async function movePayout(
  tx: Tx,
  payout: LockedPayout,
  { event, columns = {}, now }: Moving,
): Promise<LockedPayout> {
  const before = outcomeOf(payout);
  const after = afterPayoutEvent(before, event);
  if (after === before) return payout;
  const isNewlyUnknown = after.state === "unknown";
  const changed = {
    ...columns,
    state: after.state,
    code: after.code,
    code_text: after.text,
    ...(isNewlyUnknown ? { unknown_since: now } : {}),
    decided_at: isDecidedPayout(after.state) ? now : null,
  };
  await tx.updateTable("mpesa_payouts").set(changed).where("id", "=", payout.id).execute();
  const moved = { ...payout, ...changed };
  if (isNewlyUnknown) await askAgain(tx, moved, { attempt: 0, now });
  if (after.state === "refused") await reportRefused(tx, moved, now);
  return moved;
}

/** Queues the question with this number, unless asking has ended. */
export async function askAgain(
  tx: Tx,
  payout: LockedPayout,
  { attempt, now }: { attempt: number; now: Date },
): Promise<void> {
  const afterMs = payoutAskedAfterMs(attempt);
  if (afterMs === null || payout.unknown_since === null) return;
  const dueMs = Math.max(payout.unknown_since.getTime() + afterMs, now.getTime());
  const subject = { kind: "payout", id: BigInt(payout.id) } as const;
  const dueAt = new Date(dueMs);
  await newRequest(tx, { kind: "check_conversation", subject, attempt, dueAt, now });
}

/** Once for each payout of which nobody has known for 10 minutes whether it was paid (OUT-5). */
export async function tellIfUnknown(tx: Tx, payout: LockedPayout, now: Date): Promise<void> {
  if (payout.state !== "unknown" || payout.unknown_since === null) return;
  if (now.getTime() - payout.unknown_since.getTime() < PAYOUT_UNKNOWN_NOTICE_MS) return;
  await tellOfficials(tx, {
    event: "mpesa_payout_unknown",
    facts: { amount: payout.amount_cents },
    occasion: `mpesa_payout_unknown:${payout.id}`,
    now,
  });
}

async function reportRefused(tx: Tx, payout: LockedPayout, now: Date): Promise<void> {
  const amount = payout.amount_cents;
  if (payout.code !== null)
    await record(tx, payout, { action: "payouts.fail", after: { value: payout.code }, now });
  if (payout.member_id === null || payout.kind === "return") return;
  const to = { memberId: payout.member_id, occasion: `mpesa_payout_refused:${payout.id}`, now };
  const reason = sentenceFor(outcomeOf(payout));
  await tell(tx, "mpesa_payout_refused", to, { amount, reason });
}

/** The receipt is null of a return that M-PESA says is reversed, without saying by what. */
type Paid = Pick<PayoutWord, "code" | "text" | "receipt" | "at">;
type Paying = { settings: DarajaSettings; word: Paid; now: Date };

/**
 * M-PESA says that it was paid. Returns its line out, also of one that was refused before: that money has left, and the
 * officials find its line open.
 */
export async function payPayout(
  tx: Tx,
  payout: LockedPayout,
  { settings, word, now }: Paying,
): Promise<number | null> {
  const { code, text, receipt } = word;
  const moved = await movePayout(tx, payout, {
    event: { kind: "result", code, text },
    columns: { receipt },
    now,
  });
  const isNew = moved !== payout;
  if (!isNew && (receipt === null || payout.receipt === receipt)) return payout.out_line_id;
  const at = word.at ?? nairobiIso(now).slice(0, 19);
  const { entry_id: entryId } = payout;
  const paidOn = at.slice(0, 10);
  // Before its line, which both entries are.
  if (isNew) await postCents(tx, payout, now);
  const isRemembered =
    isNew &&
    entryId !== null &&
    receipt !== null &&
    (await rememberReceipt(tx, { entryId, receipt, paidOn }));
  const lineId =
    receipt === null ? null : await takeLineOut(tx, payout, { settings, receipt, at, now });
  if (!isNew) return lineId;
  if (isRemembered) await matchNewEntry(tx, { entryId, now });
  await tx
    .updateTable("mpesa_payouts")
    .set({ out_line_id: lineId })
    .where("id", "=", payout.id)
    .execute();
  await record(tx, payout, {
    action: "payouts.pay",
    after: {
      amount: toKes(payout.amount_cents),
      payment_Reference_Code: receipt,
      ...(isRemembered ? { entry_id: entryId, payment_date: paidOn } : {}),
    },
    now,
  });
  await tellPaid(tx, payout, { receipt, now });
  return lineId;
}

/** Null if the account has the receipt with another amount, of which officials hear. */
async function takeLineOut(
  tx: Tx,
  payout: LockedPayout,
  { settings, receipt, at, now }: Omit<Paying, "word"> & { receipt: string; at: string },
): Promise<number | null> {
  const { payoutShortcode } = settings;
  const takesBack = await readReturned(tx, payout);
  const from = { ...settings, shortcode: payoutShortcode ?? settings.shortcode, till: null };
  const sent = {
    receipt,
    at,
    amountCents: -payout.amount_cents,
    type: takesBack === null ? "Business Payment" : "Transaction Reversal",
    name: null,
    accountTyped: null,
    ...(takesBack === null ? {} : { takesBack }),
  };
  const account = takesBack === null ? from : settings;
  const [line] = await takeCheckedPayments(tx, account, { payments: [sent], now });
  return line === undefined || line.fate === "contradicts" ? null : line.id;
}

/** The receipt of the line that goes back; null unless one does. */
export async function readReturned(tx: Tx, { line_id: id }: LockedPayout): Promise<string | null> {
  if (id === null) return null;
  const line = await tx
    .selectFrom("statement_lines")
    .select("reference")
    .where("id", "=", id)
    .executeTakeFirst();
  return line?.reference ?? null;
}

/** Whoever gets it, and of a return whom its line names. */
async function tellPaid(
  tx: Tx,
  payout: LockedPayout,
  { receipt, now }: { receipt: string | null; now: Date },
): Promise<void> {
  const { id, member_id: memberId, phone, amount_cents: amount } = payout;
  if (memberId === null) return;
  const to = { memberId, occasion: `mpesa_payout_paid:${id}`, now };
  const returned = await readReturned(tx, payout);
  if (returned !== null) await tell(tx, "mpesa_returned", to, { amount, reference: returned });
  else if (phone !== null && receipt !== null)
    await tell(tx, "mpesa_payout_paid", to, {
      amount,
      phone: phone.slice(-3),
      reference: receipt,
    });
}

function record(
  tx: Tx,
  { id }: LockedPayout,
  {
    now,
    ...told
  }: {
    action: "payouts.pay" | "payouts.fail";
    after: Parameters<typeof recordAudit>[1]["after"] & {};
    now: Date;
  },
): Promise<void> {
  return recordAudit(tx, {
    ...told,
    now,
    actorId: null,
    subject: "payout",
    subjectId: id,
    address: null,
  });
}
