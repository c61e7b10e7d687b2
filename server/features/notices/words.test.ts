// The Chairperson's word: what it reaches and costs, who agrees, and what goes out. Through HTTP on a real PostgreSQL.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noticeInvariants } from "#server/verify/notice-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { appointBookkeepers, type Bookkeeping } from "#tests/support/bookkeeping.ts";
import { brokenBy } from "#tests/support/broken-invariants.ts";
import { messagesOf, smsSettings, startSender } from "#tests/support/notice-senders.ts";
import { startSmsGateway, type SmsGateway } from "#tests/support/sms-gateway.ts";
import {
  startGroup,
  type Answer,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

const WORD = "/api/notices/word/";
const TEXT = "Mkutano ni Jumamosi saa nne.";

let group: TestGroup;
let gateway: SmsGateway;
let books: Bookkeeping;
let members: TestMember[];
let member: TestMember;
let sender: { stop(): Promise<void> };

// Three officials and four members: seven people, all with a phone and a proven address.
beforeAll(async () => {
  gateway = await startSmsGateway();
  const env = { RATE_LIMIT: "off", ...smsSettings(gateway.url) };
  // The group has mail; the sender of this test has none, so that nothing leaves but texts.
  group = await startGroup({ env: { ...env, SMTP_URL: "smtp://127.0.0.1:9" } });
  books = await appointBookkeepers(group);
  member = await books.member();
  members = [member, await books.member(), await books.member(), await books.member()];
  // What was sent while the group was made goes to nobody.
  await group.db.updateTable("notices").set({ dispatched_at: group.clock.now() }).execute();
  sender = startSender(group, env);
});
afterAll(async () => {
  await gateway.close();
  await sender.stop();
  await group.close();
});

const ask = (by: TestMember, method: string, path: string, body?: unknown, headers = {}) =>
  group.api(method, path, { token: by.token, headers, ...(body === undefined ? {} : { body }) });
const word = (more: Json = {}) => ({ text: TEXT, to: "all", channels: ["sms"], ...more });
const preview = (more: Json = {}, by = books.chairperson) =>
  ask(by, "POST", `${WORD}preview/`, word(more));
const send = (more: Json = {}, by = books.chairperson, headers = {}) =>
  ask(by, "POST", WORD, word(more), headers);
const agree = (id: number, by = books.treasurer) => ask(by, "POST", `${WORD}${id}/agree/`);
const end = (id: number, by = books.treasurer, body: unknown = { reason: "Wrong day" }) =>
  ask(by, "POST", `${WORD}${id}/end/`, body);
const list = async (by = books.treasurer, query = "") =>
  (await ask(by, "GET", WORD + query)).body as { words: Json[]; count: number };
const wordsOf = async (member: TestMember): Promise<Json[]> =>
  (await ask(member, "GET", "/api/notices/")).body.notices.filter(
    ({ kind }: Json) => kind === "word",
  );
const settle = async (settings: Json) =>
  expect((await ask(books.chairperson, "POST", "/api/group/settings/", settings)).status).toBe(200);
const choose = (by: TestMember, channel: string, on: boolean) =>
  ask(by, "POST", "/api/notices/choices/", { choices: [{ kind: "word", channel, on }] });
const refusedAt = ({ status, body }: Answer) => [status, Object.keys(body.errors ?? {})];
/** Texts of a word that have left, by its text. */
const sentTexts = (text: string) => gateway.texts.filter(({ message }) => message === text);

/** So many texts of it leave, and no more are on their way. */
async function leaves(text: string, count: number): Promise<void> {
  await expect.poll(() => sentTexts(text).length, { timeout: 20_000 }).toBe(count);
  const states = async () =>
    (await messagesOf(group)).filter((each) => each.text === text).map(({ state }) => state);
  await expect
    .poll(states, { timeout: 20_000 })
    .toEqual(Array.from({ length: count }, () => "sent"));
}

/** Sets the clock; who is signed in signs in again. */
async function goTo(time: string): Promise<void> {
  group.clock.set(time);
  for (const each of [books.chairperson, books.treasurer, books.secGen, ...members])
    each.token = await group.signIn(each);
}

/** As many members as make a word wait: 22 people have a phone. */
async function growBeyondOne(): Promise<void> {
  while ((await preview()).body.by_sms <= 20) members.push(await books.member());
}

async function propose(text: string): Promise<number> {
  const { status, body } = await send({ text });
  expect([status, body.word.state]).toEqual([201, "waiting"]);
  return body.word.id;
}

/** How many words home says wait for them. */
const waitingAtHome = async (by: TestMember) =>
  (await ask(by, "GET", "/api/user/get_user_data")).body.words_to_agree;

describe("a preview", () => {
  test("tells people, parts and cost of a text of one part", async () => {
    const { status, body } = await preview();
    expect([status, body]).toEqual([
      200,
      {
        people: 7,
        by_sms: 7,
        parts: 1,
        cost: 5.6,
        texts: [TEXT],
        needs_second: false,
        left: 500,
      },
    ]);
    expect((await list()).count).toBe(0);
  });

  test.each([
    ["160 letters", "a".repeat(160), 1],
    ["161 letters", "a".repeat(161), 2],
    ["307 letters", "a".repeat(307), 3],
    ["70 with another character", `${"a".repeat(69)}ش`, 1],
    ["71 with another character", `${"a".repeat(70)}ش`, 2],
    ["135 with another character", `${"a".repeat(134)}ش`, 3],
  ])("of %s counts its parts", async (_name, text, parts) => {
    expect((await preview({ text })).body).toMatchObject({ parts, cost: (56 * parts) / 10 });
  });

  test("shows the text as it goes out by SMS, and as it is read elsewhere", async () => {
    const { body } = await preview({ text: "“Asante” – Mũthoni", channels: ["email", "sms"] });
    expect(body.texts).toEqual(['"Asante" - Muthoni', "“Asante” – Mũthoni"]);
    expect(body.parts).toBe(1);
  });

  test("costs nothing by email, and at the last price that the gateway answered", async () => {
    expect((await preview({ channels: ["email"] })).body).toMatchObject({
      people: 7,
      by_sms: 0,
      parts: 0,
      cost: 0,
    });
    await group.db.updateTable("sms_gateway").set({ last_price_units: 10_500n }).execute();
    expect((await preview()).body.cost).toBe(7.35);
    await group.db.updateTable("sms_gateway").set({ last_price_units: null }).execute();
  });

  test("counts nobody who has turned words off, or whose number is sent no more texts", async () => {
    const [off, stopped] = members as [TestMember, TestMember];
    await choose(off, "sms", false);
    const { phone } = await group.db
      .selectFrom("members")
      .select("phone")
      .where("id", "=", stopped.id)
      .executeTakeFirstOrThrow();
    const at = group.clock.now();
    await group.db
      .insertInto("sms_stops")
      .values({ phone: phone ?? "", reason: "opted_out", at })
      .execute();
    expect((await preview()).body).toMatchObject({ people: 5, by_sms: 5, cost: 4 });
    // Both still get mail.
    expect((await preview({ channels: ["email", "sms"] })).body).toMatchObject({
      people: 7,
      by_sms: 5,
    });
    await choose(off, "sms", true);
    await group.db.deleteFrom("sms_stops").execute();
  });

  test("to who owes finds an unpaid fine, a loan and months that are past their day", async () => {
    const [fined, borrower, paid] = members as [TestMember, TestMember, TestMember];
    expect(refusedAt(await preview({ to: "owing" }))).toEqual([400, ["to"]]);
    await books.fine(fined, 50);
    await books.contribute(books.treasurer, 20_000);
    await books.contribute(borrower, 30_000);
    await books.lend(borrower, 500);
    expect((await preview({ to: "owing" })).body.people).toBe(2);
    await books.contribute(paid, 30_000);
    // By December everybody owes months but the three who paid ahead, of whom one has the loan.
    await goTo("2026-12-16T09:00:00+03:00");
    expect((await preview({ to: "owing" })).body.people).toBe(5);
  });

  test("refuses each fault at its field", async () => {
    const faults: [Json, string][] = [
      [{ text: "" }, "text"],
      [{ text: "  \n " }, "text"],
      [{ text: undefined }, "text"],
      [{ text: "a".repeat(901) }, "text"],
      [{ to: "some" }, "to"],
      [{ channels: ["pigeon"] }, "channels"],
      [{ channels: "sms" }, "channels"],
      [{ channels: undefined }, "channels"],
      [{ channels: [] }, "channels"],
      // Nobody has a browser that takes push.
      [{ channels: ["push"] }, "channels"],
    ];
    for (const [more, field] of faults)
      for (const answer of [await preview(more), await send(more)])
        expect([more, ...refusedAt(answer)]).toEqual([more, 400, [field]]);
    expect((await list()).count).toBe(0);
  });

  test("is the Chairperson's alone", async () => {
    for (const by of [books.treasurer, books.secGen, member]) {
      expect((await preview({}, by)).status).toBe(403);
      expect((await send({}, by)).status).toBe(403);
    }
    expect((await ask(member, "GET", WORD)).status).toBe(403);
  });
});

describe("a word to few", () => {
  test("goes out at once, once to each, and everybody reads it in the application", async () => {
    const text = "Mkutano umeahirishwa hadi Jumapili.";
    await choose(member, "sms", false);
    const sent = await send({ text });
    expect([sent.status, sent.body.detail]).toEqual([201, "The word goes out to 6 members."]);
    expect(sent.body.word).toMatchObject({
      text,
      to: "all",
      channels: ["sms"],
      people: 6,
      by_sms: 6,
      parts: 1,
      cost: 4.8,
      state: "sent",
      decided_by: null,
      written_by: { id: books.chairperson.id },
      may_agree: false,
      may_end: false,
    });
    await leaves(text, 6);
    for (const each of members) expect((await wordsOf(each))[0]).toMatchObject({ text });
    expect((await wordsOf(member))[0].channels).toEqual([]);
    await choose(member, "sms", true);
    const of = (await messagesOf(group)).filter((each) => each.text === text);
    expect(new Set(of.map(({ member_id }) => member_id)).size).toBe(6);
  });

  test("goes out once however often the same request comes", async () => {
    const text = "Leteni vitabu vyenu.";
    const headers = { "Idempotency-Key": "word-0001" };
    const answers = [
      await send({ text }, books.chairperson, headers),
      await send({ text }, books.chairperson, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]!.body.word.id).toBe(answers[1]!.body.word.id);
    expect((await list()).words.filter((each) => each.text === text)).toHaveLength(1);
  });

  test("needs no agreement, and takes none", async () => {
    const { id } = (await send({ text: "Asanteni." })).body.word;
    expect((await agree(id, books.chairperson)).status).toBe(403);
    expect((await agree(id)).status).toBe(400);
    expect((await end(id)).status).toBe(400);
  });

  test("waits in quiet hours as every text does", async () => {
    await goTo("2026-12-16T21:00:00+03:00");
    const text = "Usiku mwema.";
    expect((await send({ text })).status).toBe(201);
    await expect
      .poll(async () => (await messagesOf(group)).filter((each) => each.text === text).length)
      .toBe(7);
    expect(sentTexts(text)).toEqual([]);
    await goTo("2026-12-17T07:01:00+03:00");
    await leaves(text, 7);
  });

  test("is refused where the month's cap leaves less than it costs", async () => {
    await settle({ sms_monthly_cap: 1 });
    expect((await preview()).body.left).toBe(0);
    expect(refusedAt(await send())).toEqual([400, ["channels"]]);
    await settle({ sms_monthly_cap: 500 });
  });
});

describe("a word to more than 20 people by SMS", () => {
  beforeAll(growBeyondOne);

  test("waits, and nobody is notified before another official agrees", async () => {
    const text = "Kikao cha mwaka ni tarehe tano.";
    const { body } = await preview({ text });
    expect(body).toMatchObject({ needs_second: true, by_sms: 21, people: 21 });
    const id = await propose(text);
    const [shown] = (await list()).words;
    expect(shown).toMatchObject({
      id,
      text,
      state: "waiting",
      people: 21,
      by_sms: 21,
      parts: 1,
      cost: 16.8,
      sent_at: null,
      may_agree: true,
      may_end: true,
    });
    expect((await list(books.chairperson)).words[0]).toMatchObject({ id, may_agree: false });
    for (const each of members) expect((await wordsOf(each))[0]?.text).not.toBe(text);
    // The other officials hear of it, and home has it.
    const [sent] = (await ask(books.treasurer, "GET", "/api/notices/")).body.notices;
    expect(sent.text).toBe(
      "Wanjiku Kamau 1 wrote a word to 21 members, KES 16.80 by SMS. It waits for a second official.",
    );
    expect(await waitingAtHome(books.secGen)).toBe(1);
    expect(await waitingAtHome(books.chairperson)).toBeUndefined();
    expect(await waitingAtHome(member)).toBeUndefined();

    expect((await agree(id, books.chairperson)).status).toBe(403);
    expect((await agree(id, member)).status).toBe(403);
    const agreed = await agree(id);
    expect([agreed.status, agreed.body.detail]).toEqual([
      200,
      "You have agreed: the word goes out to 21 members.",
    ]);
    expect(agreed.body.word).toMatchObject({
      state: "sent",
      decided_by: { id: books.treasurer.id },
    });
    expect((await agree(id)).status).toBe(400);
    expect((await agree(id, books.secGen)).status).toBe(400);
    expect(await waitingAtHome(books.secGen)).toBeUndefined();
    await leaves(text, 21);
    for (const each of members) expect((await wordsOf(each))[0].text).toBe(text);
  });

  test("is sent by one of two officials who agree at the same time", async () => {
    const text = "Wawili pamoja.";
    const id = await propose(text);
    const answers = await Promise.all([agree(id), agree(id, books.secGen)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 400,
    ]);
    await leaves(text, 21);
  });

  test("needs nobody by email", async () => {
    const { body } = await send({ text: "Barua kwa wote.", channels: ["email"] });
    expect(body.word).toMatchObject({ state: "sent", people: 21, by_sms: 0, parts: 0, cost: 0 });
  });

  test("is ended by an official, or taken back, with a reason, and goes to nobody", async () => {
    const [refused, takenBack] = [await propose("Kosa moja."), await propose("Kosa la pili.")];
    expect(refusedAt(await end(refused, books.secGen, { reason: " " }))).toEqual([400, ["reason"]]);
    expect((await end(refused, member)).status).toBe(403);
    const ended = await end(refused, books.secGen);
    expect(ended.body.word).toMatchObject({
      state: "ended",
      reason: "Wrong day",
      decided_by: { id: books.secGen.id },
      may_agree: false,
    });
    expect((await end(takenBack, books.chairperson)).status).toBe(200);
    for (const id of [refused, takenBack])
      expect([(await agree(id)).status, (await end(id)).status]).toEqual([400, 400]);
    expect((await agree(9_999)).status).toBe(404);
    expect((await end(9_999)).status).toBe(404);
  });

  test("goes to nobody once its writer is no Chairperson", async () => {
    const id = await propose("Kutoka kwa aliyekuwa Mwenyekiti.");
    await group.db
      .updateTable("members")
      .set({ office: null })
      .where("id", "=", books.chairperson.id)
      .execute();
    expect((await agree(id)).body.detail).toContain("no longer holds the office");
    await group.db
      .updateTable("members")
      .set({ office: "Chairperson" })
      .where("id", "=", books.chairperson.id)
      .execute();
    expect((await end(id)).status).toBe(200);
  });

  test("is asked for in the morning no more, once it was agreed to in the night", async () => {
    await goTo("2026-12-17T22:00:00+03:00");
    const id = await propose("Usiku wa kazi.");
    const states = async () => {
      const found = await group.db
        .selectFrom("notice_messages")
        .innerJoin("notices", "notices.id", "notice_messages.notice_id")
        .select("state")
        .where("occasion", "=", `word_waiting:${id}`)
        .where("channel", "=", "sms")
        .execute();
      return found.map(({ state }) => state);
    };
    await expect.poll(states, { timeout: 20_000 }).toEqual(["waiting", "waiting"]);
    expect((await agree(id)).status).toBe(200);
    await goTo("2026-12-18T07:01:00+03:00");
    await expect.poll(states, { timeout: 20_000 }).toEqual(["skipped", "skipped"]);
    await leaves("Usiku wa kazi.", 21);
  });

  test("is held to the cap again when it is agreed to", async () => {
    const id = await propose("Ghali sasa.");
    await settle({ sms_monthly_cap: 1 });
    expect(refusedAt(await agree(id))).toEqual([400, ["channels"]]);
    await settle({ sms_monthly_cap: 500 });
    expect((await agree(id)).status).toBe(200);
  });
});

test("the list is given by pages, newest first", async () => {
  const all = await list();
  expect(all.words.map(({ id }) => id)).toEqual(
    all.words.map(({ id }) => id).toSorted((one, other) => other - one),
  );
  const page = await list(books.secGen, "?page=2&page_size=2");
  expect(page.words.map(({ id }) => id)).toEqual(all.words.slice(2, 4).map(({ id }) => id));
  expect(page.count).toBe(all.count);
});

test("the log has each word, who agreed and who ended it, and every invariant holds", async () => {
  const { rows } = {
    rows: await group.db
      .selectFrom("audit_entries")
      .select(["action", "actor_id", "after"])
      .where("subject", "=", "word")
      .orderBy("id")
      .execute(),
  };
  expect(rows[0]).toEqual({
    action: "words.send",
    actor_id: books.chairperson.id,
    after: {
      words: "Mkutano umeahirishwa hadi Jumapili.",
      audience: "all",
      channels: ["sms"],
      people: 6,
      parts: 1,
      cost: 4.8,
    },
  });
  const counts = (action: string) => rows.filter((each) => each.action === action).length;
  expect(["words.propose", "words.agree", "words.end"].map(counts)).toEqual([7, 4, 3]);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
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
  expect(await brokenBy(group.db, noticeInvariants, statement)).toContain(name);
});

test("the database keeps a word as it was written, and lets none go out without its second official", async () => {
  const { id } = (await send({ text: "Bado inasubiri." })).body.word;
  for (const set of [
    "text = 'Another'",
    "sent_at = written_at",
    "agreed_by = written_by",
    "written_by = written_by + 1",
  ])
    await expect(
      sql.raw(`UPDATE words SET ${set} WHERE id = ${id}`).execute(group.db),
    ).rejects.toThrow(/words_|word/);
  await expect(sql.raw(`DELETE FROM words WHERE id = ${id}`).execute(group.db)).rejects.toThrow(
    /append-only/,
  );
});

describe("a group that has neither email nor SMS", () => {
  let quiet: TestGroup;
  let chairperson: TestMember;
  let member: TestMember;

  beforeAll(async () => {
    quiet = await startGroup();
    const officials = await appointBookkeepers(quiet);
    chairperson = officials.chairperson;
    member = await officials.member();
  });
  afterAll(() => quiet.close());

  const post = (path: string, channels: string[]) =>
    quiet.api("POST", path, { token: chairperson.token, body: word({ channels }) });

  test("writes in the application alone, to everybody", async () => {
    expect((await post(`${WORD}preview/`, [])).body).toMatchObject({
      people: 4,
      by_sms: 0,
      parts: 0,
      cost: 0,
      texts: [TEXT],
      needs_second: false,
    });
    expect((await post(WORD, [])).body.word).toMatchObject({ state: "sent", people: 4 });
    const { body } = await quiet.api("GET", "/api/notices/", { token: member.token });
    expect(body.notices[0]).toMatchObject({ kind: "word", text: TEXT, about: null });
    expect((await verifyBooks(quiet.db)).breaches).toEqual([]);
  });

  test("learns which ways it has not", async () => {
    for (const [channel, name] of [
      ["sms", "SMS"],
      ["email", "email"],
    ] as const) {
      const { status, body } = await post(`${WORD}preview/`, [channel]);
      expect([status, body.errors]).toEqual([
        400,
        { channels: [`The group sends no ${name} yet.`] },
      ]);
    }
  });
});
