// What waits for each official, sent once a day at 08:00 on days when something waits (NOTE-9).
import { nairobiDate } from "#domain/calendar.ts";
import { readWaiting } from "#server/core/notices/what-waits.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";

/** Says what waits at this moment, however late it comes. */
export async function sendDigest(db: Database, now: Date): Promise<void> {
  const today = nairobiDate(now);
  await inTransaction(db, async (tx) => {
    const notices = (await readWaiting(tx)).map(({ member_id: memberId, count, since }) =>
      noticeOf(
        "digest",
        { memberId, occasion: `digest:${today}` },
        { count: Number(count), since: { day: nairobiDate(since) } },
      ),
    );
    await writeNotices(tx, { notices, now });
  });
}
