// Notifies every official at once of what the application itself noticed (NOTE-9).
import type { NoticeSubject } from "#domain/notices/notice-choices.ts";
import type { NoticeEventName } from "#domain/notices/notice-events.ts";
import type { Tx } from "#server/db/connection.ts";
import { writeNotices, type NewNotice } from "./write-notices.ts";

type OfficialsEvent = Extract<NoticeEventName, `sms_${string}` | `mpesa_${string}`>;

/** Once each for an occasion. */
export async function tellOfficials(
  tx: Tx,
  notice: {
    event: OfficialsEvent;
    facts: NewNotice["facts"];
    occasion: string;
    about?: { kind: NoticeSubject; id: number };
    now: Date;
  },
): Promise<void> {
  const { event, facts, occasion, about, now } = notice;
  const officials = await tx
    .selectFrom("members")
    .select("id")
    .where("office", "is not", null)
    .orderBy("id")
    .execute();
  await writeNotices(tx, {
    notices: officials.map(({ id }) => ({
      ...(about === undefined ? {} : { about }),
      memberId: id,
      event,
      facts,
      occasion,
    })),
    now,
  });
}
