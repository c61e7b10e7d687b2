// Sends notices as the server of a test's group would, and makes notices to send.
import pino from "pino";
import { startNoticeSender } from "#server/jobs/notice-sender.ts";
import type { NewNotice } from "#server/core/notices/write-notices.ts";
import { writeNotices } from "#server/core/notices/write-notices.ts";
import { inTransaction } from "#server/db/connection.ts";
import { readConfig } from "#server/platform/config.ts";
import type { TestGroup } from "./test-group.ts";

/** The environment of a group whose SMS go through a gateway at `url`. */
export function smsSettings(url: string): Record<string, string> {
  return {
    SMS_URL: url,
    SMS_USERNAME: "chama",
    SMS_API_KEY: "atsk_test",
    SMS_REPORT_SECRET: "reports-of-a-test",
  };
}

export function startSender(group: TestGroup, env: Record<string, string>) {
  return startNoticeSender({
    connection: group.serverConnection,
    config: readConfig({ RATE_LIMIT: "off", ...env }),
    log: pino({ level: "silent" }),
    now: group.clock.now,
  });
}

/** Notifies a member of an approved contribution, as its approval does. */
export async function tellOfContribution(
  group: TestGroup,
  memberId: number,
  { number = 1, ...more }: Partial<NewNotice> & { number?: number } = {},
): Promise<void> {
  await inTransaction(group.db, (tx) =>
    writeNotices(tx, {
      notices: [
        {
          memberId,
          event: "payment_approved",
          facts: { kind: "contribution", number, amount: 100_000n, total: 500_000n },
          occasion: `payment_approved:${number}`,
          ...more,
        },
      ],
      now: group.clock.now(),
    }),
  );
}

/** Every message of a channel, oldest first. */
export function messagesOf(group: TestGroup, channel = "sms") {
  return group.db
    .selectFrom("notice_messages")
    .selectAll()
    .where("channel", "=", channel)
    .orderBy("id")
    .execute();
}
