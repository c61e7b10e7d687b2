// Wakes those who send notices when something is due, so that an idle server asks for it by one query.
import { sql } from "kysely";
import type { NoticeChannel } from "#domain/notices/notice-choices.ts";
import type { Database } from "#server/db/connection.ts";

/** What was found due and could not be sent, as in quiet hours, is not asked for again sooner. */
const REST_MS = 2_000;

export type Bell = {
  /** Something is due. */
  ring(): void;
  /** The same by who only looks at what is due: not while it rests. */
  ringUnlessResting(): void;
  /** Until it is rung, or has been since the last time. */
  rung(): Promise<void>;
  /** It was rung, and there was nothing that could be sent. */
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

/** Whether a notice has no channels yet, and on which channels a message waits whose time has come. */
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
