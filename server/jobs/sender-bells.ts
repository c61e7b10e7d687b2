// Wakes the senders of notices when something is due, so that an idle server polls with one query.
import { sql } from "kysely";
import type { NoticeChannel } from "#domain/notices/notice-choices.ts";
import type { Database } from "#server/db/connection.ts";

/** After finding due messages that cannot be sent, as in quiet hours, it waits this long. */
const REST_MS = 2_000;

export type Bell = {
  /** Something is due. */
  ring(): void;
  /** Rings for what polling found: not while it rests. */
  ringUnlessResting(): void;
  /** Waits until it rings, or has rung since the last wait. */
  rung(): Promise<void>;
  /** It rang, and nothing could be sent. */
  rest(): void;
};

export function openBell(stopping: AbortSignal): Bell {
  let wake: (() => void) | null = null;
  let isRung = false;
  let restsUntil = 0;
  const ring = () => {
    isRung = true;
    wake?.();
  };
  stopping.addEventListener("abort", ring);
  return {
    ring,
    ringUnlessResting: () => {
      if (performance.now() >= restsUntil) ring();
    },
    rung: async () => {
      if (!isRung)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      wake = null;
      isRung = false;
    },
    rest: () => {
      restsUntil = performance.now() + REST_MS;
    },
  };
}

export type Due = { undispatched: boolean } & Record<NoticeChannel, boolean>;

/** Whether a notice has no channels yet, and which channels have a due message. */
export async function readDue(db: Database, now: Date): Promise<Due> {
  const waits = (channel: NoticeChannel) => sql`EXISTS (
    SELECT FROM notice_messages
     WHERE state IN ('waiting', 'held') AND send_after <= ${now} AND channel = ${channel})`;
  const { rows } = await sql<Due>`
    SELECT EXISTS (SELECT FROM notices WHERE dispatched_at IS NULL) AS undispatched,
           ${waits("email")} AS email, ${waits("sms")} AS sms, ${waits("push")} AS push`.execute(
    db,
  );
  return rows[0] ?? { undispatched: false, email: false, sms: false, push: false };
}
