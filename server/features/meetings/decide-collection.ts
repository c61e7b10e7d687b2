// Both offices decide on a collection as a whole; the second approval posts all its payments and what the count differs by (CASH-6).
import type { decideCollection } from "#contract/collections.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { approvalView, decide, itemStatus } from "#domain/approvals/two-officials.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { dayAfterCauses } from "#domain/ledger/journal-entry.ts";
import { collectionDiffered } from "#domain/ledger/posting-rules.ts";
import { whyNotCountedAgain } from "#domain/meetings/collection.ts";
import { toKes } from "#domain/money.ts";
import { officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { decideCollected } from "#server/core/approvals/decide-collected.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { toVerdictColumns, toVerdicts } from "#server/core/verdicts/verdict-columns.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { growVersion, recordMeeting } from "./record.ts";

type Command = { id: number; body: BodyOf<typeof decideCollection> };

/**
 * Records one office's verdict on the sheet and all its payments. Refuses what `decide` refuses, and approving without the count that
 * the sheet has.
 */
export async function decideOnCollection(
  tx: Tx,
  by: SpokenTo,
  { id, body }: Command,
): Promise<Message> {
  const sheet = await tx
    .selectFrom("collections")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const office = officeOf(by.actor);
  if (office !== "Treasurer" && office !== "Sec-Gen") throw refuse("forbidden");
  const { action } = body;
  const reason = action === "rejected" ? (body.reject_reason ?? null) : null;
  const verdict = { office, memberId: by.actor.id, action, reason, at: by.now };
  const verdicts = decide(toVerdicts(sheet), verdict);
  const { counted_cents: countedCents, total_cents: totalCents } = sheet;
  const countedSeenCents = body.counted_seen ?? undefined;
  const refusal = whyNotCountedAgain({ action, countedSeenCents, countedCents });
  if (refusal !== null) throw refusal;
  const own = office === "Treasurer" ? "treasurer_counted" : "sec_gen_counted";
  await tx
    .updateTable("collections")
    .set({
      ...toVerdictColumns(verdicts),
      ...(action === "approved" ? { [own]: countedCents } : {}),
    })
    .where("id", "=", id)
    .execute();
  await decideCollected(tx, by, { id, action, reason });
  const { approvalDate: approvedAt } = approvalView(verdicts);
  const { number, held_on: heldOn } = await meetingOf(tx, sheet.meeting_id);
  if (approvedAt !== null) {
    if (countedCents !== totalCents)
      await writeEntries(tx, [
        {
          ...collectionDiffered({
            collectionId: id,
            differenceCents: countedCents - totalCents,
            businessDate: dayAfterCauses(nairobiDate(approvedAt), [heldOn]),
            description: inEnglish("descriptions.collectionCounted", {
              number: id,
              meeting: number,
              counted: countedCents,
              total: totalCents,
              reason: sheet.difference_reason ?? "",
            }),
          }),
          authorId: by.actor.id,
          now: approvedAt,
        },
      ]);
    // The minutes have it from now on.
    await growVersion(tx, sheet.meeting_id);
    await recordMeeting(tx, by, "meetings.collect", sheet.meeting_id, {
      after: { number, amount: toKes(totalCents), counted: toKes(countedCents) },
    });
  }
  const status = itemStatus(verdicts);
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: action === "approved" ? "collections.approve" : "collections.reject",
    subject: "collection",
    subjectId: id,
    before: { status: sheet.status },
    after: {
      status,
      office,
      number,
      amount: toKes(totalCents),
      ...(action === "approved" ? { counted: toKes(countedCents) } : { reason }),
    },
    address: by.origin.address,
  });
  if (status === "rejected") return message("done.meetings.collectionRejected");
  return status === "approved"
    ? message("done.meetings.collectionApproved", { counted: countedCents })
    : message("done.meetings.collectionWaits", { counted: countedCents });
}

async function meetingOf(tx: Tx, id: number): Promise<{ number: number; held_on: PlainDate }> {
  return tx
    .selectFrom("meetings")
    .select(["number", "held_on"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
