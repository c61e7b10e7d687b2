// A word to more than 20 people by SMS waits for a second official (NOTE-7). Over HTTP on a real PostgreSQL.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noticeInvariants } from "#server/verify/notice-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { TestMember } from "#tests/support/test-group.ts";
import { refusedAt, startWordGroup, type WordGroup } from "#tests/support/notice-senders.ts";

let words: WordGroup;
let member: TestMember;

beforeAll(async () => {
  words = await startWordGroup();
  [member] = words.members;
  await words.send({ text: "Mkutano umeahirishwa hadi Jumapili." });
  await words.growBeyondOneOfficial();
});
afterAll(() => words.close());

/** How many words home shows as waiting for them. */
const waitingAtHome = async (by: TestMember) =>
  (await words.ask(by, "GET", "/api/user/get_user_data")).body.words_to_agree;

describe("a word to more than 20 people by SMS", () => {
  test("waits, and nobody is notified before another official agrees", async () => {
    const text = "Kikao cha mwaka ni tarehe tano.";
    const { body } = await words.preview({ text });
    expect(body).toMatchObject({ needs_second: true, by_sms: 21, people: 21 });
    const id = await words.propose(text);
    const [shown] = (await words.list()).words;
    expect(shown).toMatchObject({
      id,
      text,
      state: "waiting",
      people: 21,
      by_sms: 21,
      parts: 21,
      cost: 16.8,
      sent_at: null,
      may_agree: true,
      may_end: true,
    });
    expect((await words.list(words.books.chairperson)).words[0]).toMatchObject({
      id,
      may_agree: false,
    });
    for (const each of words.members) expect((await words.wordsOf(each))[0]?.text).not.toBe(text);
    // The other officials are notified, and home shows it.
    const [sent] = (await words.ask(words.books.treasurer, "GET", "/api/notices/")).body.notices;
    expect(sent.text).toBe(
      "Wanjiku Kamau 1 wrote a word to 21 members, KES 16.80 by SMS. It waits for a second official.",
    );
    expect(await waitingAtHome(words.books.secGen)).toBe(1);
    expect(await waitingAtHome(words.books.chairperson)).toBeUndefined();
    expect(await waitingAtHome(member)).toBeUndefined();

    expect((await words.agree(id, words.books.chairperson)).status).toBe(403);
    expect((await words.agree(id, member)).status).toBe(403);
    const agreed = await words.agree(id);
    expect([agreed.status, agreed.body.detail]).toEqual([
      200,
      "You have agreed: the word goes out to 21 members.",
    ]);
    expect(agreed.body.word).toMatchObject({
      state: "sent",
      decided_by: { id: words.books.treasurer.id },
    });
    expect((await words.agree(id)).status).toBe(400);
    expect((await words.agree(id, words.books.secGen)).status).toBe(400);
    expect(await waitingAtHome(words.books.secGen)).toBeUndefined();
    await words.leaves(text, 21);
    for (const each of words.members) expect((await words.wordsOf(each))[0].text).toBe(text);
  });

  test("is sent by one of two officials who agree at the same time", async () => {
    const text = "Wawili pamoja.";
    const id = await words.propose(text);
    const answers = await Promise.all([words.agree(id), words.agree(id, words.books.secGen)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 400,
    ]);
    await words.leaves(text, 21);
  });

  test("needs nobody by email", async () => {
    const { body } = await words.send({ text: "Barua kwa wote.", channels: ["email"] });
    expect(body.word).toMatchObject({ state: "sent", people: 21, by_sms: 0, parts: 0, cost: 0 });
  });

  test("is ended by an official, or taken back, with a reason, and goes to nobody", async () => {
    const [refused, takenBack] = [
      await words.propose("Kosa moja."),
      await words.propose("Kosa la pili."),
    ];
    expect(refusedAt(await words.end(refused, words.books.secGen, { reason: " " }))).toEqual([
      400,
      ["reason"],
    ]);
    expect((await words.end(refused, member)).status).toBe(403);
    const ended = await words.end(refused, words.books.secGen);
    expect(ended.body.word).toMatchObject({
      state: "ended",
      reason: "Wrong day",
      decided_by: { id: words.books.secGen.id },
      may_agree: false,
    });
    expect((await words.end(takenBack, words.books.chairperson)).status).toBe(200);
    for (const id of [refused, takenBack])
      expect([(await words.agree(id)).status, (await words.end(id)).status]).toEqual([400, 400]);
    expect((await words.agree(9_999)).status).toBe(404);
    expect((await words.end(9_999)).status).toBe(404);
  });

  test("goes to nobody once its writer is no Chairperson", async () => {
    const id = await words.propose("Kutoka kwa aliyekuwa Mwenyekiti.");
    await words.group.db
      .updateTable("members")
      .set({ office: null })
      .where("id", "=", words.books.chairperson.id)
      .execute();
    expect((await words.agree(id)).body.detail).toContain("no longer holds the office");
    await words.group.db
      .updateTable("members")
      .set({ office: "Chairperson" })
      .where("id", "=", words.books.chairperson.id)
      .execute();
    expect((await words.end(id)).status).toBe(200);
  });

  test("is asked for in the morning no more, once it was agreed to in the night", async () => {
    await words.goTo("2026-12-17T22:00:00+03:00");
    const id = await words.propose("Usiku wa kazi.");
    const states = async () => {
      const found = await words.group.db
        .selectFrom("notice_messages")
        .innerJoin("notices", "notices.id", "notice_messages.notice_id")
        .select("state")
        .where("occasion", "=", `word_waiting:${id}`)
        .where("channel", "=", "sms")
        .execute();
      return found.map(({ state }) => state);
    };
    await expect.poll(states).toEqual(["waiting", "waiting"]);
    expect((await words.agree(id)).status).toBe(200);
    await words.goTo("2026-12-18T07:01:00+03:00");
    await expect.poll(states).toEqual(["skipped", "skipped"]);
    await words.leaves("Usiku wa kazi.", 21);
  });

  test("is held to the cap again when it is agreed to", async () => {
    const id = await words.propose("Ghali sasa.");
    await words.setCap(1);
    expect(refusedAt(await words.agree(id))).toEqual([400, ["channels"]]);
    await words.setCap(500);
    expect((await words.agree(id)).status).toBe(200);
  });
});

test("the list is given by pages, newest first", async () => {
  const all = await words.list();
  expect(all.words.map(({ id }) => id)).toEqual(
    all.words.map(({ id }) => id).toSorted((one, other) => other - one),
  );
  const page = await words.list(words.books.secGen, "?page=2&page_size=2");
  expect(page.words.map(({ id }) => id)).toEqual(all.words.slice(2, 4).map(({ id }) => id));
  expect(page.count).toBe(all.count);
});

test("the log has each word, who agreed and who ended it, and every invariant holds", async () => {
  const { rows } = {
    rows: await words.group.db
      .selectFrom("audit_entries")
      .select(["action", "actor_id", "after"])
      .where("subject", "=", "word")
      .orderBy("id")
      .execute(),
  };
  expect(rows[0]).toEqual({
    action: "words.send",
    actor_id: words.books.chairperson.id,
    after: {
      words: "Mkutano umeahirishwa hadi Jumapili.",
      audience: "all",
      channels: ["sms"],
      people: 7,
      parts: 1,
      cost: 5.6,
    },
  });
  const counts = (action: string) => rows.filter((each) => each.action === action).length;
  expect(["words.propose", "words.agree", "words.end"].map(counts)).toEqual([7, 4, 3]);
  expect((await verifyBooks(words.group.db)).breaches).toEqual([]);
});

const sent = "(SELECT min(id) FROM words WHERE sent_at IS NOT NULL)";
const ended = "(SELECT min(id) FROM words WHERE ended_at IS NOT NULL)";
const agreed = "(SELECT min(id) FROM words WHERE agreed_at IS NOT NULL)";

test.each([
  ["words-are-told", `UPDATE words SET text = 'Another' WHERE id = ${sent}`],
  ["words-are-told", `DELETE FROM notices WHERE occasion = 'word:' || ${agreed}`],
  [
    "words-are-told",
    `UPDATE notices SET occasion = 'word:' || ${ended} WHERE id = (SELECT max(id) FROM notices WHERE event = 'word')`,
  ],
  [
    "words-are-told",
    "UPDATE notices SET occasion = 'word:9999' WHERE id = (SELECT max(id) FROM notices WHERE event = 'word')",
  ],
  ["words-are-agreed", `UPDATE words SET text = 'Another' WHERE id = ${ended}`],
  [
    "words-are-agreed",
    `UPDATE words SET written_by = agreed_by, agreed_by = written_by WHERE id = ${agreed}`,
  ],
  [
    "words-are-agreed",
    `UPDATE words SET ended_by = (SELECT max(id) FROM members) WHERE id = ${ended}`,
  ],
  [
    "words-are-agreed",
    `UPDATE audit_entries SET after = jsonb_set(after, '{words}', '"Another"') WHERE id = (
       SELECT min(id) FROM audit_entries WHERE action = 'words.send')`,
  ],
])("%s is broken by a change behind the application's back", async (name, statement) => {
  expect(await brokenBy(words.group.db, noticeInvariants, statement)).toContain(name);
});

test("the database keeps a word as it was written, and lets none go out without its second official", async () => {
  const { id } = (await words.send({ text: "Bado inasubiri." })).body.word;
  for (const set of [
    "text = 'Another'",
    "sent_at = written_at",
    "agreed_by = written_by",
    "written_by = written_by + 1",
  ])
    await expect(
      sql.raw(`UPDATE words SET ${set} WHERE id = ${id}`).execute(words.group.db),
    ).rejects.toThrow(/words_|word/);
  await expect(
    sql.raw(`DELETE FROM words WHERE id = ${id}`).execute(words.group.db),
  ).rejects.toThrow(/append-only/);
});
