// What is missing in the box, or too much, once both offices agreed to the count (CASH-4).
import { countDifference, whyNotCounted } from "#domain/cash/count.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { type Cents, fromKes, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { message, type Message } from "#messages/message.ts";
import { describeCount, type ProposedCount } from "#server/core/approvals/proposals.ts";
import { readCashCents } from "#server/core/ledger/bank.ts";
import { writeLedgerPost } from "#server/core/ledger/ledger-posts.ts";
import { requireMeetings } from "#server/core/meetings/require-meetings.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockBank } from "#server/db/locks.ts";
import type { By } from "#server/platform/request.ts";
import { recordPosting } from "./posting.ts";

/** How both offices count. Refuses if cash has moved since the count. */
export const proposedCashCount = {
  right: "cash.move",
  post: async (
    tx: Tx,
    by: By,
    requested: unknown,
  ): Promise<{ entryId: number | null; amountCents: Cents; done: Message }> => {
    await requireMeetings(tx);
    const count = requested as ProposedCount;
    await lockBank(tx);
    const booksCents = await readCashCents(tx);
    if (toKes(booksCents) !== count.books_seen) throw refuse("figures-changed");
    const countedCents = fromKes(count.counted);
    const refusal = whyNotCounted({ countedCents, booksCents, reason: count.reason });
    if (refusal !== null) throw refusal;
    const differenceCents = countDifference({ countedCents, booksCents });
    const entryId = differenceCents === 0n ? null : await postDifference(tx, by, count);
    const done = message("done.books.cashCounted", { amount: countedCents });
    return { entryId, amountCents: countedCents, done };
  },
} as const;

async function postDifference(tx: Tx, by: By, count: ProposedCount): Promise<number> {
  const differenceCents = fromKes(count.counted) - fromKes(count.books_seen);
  const amountCents = differenceCents < 0n ? -differenceCents : differenceCents;
  const description = inEnglish(describeCount(count));
  const businessDate = nairobiDate(by.now);
  const entryId = await writeLedgerPost(
    tx,
    {
      type: "cash_count",
      isMissing: differenceCents < 0n,
      amountCents,
      when: { businessDate, description },
    },
    { authorId: by.actor.id, now: by.now },
  );
  await recordPosting(tx, by, {
    action: "entries.post",
    subject: "entry",
    subjectId: entryId,
    after: {
      type: "cash_count",
      amount: toKes(amountCents),
      description,
      date: businessDate,
      posted_on: businessDate,
    },
  });
  return entryId;
}
