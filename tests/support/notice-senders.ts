// Sends notices as the server of a test's group would, and makes notices to send.
import pino from "pino";
import { startNoticeSender } from "#server/jobs/notice-sender.ts";
import { type NewNotice, writeNotices } from "#server/core/notices/write-notices.ts";
import { inTransaction } from "#server/db/connection.ts";
import { readConfig } from "#server/platform/config.ts";
import type { Answer, Json, TestGroup, TestMember } from "./test-group.ts";
import { expect } from "vitest";
import { startFoundedGroup } from "./founded-group.ts";
import { startSmsGateway } from "./notice-gateways.ts";

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

export const WORD = "/api/notices/word/";

/** A word to all by SMS. */
export const wordOf = (more: Json = {}) => ({
  text: "Mkutano ni Jumamosi saa nne.",
  to: "all",
  channels: ["sms"],
  ...more,
});

/** The status, and the invalid fields. */
export const refusedAt = ({ status, body }: Answer) => [status, Object.keys(body.errors ?? {})];

export type WordGroup = Awaited<ReturnType<typeof startWordGroup>>;

/**
 * A group whose Chairperson writes words to members (NOTE-7): three officials and four members, its own SMS gateway,
 * and a sender.
 */
export async function startWordGroup() {
  const gateway = await startSmsGateway();
  const env = { RATE_LIMIT: "off", ...smsSettings(gateway.url) };
  // The group has mail; this test's sender has none, so that only SMS leave.
  const { group, books } = await startFoundedGroup({
    members: 4,
    env: { ...env, SMTP_URL: "smtp://127.0.0.1:9" },
  });
  const { chairperson, treasurer, secGen } = books;
  const members: [TestMember, ...TestMember[]] = [await books.member()];
  while (members.length < 4) members.push(await books.member());
  // Notices from setting the group up are not sent.
  await group.db.updateTable("notices").set({ dispatched_at: group.clock.now() }).execute();
  const sender = startSender(group, env);

  const ask = (by: TestMember, method: string, path: string, body?: unknown, headers = {}) =>
    group.api(method, path, { token: by.token, headers, ...(body === undefined ? {} : { body }) });
  const preview = (more: Json = {}, by = chairperson) =>
    ask(by, "POST", `${WORD}preview/`, wordOf(more));
  const send = (more: Json = {}, by = chairperson, headers = {}) =>
    ask(by, "POST", WORD, wordOf(more), headers);
  const sentTexts = (text: string) => gateway.texts.filter(({ message }) => message === text);

  return {
    group,
    books,
    members,
    ask,
    preview,
    send,
    agree: (id: number, by = treasurer) => ask(by, "POST", `${WORD}${id}/agree/`),
    end: (id: number, by = treasurer, body: unknown = { reason: "Wrong day" }) =>
      ask(by, "POST", `${WORD}${id}/end/`, body),
    list: async (by = treasurer, query = "") =>
      (await ask(by, "GET", WORD + query)).body as { words: Json[]; count: number },
    /** The words that a member reads in the application, newest first. */
    wordsOf: async (by: TestMember): Promise<Json[]> =>
      (await ask(by, "GET", "/api/notices/")).body.notices.filter(
        ({ kind }: Json) => kind === "word",
      ),
    setCap: (kes: number) =>
      ask(chairperson, "POST", "/api/group/settings/", { sms_monthly_cap: kes }),
    choose: (by: TestMember, channel: string, on: boolean) =>
      ask(by, "POST", "/api/notices/choices/", { choices: [{ kind: "word", channel, on }] }),
    /** The SMS of that word that have left. */
    sentTexts,
    /** Waits until this many SMS of it have left and none is on its way. */
    async leaves(text: string, count: number): Promise<void> {
      await expect.poll(() => sentTexts(text).length).toBe(count);
      const states = async () =>
        (await messagesOf(group)).filter((each) => each.text === text).map(({ state }) => state);
      await expect.poll(states).toEqual(Array.from({ length: count }, () => "sent"));
    },
    /** Sets the clock; signed-in members sign in again. */
    async goTo(time: string): Promise<void> {
      group.clock.set(time);
      for (const each of [chairperson, treasurer, secGen, ...members])
        each.token = await group.signIn(each);
    },
    /** Adds enough members for a word to wait: 21 people with a phone. */
    async growBeyondOneOfficial(): Promise<void> {
      while ((await preview()).body.by_sms <= 20) members.push(await books.member());
    },
    /** Writes a word that waits; returns its id. */
    async propose(text: string): Promise<number> {
      const { status, body } = await send({ text });
      expect([status, body.word?.state]).toEqual([201, "waiting"]);
      return body.word.id;
    },
    async close(): Promise<void> {
      await gateway.close();
      await sender.stop();
      await group.close();
    },
  };
}
