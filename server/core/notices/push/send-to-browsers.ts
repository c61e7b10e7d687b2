// Sends a notice to every browser where its member turned push on; a phone shows it on a locked screen.
import { languageOf } from "#domain/language.ts";
import { Message, type MessageKey } from "#messages/message.ts";
import { translatorFor } from "#messages/translator.ts";
import type { Database } from "#server/db/connection.ts";
import type { ClaimedMessage } from "../claim-messages.ts";
import type { Settled } from "../settle-message.ts";
import type { PushOutcome, SendPush } from "./push-service.ts";

/** Where the application shows what was sent. */
const LIST = "/dashboard/profile/notices";

/** Removes subscriptions that have ended. */
export async function sendToBrowsers(
  db: Database,
  send: SendPush,
  message: ClaimedMessage,
): Promise<Settled> {
  const browsers = await db
    .selectFrom("push_subscriptions")
    .select(["id", "endpoint", "p256dh", "auth"])
    .where("member_id", "=", message.member_id)
    .execute();
  if (browsers.length === 0) return { is: "skipped", failure: "no browser" };
  const { name } = await db.selectFrom("group_settings").select("name").executeTakeFirstOrThrow();
  const payload = JSON.stringify({
    title: name,
    body: onLockedScreen(message, name),
    tag: `notice-${message.notice_id}`,
    url: LIST,
  });
  const outcomes = await Promise.all(
    browsers.map(async (browser) => {
      const outcome = await send(browser, { payload, topic: `notice-${message.notice_id}` });
      if (outcome.is === "gone")
        await db.deleteFrom("push_subscriptions").where("id", "=", browser.id).execute();
      return outcome;
    }),
  );
  return together(outcomes);
}

/** A text with an amount is sent without it, unless the member chose otherwise. */
function onLockedScreen({ text, kind, language, shows_amounts }: ClaimedMessage, group: string) {
  if (shows_amounts || !/KES|Ksh|\/=|\d{3}/i.test(text)) return text;
  return translatorFor(languageOf(language))(
    new Message(`notices.subjects.${kind}` as MessageKey, { group }),
  );
}

/** One browser is enough: it does not get the notice again because another failed. */
function together(outcomes: readonly PushOutcome[]): Settled {
  if (outcomes.some(({ is }) => is === "accepted")) return { is: "sent" };
  const order = ["unknown", "again", "no-connection", "failed"] as const;
  for (const is of order) {
    const found = outcomes.find((outcome) => outcome.is === is);
    if (found !== undefined && "failure" in found) return { is, failure: found.failure };
  }
  return { is: "failed", failure: "the browser has ended its subscription" };
}
