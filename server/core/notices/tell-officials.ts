// What every official hears at once of the sending itself (NOTE-9), once each.
import type { NoticeEventName } from "#domain/notices/notice-events.ts";
import type { NoticeSubject } from "#domain/notices/notice-kinds.ts";
import type { Tx } from "#server/db/connection.ts";
import { writeNotices, type NewNotice } from "./write-notices.ts";

export async function tellOfficials(
  tx: Tx,
  notice: {
    event: Extract<
      NoticeEventName,
      "sms_balance_out" | "sms_budget" | "sms_failing" | "sms_opted_out"
    >;
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
