// Texts with a code: to the phone that is to be proven, by night too, and not in any list of notices (NOTE-17).
import { randomInt } from "node:crypto";
import { countParts, toGsm } from "#domain/notices/gsm-text.ts";
import type { Language } from "#domain/language.ts";
import type { Message } from "#messages/message.ts";
import { storeFacts } from "#messages/stored-message.ts";
import { translatorFor } from "#messages/translator.ts";
import type { Tx } from "#server/db/connection.ts";
import type { NewNotice } from "./write-notices.ts";

/** Six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** `notice` is what the list says of it, without the code. Call only where the group sends SMS. */
export async function sendCodeText(
  tx: Tx,
  params: {
    notice: Pick<NewNotice, "memberId" | "event" | "facts"> & { occasion: string };
    text: Message;
    phone: string;
    language: Language;
    now: Date;
  },
): Promise<void> {
  const { notice, phone, language, now } = params;
  const { id } = await tx
    .insertInto("notices")
    .values({
      member_id: notice.memberId,
      event: notice.event,
      kind: "security",
      occasion: notice.occasion,
      facts: JSON.stringify(storeFacts(notice.facts)),
      created_at: now,
      dispatched_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const text = toGsm(translatorFor(language)(params.text));
  await tx
    .insertInto("notice_messages")
    .values({
      notice_id: id,
      member_id: notice.memberId,
      channel: "sms",
      state: "waiting",
      recipient: phone,
      keeps_recipient: true,
      text,
      parts: Math.max(countParts(text), 1),
      send_after: now,
      created_at: now,
    })
    .execute();
}
