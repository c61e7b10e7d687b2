// Reads asks, as answers show them.
import type { UsualKind } from "#domain/payments/payment-kinds.ts";
import type { Ask } from "#contract/mpesa.ts";
import { maskedForOwner } from "#domain/members/contacts.ts";
import { ASK_END_MS, type AskState, askStateAt, sentenceOf } from "#domain/mpesa/ask-states.ts";
import { nairobiIso } from "#domain/nairobi-time.ts";
import { toKes } from "#domain/money.ts";
import { isAhead } from "#domain/wrong-clock.ts";
import type { Translate } from "#messages/translator.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";

type Viewing = { now: Date; t: Translate };

function selectAsks(reader: Reader) {
  return reader
    .selectFrom("mpesa_asks")
    .innerJoin("members", "members.id", "mpesa_asks.member_id")
    .leftJoin("payments", "payments.id", "mpesa_asks.payment_id")
    .selectAll("mpesa_asks")
    .select(personColumns)
    .select(["payments.id as payment_id", "payments.kind as payment_kind"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAsks>["execute"]>>[number];

/** The ask, or undefined. */
export async function readAsk(
  reader: Reader,
  { id, ...viewing }: Viewing & { id: number },
): Promise<Ask | undefined> {
  const row = await selectAsks(reader).where("mpesa_asks.id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : toAsk(row, viewing);
}

/** A member's asks, newest first, and how many there are. */
export async function readAsks(
  reader: Reader,
  { memberId, page, ...viewing }: Viewing & { memberId: number; page: Page | null },
): Promise<{ asks: Ask[]; count: number }> {
  const own = selectAsks(reader)
    .where("mpesa_asks.member_id", "=", memberId)
    .orderBy("mpesa_asks.id", "desc");
  const { count } = await reader
    .selectFrom("mpesa_asks")
    .select((each) => each.fn.countAll<bigint>().as("count"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  const rows = await inPage(own, page).execute();
  return { asks: rows.map((row) => toAsk(row, viewing)), count: Number(count) };
}

function toAsk(row: Row, { now, t }: Viewing): Ask {
  const state = shownState(row, now);
  const { sentence, mayAskAgain } = sentenceOf({ state, code: row.code, text: row.code_text });
  return {
    id: row.id,
    member: toPerson(row),
    kind: row.kind as UsualKind,
    loan_id: row.loan_id,
    contribution_month: row.contribution_month,
    amount: toKes(row.amount_cents),
    phone: maskedForOwner(row.phone),
    state,
    code: row.code,
    sentence:
      sentence === "notTaken"
        ? t("mpesa.asks.notTaken", { code: row.code ?? "" })
        : t(`mpesa.asks.${sentence}`),
    may_ask_again: mayAskAgain,
    receipt: row.receipt,
    payment:
      row.payment_id === null ? null : { kind: row.payment_kind as UsualKind, id: row.payment_id },
    asked_at: nairobiIso(row.asked_at),
    decided_at: row.decided_at === null ? null : nairobiIso(row.decided_at),
  };
}

/** How long ago it was made, in ms. One made by a clock that was ahead is old enough to be ended. */
export function ageOf(ask: { asked_at: Date }, now: Date): number {
  return isAhead(ask.asked_at, now) ? ASK_END_MS : now.getTime() - ask.asked_at.getTime();
}

function shownState(row: { state: string; asked_at: Date }, now: Date): AskState {
  // The database knows no other (mpesa_asks_state).
  return askStateAt(row.state as AskState, ageOf(row, now));
}

/** Locks the ask's member and then the ask, as every change of it does; undefined if there is none. */
export async function lockAsk(tx: Tx, id: number) {
  const found = await tx
    .selectFrom("mpesa_asks")
    .select("member_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const member = await tx
    .selectFrom("members")
    .selectAll()
    .where("id", "=", found.member_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const row = await tx
    .selectFrom("mpesa_asks")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, member };
}

export type LockedAsk = NonNullable<Awaited<ReturnType<typeof lockAsk>>>;
