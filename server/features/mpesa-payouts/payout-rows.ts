// Reads payouts, as answers show them, and locks one for a change.
import type { Payout } from "#contract/mpesa-payouts.ts";
import { maskedForOwner } from "#domain/members/contacts.ts";
import {
  type PayoutKind,
  payoutSentence,
  type PayoutOutcome,
  type PayoutState,
} from "#domain/mpesa/payout-states.ts";
import { toKes } from "#domain/money.ts";
import { nairobiIso } from "#domain/nairobi-time.ts";
import { assert } from "#domain/assert.ts";
import { message, type Message } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";

function selectPayouts(reader: Reader) {
  return reader
    .selectFrom("mpesa_payouts")
    .selectAll("mpesa_payouts")
    .select([
      personIn("mpesa_payouts.member_id").as("member"),
      personIn("mpesa_payouts.proposed_by").as("proposer"),
      personIn("mpesa_payouts.agreed_by").as("agreer"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPayouts>["execute"]>>[number];

/** The payout, or undefined. */
export async function readPayout(
  reader: Reader,
  { id, t }: { id: number; t: Translate },
): Promise<Payout | undefined> {
  const row = await selectPayouts(reader).where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : toPayout(row, t);
}

/** Newest first, and how many there are. */
export async function readPayouts(
  reader: Reader,
  { state, page, t }: { state: PayoutState | undefined; page: Page | null; t: Translate },
): Promise<{ payouts: Payout[]; count: number }> {
  let found = selectPayouts(reader).orderBy("id", "desc");
  let counted = reader
    .selectFrom("mpesa_payouts")
    .select((each) => each.fn.countAll<bigint>().as("count"));
  if (state !== undefined) {
    found = found.where("state", "=", state);
    counted = counted.where("state", "=", state);
  }
  const { count } = await counted.executeTakeFirstOrThrow();
  const rows = await inPage(found, page).execute();
  return { payouts: rows.map((row) => toPayout(row, t)), count: Number(count) };
}

/** The database knows no other states (mpesa_payouts_state). */
export function outcomeOf(row: {
  state: string;
  code: string | null;
  code_text: string | null;
}): PayoutOutcome {
  return { state: row.state as PayoutState, code: row.code, text: row.code_text };
}

/** What people are shown of it. */
export function sentenceFor(outcome: PayoutOutcome): Message {
  const sentence = payoutSentence(outcome);
  return sentence === "notTaken"
    ? message("mpesa.payouts.notTaken", { code: outcome.code ?? "" })
    : message(`mpesa.payouts.${sentence}`);
}

function toPayout(row: Row, t: Translate): Payout {
  const { kind, member, proposer } = row;
  const itemId = row.loan_id ?? row.line_id ?? member?.id;
  assert(itemId !== undefined && proposer !== null, `payout ${row.id} is of an item`);
  return {
    id: row.id,
    kind: kind as PayoutKind,
    item_id: itemId,
    member,
    phone: row.phone === null ? null : maskedForOwner(row.phone),
    amount: toKes(row.amount_cents),
    state: row.state as PayoutState,
    code: row.code,
    sentence: t(sentenceFor(outcomeOf(row))),
    receipt: row.receipt,
    reason: row.refused_because ?? row.reason,
    proposed_by: proposer,
    agreed_by: row.agreer,
    proposed_at: nairobiIso(row.proposed_at),
    decided_at: row.decided_at === null ? null : nairobiIso(row.decided_at),
  };
}

/** Locks whom it goes to and then the payout, as every change of it does; undefined if there is none. */
export async function lockPayout(tx: Tx, id: number) {
  const found = await tx
    .selectFrom("mpesa_payouts")
    .select("member_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const member =
    found.member_id === null
      ? null
      : await tx
          .selectFrom("members")
          .selectAll()
          .where("id", "=", found.member_id)
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow();
  const row = await tx
    .selectFrom("mpesa_payouts")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, member };
}

export type LockedPayout = NonNullable<Awaited<ReturnType<typeof lockPayout>>>;
