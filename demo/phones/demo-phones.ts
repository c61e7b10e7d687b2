// What the demo's pages read from its database: who has which phone, the texts that arrived before the demo was
// started, and mails.
import type { Database } from "#server/db/connection.ts";
import { sql } from "kysely";
import type { DemoMails } from "./gateway.ts";
import type { PhoneText } from "./phones.ts";

const TEXTS_MOST = 2_000;
const MAILS_SHOWN = 200;

/** The texts that the gateway accepted, oldest first. */
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

/** The member's name for each number. */
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

export function openMails(db: Database): DemoMails {
  const select = () =>
    db
      .selectFrom("mails")
      .select(["id", "recipient", "subject", "body", "created_at as at"])
      .select([
        sql<string | null>`(SELECT first_name || ' ' || last_name FROM members
          WHERE lower(email) = lower(mails.recipient) ORDER BY id LIMIT 1)`.as("name"),
        sql<string | null>`attachment ->> 'name'`.as("attachment"),
      ]);
  return {
    readNewest: async () => ({
      mails: await select().orderBy("id", "desc").limit(MAILS_SHOWN).execute(),
      count: Number((await readTotals(db)).count),
    }),
    readOne: async (id) =>
      /^[1-9]\d{0,8}$/.test(id)
        ? select().where("id", "=", Number(id)).executeTakeFirst()
        : undefined,
    newestId: async () => (await readTotals(db)).newest,
  };
}

function readTotals(db: Database) {
  return db
    .selectFrom("mails")
    .select([sql<bigint>`count(*)`.as("count"), sql<number>`coalesce(max(id), 0)`.as("newest")])
    .executeTakeFirstOrThrow();
}
