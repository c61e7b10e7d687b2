// Who has which phone in the demo's database, and what lay on it before the demo was started.
import type { Database } from "#server/db/connection.ts";
import type { PhoneText } from "./page.ts";

const TEXTS_MOST = 2_000;

/** Texts that the gateway took, oldest first. */
export async function earlierTexts(db: Database): Promise<PhoneText[]> {
  const found = await db
    .selectFrom("notice_messages")
    .select(["recipient", "text", "sent_at"])
    .where("channel", "=", "sms")
    .where("state", "in", ["sent", "delivered"])
    .orderBy("sent_at", "desc")
    .orderBy("id", "desc")
    .limit(TEXTS_MOST)
    .execute();
  return found
    .toReversed()
    .flatMap(({ recipient: number, text, sent_at: at }) =>
      number === null || text === null || at === null ? [] : [{ number, text, at }],
    );
}

/** The member of each number. */
export async function readNames(db: Database): Promise<ReadonlyMap<string, string>> {
  const members = await db
    .selectFrom("members")
    .select(["phone", "first_name", "last_name"])
    .where("phone", "is not", null)
    .execute();
  return new Map(
    members.map(({ phone, first_name, last_name }) => [phone ?? "", `${first_name} ${last_name}`]),
  );
}
